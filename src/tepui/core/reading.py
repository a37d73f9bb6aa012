"""How a game is played, for people to read: a file per language, in a little Markdown.

A paragraph, an item (`- `) or a heading (`## `) is one line; `**bold**` is all there is inside one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

BOLD = "**"


class Block(msgspec.Struct, frozen=True):
    """A line of it; between `**` and `**` it is bold."""

    kind: Literal["heading", "item", "text"]
    text: str


def beside(module: str, folder: str = "how_to_play") -> Callable[[str], str]:
    """The text in a reader's language, from the folder beside a module (its `__file__`); English if there is none."""
    there = Path(module).parent / folder

    def text(language: str) -> str:
        file = there / f"{language}.md"
        return (file if file.exists() else there / "en.md").read_text("utf-8")

    return text


def blocks(text: str) -> list[Block]:
    """The text as headings, items and paragraphs, one per line."""
    found = []
    for line in text.splitlines():
        told = line.strip()
        if told.startswith("#"):
            found.append(Block("heading", told.lstrip("#").strip()))
        elif told.startswith("- "):
            found.append(Block("item", told[2:].strip()))
        elif told:
            found.append(Block("text", told))
    return found
