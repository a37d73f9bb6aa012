"""The rows of one feature: read by the store, and changed by its one writer."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy.engine import Connection

if TYPE_CHECKING:
    from tepui.server.store.store import Store
    from tepui.server.store.writer import Change


class Writes(Protocol):
    def change(self, change: Change) -> Future[None]: ...


Writing = TypeVar("Writing", bound=Writes)
Words = ParamSpec("Words")


class Rows:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.change = store.change


def written(
    how: Callable[Concatenate[Writing, Connection, Words], object],
) -> Callable[Concatenate[Writing, Words], Future[None]]:
    """A method that changes rows: the writer hands it the connection. What it gives is done when that is on disk."""

    @wraps(how)
    def asked(self: Writing, /, *words: Words.args, **named: Words.kwargs) -> Future[None]:
        return self.change(lambda connection: how(self, connection, *words, **named))

    return asked
