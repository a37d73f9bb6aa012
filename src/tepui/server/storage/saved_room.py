"""A room as it is read from disk, and what is new about it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec


class Saved(msgspec.Struct, frozen=True):
    """A room as it stands on disk, without its moves."""

    id: str
    code: str
    game: str
    rules: int
    seats: int
    options: str
    parts: str | None
    seed: str
    state: str
    listed: int
    phase: int  # 0 before the start, 1 running, 2 over
    created: int
    changed: int
    version: int = 0


class News(msgspec.Struct, frozen=True):
    """What is new about a room, as it stood at one moment."""

    room: Saved
    moves: list[tuple[int, int, bytes]]  # number, who, action: after the number that was known
    turn: Any


def checked(row: Sequence[Any]) -> Saved:
    """A room as it was read; ValueError if it cannot be one: SQLite keeps a value of any type in any column."""
    return msgspec.convert(dict(zip(Saved.__struct_fields__, row, strict=True)), Saved)


def whole(rows: Sequence[Any]) -> list[Saved]:
    """Those that are not damaged: `tepui doctor` names the others."""
    found = []
    for row in rows:
        with suppress(ValueError):
            found.append(checked(row))
    return found
