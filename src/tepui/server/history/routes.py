"""The addresses of a device's finished games: the list, the statistics, a file to keep, and deleting them."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from starlette.responses import Response

from tepui.core.words import N_, clean
from tepui.server.history.messages import History, Statistics
from tepui.server.history.statistics import of_device
from tepui.server.pages import page
from tepui.server.people.asker import Asker
from tepui.server.refusals import Refused
from tepui.server.web import address
from tepui.server.web.address import get

TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


async def history(at: Asker) -> History:
    return await at.site.history.page(at.guest, clean(at.asked("game")[:64]), at.asked("before"))


async def delete(at: Asker) -> None:
    await at.site.history.delete(at.guest)


async def export(at: Asker) -> Response:
    form = at.asked("form") or "json"
    if form not in TYPES:
        raise Refused("unclear", N_("A history can be downloaded as json or csv."))
    name = f"tepui-{at.site.today()}.{form}"
    return address.file(at.site.history.export(at.guest, form), TYPES[form], name)


async def statistics(at: Asker) -> Statistics:
    return await of_device(at.rooms, at.site.reviews, at.guest, at.person or 1, at.language)


async def without_scripts(at: Asker) -> Response:
    """The same list as a page that needs no script."""
    found = await at.site.history.page(at.guest, "", at.asked("before"))
    games = [
        {**msgspec.structs.asdict(game), "day": f"{datetime.fromtimestamp(game.ended, UTC):%Y-%m-%d}"}
        for game in found.games
    ]
    return page(at, "history.html", games=games, next=found.next)


ROUTES = [
    get("/plain/history", without_scripts),
    get("/api/history", history),
    address.delete("/api/history", delete),
    get("/api/history/export", export, thread=1500),
    get("/api/statistics", statistics),
]
