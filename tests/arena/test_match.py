"""Matches in duplicate pairs: the same result on any number of cores, honest intervals, and a file to resume from."""

import json
import sys
from pathlib import Path

import msgspec
import pytest

from tepui.arena import match
from tepui.arena.command import as_text, command
from tepui.arena.games_file import parquet
from tepui.arena.journal import BadJournal
from tepui.arena.matches import arranged, play
from tepui.arena.pairs import Match, Pair, Played
from tepui.arena.ratings import rate
from tepui.arena.records import line_of
from tepui.arena.results import half_width, luck_removed, result, shares_of, student, wilson
from tepui.bots.self_play import BY
from tepui.core import find
from tepui.core.refusal import UnknownName
from tepui.core.table import Table


def test_every_bot_sits_once_on_every_seat() -> None:
    assert arranged("roll-and-write", ["steady", "random"]).lineups() == [(0, 1), (1, 0)]
    assert arranged("roll-and-write", ["steady", "random"], seats=3).lineups() == [(0, 1, 0), (1, 0, 1)]
    assert arranged("roll-and-write", ["steady", "random"], seats=1).lineups() == [(0,), (1,)]
    assert arranged("roll-and-write", ["steady", "random", "learned"]).lineups() == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_a_team_is_one_bot_and_all_together_are_one_bot_with_the_same_chance() -> None:
    assert arranged("partners", ["careful", "random"]).lineups() == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert arranged("hanabi", ["convention", "random", "random"], seats=2).lineups() == [(0, 0), (1, 1), (2, 2)]
    with pytest.raises(UnknownName, match="3 bots have no room at 4 seats in teams"):
        arranged("partners", ["careful", "random", "random"])
    team = match("partners", ["careful", "random"], pairs=6)
    assert team.share[0] > 0.5 and team.difference[0] == pytest.approx(-team.difference[1])
    asked = arranged("hanabi", ["convention", "random"])
    pairs = play(asked, 4)
    found = result(asked, pairs)
    assert found.share == found.won == [1.0, 0.0] and found.scores[0] > 12 > found.scores[1]
    better, worse = rate([line_of(asked, pairs)])
    assert (better.bot, worse.bot) == ("convention", "random") and better.rating > worse.rating + 100


def test_a_bot_against_itself_wins_exactly_half() -> None:
    for game, bot in (("roll-and-write", "steady"), ("roll-and-write", "random"), ("lost-code", "steady")):
        found = match(game, [bot, bot], pairs=3)
        assert found.share == found.won == [0.5, 0.5], bot
        assert found.scores[0] == found.scores[1] and found.luck_removed == 1.0


def test_the_same_seeds_give_the_same_result_for_one_job_and_two() -> None:
    asked = arranged("roll-and-write", ["steady", "random"], seats=3)
    one, two = play(asked, 6, jobs=1), play(asked, 6, jobs=2)
    assert [timeless(pair) for pair in one] == [timeless(pair) for pair in two]
    other = play(arranged("roll-and-write", ["steady", "random"], seats=3, seed="another"), 6)
    assert [timeless(pair) for pair in one] != [timeless(pair) for pair in other]


def timeless(pair: Pair) -> object:
    return [(game.lineup, game.scores, game.places, game.moves, game.failed) for game in pair.games]


def replayed(match: Match, moves: list[int]) -> Table:
    """The table at the end of a game, from its moves alone."""
    return Table(find.game(match.game), match.setting()).replayed(divmod(move, BY) for move in moves)


def test_steady_beats_random_and_the_moves_that_are_kept_are_the_game() -> None:
    asked = arranged("roll-and-write", ["steady", "random"])
    pairs = play(asked, 10)
    found = result(asked, pairs)
    assert found.share[0] >= 0.8 and found.interval[0][0] > 0.4 and sum(found.share) == pytest.approx(1)
    assert found.difference[0] == pytest.approx(-found.difference[1]) and found.difference[0] > 0
    game = pairs[3].games[1]
    assert replayed(asked, game.moves).scores() == game.scores


def test_alone_each_bot_plays_the_same_dice() -> None:
    found = match("roll-and-write", ["steady", "random"], pairs=4, seats=1)
    assert found.share[0] >= 0.5 and found.games == 8
    assert found.difference[0] == pytest.approx(found.scores[0] - found.scores[1])
    assert found.won == found.share


def test_three_bots_divide_their_pairs() -> None:
    found = match("roll-and-write", ["random", "steady", "random"], pairs=4)
    assert sum(found.share) == pytest.approx(1) and found.games == 12
    assert max(found.share) == found.share[1]


# ---- figures ----


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(10, 10)[1] == pytest.approx(1.0) and wilson(10, 10)[0] == pytest.approx(0.722, abs=0.001)


