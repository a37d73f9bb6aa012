"""The words after a command: parsed alike by all of them, with one sentence where they make no sense."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import NoReturn

from tepui.core.game import Game, or_join
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import Record
from tepui.core.refusal import UnknownName


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
