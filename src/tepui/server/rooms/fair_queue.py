"""Whose question is next: tables at which people sit come first, and tables of the same kind take turns."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Round robin between rooms, in two classes."""

    def __init__(self) -> None:
        self._people: dict[str, deque[T]] = {}  # by room, whose turn is next first
        self._bots: dict[str, deque[T]] = {}

    def put(self, item: T, room: str, people: bool) -> None:
        """`people`: somebody at this table waits for it."""
        (self._people if people else self._bots).setdefault(room, deque()).append(item)

    def __len__(self) -> int:
        return sum(map(len, [*self._people.values(), *self._bots.values()]))

    def get(self) -> T | None:
        for rooms in (self._people, self._bots):
            for room in rooms:
                waiting = rooms.pop(room)
                item = waiting.popleft()
                if waiting:
                    rooms[room] = waiting  # behind the others
                return item
        return None
