"""A terminal that a person looks at: drawn in place, no word broken. Pipes and `--plain` get lines, as always."""

import pytest

from tepui.core import find
from tepui.terminal import console
from tepui.terminal.setup import chairs


def test_no_word_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "width", lambda: 24)
    text = "  Everyone but you sees the new stone"
    assert console.fitted(text) == "  Everyone but you sees\n  the new stone"
    assert console.fitted("short\n\n  lines stay") == "short\n\n  lines stay"


def test_a_pipe_is_never_drawn_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert not console.redraw()
    console.say("x" * 200)
    assert capsys.readouterr().out == "x" * 200 + "\n"


def test_a_terminal_is_drawn_in_place_unless_it_should_be_plain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert console.redraw() and capsys.readouterr().out == console.TOP
    monkeypatch.setattr(console, "PLAIN", False)
    console.plain()
    assert not console.redraw() and capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["lost-code", "roll-and-write", "kryptx"])
def test_without_a_word_it_is_as_in_the_browser(name: str) -> None:
    """One person and two friendly bots: not alone, and not against chance."""
    assert [chair.bot for chair in chairs(find.game(name), None, [], [])] == [None, "beginner", "beginner"]
