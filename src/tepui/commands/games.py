"""`tepui games`, `rules` and `parts`: what is installed, how it is played, and the numbers of its box."""

import shutil
import sys
import textwrap
from typing import Any

import msgspec

from tepui.cli_args import Parser, language_for
from tepui.coach.lessons import walk as lessons
from tepui.core import find
from tepui.core.game import Game, or_join
from tepui.core.refusal import Refusal
from tepui.core.text import BOLD, blocks, to_read

WIDEST = 88  # characters in a line of rules
OWN = "name title about rules seats minutes options languages".split()  # of a game, as programs read them


def games(words: list[str]) -> int:
    parser = Parser("games", "Lists the installed games, their options and bots.")
    parser.add_json("a list of JSON objects, for programs")
    asked = parser.parse_args(words)
    found = list(find.games())
    for failed in found:
        if isinstance(failed, find.Failed):
            print(f"tepui: {failed.sentence}. Repair or remove that package", file=sys.stderr)
    there = [game for game in found if isinstance(game, Game)]
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode([described(game) for game in there])).decode())
        return 0
    if not there:
        print("No game is installed.")
    for game in there:
        print(f"{game.name}: {game.title}, {or_join(game.seats)} players, about {minutes(game.minutes)}")
        if game.about:
            print(f"    {game.about}")
        for option in game.options:
            title = f" ({option.title})" if option.title else ""
            print(f"    --option {option.name}={or_join(option.choices)}{title}, default {or_join([option.default])}")
        for lesson in lessons.of(game).values():
            print(f"    tepui learn {game.name}: {lesson.title}, {minutes(lesson.minutes)}")
        print(f"    bots: {', '.join(find.bots(game.name))}. Languages: {', '.join(game.languages)}")
    return 0


def minutes(number: int) -> str:
    return f"{number} minute" if number == 1 else f"{number} minutes"


def described(game: Game) -> dict[str, Any]:
    own = {name: getattr(game, name) for name in OWN}
    return {**own, "bots": list(find.bots(game.name)), "lessons": list(lessons.of(game))}


def rules(words: list[str]) -> int:
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


def parts(words: list[str]) -> int:
    parser = Parser("parts", "Prints a game's own printed numbers, as `tepui play GAME --parts FILE` reads them.")
    parser.add_game()
    game = find.game(parser.parse_args(words).game)
    if game.parts is None:
        raise Refusal(f"{game.title} has no printed numbers to replace. `tepui play` takes it as it is")
    print(game.parts.own_text(), end="")
    return 0
