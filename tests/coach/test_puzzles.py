"""Puzzles: each has one right answer, every wrong one is refuted, and the puzzle of the day is the same for all."""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from coach.solving import prove

from tepui import cli
from tepui.bots.self_play import self_play
from tepui.coach.puzzles import Answer, Puzzle, codes_of, judged, missed_first, of_the_day, puzzler_of
from tepui.coach.puzzles.mining import mine, surely_better
from tepui.core import find
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.terminal.puzzle import Asking

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import daily_puzzles

pytestmark = pytest.mark.once
RECORDS = Path(__file__).parents[1] / "records"
GAMES = ["lost-code", "kryptx", "roll-and-write"]
FIRST = date(2026, 11, 16)


def puzzles_of(game: str, seed: str, seats: int = 2) -> list[tuple[View, Puzzle]]:
    table, found = mine(find.game(game), seed, seats)
    return [(table.view(one.seat).past(one.move), one) for one in found]


@pytest.mark.parametrize(
    ("game", "seats", "seed", "seat", "move", "kind", "answer"),
    [
        ("lost-code", 2, "puzzle 0", 0, 74, "impossible", [0, 3]),  # blue 3
        ("lost-code", 2, "puzzle 36", 0, 108, "impossible", [3, 3]),  # green 3
        ("lost-code", 2, "puzzle 1", 1, 59, "wheel", [26 + 2 * 25 + 15]),  # the 3-wheel at 15-17
        ("lost-code", 2, "puzzle 0", 0, 71, "wheel", [26 + 10]),  # the 1-wheel on 10
        ("kryptx", 2, "puzzle 29", 0, 132, "name", [0, 2 + 7, 2 + 5, 2 + 3, 2 + 7]),
        ("kryptx", 4, "puzzle 13", 2, 108, "name", [0, 2 + 2, 2 + 0, 2 + 6, 2 + 7, 2 + 4, 2 + 8]),
        ("kryptx", 2, "puzzle 5", 1, 81, "question", [21 + 1 * 15 + 13]),  # B: purple?
        ("kryptx", 4, "puzzle 22", 0, 126, "question", [21 + 3 * 15 + 5]),  # D: a 5?
        ("roll-and-write", 2, "puzzle 23", 0, 33, "pair", [0]),  # refuse
        ("roll-and-write", 2, "puzzle 18", 1, 90, "pair", [1]),  # the circle, red
    ],
)
def test_the_examples_of_the_design_are_found_again(
    game: str, seats: int, seed: str, seat: int, move: int, kind: str, answer: list[int]
) -> None:
    found = [
        one for _view, one in puzzles_of(game, seed, seats) if (one.seat, one.move, one.kind) == (seat, move, kind)
    ]
    assert [one.answer for one in found] == [answer]


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_one_right_answer_and_all_others_are_refuted(game: str) -> None:
    """A hundred of each game: tests/proofs/puzzles.py."""
    of = find.game(game)
    shipped = of_the_day.list_of(of)
    kinds = set()
    for day in range(8):
        one = shipped.on(FIRST + timedelta(day))
        kinds.add(one.puzzle.kind)
        assert prove(one.view(of), one.puzzle)
    assert kinds == set(puzzler_of(of).forms)


@pytest.mark.parametrize(("game", "games"), [("lost-code", 2), ("kryptx", 8), ("roll-and-write", 2)])
def test_all_that_is_found_in_games_of_bots_is_proven(game: str, games: int) -> None:
    found = [one for number in range(games) for one in puzzles_of(game, f"proven {number}")]
    assert len(found) >= 3
    assert all(prove(view, puzzle) for view, puzzle in found)


@pytest.mark.parametrize("picks", [[], [-1], [99], [0, -1]])
def test_a_pick_that_is_not_on_offer_is_no_answer(picks: list[int]) -> None:
    view = of_the_day.list_of(find.game("lost-code")).on(FIRST).view(find.game("lost-code"))
    with pytest.raises(IllegalMove):
        codes_of(view, picks)


# ---- the puzzle of the day ----


@pytest.mark.parametrize(("game", "days"), [("lost-code", (0, 2)), ("kryptx", (0, 1)), ("roll-and-write", (0,))])
def test_the_seed_of_a_day_finds_its_puzzle(game: str, days: tuple[int, ...]) -> None:
    """If a bot or a finder has changed on purpose, `tools/daily_puzzles.py` mines the list anew."""
    of = find.game(game)
    for day in days:
        assert daily_puzzles.mined_for(of, FIRST + timedelta(day)) == of_the_day.list_of(of).on(FIRST + timedelta(day))


@pytest.mark.parametrize("game", GAMES)
def test_a_year_of_days_and_then_anew_weekday_by_weekday(game: str) -> None:
    shipped = of_the_day.list_of(find.game(game))
    assert shipped.head.first == FIRST and FIRST.weekday() == 0
    whole = len(shipped.puzzles)
    assert whole >= 100 and whole % 7 == 0
    day = FIRST + timedelta(10)
    assert shipped.on(day + timedelta(whole)) == shipped.on(day)
    levels = [[shipped.on(FIRST + timedelta(7 * week + day)).puzzle.level for week in range(20)] for day in (0, 6)]
    assert sum(levels[0]) < sum(levels[1])  # Monday is easy, Sunday is hard


def test_a_day_that_has_not_come_and_one_before_the_first() -> None:
    of = find.game("kryptx")
    with pytest.raises(of_the_day.NoPuzzle, match="not open yet"):
        of_the_day.daily(of, FIRST + timedelta(2), today=FIRST + timedelta(1))
    with pytest.raises(of_the_day.NoPuzzle, match="Choose a later one") as no:
        of_the_day.daily(of, FIRST - timedelta(1), today=FIRST)
    assert "Wähle einen späteren" in no.value.sentence("de")
    with pytest.raises(of_the_day.NoPuzzle, match="not a date"):
        of_the_day.day_of("7 Dec")
    with pytest.raises(of_the_day.NoPuzzle, match="your own games"):
        of_the_day.daily(find.game("forehead"), FIRST, FIRST)


