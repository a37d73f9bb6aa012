"""The review of one room's finished game: made seat by seat by the processes that think for bots, kept with the room.

A process hears what one seat saw and nothing else. What it finds is kept on disk with the game, in no language, and
put into the reader's; a review of another version of the game or of the reviewer is made again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from weakref import WeakKeyDictionary

from tepui.coach.review import SeatReview, settled
from tepui.coach.review.words import in_sentences, line_of, parts_of
from tepui.core.position import TABLE
from tepui.core.refusal import BotFailed
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.refusals import Refused, words
from tepui.server.reviews import messages as wire
from tepui.server.room import replays
from tepui.server.room.bot_turns import OfRoom
from tepui.server.room.room import Room
from tepui.server.store.contract import version_of

WAIT = 1.0  # seconds that an answer waits for the seat that was asked for


class Reviewing(OfRoom):
    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._found: dict[int, SeatReview] = {}  # by seat
        self._task: asyncio.Task[None] | None = None
        self._trouble = ""
        self._read = False  # what is on disk

    async def keep(self, found: SeatReview) -> None:
        """On disk, for whoever asks next and for statistics; if it cannot be, it is shown now all the same."""
        room = self.room
        self._found[found.seat] = found
        with suppress(Refused):
            await room.rooms.store.reviews.keep(room.id, version_of(room.game), found)

    async def _make(self, view: View) -> None:
        await self.keep(await self.room.rooms.bot_pool.review(view, room=self.room.tag))

    async def found(self) -> dict[int, SeatReview]:
        """By seat: what is on disk, and what could not be put there."""
        room = self.room
        if not self._read:
            kept = await room.rooms.slow.run(partial(room.rooms.store.reviews.of, room.id, version_of(room.game)))
            self._found = {**kept, **self._found}
            self._read = True
        return self._found

    async def tell(self, guest: str, person: int | None, asked: str, language: str) -> wire.Review:
        """What is done so far, the asked seat in sentences; begins the work if nobody has, or after it was stopped."""
        room = self.room
        async with room.lock:
            session = replays.over(room, guest)
            if not room.game.has("review"):
                raise Refused("absent", N_("This game brings no review. The replay shows how it went."))
            eye = replays.eye_for(room, guest, person, asked)
            seat = eye if eye < TABLE else 0
            seats = session.setting.seats
            views = [session.table.view(at) for at in range(seats)]
        kept = await self.found()
        if self._task is None and len(kept) < seats:
            self._trouble = ""
            order = [seat, *(at for at in range(seats) if at != seat)]
            self._task = asyncio.get_running_loop().create_task(self._work(room, [views[at] for at in order]))
        if self._task is not None:
            await asyncio.wait([self._task], timeout=WAIT)
        return await self._as_told(room, views[seat], seats, language)

    @property
    def working(self) -> bool:
        return self._task is not None

    def stop(self) -> None:
        """Whoever asks again begins where it stopped."""
        if self._task is not None:
            self._task.cancel()

    async def _work(self, room: Room, views: list[View]) -> None:
        try:
            for view in views:
                if view.eye not in self._found:  # what is being made is kept, also when nobody waits for it any more
                    await asyncio.shield(self._make(view))
        except BotFailed as failed:
            self._trouble = failed.why
        finally:
            self._task = None

    async def _as_told(self, room: Room, view: View, seats: int, language: str) -> wire.Review:
        _ = words(language)
        complete, seat = len(self._found) == seats, view.eye
        reviews = {one.seat: one for one in settled([self._found[at] for at in sorted(self._found)])}
        work = partial(in_sentences, view, reviews[seat], language) if seat in reviews else None
        here = None if work is None else await room.rooms.slow.run(work)
        going_on = self.working or len(self._found) == seats  # the last seat came while this was put into words
        return wire.Review(
            state="done" if complete else "working" if going_on else "stopped",
            done=len(self._found),
            seats=seats,
            seat=seat,
            told=here,
            totals=[
                wire.ReviewTotal(seat=at, result=one.result, line=line_of(parts_of(one, language), one, language))
                for at, one in sorted(reviews.items())
            ],
            began=room.saved.created,
            trouble=_("The review could not be made: {why}.", why=_(self._trouble)) if self._trouble else "",
        )


REVIEWS: WeakKeyDictionary[Room, Reviewing] = WeakKeyDictionary()


def review_at(room: Room) -> Reviewing:
    """Kept as long as the room is in memory."""
    return REVIEWS.setdefault(room, Reviewing(room))
