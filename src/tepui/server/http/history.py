"""The addresses of a device's finished games: the list, the statistics, a file to keep, and deleting them."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.server.http import guests, http_guard, plain
from tepui.server.http.api import answer
from tepui.server.http.site import site_of
from tepui.server.rooms.statistics import of_device

TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


async def history(request: Request) -> Response:
    site = site_of(request)
    device = site.guest(request)
    if request.method == "DELETE":
        http_guard.require_same_origin(request, site.settings.url)
        await site.rooms.history.delete(device)
        return Response(status_code=204)
    game, before = request.query_params.get("game", "")[:64], request.query_params.get("before", "")
    return answer(await site.rooms.history.page(device, game, before))


async def export(request: Request) -> Response:
    site = site_of(request)
    form = request.query_params.get("form", "json")
    data = await site.rooms.history.export(site.guest(request), form)
    name = f"tepui-{datetime.now(UTC):%Y-%m-%d}.{form}"
    return Response(data, media_type=TYPES[form], headers={"content-disposition": f'attachment; filename="{name}"'})


async def statistics(request: Request) -> Response:
    site = site_of(request)
    person = guests.asked_person(request.query_params.get("person")) or 1
    return answer(await of_device(site.rooms, site.guest(request), person, http_guard.language_of(request)))


async def without_scripts(request: Request) -> Response:
    """The same list as a page that needs no script."""
    site = site_of(request)
    told = await site.rooms.history.page(site.guest(request), "", request.query_params.get("before", ""))
    games = [
        {**msgspec.structs.asdict(game), "day": f"{datetime.fromtimestamp(game.ended, UTC):%Y-%m-%d}"}
        for game in told.games
    ]
    return plain.page(request, "history.html", games=games, next=told.next)


ROUTES = [
    Route("/plain/history", without_scripts),
    Route("/api/history", history, methods=["GET", "DELETE"]),
    Route("/api/history/export", export),
    Route("/api/statistics", statistics),
]