def test_a_list_of_other_rules_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    of = find.game("kryptx")
    monkeypatch.setitem(of.__dict__, "rules", of.rules + 1)
    with pytest.raises(of_the_day.NoPuzzle, match="other rules"):
        of_the_day.list_of(of)


def test_play_outs_must_be_better_beyond_chance() -> None:
    assert surely_better(iter([1.0, 3.0] * 100))
    assert not surely_better(iter([9.0, -8.9] * 100))
    assert not surely_better(iter([-1.0] * 40 + [100.0] * 160))  # hopeless after forty
    assert not surely_better(iter([1.0] * 20))


# ---- one's own games ----


def test_what_was_missed_comes_first() -> None:
    of = find.game("roll-and-write")
    for number in range(9):
        table = self_play(of, of.setting(2), "casual", f"missed {number}")
        found = missed_first(puzzler_of(of).find(table.view(0)))
        if len({one.missed for one in found}) == 2:
            break
    assert [one.missed for one in found] == sorted((one.missed for one in found), reverse=True)
    early, late = Puzzle(0, 5, "pair", [1], 1), Puzzle(0, 9, "pair", [1], 1, missed=True)
    assert missed_first([early, late]) == [late, early]
    for one in (found[0], found[-1]):
        played = next(code for by, code in table.moves[one.move :] if by == 0)
        assert (played != one.answer[0]) == one.missed


def test_an_answer_that_cannot_be_is_refused_with_a_sentence() -> None:
    view, puzzle = next(one for one in puzzles_of("lost-code", "puzzle 0") if one[1].kind == "impossible")
    for claim in (None, {}, {"colour": "black", "number": 1}, {"colour": "blue", "number": 9}, {"number": True}, [1]):
        with pytest.raises(IllegalMove):
            judged(view, puzzle, Answer(claim=claim), "en")
    view, puzzle = next(one for one in puzzles_of("kryptx", "puzzle 5") if one[1].kind == "name")
    for picks in ([], [-1], [9999], [view.codes().index(0)]):
        with pytest.raises(IllegalMove):
            judged(view, puzzle, Answer(picks=picks), "en")


# ---- in the terminal ----


def tepui(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["puzzle", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_puzzles_of_a_record_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    record = str(RECORDS / "lost-code-2-serpent.jsonl")
    code, out, _ = tepui(capsys, "lost-code", "--file", record, "--list", "5")
    found = [json.loads(line)["puzzle"] for line in out.splitlines()]
    assert code == 0 and found and found[0]["missed"]
    one = tepui(capsys, "lost-code", "--file", record, "--list", "50", "--seat", "2")[1]
    assert {json.loads(line)["puzzle"]["seat"] for line in one.splitlines()} == {1}


def test_a_puzzle_is_asked_until_it_is_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, puzzle = next(one for one in puzzles_of("lost-code", "puzzle 0") if one[1].answer == [0, 3])
    wrong = next(label for label, _claim in puzzler_of(view.game).claims(view, puzzle, "en") if label != "blue 3")
    typed = iter([wrong, "blue 3", ":q"])
    monkeypatch.setattr("tepui.terminal.console.ask", lambda _prompt: next(typed))
    assert Asking([(view, puzzle)], "en").go() == 0
    out = capsys.readouterr().out
    colour, number = wrong.split()
    assert f"Your stone, {colour}, can be {number}." in out and f"{wrong}" in out.partition("fits all that you saw")[2]
    assert "So your stone, blue, cannot be 3." in out
    assert out.splitlines()[-1] == "Tepui · The Lost Code · 2 answers · 2 tries"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["forehead"], "brings no puzzles"),
        (["kryptx", "--date", "2999-01-01"], "not open yet"),
        (["kryptx", "--date", "2020-01-01"], "Choose a later one"),
        (["kryptx", "--date", "soon"], "not a date"),
        (["kryptx", "--file", str(RECORDS / "lost-code-2-serpent.jsonl")], "tepui puzzle lost-code"),
        (["lost-code", "--file", str(RECORDS / "make.py")], "not a record"),
        (["lost-code", "--file", str(RECORDS / "nothing.jsonl")], "nothing.jsonl"),
        (["lost-code", "--file", str(RECORDS / "lost-code-2-serpent.jsonl"), "--seat", "all"], "--seat can be 1, 2"),
        (["lost-code", "--list", "0"], "at least 1"),
        (["lost-code", "--date", "2026-11-16", "--seed", "a"], "not allowed with"),
    ],
)
def test_bad_words_get_a_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    code, _, err = tepui(capsys, *words)
    assert code == 2 and sentence in err


def test_an_unfinished_game_and_one_of_other_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = (RECORDS / "lost-code-2-serpent.jsonl").read_bytes().splitlines(keepends=True)
    unfinished = tmp_path / "unfinished.jsonl"
    unfinished.write_bytes(b"".join(lines[:40]))
    assert "not finished" in tepui(capsys, "lost-code", "--file", str(unfinished))[2]
    of = find.game("lost-code")
    other = of.__dict__["rules"]
    of.__dict__["rules"] = other + 1
    try:
        assert (
            "with that version" in tepui(capsys, "lost-code", "--file", str(RECORDS / "lost-code-2-serpent.jsonl"))[2]
        )
    finally:
        of.__dict__["rules"] = other
