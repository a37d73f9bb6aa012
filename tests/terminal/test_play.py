"""Playing in the terminal: through the real command, with what people type on its standard input."""

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from terminal import inside

from tepui.core.record import read
from tepui.terminal import play

TEPUI = Path(sys.executable).with_name("tepui")
WIPE = "\x1b[H\x1b[2J\x1b[3J"


def tepui(folder: Path, *words: str, typed: str = "") -> str:
    """What is printed; the command must be content."""
    answer = inside.tepui(folder, *words, typed=typed)
    assert answer.returncode == 0, answer
    return answer.stdout


def started(folder: Path, *words: str, typed: str = "") -> str:
    """The same by a process of its own."""
    env = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "LANG": "C.UTF-8", "COLUMNS": "100"}
    answer = subprocess.run([str(TEPUI), *words], cwd=folder, env=env, input=typed, capture_output=True, text=True)
    assert answer.returncode == 0, answer
    return answer.stdout


def test_one_person_and_bots_play_a_game_and_it_is_proven(tmp_path: Path) -> None:
    shown = tepui(tmp_path, "play", "forehead", "--seats", "4", "--record", "game.jsonl", typed="2\n")
    assert "Toucan gets a number that is hidden here." in shown
    assert "Where does your number rank?" in shown
    assert "  2  Bet that 1 player has a higher number" in shown
    assert "Toucan bets on rank 2." in shown
    assert re.search(r"^  1\. \w+.*: [03] points$", shown, re.M)
    record = read(tmp_path / "game.jsonl")
    assert record.header.names[0] == "Toucan" and record.header.bots == (None, "random", "random", "random")
    assert not (tmp_path / "game.jsonl.seed").exists()
    assert "every roll and deal follows from the seed" in tepui(tmp_path, "verify", "game.jsonl")


def test_the_same_seed_and_words_give_the_same_game(tmp_path: Path) -> None:
    def game(*words: str) -> str:
        return re.sub(r"game-\d+|[\w/.-]*jsonl", "", started(tmp_path, "play", "forehead", *words, typed="1\n"))

    assert game("--seed", "tapir") == game("--seed", "tapir")
    assert game("--seed", "tapir") != game("--seed", "sloth")
    assert game("--seed", "tapir") != game("--seed", "tapir", "--word", "moon")


