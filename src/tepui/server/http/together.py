"""The addresses of daily tables and evenings: what a day or a round promises, who has played, and how it stands."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.server.http import http_guard, qr_code
from tepui.server.http.api import answer
from tepui.server.http.site import Site, site_of
from tepui.server.refusals import Refused
from tepui.server.wire.lobby import RoomLink
from tepui.server.wire.shared_chance import EveningAct, NewEvening


async def days(request: Request) -> Response:
    """Today's table of every game."""
    site = site_of(request)
    return answer(await site.rooms.shared.daily.days(site.guest(request)))


async def daily(request: Request) -> Response:
    """GET: one day's table. POST: sit down at today's, or go on there."""
    site, game = site_of(request), request.path_params["game"]
    guest = site.guest(request)
    if request.method == "GET":
        return answer(await site.rooms.shared.daily.told(guest, game, request.path_params.get("date", "")))
    http_guard.require_same_origin(request, site.settings.url)
    site.rates.check("room", http_guard.address_of(request))
    room = await site.rooms.shared.daily.sit(guest, game)
    return answer(RoomLink(room=room.id, code=room.code, link=f"{site.base(request)}/t/{room.id}"), 201)


async def open_evening(request: Request) -> Response:
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    site.rates.check("room", http_guard.address_of(request))
    new: NewEvening = await http_guard.read(request, NewEvening)
    code = await site.rooms.shared.evenings.open(site.guest(request), new)
    return answer(RoomLink(room="", code=code, link=f"{site.base(request)}/evening/{code}"), 201)


async def evening(request: Request) -> Response:
    """GET: how it stands. POST: what somebody does there, and how it stands then."""
    site, code = site_of(request), request.path_params["code"]
    guest = site.guest(request)
    try:
        if request.method == "POST":
            http_guard.require_same_origin(request, site.settings.url)
            act: EveningAct = await http_guard.read(request, EveningAct)
            await site.rooms.shared.evenings.act(code, guest, act)
        return answer(await site.rooms.shared.evenings.told(code, guest, site.base(request)))
    except Refused as no:
        guessed(site, request, no)
        raise


async def qr(request: Request) -> Response:
    site = site_of(request)
    try:
        code, _, _ = await site.rooms.shared.evenings.state(request.path_params["code"])
    except Refused as no:
        guessed(site, request, no)
        raise
    return Response(qr_code.as_svg(f"{site.base(request)}/evening/{code}"), media_type="image/svg+xml")


def guessed(site: Site, request: Request, no: Refused) -> None:
    """Whoever tries codes may try few."""
    if no.why == "absent":
        site.rates.check("join", http_guard.address_of(request))


ROUTES = [
    Route("/api/daily", days),
    Route("/api/daily/{game}", daily, methods=["GET", "POST"]),
    Route("/api/daily/{game}/{date}", daily),
    Route("/api/evenings", open_evening, methods=["POST"]),
    Route("/api/evenings/{code}", evening, methods=["GET", "POST"]),
    Route("/evening/{code}/qr.svg", qr),
]