def test_the_interval_of_a_mean_is_students() -> None:
    assert student(10**6) == pytest.approx(1.96, abs=0.001)
    assert student(9) == pytest.approx(2.262, abs=0.01) and student(4) == pytest.approx(2.776, abs=0.05)
    assert half_width([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx(2.776 * (2.5 / 5) ** 0.5, rel=0.02)


def test_luck_that_both_games_share_is_removed_and_luck_that_they_do_not_is_not() -> None:
    luck = [5.0, -3.0, 8.0, -9.0, 1.0, 4.0]
    for_both = [x for chance in luck for x in (chance, -chance)]  # who sits first has the luck
    assert luck_removed([for_both], [[0.0] * 6], 2) == 1.0
    apart = [1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0]
    means = [(apart[at] + apart[at + 1]) / 2 for at in range(0, 8, 2)]
    assert luck_removed([apart], [means], 2) == pytest.approx(-1 / 6, abs=0.01)  # 0 but for the small sample


def test_equal_points_divide_a_pair_and_failing_loses_it() -> None:
    asked = arranged("roll-and-write", ["steady", "random"])
    tie = [Played(lineup=(0, 1), scores=[7, 9], places=[2, 1], moves=[])]
    tie.append(Played(lineup=(1, 0), scores=[7, 9], places=[2, 1], moves=[]))
    assert shares_of(asked, Pair(0, tie)) == [0.5, 0.5]
    lost = [tie[0], Played(lineup=(1, 0), scores=[0, 90], places=[0, 0], moves=[], failed=0, why="it hung")]
    assert shares_of(asked, Pair(0, lost)) == [0.0, 1.0]


# ---- the command ----


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["roll-and-write", "steady", "random", "--pairs", "2", "--jobs", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert told["bots"] == ["steady", "random"] and told["pairs"] == 2
    assert len(told["share"]) == len(told["interval"]) == len(told["scores"]) == 2
    assert err == "", "a bar is for a terminal"


def test_an_interrupted_match_goes_on_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    asked = arranged("roll-and-write", ["steady", "random"])
    whole = play(asked, 4)
    play(asked, 2, resume=file)
    with file.open("ab") as cut:
        cut.write(b'{"number":3,"ga')  # the machine was switched off while it wrote
    numbers: list[int] = []
    monkeypatch.setattr("tepui.arena.matches.spread", lambda task, seeds, *_: numbers.extend(seeds) or map(task, seeds))
    assert [timeless(pair) for pair in play(asked, 4, resume=file)] == [timeless(pair) for pair in whole]
    assert numbers == [2, 3]
    first, *lines = map(json.loads, file.read_text("utf-8").splitlines())
    assert first["bots"] == ["steady", "random"] and [line["number"] for line in lines] == [0, 1, 2, 3]
    for game in (game for line in lines for game in line["games"]):
        assert replayed(asked, game["moves"]).scores() == game["scores"], "every move is in the file"
    with pytest.raises(BadJournal, match="another match"):
        play(arranged("roll-and-write", ["random", "random"]), 4, resume=file)


def test_every_game_is_a_row_of_the_parquet_file(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    command(["roll-and-write", "steady", "random", "--pairs", "3", "--jobs", "1", "--out", str(file), "--json"])
    table = parquet().parquet.read_table(file)
    asked = msgspec.json.decode(table.schema.metadata[b"tepui.match"], type=Match)
    assert asked == arranged("roll-and-write", ["steady", "random"])
    assert table.num_rows == 6 and table["pair"].to_pylist() == [0, 0, 1, 1, 2, 2]
    assert table["seat_0"].to_pylist() == ["steady", "random"] * 3
    rows = table.select(["scores", "places", "moves"]).to_pylist()
    assert replayed(asked, rows[0]["moves"]).scores() == rows[0]["scores"]


def test_without_pyarrow_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tepui.cli import main

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["arena", "roll-and-write", "steady", "random", "--out", str(tmp_path / "x.parquet")]) == 2
    assert "pip install 'tepui[arena]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["roll-and-write", "steady"], "two bots or more"),
        (["roll-and-write", "steady", "nobody"], "there is no bot 'nobody'"),
        (["kryptx", "random", "steady", "random", "--seats", "2"], "no room at 2 seats"),
        (["kryptx", "random", "steady", "--seats", "9"], "2, 3 or 4 players"),
        (["kryptx", "random", "program:"], "needs a command line"),
        (["kryptx", "random", "steady", "--pairs", "0"], "at least 1"),
        (["kryptx", "random", "steady", "--option", "nothing=1"], "has no option"),
    ],
)
def test_what_cannot_be_is_refused_before_the_first_game(words: list[str], sentence: str) -> None:
    with pytest.raises(UnknownName, match=sentence):
        command(words)


def test_a_newcomer_reads_who_is_stronger_or_that_it_cannot_be_told() -> None:
    few = match("roll-and-write", ["beginner", "random"], pairs=1)
    assert "too few to say who is stronger" in as_text(few)
    many = match("roll-and-write", ["steady", "random"], pairs=8)
    assert "steady won 8 of 8 pairs: it is the stronger player here" in as_text(many)