def test_without_a_seed_no_two_games_promise_the_same(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        tepui(tmp_path, "play", "forehead", "--seat", "bot:random", "--record", name)
    first, second = read(tmp_path / "a.jsonl"), read(tmp_path / "b.jsonl")
    assert first.header.commitment != second.header.commitment
    assert first.end is not None and len(bytes.fromhex(first.end.seed)) == 16  # 128 bits


def test_wrong_input_asks_again(tmp_path: Path) -> None:
    typed = "9\nnothing like that\n-1\n\n?\nplayers\n1\n"
    shown = tepui(tmp_path, "play", "forehead", "--seats", "4", typed=typed)
    assert "There is no 9. Type a number from 1 to 4." in shown
    assert "Nothing here contains “nothing like that”" in shown
    assert "Ctrl-D  save the game and leave" in shown
    assert "The record of this game" in shown


def test_letters_choose_when_only_one_fits(tmp_path: Path) -> None:
    assert "Toucan bets on rank 1." in tepui(tmp_path, "play", "forehead", "--seats", "4", typed="NOBODY higher\n")


def test_board_and_story_again_and_leaving(tmp_path: Path) -> None:
    shown = tepui(tmp_path, "play", "forehead", "--seats", "2", "--record", "g.jsonl", typed=":b\n:s\n:q\n")
    assert shown.count("phase    bet") == 2
    assert shown.count("Toucan gets a number that is hidden here.") == 2
    assert "Go on with: tepui play --resume g.jsonl" in shown


def test_people_only_bots_only_and_both(tmp_path: Path) -> None:
    both = tepui(tmp_path, "play", "forehead", "--seat", "anna", "--seat", "bot:keen", typed="1\n")
    assert "anna bets on rank 1." in both and "Cacao (keen) bets on rank" in both and WIPE not in both
    bots = tepui(
        tmp_path, "play", "forehead", "--seat", "bot:keen", "--seat", "bot:random", "--seats", "3", "--bot", "keen"
    )
    assert "Liana (keen) bets on rank" in bots and "The record of this game" in bots
    people = tepui(tmp_path, "play", "forehead", "--seat", "anna", "--seat", "ben", typed="\n1\n\n2\n")
    assert "  1. " in people


def test_german(tmp_path: Path) -> None:
    shown = tepui(tmp_path, "play", "forehead", "--seats", "3", "--language", "de", typed="1\n")
    assert "Wo steht deine Zahl in der Reihe?" in shown
    assert "Darauf setzen, dass 2 Personen eine höhere Zahl haben" in shown


# ---- leaving and going on ----


def test_end_of_input_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    shown = tepui(tmp_path, "play", "forehead", "--seat", "anna", "--seat", "ben", typed="\n1\n")
    found = re.search(r"Go on with: tepui (play --resume (\S+))$", shown, re.M)
    assert found
    saved = Path(found[2])
    assert saved.is_relative_to(tmp_path / "data" / "tepui")
    assert oct(saved.with_name(saved.name + ".seed").stat().st_mode & 0o777) == "0o600"
    assert WIPE in shown and "gets" not in shown.rpartition(WIPE)[2], "nobody's text remains"
    again = tepui(tmp_path, *found[1].split(), typed="\n2\n")
    assert "ben bets on rank 2." in again and "The record of this game" in again
    assert "every roll and deal" in tepui(tmp_path, "verify", str(saved))


def test_what_is_printed_after_a_game_in_one_file_works_as_it_stands(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text("utf-8")
    (tmp_path / "pebbles.py").write_text(re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)[0])

    def printed(shown: str, before: str) -> list[str]:
        found = re.search(f"^{before}: tepui (.*)$", shown, re.M)
        assert found, shown
        return shlex.split(found[1])

    left = started(tmp_path, "play", "pebbles.py", "--seats", "2", typed="1\n")
    ended = started(tmp_path, *printed(left, "Go on with"), typed="1\n" * 21)
    check = printed(ended, "Check its chance with")
    assert "every roll and deal follows" in started(tmp_path, *check)
    assert "Toucan: take pebbles 1." in started(tmp_path, "replay", *check[1:])
    alone = subprocess.run([TEPUI, "verify", check[-1]], cwd=tmp_path, capture_output=True, text=True)
    assert alone.returncode == 2 and "Name a file of your own first: `tepui replay pebbles.py FILE`" in alone.stderr
    other = subprocess.run([TEPUI, "play", "kryptx", "--resume", check[-1]], capture_output=True, text=True)
    assert other.returncode == 2 and "that is a game of pebbles. Leave out kryptx" in other.stderr


def test_a_game_goes_on_from_every_moment_as_if_nothing_had_happened(tmp_path: Path) -> None:
    words = (
        "play",
        "forehead",
        "--seats",
        "3",
        "--seed",
        "x",
        "--seat",
        "bot:random",
        "--seat",
        "b",
        "--seat",
        "bot:random",
    )
    tepui(tmp_path, *words, "--record", "whole.jsonl", typed="1\n")
    whole = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    for kept in range(2, len(whole)):
        part = tmp_path / f"part{kept}.jsonl"
        part.write_bytes(b"".join(whole[:kept]) + b'{"n":')  # and a line that a crash cut off
        typed = "" if kept > 7 else "1\n"
        shown = tepui(tmp_path, "play", "--resume", part.name, "--seed", "x", typed=typed)
        assert f"line {kept + 1} was cut off" in shown
        record = read(part)
        assert record.end is not None and record.end.seed == "x" and len(record.moves) == 9
        deals = [move for by, move in record.moves if by == 16]
        assert deals == [move for by, move in read(tmp_path / "whole.jsonl").moves if by == 16]
        tepui(tmp_path, "verify", part.name)


def test_ctrl_c_saves_too(tmp_path: Path) -> None:
    game = subprocess.Popen(
        [str(TEPUI), "play", "forehead", "--record", "g.jsonl"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert game.stdout is not None
    shown = ""
    while "[1 to" not in shown:
        shown += game.stdout.read(1)
    game.send_signal(signal.SIGINT)
    rest, _ = game.communicate(timeout=120)
    assert game.returncode == 0 and "Go on with: tepui play --resume g.jsonl" in rest


# ---- the curtain ----


def test_hot_seat_clears_everything_between_two_people(tmp_path: Path) -> None:
    words = (
        "play",
        "forehead",
        "--seat",
        "anna",
        "--seat",
        "ben",
        "--seat",
        "cleo",
        "--seed",
        "s",
        "--record",
        "g.jsonl",
    )
    shown = tepui(tmp_path, *words, typed="\n1\nwho?\n\n2\n\n3\n")
    record = read(tmp_path / "g.jsonl")
    numbers = [eval(move)["number"] for by, move in record.moves if by == 16][:3]
    screens = shown.split(WIPE)
    for seat, name in enumerate(("anna", "ben", "cleo")):
        curtain = next(at for at, screen in enumerate(screens) if screen.startswith(f"Pass the keyboard to {name}."))
        assert not re.search(r"\bgets the\b|number +bet", screens[curtain]), "the curtain shows nothing"
        own = screens[curtain + 1]
        assert f"{name} gets a number that is hidden here." in own
        assert f"{name} gets the {numbers[seat]}" not in own
        for other, number in enumerate(numbers):
            if other != seat:
                assert f"gets the {number}." in own
    assert "had the" in screens[-1]


def test_somebody_speaks_out_of_turn(tmp_path: Path) -> None:
    words = ("play", "bell", "--seat", "anna", "--seat", "ben", "--record", "g.jsonl")
    shown = tepui(tmp_path, *words, typed="ben\n1\n!\n!\n\n1\n")  # ben rings before anna turns a card
    assert "(Out of turn, ben: type your name.)" in shown
    moves = [(by, bytes(move)) for by, move in read(tmp_path / "g.jsonl").moves if by != 16]
    assert moves[0] == (1, b'{"do":"ring"}') and moves[1][0] == 0


def test_somebody_with_nothing_to_say_and_somebody_who_changes_their_mind(tmp_path: Path) -> None:
    shown = tepui(tmp_path, "play", "forehead", "--seat", "anna", "--seat", "ben", typed="ben\n\n1\n")
    assert "ben cannot do anything now." in shown
    words = ("play", "bell", "--seat", "anna", "--seat", "ben", "--record", "g.jsonl")
    tepui(tmp_path, *words, typed="ben\n\n\n1\n")  # ben comes, lets it pass; anna turns a card
    assert [by for by, _ in read(tmp_path / "g.jsonl").moves if by != 16] == [0]


def test_a_person_is_asked_before_a_bot_moves_unless_they_want_quiet(tmp_path: Path) -> None:
    words = ("play", "bell", "--seat", "bot:random", "--seat", "ben", "--seed", "q")
    shown = tepui(tmp_path, *words, "--record", "ring.jsonl", typed="!\n!\n")
    assert "Enter: not now" in shown
    assert next(by for by, _ in read(tmp_path / "ring.jsonl").moves if by != 16) == 1
    quiet = tepui(tmp_path, *words, "--record", "quiet.jsonl", typed=":n\n1\n")
    assert quiet.count("Enter: not now") >= 1
    assert [by for by, _ in read(tmp_path / "quiet.jsonl").moves if by != 16][:2] == [0, 1]


def test_a_person_is_asked_once_in_each_turn_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of Kryptx decides several times in its turn; each is a moment in which Stop may be called."""
    words = ["kryptx", "--seat", "ben", "--seat", "bot:random", "--seed", "q", "--record", str(tmp_path / "g.jsonl")]
    sitting = play.begun(play.parser().parse_args(words))
    asked: list[int] = []

    def answers(seat: int, others: bool) -> int | str:
        if sitting.table.look(seat).must_act:
            return next(pick for pick in range(99) if pick not in sitting.calls(seat))
        asked.append(len(sitting.table.moves))
        return ""

    monkeypatch.setattr(sitting, "asked", answers)
    assert sitting.play() == 0
    deciding = [by for by, _ in read(tmp_path / "g.jsonl").moves if by != 16]
    turns = sum(by == 1 and before == 0 for before, by in pairwise(deciding))
    assert 0 < len(asked) <= turns + 1 < deciding.count(1)


def test_a_call_has_a_key_of_its_own_and_asks_back(tmp_path: Path) -> None:
    """Whoever types 1 for "turn over" and is a moment late rings no bell."""
    words = ("play", "bell", "--seat", "bot:random", "--seat", "ben", "--seed", "q", "--record", "g.jsonl")
    shown = tepui(tmp_path, *words, typed="1\n!\n\n\n1\n")
    assert "  !  ring" in shown and "Really? [!: yes, Enter: no]" in shown
    moves = [(by, bytes(move)) for by, move in read(tmp_path / "g.jsonl").moves if by != 16]
    assert (1, b'{"do":"ring"}') not in moves and (1, b'{"do":"turn_over"}') in moves


def test_in_a_real_terminal(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    game = subprocess.Popen(
        [str(TEPUI), "play", "forehead", "--record", "g.jsonl"], cwd=tmp_path, stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    shown, deadline = b"", time.monotonic() + 120
    os.write(master, b"1\n")
    while game.poll() is None or select.select([master], [], [], 0)[0]:
        assert time.monotonic() < deadline, shown
        if select.select([master], [], [], 0.1)[0]:
            try:
                shown += os.read(master, 65536)
            except OSError:
                break
    assert game.wait() == 0 and b"The record of this game is g.jsonl" in shown
    os.close(master)


# ---- replay and games ----


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "g.jsonl"
    path.write_bytes((Path(__file__).parents[1] / "records" / "forehead-3-tapir.jsonl").read_bytes())
    return path


def test_any_moment_as_any_pair_of_eyes_saw_it(golden: Path) -> None:
    folder = golden.parent
    deals = [bytes(move)[-2:-1].decode() for by, move in read(golden).moves if by == 16][:3]
    for seat, name in enumerate(("anna", "BEN", "3")):
        shown = tepui(folder, "replay", "g.jsonl", "--seat", name, "--at", "3")
        rows = re.findall(r"^  (Anna|Ben|Cleo) +(\S)", shown, re.M)
        assert [number for _, number in rows] == [("?" if other == seat else deals[other]) for other in range(3)]
    assert "? " in tepui(folder, "replay", "g.jsonl", "--at", "3")
    everything = tepui(folder, "replay", "g.jsonl", "--seat", "all")
    assert f"   1  Anna gets the {deals[0]}." in everything and "  1. " in everything
    assert "Anna had the" not in tepui(folder, "replay", "g.jsonl", "--at", "6")


def test_replay_warns_of_a_cut_line_and_of_other_rules(golden: Path) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "core"))
    from recorded import resealed

    golden.write_bytes(resealed(golden.read_bytes().replace(b'"rules":1', b'"rules":4')) + b'{"n"')
    answer = subprocess.run([str(TEPUI), "replay", str(golden)], capture_output=True, text=True)
    assert answer.returncode == 0
    assert "line 12 was cut off" in answer.stderr and "it was made by rules 4, these are rules 1" in answer.stderr


def test_the_games_that_are_installed(tmp_path: Path) -> None:
    import json

    assert "forehead: Forehead, 2, 3, 4 or 5 players, about 2 minutes" in tepui(tmp_path, "games")
    games = {game["name"]: game for game in json.loads(tepui(tmp_path, "games", "--json"))}
    assert games["forehead"]["bots"] == ["random", "keen"] and games["forehead"]["seats"] == [2, 3, 4, 5]


def test_help_and_version(tmp_path: Path) -> None:
    for words in (["--help"], ["play", "--help"], ["games", "--help"], ["replay", "--help"], ["verify", "--help"], []):
        assert "usage: tepui" in tepui(tmp_path, *words)
    assert re.match(r"tepui \d+\.\d+", tepui(tmp_path, "--version"))


def test_a_reader_who_has_seen_enough(golden: Path) -> None:
    command = f"{TEPUI} replay {golden} | head -n 1"
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert answer.stdout.count("\n") == 1 and "Traceback" not in answer.stderr
