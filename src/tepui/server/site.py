"""What every request can reach: the hall, the signatures, the limits; and who is asking."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request

from tepui.server import door, guests
from tepui.server.hall import Hall
from tepui.server.metrics import Metrics
from tepui.server.settings import Settings


@dataclass
class Site:
    settings: Settings
    hall: Hall
    rates: door.Rates
    metrics: Metrics

    def guest(self, request: HTTPConnection) -> str:
        """Who the cookie says it is; a newcomer gets one with the answer."""
        state = request.scope.setdefault("tepui", {})
        if "guest" not in state:
            known = self.hall.signatures.guest(request.cookies.get(guests.COOKIE))
            state["new"] = known is None
            state["guest"] = known or guests.new_guest()
        guest: str = state["guest"]
        return guest

    def base(self, request: HTTPConnection) -> str:
        return door.base_of(request, self.settings.url)


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site
