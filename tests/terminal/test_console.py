"""A terminal that a person looks at: drawn in place, no word broken. Pipes and `--plain` get lines, as always."""

import pytest

from tepui.core import find
from tepui.core.text import long
from tepui.terminal import console
from tepui.terminal.setup import chairs


def test_no_word_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "width", lambda: 24)
    text = "  Everyone but you sees the new stone"
    assert console.fitted(text) == "  Everyone but you sees\n  the new stone"
    assert console.fitted("short\n\n  lines stay") == "short\n\n  lines stay"


def test_a_pipe_is_neither_drawn_over_nor_painted(capsys: pytest.CaptureFixture[str]) -> None:
    assert not console.lively() and console.paint()("red", "R") == "R"
    console.say("x" * 200)
    assert capsys.readouterr().out == "x" * 200 + "\n"


def test_a_terminal_is_drawn_in_place_unless_it_should_be_plain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert console.lively()
    console.redraw()
    assert capsys.readouterr().out == console.TOP
    monkeypatch.setattr(console, "PLAIN", False)
    console.plain()
    assert not console.lively()


def test_a_command_to_copy_is_not_broken_into_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "lively", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    command = "Go on with: tepui play --resume somewhere/else/lost-code-2026-11-17-221500.jsonl"
    console.say(command, whole=True)
    assert capsys.readouterr().out == command + "\n"
    console.say(command)
    assert capsys.readouterr().out.count("\n") > 1


@pytest.mark.parametrize("name", sorted(console.GROUNDS))
def test_paint_never_stands_for_the_letter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "lively", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    painted = set()
    for terminal in ("xterm", "xterm-256color"):
        monkeypatch.setenv("TERM", terminal)
        painted.add(told := console.paint()(name, "R"))
        assert long(told) == 1 and "R" in told and console.fitted(told) == told
    assert len(painted) == 2 and console.paint()("no colour of ours", "R") == "R"
    monkeypatch.setenv("NO_COLOR", "1")
    assert console.paint()(name, "R") == "R"


@pytest.mark.parametrize("name", ["lost-code", "roll-and-write", "kryptx"])
def test_without_a_word_it_is_as_in_the_browser(name: str) -> None:
    """One person and two friendly bots: not alone, and not against chance."""
    assert [chair.bot for chair in chairs(find.game(name), None, [], [])] == [None, "beginner", "beginner"]
