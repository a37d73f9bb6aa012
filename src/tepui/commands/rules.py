"""`tepui rules GAME`: how a game is played, to read."""

import shutil
import textwrap

from tepui.cli_args import Parser, language_for
from tepui.core import find
from tepui.core.refusal import Refusal
from tepui.core.text import BOLD, blocks, to_read

WIDEST = 88


def command(words: list[str]) -> int:
    parser = Parser("rules", "Says how a game is played.")
    parser.add_game()
    parser.add_language()
    parser.switch("--turn", "only a turn at a glance")
    asked = parser.parse_args(words)
    game = find.game(asked.game)
    language, width = language_for(game, asked.language), min(WIDEST, shutil.get_terminal_size().columns)
    text = (to_read(game, "turn", language) if asked.turn else None) or to_read(game, "how_to_play", language)
    if text is None:
        raise Refusal(f"{game.title} brings no rules to read. Ask its author")
    print(f"{game.title}\n")
    print(wrap(text, width))
    return 0


def wrap(text: str, width: int) -> str:
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
