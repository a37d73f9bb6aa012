"""What is said at a table: chat, and the room's own notices."""

from __future__ import annotations

from time import monotonic, time

import msgspec

from tepui.core.words import N_, clean
from tepui.server.http.guests import device_of, speaker_of
from tepui.server.refusals import Refused, words
from tepui.server.storage.store import Store
from tepui.server.wire import messages

KEEP = 100


class Said(msgspec.Struct, frozen=True):
    at: int
    text: str
    name: str | None = None
    seat: int | None = None
    things: dict[str, str] = {}


class Chat:
    def __init__(self, store: Store, room: str) -> None:
        self.store = store
        self.room = room
        self.lines: list[tuple[str | None, Said]] = []
        self._recent: dict[str, list[float]] = {}

    def read(self, rows: list[tuple[int, str | None, str]]) -> None:
        """What stands on disk; ValueError if it cannot be read."""
        self.lines = [(guest, msgspec.json.decode(line, type=Said)) for _, guest, line in rows]

    async def say(self, guest: str, name: str, seat: int | None, text: str) -> None:
        told = " ".join(clean(text.replace("\n", " ")).split())
        if not 0 < len(told) <= messages.TEXT:
            raise Refused("unclear", N_("Say something of 1 to {n} characters."), n=messages.TEXT)
        self._not_too_often(guest)
        await self._add(guest, Said(int(time()), told, name, seat))

    async def notice(self, text: str, things: dict[str, str]) -> None:
        await self._add(None, Said(int(time()), text, things=things))

    async def _add(self, guest: str | None, said: Said) -> None:
        line = msgspec.json.encode(said).decode()
        await self.store.talk.say(self.room, guest, line, KEEP)
        self.lines.append((guest, said))
        del self.lines[:-KEEP]

    def _not_too_often(self, guest: str) -> None:
        """Five lines in ten seconds."""
        now = monotonic()
        times = [at for at in self._recent.get(guest, []) if now - at < 10]
        if len(times) >= 5:
            raise Refused("busy", N_("Not so fast; wait a few seconds before you say more."))
        if len(self._recent) > 200:
            self._recent.clear()
        self._recent[guest] = [*times, now]

    def forget(self, guest: str) -> None:
        self.lines = [(by, said) for by, said in self.lines if by != guest]

    def as_messages(self, language: str, host: str | None = None) -> list[messages.Line]:
        """As somebody reads them; the host also gets a mark for each other speaker's device, for muting."""
        _ = words(language)
        return [
            messages.Line(
                at=said.at,
                name=said.name,
                seat=said.seat,
                who=None
                if host is None or by is None or device_of(by) == host
                else speaker_of(self.room, device_of(by)),
                text=said.text if said.name is not None else _(said.text, **said.things),
            )
            for by, said in self.lines
        ]
