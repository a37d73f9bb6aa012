"""What is said at a table: chat, the room's own notices, and the message that says who sits where."""

from __future__ import annotations

from time import monotonic, time
from typing import TYPE_CHECKING

import msgspec

from tepui.core.game import no_secrets
from tepui.core.words import N_, clean
from tepui.server import chairs, helping, messages
from tepui.server.guests import device_of, number_of
from tepui.server.no import No, words
from tepui.server.store import Store

if TYPE_CHECKING:
    from tepui.server.line import Line
    from tepui.server.room import Room

KEEP = 100


class Said(msgspec.Struct, frozen=True):
    at: int
    text: str
    name: str | None = None
    seat: int | None = None
    things: dict[str, str] = {}


class Talk:
    def __init__(self, store: Store, room: str) -> None:
        self.store = store
        self.room = room
        self.lines: list[tuple[str | None, Said]] = []
        self.number = 0
        for number, guest, line in store.lines(room):
            self.number = number
            self.lines.append((guest, msgspec.json.decode(line, type=Said)))
        self._recent: dict[str, list[float]] = {}

    async def say(self, guest: str, name: str, seat: int | None, text: str) -> None:
        told = " ".join(clean(text.replace("\n", " ")).split())
        if not 0 < len(told) <= messages.TEXT:
            raise No("unclear", N_("Say something of 1 to {n} characters."), n=messages.TEXT)
        self._not_too_often(guest)
        await self._add(guest, Said(int(time()), told, name, seat))

    async def notice(self, text: str, things: dict[str, str]) -> None:
        await self._add(None, Said(int(time()), text, things=things))

    async def _add(self, guest: str | None, said: Said) -> None:
        line = msgspec.json.encode(said).decode()
        await self.store.say(self.room, self.number + 1, guest, line, KEEP)
        self.number += 1
        self.lines.append((guest, said))
        del self.lines[:-KEEP]

    def _not_too_often(self, guest: str) -> None:
        """Five lines in ten seconds."""
        now = monotonic()
        times = [at for at in self._recent.get(guest, []) if now - at < 10]
        if len(times) >= 5:
            raise No("busy", N_("Not so fast; wait a few seconds before you say more."))
        if len(self._recent) > 200:
            self._recent.clear()
        self._recent[guest] = [*times, now]

    def forget(self, guest: str) -> None:
        self.lines = [(by, said) for by, said in self.lines if by != guest]

    def told(self, language: str) -> list[messages.Line]:
        _ = words(language)
        return [
            messages.Line(
                at=said.at,
                name=said.name,
                seat=said.seat,
                text=said.text if said.name is not None else _(said.text, **said.things),
            )
            for _by, said in self.lines
        ]


def room_message(room: Room, line: Line) -> messages.Room:
    """Who sits where, as this page may know it."""
    state = room.state
    here = {device_of(other.guest) for other in room.lines}
    seats = [
        messages.Seat(
            seat=seat,
            name=chair.name,
            kind=chair.kind,
            bot=chair.bot,
            open=seat in state.free and not state.over,
            connected=chair.guest is not None and chair.kind == "person" and device_of(chair.guest) in here,
            shared=chair.guest is not None and len(state.seats_at(device_of(chair.guest))) > 1,
            emblem=chairs.EMBLEMS[seat % len(chairs.EMBLEMS)],
            host=chair.guest is not None and chair.guest == state.host,
            muted=chair.guest is not None and state.is_muted(chair.guest),
            help=helping.level_at(state, seat) if room.game.help is not None and chair.kind == "person" else None,
        )
        for seat, chair in enumerate(state.chairs)
    ]
    playing = {device_of(guest) for guest in state.guests}
    seat = room.showing.seat(line.guest, line.person)
    people = [
        messages.Person(person=number_of(chair.guest), seat=at, kept=chair.kind == "kept")
        for at, chair in enumerate(state.chairs)
        if chair.guest is not None and device_of(chair.guest) == device_of(line.guest)
    ]
    return messages.Room(
        protocol=messages.PROTOCOL,
        room=room.id,
        code=room.code,
        link=f"{line.base}/t/{room.id}",
        game=room.game.name,
        title=room.game.title,
        secrets=room.game.secret is not no_secrets,
        rules=room.game.how_to_play is not None,
        options=msgspec.json.decode(room.saved.options),
        seats=seats,
        you=messages.You(
            name=line.name if seat is None else state.chairs[seat].name,
            seat=seat,
            kept=state.kept_for(line.guest) if line.person != 0 else None,
            person=line.person,
            people=people,
            host=line.guest == state.host,
            muted=state.is_muted(line.guest),
            may_watch=state.watching or state.over,
        ),
        watchers=len(here - playing),
        watching=state.watching,
        public=state.public,
        bots=room.bots,
        pace=state.pace,
        help=state.help if room.game.help is not None else None,
        started=state.started,
        over=state.over,
        commitment=room.commitment,
        asked=room.asked,
        rematch=None if state.rematch is None else f"{line.base}/t/{state.rematch}",
        rematch_wanted=list(state.wanted),
        record=f"{line.base}/api/rooms/{room.id}/record" if state.over else None,
        trouble=None if room.trouble is None else words(line.language)(room.trouble),
        lines=room.talk.told(line.language),
    )
