"""The words after a command: parsed alike by all of them, with one sentence where they make no sense."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

from tepui.core.game import Game, Option, Value, or_join
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import Record
from tepui.core.refusal import UnknownName

SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Parser(ArgumentParser):
    """argparse, but a mistake is a refusal like any other."""

    def __init__(self, command: str, about: str) -> None:
        super().__init__(prog=f"tepui {command}", description=about, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise UnknownName(f"{message}; `{self.prog} --help` shows what it understands")


def language_for(game: Game, wanted: str | None) -> str:
    """The language asked for, or that of the computer if the game speaks it, or English."""
    if wanted is not None:
        if wanted not in game.languages:
            raise UnknownName(f"{game.title} speaks {or_join(game.languages)}, not {wanted!r}; choose one of these")
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if set_to := os.environ.get(variable):
            short = set_to[:2].lower()
            return short if short in game.languages else "en"
    return "en"


def option_values(game: Game, said: Sequence[str]) -> dict[str, Value]:
    """`--option curse --option length=long`; the game's own setting refuses what it does not know."""
    options: dict[str, Value] = {}
    for words in said:
        name, equals, value = words.partition("=")
        known = next((option for option in game.options if option.name == name), None)
        options[name] = meant(known, value) if equals and known else (value if equals else True)
    return options


def meant(option: Option, text: str) -> Value:
    """The choice that was typed: `on`, `3`, `long`."""
    for choice in option.choices:
        if isinstance(choice, bool):
            if SWITCH.get(text.lower()) is choice:
                return choice
        elif str(choice) == text:
            return choice
    return text


def eye_of(text: str, record: Record) -> int:
    """`2` and `ben` are a seat; `audience` sees what is open to all; `all` sees everything."""
    header = record.header
    known = {"audience": AUDIENCE, "all": DEALER}
    known.update({name.casefold(): seat for seat, name in enumerate(header.names)})
    known.update({str(seat + 1): seat for seat in range(header.seats)})
    eye = known.get(text.casefold())
    if eye is None:
        there = [*(str(seat + 1) for seat in range(header.seats)), *header.names, "audience", "all"]
        raise UnknownName(f"nobody at this table is {text!r}; --eye can be {or_join(there)}")
    return eye


def moment_of(at: int | None, record: Record) -> int | None:
    """After so many moves; None is the end."""
    last = len(record.moves)
    if at is not None and not 0 <= at <= last:
        raise UnknownName(f"this record has {last} moves; choose --at 0 to {last}, not {at}")
    return at
