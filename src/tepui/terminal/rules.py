"""`tepui rules GAME`: how a game is played, to read."""

from __future__ import annotations

import shutil
import textwrap

from tepui.core import find
from tepui.core.cli_args import Parser, language_for
from tepui.core.reading import BOLD, blocks
from tepui.core.refusal import Refusal

WIDEST = 88


def command(words: list[str]) -> int:
    parser = Parser("rules", "Says how a game is played.")
    parser.add_argument("game", help="which game (`tepui games` lists them)")
    parser.add_argument("--language", help="en, fr, it, de; the computer's own if the game speaks it")
    parser.add_argument("--turn", action="store_true", help="only a turn in one look")
    asked = parser.parse_args(words)
    game = find.game(asked.game)
    if game.how_to_play is None:
        raise Refusal(f"{game.title} brings no rules to read; ask whoever wrote it")
    language, width = language_for(game, asked.language), min(WIDEST, shutil.get_terminal_size().columns)
    text = game.turn_summary if asked.turn and game.turn_summary is not None else game.how_to_play
    print(f"{game.title}\n")
    print(told(text(language), width))
    return 0


def told(text: str, width: int) -> str:
    lines: list[str] = []
    before = ""
    for block in blocks(text.replace(BOLD, "")):
        if lines and not before == block.kind == "item":
            lines.append("")
        if block.kind == "heading":
            lines.append(block.text.upper())
        else:
            first = "- " if block.kind == "item" else ""
            lines += textwrap.wrap(block.text, width, initial_indent=first, subsequent_indent=" " * len(first))
        before = block.kind
    return "\n".join(lines)
