"""What one person's finished games say together: results by level and number of players, luck, play, and what recurs.

A pure fold over results and reviews; means of few games are left out, because they would say nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.bots.levels import NAMES, level_of
from tepui.coach import review
from tepui.core.game import Game
from tepui.server.history import messages as wire
from tepui.server.history.history import installed
from tepui.server.store.contract import Result, ReviewSum, by_room, version_of

if TYPE_CHECKING:
    from tepui.server.people.asker import Asker

MOST = 1000  # games, the newest: what someone was years ago says little
ASKED = 200  # games without a review that one look at the statistics sends to the queue
ENOUGH = 10  # games, below which a mean is left out
SHOWN = 40  # games in a small picture
MARKS = 5  # kinds that are listed
PEOPLE, MIXED = "", "mixed"  # in place of a level


async def statistics(at: Asker) -> wire.Statistics:
    """Read and reckoned by a thread; games that nobody has reviewed yet are sent to the queue, the newest first."""
    store, queue, device = at.rooms.store, at.site.reviews, at.guest

    def reckoned() -> tuple[wire.Statistics, list[str]]:
        mine = played(store.results.of_device(device, MOST), store.reviews.newest_of(device, MOST), device)
        missing = [one.own.room for one in reversed(mine) if one.review is None and is_reviewable(one.own.game)]
        return fold(mine, at.person or 1, at.language), list(dict.fromkeys(missing))

    made, missing = await at.rooms.slow.run(reckoned)
    queue.add(missing[:ASKED])
    return replace(made, reviewing=queue.waiting(missing))


class Mine:
    """A game that one of the people at a device played: their own result, the table, and the review if there is one."""

    def __init__(self, own: Result, table: list[Result], review: ReviewSum | None) -> None:
        self.own, self.table, self.review = own, table, review
        self.first = own.place == 1

    @property
    def level(self) -> str:
        """Of the bots at the table."""
        found = {level_of(one.bot) or one.bot for one in self.table if one.bot is not None and one.device is None}
        return MIXED if len(found) > 1 else found.pop() if found else PEOPLE


def played(results: Sequence[Result], sums: Sequence[ReviewSum], device: str) -> list[Mine]:
    """`results` are all seats of all games of this device, the oldest game first; those that were played to the end.

    A review of another version says something else: it is made again first.
    """
    versions = {name: version_of(game) for name in {one.game for one in results} if (game := installed(name))}
    reviews = {(one.room, one.seat, one.version): one for one in sums}
    return [
        Mine(own, table, reviews.get((own.room, own.seat, versions.get(own.game, ""))))
        for table in by_room(results).values()
        for own in table
        if own.device == device and own.bot is None
    ]


def is_reviewable(name: str) -> bool:
    game = installed(name)
    return game is not None and game.has("review")


def fold(games: Sequence[Mine], person: int, language: str) -> wire.Statistics:
    """`games` are those of everyone at this device."""
    mine: dict[str, list[Mine]] = defaultdict(list)
    people: dict[int, list[str]] = defaultdict(list)
    for one in games:
        people[one.own.person].append(one.own.name)
        if one.own.person == person:
            mine[one.own.game].append(one)
    every = sorted((one for games in mine.values() for one in games), key=lambda one: (one.own.ended, one.own.room))
    return wire.Statistics(
        person=person,
        people=[
            wire.StatisticsPerson(person=number, name=names[-1], games=len(names))
            for number, names in sorted(people.items())
        ],
        games=len(every),
        wins=sum(one.first for one in every),
        longest=longest(every),
        enough=ENOUGH,
        reviewing=0,
        of=[of_game(name, games, language) for name, games in sorted(mine.items(), key=lambda pair: -len(pair[1]))],
    )


def of_game(name: str, games: list[Mine], language: str) -> wire.GameStatistics:
    game = installed(name)
    reviewed = [one.review for one in games if one.review is not None]
    enough = len(reviewed) >= ENOUGH
    return wire.GameStatistics(
        game=name,
        title=name if game is None else game.title,
        games=len(games),
        wins=sum(one.first for one in games),
        places=places(games),
        longest=longest(games),
        running=running(games),
        groups=groups(games),
        recent=[point(one) for one in games[-SHOWN:]],
        reviewable=is_reviewable(name),
        reviewed=len(reviewed),
        unit=reviewed[-1].unit if reviewed else "points",
        summed=reviewed[-1].summed if reviewed else True,
        luck=mean([one.luck for one in reviewed]) if enough else None,
        play=mean([one.play for one in reviewed]) if enough else None,
        marks=marks(game, reviewed, language) if game is not None and enough else [],
    )


def point(one: Mine) -> wire.StatisticsPoint:
    review = one.review
    return wire.StatisticsPoint(
        room=one.own.room,
        ended=one.own.ended,
        place=one.own.place,
        sides=one.own.sides,
        score=one.own.score,
        luck=None if review is None else review.luck,
        play=None if review is None else review.play,
    )


def mean(values: Sequence[float]) -> wire.Mean:
    """With what it may be off by: two standard errors."""
    off = 2 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return wire.Mean(value=round(fmean(values), 2) + 0.0, off=round(off, 2))


def places(games: Sequence[Mine]) -> list[int]:
    """How often first, second, ..."""
    count = Counter(one.own.place for one in games)
    return [count[place] for place in range(1, max(count, default=0) + 1)]


def longest(games: Sequence[Mine]) -> int:
    """First places in a row."""
    return max((len([*row]) for first, row in groupby(games, lambda one: one.first) if first), default=0)


def running(games: Sequence[Mine]) -> int:
    """The row that has not ended yet."""
    return next((n for n, one in enumerate(reversed(games)) if not one.first), len(games))


def groups(games: Sequence[Mine]) -> list[wire.StatisticsGroup]:
    """By level of the bots and number of players; the gentlest first, tables without bots last."""
    found: dict[tuple[str, int], list[Mine]] = defaultdict(list)
    for one in games:
        found[one.level, one.own.seats].append(one)
    rank = {level: at for at, level in enumerate([*NAMES, MIXED])}  # then those of other bots, then people
    order = sorted(found, key=lambda key: (rank.get(key[0], len(rank) + (key[0] == PEOPLE)), *key))
    return [
        wire.StatisticsGroup(
            level=level, seats=seats, games=len(found[level, seats]), places=places(found[level, seats])
        )
        for level, seats in order
    ]


def marks(game: Game, reviewed: Sequence[ReviewSum], language: str) -> list[wire.MarkCount]:
    """What recurs, in the game's own words; kinds that it has no word for are left out."""
    times: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    for one in reviewed:
        times.update(one.marks)
        tables.update(one.marks.keys())
    said = getattr(review.of(game), "MARKS", {})
    kinds = [
        wire.MarkCount(text=game.translated(said[kind], language), times=n, games=tables[kind])
        for kind, n in times.most_common()
        if kind in said
    ]
    return kinds[:MARKS]
