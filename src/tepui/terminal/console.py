"""Lines in and out of a terminal, and the curtain between two players."""

from __future__ import annotations

import os
import shutil
import sys
from textwrap import wrap

# Cursor home, erase the screen, erase what has scrolled off it: nothing of the last player remains.
WIPE = "\x1b[H\x1b[2J\x1b[3J"
TOP = "\x1b[H\x1b[2J"  # what has scrolled off it stays
PLAIN = False


class EndOfInput(Exception):
    """Nobody answers any more: the input has ended, or somebody asked to leave."""


def say(text: str = "") -> None:
    print(fitted(text) if lively() else text, flush=True)


def lively() -> bool:
    """Is this a terminal that a person looks at? Pipes, `--plain` and dumb terminals get line after line, as always."""
    return not PLAIN and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def plain() -> None:
    """From now on nothing is drawn over: for screen readers."""
    global PLAIN
    PLAIN = True


def redraw() -> bool:
    """The board stands where it stood: what follows begins at the top. What has scrolled off stays there to be read."""
    if lively():
        print(TOP, end="", flush=True)
    return lively()


def fitted(text: str) -> str:
    """Lines that are too long for the terminal go on below, whole words, as far in as they began."""
    room = max(20, width())
    lines: list[str] = []
    for line in text.splitlines() or [""]:
        inset = " " * (len(line) - len(line.lstrip()))
        lines += [line] if len(line) <= room else wrap(line, room, subsequent_indent=inset, break_long_words=False)
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
    return shutil.get_terminal_size((80, 24)).columns
