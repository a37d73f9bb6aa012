"""The network bots at one table: which token plays which seat, whether its bot is here, how long it is waited for."""

from __future__ import annotations

import asyncio
import hashlib
from concurrent.futures import Future
from random import Random
from typing import TypeVar

from tepui.core import bot_network
from tepui.core.bot_lines import SeatLines
from tepui.core.bot_network import BotLine
from tepui.core.bot_process import LATE
from tepui.core.refusal import BotFailed
from tepui.core.view import View
from tepui.server.rooms.room_state import NETWORK, Chair, RoomState
from tepui.server.wire.allowance import Allowance

T = TypeVar("T")
COME_BACK = 30.0  # seconds in which a bot that is not here may come back, before a house bot moves for it


class Visitor:
    """One token, and the bot that has brought it."""

    def __init__(self) -> None:
        self.line = BotLine()
        self.here = False  # it waits, or thinks; not: its line was lost
        self.late = False  # it gave no answer: not waited for until it asks again
        self.blamed = False  # the table was told so
        self.allowance = Allowance(20.0, 60.0)


class NetworkBots:
    def __init__(self) -> None:
        self._visitors: dict[str, Visitor] = {}  # by the hash of their token

    def follow(self, state: RoomState) -> None:
        """Who has a seat now; others, and all when the game is over, ask again and hear why not."""
        tokens = {chair.token for chair in state.chairs if chair.bot == NETWORK}
        for token in [*self._visitors]:
            if token not in tokens or state.over:
                self._visitors[token].line.release()
            if token not in tokens:
                del self._visitors[token]

    def visitor(self, chair: Chair) -> Visitor:
        return self._visitors.setdefault(chair.token, Visitor())

    def is_here(self, chair: Chair) -> bool:
        return chair.bot == NETWORK and self.visitor(chair).here

    def moved_on(self, seats: set[int], state: RoomState) -> bool:
        """These ask at another process now, unless a request of theirs waits here. Was one of them here?"""
        here = [self.visitor(state.chairs[seat]) for seat in seats if self.is_here(state.chairs[seat])]
        gone = [visitor for visitor in here if not visitor.line.waits]
        for visitor in gone:
            visitor.here = False
        return bool(gone)

    @property
    def waits(self) -> bool:
        """Does a bot wait at this table? Then it stays in memory."""
        return any(visitor.line.waits for visitor in self._visitors.values())

    def is_news(self, chair: Chair) -> bool:
        """That it failed, if the table does not know it yet."""
        visitor = self.visitor(chair)
        news, visitor.blamed = not visitor.blamed, True
        return news

    async def ask(self, chair: Chair, turn: int, view: View, lines: SeatLines, secret: str) -> int | None:
        """Its pick for this view; BotFailed if none comes in time that can be played."""
        visitor = self.visitor(chair)
        if visitor.late:
            raise BotFailed(LATE)
        seed = seed_of(secret, view.eye)
        asked = bot_network.question(turn, view, lines, bot_network.SECONDS, seed, Random(seed + turn))
        visitor.line.ask(asked)
        try:
            await soon(asked.delivered, COME_BACK)
            pick = await soon(asked.answered, bot_network.SECONDS + bot_network.GRACE)
        except TimeoutError:
            visitor.here, visitor.late = False, True
            raise BotFailed(LATE) from None
        finally:
            visitor.line.withdraw(asked)
        visitor.blamed = False
        return pick


def seat_of(state: RoomState, token: str) -> int | None:
    """Whose seat this token plays."""
    for seat, chair in enumerate(state.chairs):
        if chair.bot == NETWORK and bot_network.fits(token, chair.token):
            return seat
    return None


def seed_of(secret: str, seat: int) -> int:
    """For a bot that wants dice of its own; it tells nothing about the table's."""
    return int.from_bytes(hashlib.sha256(f"network bot {seat} {secret}".encode()).digest()[:7], "big")


async def soon(future: Future[T], seconds: float) -> T:
    return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
