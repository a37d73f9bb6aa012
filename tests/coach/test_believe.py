"""`tepui believe`: what a player could know at any moment of a record, through the real command."""

import subprocess
import sys
from pathlib import Path

import pytest
from terminal import inside

from tepui.coach import help
from tepui.core import find
from tepui.core.record import read, replay
from tepui.core.words import LANGUAGES

TEPUI = Path(sys.executable).with_name("tepui")
RECORD = Path(__file__).parents[1] / "records" / "lost-code-3-temple.jsonl"


def believe(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return inside.tepui(Path.cwd(), "believe", *map(str, words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_the_game_tells_that_seat_at_that_moment(language: str) -> None:
    answer = believe(RECORD, "--seat", "Ben", "--at", "100", "--language", language)
    assert answer.returncode == 0, answer
    game = find.game("lost-code")
    view = replay(read(RECORD), game, 100).view(1)
    own = help.of(game)
    assert own is not None
    assert answer.stdout == own.as_text(view, "teacher", language) + "\n"


def test_two_seats_believe_different_things_and_know_more_later() -> None:
    said = [believe(RECORD, "--seat", eye, "--at", at).stdout for eye, at in [("1", "60"), ("2", "60"), ("1", "200")]]
    assert len(set(said)) == 3
    worlds = [int(text.split()[0]) for text in said]
    assert worlds[2] < worlds[0]


def test_the_proof_of_an_excluded_number() -> None:
    told = believe(RECORD, "--seat", "1", "--at", "200").stdout
    blue = next(line for line in told.splitlines() if line.startswith("blue:"))
    excluded = next(number for number in range(9) if f" {number}: " not in blue)
    answer = believe(RECORD, "--seat", "1", "--at", "200", "--why", f"blue {excluded}")
    *reasons, conclusion = answer.stdout.split("\n\n")[1].splitlines()
    assert reasons
    assert conclusion == f"So your stone, blue, cannot be {excluded}."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((RECORD,), "--seat"),
        ((RECORD, "--seat", "audience"), "nobody at this table is 'audience'. --seat can be 1, 2"),
        ((RECORD, "--seat", "zoe"), "nobody at this table is 'zoe'"),
        ((RECORD, "--seat", "1", "--at", "999"), "Choose --at 0 to"),
        ((RECORD, "--seat", "1", "--at", "0"), "there is nothing to believe at that moment"),
        ((RECORD, "--seat", "1", "--at", "60", "--why", "mauve 3"), "ask about a colour and a number: blue 5"),
        ((RECORD, "--seat", "1", "--language", "xx"), "not 'xx'. Choose one of these"),
        (("nowhere.jsonl", "--seat", "1"), "cannot read nowhere.jsonl"),
        ((Path(__file__), "--seat", "1"), "this is not a record"),
    ],
)
def test_bad_input_gets_one_sentence(words: tuple[str | Path, ...], sentence: str) -> None:
    answer = believe(*words)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr and not answer.stdout
