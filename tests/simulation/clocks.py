"""Clocks conserve time (decision 16): what a clock lost has passed for that seat, and what it won was given by a rule.

Three things are asked, and together they hold for every page, after a lost line, a take-back, a restart or another
owner. On disk: from one change of a table's clocks to the next, each seat has what the rule says, to the millisecond.
On a page: it is shown what stands on disk, at the time the server has run. That time: it never goes faster than ours.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tepui.server.room.clocks import RECONNECT, SHORTEST, Clocks, remaining
from tepui.server.room.session import BACK
from tepui.server.wire.messages import ClockLimit

if TYPE_CHECKING:
    from simulation.oracles import Game
    from simulation.world import World

GIVEN_BACK = 16_000  # milliseconds that a crash, or a night of the database, may give back to somebody
Require = Callable[..., None]


class Version(NamedTuple):
    """The clocks of one table as they stood on disk, from then on."""

    clocks: Clocks
    rows: int
    stamp: int
    began: float


class Conserved:
    """The clocks of all tables."""

    def __init__(self, world: "World", sql: Callable[..., list[Any]], require: Require) -> None:
        self.world, self.sql, self.require = world, sql, require
        self.versions: dict[str, list[Version]] = {}
        self.given: dict[tuple[str, int], int] = {}  # by room and seat: for how many of its moves time was given
        self.shown: dict[Any, int] = {}  # by page: which version it was shown last
        self.clock = (0, 0)

    # ---- on disk

    def written(self) -> None:
        """After each change of the disk."""
        for room, stamp, text in self.sql("SELECT room, stamp, clocks FROM turns WHERE clocks IS NOT NULL"):
            known = self.versions.setdefault(room, [])
            clocks = msgspec.json.decode(text, type=Clocks)
            game = self.world.oracle.game(room)
            game.follow()
            if not known or known[-1][:2] != (clocks, len(game.rows)):
                if known and known[-1].clocks != clocks:
                    self._changed(game, known[-1], clocks, stamp)
                known.append(Version(clocks, len(game.rows), stamp, self.world.loop.now))
        self._uptime()

    def _changed(self, game: "Game", before: Version, clocks: Clocks, stamp: int) -> None:
        limit = self.limit(game.id)
        rows = game.rows[before.rows :]
        back = any(who == BACK for _, who, _ in rows)
        stand = Counter(who for who, _ in game.table.moves)
        self.require(stamp >= before.stamp - GIVEN_BACK, "a restart gives back a few seconds at most", room=game.id)
        for seat in range(len(clocks.left)):
            had, has = remaining(before.clocks, seat, stamp), remaining(clocks, seat, stamp)
            ran, runs = before.clocks.since[seat] is not None, clocks.since[seat] is not None
            made = not back and any(who == seat for _, who, _ in rows)  # a move, perhaps one that nobody waited for
            moved = made and ran
            given = self.given.get((game.id, seat), 0)  # for so many of its moves, and for each of them once
            new = stand[seat] > given
            may = {had}
            if moved or (ran and not runs):  # its clock stops
                had = 0 if seat in before.clocks.graced else had
                may = {had + 1000 * limit.increment if moved and new else had}
            elif ran and had == 0 and runs and seat not in before.clocks.graced:
                may |= {RECONNECT}
            if runs and (moved or not ran):  # it is asked
                if may == {0}:
                    may = {1000 * self.returning(limit)}
                elif limit.kind == "move" and (new if made else stand[seat] >= given):
                    may = {1000 * limit.seconds}
            if moved:
                self.given[game.id, seat] = max(given, stand[seat])
            self.require(
                has in may, "clocks conserve time", room=game.id, seat=seat, has=has, may=may, limit=limit,
                rows=rows[:5], before=before.clocks, after=clocks,
            )  # fmt: skip

    def _uptime(self) -> None:
        """Milliseconds that the server has run, as the disk has them."""
        most = 1000 * (self.world.loop.now - 1000) + 10
        for (ran,) in self.sql("SELECT max(stamp) FROM turns"):
            self.require((ran or 0) <= most, "the server has not run longer than the world", ran=ran, most=most)
        for (text,) in self.sql("SELECT value FROM facts WHERE name = 'clock'"):
            ran, at = map(int, text.split())
            before, then = self.clock
            self.require(0 <= ran - before <= at - then, "time passes once for all processes", ran=ran, before=before)
            self.clock = ran, at

    def limit(self, room: str) -> ClockLimit:
        [(text,)] = self.sql("SELECT state FROM rooms WHERE id = ?", room)
        return msgspec.convert(json.loads(text)["clock"], ClockLimit)

    def returning(self, limit: ClockLimit) -> int:
        """Seconds of whoever's time was up, and who is asked again."""
        return limit.seconds if limit.kind == "move" else max(limit.increment, limit.seconds // 10, SHORTEST)

    # ---- on a page

    def hear(self, page: Any, message: dict[str, Any], ran: int, sent: float) -> None:
        """What a page is shown stands on disk, or has stood there a moment ago; `ran`: the server's time, when sent."""
        self.written()
        known = self.versions.get(page.id, [])
        late = 1000 * self.late
        for n in reversed(range(len(known))):
            if n + 1 < len(known) and known[n + 1].began < sent - self.late:
                break
            if all(
                left is None or fits(known[n].clocks, seat, left, ran - late, ran + self.early)
                for seat, left in enumerate(message["left"])
            ):
                self.shown[page] = n
                return
        self.require(
            False, "a page is shown the clocks that stand on disk", room=page.id, shown=message["left"], ran=ran,
            newest=[one.clocks for one in known[-2:]],
        )  # fmt: skip

    @property
    def late(self) -> float:
        """Seconds that a message may have been on its way from the table's process to the page's."""
        return 30.0 + self.world.slowest if self.world.plan.shared else 6.0

    @property
    def early(self) -> int:
        return 100 if self.world.plan.shared else 5

    def rest(self, room: str, page: Any, versions: int) -> None:
        if page in self.shown and not page.news["over"]:
            shown, newest = self.versions[room][self.shown[page]], self.versions[room][versions - 1]
            told = self.shown[page] >= versions - 1 or shown.clocks == newest.clocks
            self.require(told, "everybody is told the clocks", room=room, shown=shown.clocks, disk=newest.clocks)


def fits(clocks: Clocks, seat: int, left: int, earliest: float, latest: float) -> bool:
    """Did this clock show so much at some moment between these two?"""
    had, since = clocks.left[seat], clocks.since[seat]
    if since is None or left == had:
        return left == had and (since is None or earliest <= since)
    if left == 0:
        return latest >= since + had
    return earliest <= since + had - left <= latest
