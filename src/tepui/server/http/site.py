"""What every request can reach: the rooms, the signatures, the limits; and who is asking."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request

from tepui.server.http import guests, http_guard
from tepui.server.load import Load
from tepui.server.metrics import Metrics
from tepui.server.rooms import seating, shared_chance
from tepui.server.rooms.room import Room
from tepui.server.rooms.rooms import Rooms
from tepui.server.settings import Settings


@dataclass
class Site:
    settings: Settings
    rooms: Rooms
    rates: http_guard.Rates
    metrics: Metrics
    load: Load

    def guest(self, request: HTTPConnection) -> str:
        """Who the cookie says it is; a newcomer gets one with the answer."""
        state = request.scope.setdefault("tepui", {})
        if "guest" not in state:
            known = self.rooms.signatures.guest(request.cookies.get(guests.COOKIE))
            state["new"] = known is None
            state["guest"] = known or guests.new_guest()
        guest: str = state["guest"]
        return guest

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
