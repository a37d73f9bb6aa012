"""The addresses of games looked at again: record, replay, review, and what bots and a master say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tepui.coach.story import eye_name, replayed
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.reviews import bot_words
from tepui.server.reviews.messages import BotSaid, Replay, Review, Weighed
from tepui.server.reviews.review import review_at
from tepui.server.room import replays
from tepui.server.room.room import Room
from tepui.server.room.sealed import require_unsealed
from tepui.server.web.address import File, delete, get

if TYPE_CHECKING:
    from tepui.server.people.asker import Asker

MOMENTS = 100  # in one answer


async def record(at: Asker) -> Callable[[], File]:
    room = await at.room()
    name = f"tepui-{room.game.name}-{room.code.lower()}.jsonl"
    return lambda: File(replays.record(room, at.guest), "application/x-ndjson", name)


async def replay(at: Asker) -> Callable[[], Replay]:
    room = await at.room()
    try:
        first = int(at.asked("from") or 0)
        last = int(at.asked("to") or first + MOMENTS - 1)
    except ValueError:
        raise Refused("unclear", N_("A replay goes from one number to another.")) from None
    async with room.lock:
        return moments(room, at, first, last)


def moments(room: Room, at: Asker, first: int, last: int) -> Callable[[], Replay]:
    """Decides now what may be seen (the lock is held); the moments are made by whoever calls the result."""
    session, language = room.session, at.language
    if session is None:
        raise Refused("forbidden", N_("The game has not begun yet."))
    require_unsealed(room)
    eye = replays.eye_for(room, at.guest, at.person, at.asked("eye"))
    moves, names = room.audience.moves(session, eye, room.audience.late(at.guest)), room.state.names
    first = max(0, first)
    last = min(last, len(moves), first + MOMENTS - 1)

    def made() -> Replay:
        moments, printed = replayed(room.game, session.setting, eye, names, language, moves, first, last)
        return Replay(
            room=room.id, eye=eye_name(eye), names=list(names), moves=len(moves), moments=moments, printed=printed
        )

    return made


async def review(at: Asker) -> Review:
    """A finished game looked at again through one seat's eyes, as far as it is done."""
    return await review_at(await at.room()).tell(at.guest, at.person, at.asked("seat"), at.language)


async def stop_review(at: Asker) -> None:
    room = await at.room()
    if not room.audience.plays(at.guest):
        raise Refused("forbidden", N_("Only those who played here can stop the review."))
    review_at(room).stop()


async def forgot(at: Asker) -> list[BotSaid]:
    return await bot_words.forgot(await at.room(), at.guest, at.language)


async def weigh(at: Asker) -> Weighed:
    return await bot_words.weigh(await at.room(), at.guest, at.person, at.language)


ROUTES = [
    get("/api/rooms/{room}/record", record, slow="slow"),
    get("/api/rooms/{room}/replay", replay, slow="slow"),
    get("/api/rooms/{room}/review", review),
    delete("/api/rooms/{room}/review", stop_review),
    get("/api/rooms/{room}/forgot", forgot),
    get("/api/rooms/{room}/weigh", weigh),
]
