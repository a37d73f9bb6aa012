"""What every request can reach: the rooms, the signatures, the limits; and who is asking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from starlette.requests import HTTPConnection, Request

from tepui.server.http import guests, http_guard
from tepui.server.load import Load
from tepui.server.metrics import Metrics
from tepui.server.rooms import seating, shared_chance
from tepui.server.rooms.devices import Known
from tepui.server.rooms.room import Room
from tepui.server.rooms.rooms import Rooms
from tepui.server.settings import Settings


def utc_today() -> date:
    return datetime.now(UTC).date()


@dataclass
class Site:
    settings: Settings
    rooms: Rooms
    rates: http_guard.Rates
    metrics: Metrics
    load: Load
    today: Callable[[], date] = utc_today  # which puzzle of the day is open

    async def recognise(self, request: HTTPConnection) -> None:
        """Looks the cookie up before anything is answered: with PostgreSQL that may take a while."""
        cookie = request.cookies.get(guests.COOKIE)
        self._recognised(request, await self.rooms.store.read(self.rooms.devices.who, cookie) if cookie else None)

    def guest(self, request: HTTPConnection) -> str:
        """Who the cookie says it is; a newcomer gets one with the answer."""
        state = request.scope.setdefault("tepui", {})
        if "who" not in state:
            self._recognised(request, self.rooms.devices.who(request.cookies.get(guests.COOKIE)))
        who: guests.Credential = state["who"]
        state["asked"] = True
        return who.guest

    def _recognised(self, request: HTTPConnection, known: Known | None) -> None:
        state = request.scope.setdefault("tepui", {})
        if "who" not in state:
            state["new"] = known is None or known.changed
            state["who"] = guests.Credential(guests.new_guest()) if known is None else known.credential

    def credential(self, request: HTTPConnection) -> guests.Credential:
        """The same with the secret of this device."""
        self.guest(request)
        who: guests.Credential = request.scope["tepui"]["who"]
        return who

    def become(self, request: HTTPConnection, who: guests.Credential) -> None:
        """This device is somebody else from this answer on."""
        request.scope["tepui"] = {"who": who, "new": True, "asked": True}

    async def room(self, request: Request) -> Room:
        """The room of this address, for anybody whom its host has not sent away, and who would not learn too much."""
        room = await self.rooms.room(request.path_params["room"])
        seating.require_welcome(room.state, self.guest(request))
        shared_chance.require_seat(room, self.guest(request))
        return room

    def base(self, request: HTTPConnection) -> str:
        return http_guard.base_of(request, self.settings.url)


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site
