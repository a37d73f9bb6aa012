"""Lines in and out of a terminal, and the curtain between two players."""

from __future__ import annotations

import shutil
import sys

# Cursor home, erase the screen, erase what has scrolled off it: nothing of the last player remains.
WIPE = "\x1b[H\x1b[2J\x1b[3J"


class EndOfInput(Exception):
    """Nobody answers any more: the input has ended, or somebody asked to leave."""


def say(text: str = "") -> None:
    print(text, flush=True)


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
