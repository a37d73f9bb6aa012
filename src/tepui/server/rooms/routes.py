"""The addresses of tables: set up, found, listed, and a holiday from them; and a person's name, or forgetting them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tepui.server.people import identity
from tepui.server.people.messages import Me
from tepui.server.rooms import finished
from tepui.server.rooms.messages import Join, NewRoom, RoomLink, SentRecord, Vacation, VacationTaken
from tepui.server.web import qr as qr_code
from tepui.server.web.address import File, delete, get, post

if TYPE_CHECKING:
    from tepui.server.people.asker import Asker


async def create(at: Asker, new: NewRoom) -> RoomLink:
    room = await at.rooms.create(at.guest, new)
    return RoomLink(room=room.id, code=room.code, link=f"{at.base}/t/{room.id}")


async def take_record(at: Asker, sent: SentRecord) -> RoomLink:
    room = await finished.take(at.rooms, at.guest, sent.record)
    return RoomLink(room=room.id, code=room.code, link=f"{at.base}/t/{room.id}")


async def holiday(at: Asker, asked: Vacation) -> VacationTaken:
    """The same holiday at all slow tables of this device; how many there are."""
    return VacationTaken(tables=await at.rooms.lobby.holiday(at.guest, asked.days))


async def me(at: Asker) -> Me:
    return Me(name=await at.rooms.name_of(at.guest))


async def rename(at: Asker, said: Me) -> Me:
    name = identity.tidy_name(said.name)
    await at.rooms.rename(at.guest, name)
    return Me(name=name)


async def forget(at: Asker) -> Me:
    await at.rooms.forget(at.guest)
    at.log_out()
    return Me(name="")


async def qr(at: Asker) -> File:
    return qr_code.file(f"{at.base}/t/{(await at.room()).id}")


ROUTES = [
    post("/api/rooms", create, NewRoom, limit="room", status=201),
    post("/api/records", take_record, SentRecord, limit="room", status=201),
    post("/api/join", lambda at, asked: at.rooms.lobby.join(asked.code, at.base), Join, limit="join"),
    get("/api/lobby", lambda at: at.rooms.lobby.public(at.guest, at.base)),
    get("/api/mine", lambda at: at.rooms.lobby.mine(at.guest, at.base)),
    post("/api/holiday", holiday, Vacation),
    get("/api/me", me),
    post("/api/me", rename, Me),
    delete("/api/me", forget),
    get("/t/{room}/qr.svg", qr),
]
