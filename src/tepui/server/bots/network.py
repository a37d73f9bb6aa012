"""The network bots at one table, by their tokens: whether a bot is here, and how long it is waited for."""

import asyncio
import hashlib
from random import Random

from tepui.bots import network
from tepui.bots.lines import SeatLines
from tepui.bots.network import BotLine
from tepui.bots.process import LATE
from tepui.core.refusal import BotFailed
from tepui.core.view import View
from tepui.server.web.allowance import Allowance

COME_BACK = 30.0  # seconds in which a bot that is not here may come back, before a house bot moves for it


class Visitor:
    """One token, and the bot that has brought it."""

    def __init__(self) -> None:
        self.line = BotLine()
        self.here = False  # it waits, or thinks; not: its line was lost
        self.late = False  # it gave no answer: not waited for until it asks again
        self.blamed = False  # the table knows
        self.allowance = Allowance(20.0, 60.0)


class NetworkBots:
    def __init__(self) -> None:
        self._visitors: dict[str, Visitor] = {}  # by the hash of their token

    def adopt(self, tokens: set[str], over: bool) -> None:
        """Which tokens have a seat now; others, and all when the game is over, ask again and hear why not."""
        for token in [*self._visitors]:
            if token not in tokens or over:
                self._visitors[token].line.release()
            if token not in tokens:
                del self._visitors[token]

    def visitor(self, token: str) -> Visitor:
        return self._visitors.setdefault(token, Visitor())

    @property
    def waits(self) -> bool:
        """Does a bot wait at this table? Then it stays in memory."""
        return any(visitor.line.waits for visitor in self._visitors.values())

    def is_news(self, token: str) -> bool:
        """That it failed, if the table does not know it yet."""
        visitor = self.visitor(token)
        news, visitor.blamed = not visitor.blamed, True
        return news

    async def ask(self, token: str, turn: int, view: View, lines: SeatLines, secret: str) -> int | None:
        """Its pick for this view; BotFailed if none comes in time that can be played."""
        visitor = self.visitor(token)
        if visitor.late:
            raise BotFailed(LATE)
        seed = seed_of(f"network bot {view.eye} {secret}")
        asked = network.question(turn, view, lines, network.SECONDS, seed, Random(seed + turn))
        visitor.line.ask(asked)
        try:
            await asyncio.wait_for(asyncio.wrap_future(asked.delivered), COME_BACK)
            pick = await asyncio.wait_for(asyncio.wrap_future(asked.answered), network.SECONDS + network.GRACE)
        except TimeoutError:
            visitor.here, visitor.late = False, True
            raise BotFailed(LATE) from None
        finally:
            visitor.line.withdraw(asked)
        visitor.blamed = False
        return pick


def seed_of(moment: str) -> int:
    """For a bot's own dice: the table's secret is in the moment, and the seed tells nothing about it."""
    return int.from_bytes(hashlib.sha256(moment.encode()).digest()[:7], "big")
