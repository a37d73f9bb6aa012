"""Everything that leaves the table towards one pair of eyes, as bytes."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, packed
from tepui.core.view import View
from tepui.laws.form import refused
from tepui.laws.walk import names_of

BUTTONS = 24  # of a long list only so many are worded, evenly spread; all of them if thorough


def looks_alike(here: View, there: View) -> bool:
    """Do both hold the same position, and draw the same picture?"""
    same = packed(here.position) == packed(there.position)
    return same and msgspec.json.encode(here.picture()) == msgspec.json.encode(there.picture())


class Letter(msgspec.Struct):
    """What these eyes got with one move: always its bare facts, and now and then every byte."""

    sight: int
    position: tuple[int, ...]
    codes: tuple[int, ...]
    observation: tuple[int, ...]
    whole: dict[str, bytes] | None = None


def letters(
    game: Game,
    setting: Setting,
    moves: list[tuple[int, int]],
    eye: int,
    full: set[int],
    tries: list[Any],
    thorough: bool,
) -> list[Letter]:
    """A whole game shown again to one pair of eyes, as a table tells it; move n whole if n is in `full`."""
    truth = game.start(setting)
    view = View(game, setting, eye, names_of(setting))
    post = []
    for n, (by, code) in enumerate(moves):
        sight = truth.seen(code, by, eye)
        words = sentences(view, by, sight) if n in full else None
        view.observe(by, sight)
        truth.apply(by, code)
        letter = Letter(sight, packed(view.position), tuple(view.codes()), tuple(view.observation()))
        if words is not None:
            languages = game.languages if thorough else (game.languages[n % len(game.languages)],)
            letter.whole = {"sentence": words, **whole(view, tries, languages, thorough)}
        post.append(letter)
    return post


def sentences(view: View, by: int, sight: int) -> bytes:
    """The journal's line about a move, in every language."""
    game = view.game
    action = game.say(view.position, by, sight)
    lines = [game.words.journal(view.position, by, action, view.names, language) for language in game.languages]
    return msgspec.json.encode([action, lines])


def whole(view: View, tries: list[Any], languages: Sequence[str], thorough: bool) -> dict[str, bytes]:
    """Picture, list, buttons, prompt, drawing, and the sentence that refuses each of `tries`."""
    game, position, names = view.game, view.position, view.names
    encode = msgspec.json.encode
    there = {
        "picture": encode(view.picture()),
        "prompt": encode([game.words.prompt(position, view.eye, names, language) for language in languages]),
    }
    draw = game.function("text", "draw")
    if draw is not None:
        there["drawing"] = encode([draw(view, language) for language in languages])
    if view.eye < TABLE:
        offered = view.legal()
        there["legal list"] = encode(offered)
        step = 1 if thorough else 1 + len(offered) // BUTTONS
        there["buttons"] = encode(
            [
                game.words.button(position, view.eye, action, names, language)
                for action in offered[::step]
                for language in languages
            ]
        )
        there["errors"] = encode([refused(view, action) for action in tries])
    return there
