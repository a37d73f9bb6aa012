"""What happens at tables, for whoever wants to know: the app fills these lists, and no room knows who listens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tepui.server.room.room import Room

Listener = Callable[["Room"], None]


class Events:
    """Each list is called in its order, when what happened is on disk; a listener does no more than take note."""

    def __init__(self) -> None:
        self.opened: list[Listener] = []  # from the disk, with a game that goes on
        self.moved: list[Listener] = []  # a move, or another's turn
        self.over: list[Listener] = []
        self.forgets: list[Callable[[str], Awaitable[None]]] = []  # someone wants to be forgotten: on disk, once
        self.forgotten: list[Callable[[str], None]] = []  # the same, in the memory of every process
