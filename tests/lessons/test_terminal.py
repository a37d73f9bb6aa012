"""`tepui learn`: a lesson at the keyboard."""

from __future__ import annotations

import io

import pytest

from tepui.cli import main
from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.walk import Walk
from tepui.core import find


def typed(game: str) -> str:
    """What somebody types who does as the lesson says."""
    walk, lines = Walk(lessons.lesson(find.game(game))), []
    while not walk.over:
        shown = walk.shown()
        lines += [str(pick + 1) for pick in shown] or [""]
        walk = walk.answer(shown)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("game", "language", "end"),
    [
        ("lost-code", "en", "You’re on the trail of your own code, and you’ve won!"),
        ("roll-and-write", "fr", "60 pour le violet et 20 pour le pont"),
        ("kryptx", "it", "codice decifrato"),
        ("kryptx", "de", "Code geknackt"),
        ("forehead", "de", "Es war die 7"),
    ],
)
def test_played_as_it_says(
    game: str, language: str, end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed(game)))
    assert main(["learn", game, "--language", language]) == 0
    out = capsys.readouterr().out
    assert end in out and f"tepui play {game}" in out


def test_a_wrong_try_a_step_back_and_leaving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n2\n:z\n:b\n\n:h\n1\n:q\n"))
    assert main(["learn", "forehead", "--language", "en"]) == 0
    out = capsys.readouterr().out
    assert "Nothing is higher than a 9." in out
    assert out.count("Step 1 of 4") == 2 and out.count("Step 2 of 4") == 2
    assert "Ben’s 9 is higher for certain." in out
    assert "tepui learn forehead --step 3" in out


def test_bad_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "chess"]) == 2
    assert main(["learn", "shells"]) == 2
    assert main(["learn", "kryptx", "--step", "99"]) == 2
    assert main(["learn", "kryptx", "second"]) == 2
    told = capsys.readouterr().err
    assert "chess" in told and "brings no lesson" in told and "Choose --step 1 to 16" in told and "It has first" in told
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["learn", "kryptx", "--step", "16", "--language", "en"]) == 0
