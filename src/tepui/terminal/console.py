"""Lines in and out of a terminal, and the curtain between two players."""

import os
import shutil
import sys
from collections.abc import Iterable
from textwrap import wrap

from tepui.core.text import COLUMNS, LINES, Paint, long, unpainted

# Cursor home, erase the screen, erase what has scrolled off it: nothing of the last player remains.
WIPE = "\x1b[H\x1b[2J\x1b[3J"
TOP = "\x1b[H\x1b[2J"  # what has scrolled off it stays
PLAIN = False

# Ground and letters of each colour, so that it can be read on a dark terminal and on a bright one: as the boxes have
# them where 256 colours are known, otherwise the nearest of 16.
GROUNDS = {
    "blue": ("48;5;26;38;5;231", "44;97"),
    "yellow": ("48;5;227;38;5;16", "103;30"),
    "purple": ("48;5;54;38;5;231", "45;97"),
    "green": ("48;5;72;38;5;16", "42;30"),
    "pink": ("48;5;175;38;5;16", "105;30"),
    "red": ("48;5;124;38;5;231", "41;97"),
    "orange": ("48;5;166;38;5;16", "43;30"),
}


class EndOfInput(Exception):
    """Nobody answers any more: the input has ended, or someone asked to leave."""


def say(text: str = "", whole: bool = False) -> None:
    """`whole`: not broken into lines, because it holds a command that someone copies."""
    print(fitted(text) if lively() and not whole else text, flush=True)


def say_all(lines: Iterable[str], inset: str = "  ") -> None:
    """Each in a line of its own."""
    for line in lines:
        say(inset + line)


def lively() -> bool:
    """Is this a terminal that a person looks at? Pipes, `--plain` and dumb terminals get line after line, as always."""
    return not PLAIN and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def plain() -> None:
    """From now on nothing is drawn over: for screen readers."""
    global PLAIN
    PLAIN = True


def paint() -> Paint:
    """How this terminal is painted: not at all where it is no lively one, or where NO_COLOR asks for that."""
    if not lively() or os.environ.get("NO_COLOR"):
        return unpainted
    few = not ("256" in os.environ["TERM"] or os.environ.get("COLORTERM"))
    return lambda colour, text: f"\x1b[{GROUNDS[colour][few]}m{text}\x1b[0m" if colour in GROUNDS else text


def redraw() -> None:
    """What follows begins at the top. What has scrolled off stays there to be read."""
    print(TOP, end="", flush=True)


def fitted(text: str) -> str:
    """Lines that are too long for the terminal go on below, whole words, as far in as they began."""
    room = max(20, width())
    lines: list[str] = []
    for line in text.splitlines() or [""]:
        inset = " " * (len(line) - len(line.lstrip()))
        lines += [line] if long(line) <= room else wrap(line, room, subsequent_indent=inset, break_long_words=False)
    return "\n".join(lines)


def ask(prompt: str) -> str:
    """One line of input. No editor with a history: it would give one player's answers to the next."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        say()
        raise EndOfInput
    return line.strip()


def wipe() -> None:
    """Clears screen and scroll-back."""
    print(WIPE, end="", flush=True)


def width() -> int:
    return shutil.get_terminal_size((COLUMNS, LINES)).columns


def height() -> int:
    return shutil.get_terminal_size((COLUMNS, LINES)).lines
