"""`tepui games`: what is installed."""

import sys
from typing import Any

import msgspec

from tepui.cli_args import Parser
from tepui.coach.lessons import walk as lessons
from tepui.core import find
from tepui.core.game import Game, or_join

OWN = "name title about rules seats minutes options languages".split()  # of a game, as programs read them


def command(words: list[str]) -> int:
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
