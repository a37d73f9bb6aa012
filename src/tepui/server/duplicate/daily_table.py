"""The daily table: one per game and day (UTC), alone against the same bots, with the same chance for everyone.

Everything at it follows from the day's seed, the bots' own choices too, and bots answer before people do
(`bot_turns.py`): equal choices give equal games. A day's table can be begun until midnight and finished until
`GRACE` later; then those that are not over are closed, and the seed is published. If none is left open, at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from tepui.bots import levels
from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.game import Game
from tepui.core.words import N_
from tepui.server.duplicate import messages as wire
from tepui.server.duplicate.rows import TAKEN, Series, SharedTable
from tepui.server.refusals import Refused
from tepui.server.rooms.new_tables import shared

if TYPE_CHECKING:
    from tepui.server.duplicate.series import SharedChance
    from tepui.server.store.contract import Saved

LEVEL = "regular"
SEATS = 3
GRACE = 6 * 3600  # seconds after midnight: who began late plays on, and the result is there for breakfast
LISTED = 200  # of a day's standings
DAYS = 30  # earlier days that a page leads to


def id_of(game: str, day: date) -> str:
    return f"daily {game} {day.isoformat()}"


def day_of(series: Series) -> date:
    return date.fromisoformat(series.id.split(" ")[2])


def end_of(day: date) -> int:
    """Midnight after that day, UTC."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) + 24 * 3600


def opponents(game: Game) -> tuple[int, str]:
    """How many seats the table has, and who sits at all but the first."""
    seats = SEATS if SEATS in game.seats else min(game.seats, key=lambda n: abs(n - SEATS))
    return seats, levels.usual(game.bots, LEVEL)


class Daily:
    def __init__(self, shared: SharedChance) -> None:
        self.shared = shared

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self.shared.now(), UTC).date()

    async def sit(self, guest: str, name: str) -> Saved:
        """This device's table of today: a new one, or the one it has begun."""
        game, rooms = find.game(name), self.shared.rooms
        series = await self.shared.opened("daily", id_of(game.name, self.today), game.name)
        found = await rooms.store.read(self.shared.rows.table, series.id, guest)
        if found is None:
            (seats, bot), me = opponents(game), (guest, await rooms.name_of(guest))
            setting, state = game.setting(seats), shared([me, *[None] * (seats - 1)], bot, rooms.settings.pace, me)
            try:
                return (await self.shared.create(series, guest, setting, state)).saved
            except TAKEN:  # a second tab, at the same moment
                found = await rooms.store.read(self.shared.rows.table, series.id, guest)
        saved = None if found is None else await rooms.store.read(rooms.store.room, found.room)
        if saved is None:  # midnight, at the same moment
            raise Refused("busy", N_("Too much is happening here at once. Try again."))
        return saved

    async def settle(self, one: Series) -> None:
        """Publishes a day's seed when the last table is over."""
        end, now = end_of(day_of(one)), self.shared.now()
        if now < end:
            return
        running = await self.shared.rooms.slow.run(partial(self.shared.rows.running, one.id, 1))
        if running and now < end + GRACE:
            return
        await self.shared.end_all(one)
        await self.shared.publish(one)

    # ---- telling

    async def days(self, guest: str) -> Callable[[], list[wire.DailyTable]]:
        """Today's table of every game, as this device may know it."""
        games = [game.name for game in find.games() if isinstance(game, Game)]
        found = [await self.table_of(guest, name, earlier=False) for name in games]
        return lambda: [made() for made in found]

    async def table_of(
        self, guest: str, name: str, said: str = "", earlier: bool = True
    ) -> Callable[[], wire.DailyTable]:
        """One day's table; today's is made when it is first asked for, so that its hash stands before anyone plays.

        Thousands may play at it: it is read and put together by whoever calls the result.
        """
        game = find.game(name)
        day = self.today if not said else parsed(said)
        id, rows, today = id_of(game.name, day), self.shared.rows, day == self.today
        read = self.shared.rooms.store.read
        series = await self.shared.opened("daily", id, game.name) if today else await read(rows.of, id)
        if series is None:
            raise Refused("absent", N_("There was no daily table on that day. Choose another."))
        (seats, bot), end = opponents(game), end_of(day)
        hash, seed = commitment(series.seed), series.seed if series.published > 0 else None

        def made() -> wire.DailyTable:
            begun, finished = rows.counted(id)
            own = rows.table(id, guest)
            days = rows.published("daily", game.name, DAYS) if earlier else []
            return wire.DailyTable(
                game=game.name,
                title=game.title,
                date=day.isoformat(),
                today=today,
                seats=seats,
                bot=bot,
                hash=hash,
                seed=seed,
                ends=end,
                closes=end + GRACE,
                begun=begun,
                finished=finished,
                yours=None if own is None else owned(own),
                standings=[] if seed is None else standings(rows.best(id, LISTED), guest),
                days=[day_of(one).isoformat() for one in days],
            )

        return made


def parsed(said: str) -> date:
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise Refused("unclear", N_("A day is written like 2026-11-17.")) from None


def owned(own: SharedTable) -> wire.DailyOwn:
    result = own.results[0] if own.results else None
    return wire.DailyOwn(
        room=own.room,
        over=result is not None,
        ended=result is None and own.phase == 2,
        points=None if result is None else result.score,
        place=None if result is None else result.place,
    )


def standings(best: Sequence[Any], guest: str) -> list[wire.DailyStanding]:
    """Who did best with the same chance: by points, then by the place at the own table; equals share a place."""
    first: dict[tuple[int, int], int] = {}
    return [
        wire.DailyStanding(
            place=first.setdefault((points, place), at),
            name=name,
            points=points,
            at_table=place,
            room=room,
            you=mark == guest,
        )
        for at, (mark, room, name, points, place) in enumerate(best, 1)
    ]
