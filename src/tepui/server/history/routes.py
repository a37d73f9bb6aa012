"""The addresses of a device's finished games: the list, the statistics, a file to keep, and deleting them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tepui.core.words import N_, clean
from tepui.server.history.messages import History
from tepui.server.history.statistics import statistics
from tepui.server.refusals import Refused
from tepui.server.web.address import File, delete, get

if TYPE_CHECKING:
    from tepui.server.people.asker import Asker

TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


def history(at: Asker) -> Callable[[], History]:
    return partial(at.site.history.page, at.guest, clean(at.asked("game")[:64]), at.asked("before"))


async def export(at: Asker) -> File:
    form = at.asked("form") or "json"
    if form not in TYPES:
        raise Refused("unclear", N_("A history can be downloaded as json or csv."))
    return File(at.site.history.export(at.guest, form), TYPES[form], f"tepui-{at.site.today()}.{form}")


ROUTES = [
    get("/api/history", history, slow="slow"),
    delete("/api/history", lambda at: at.site.history.delete(at.guest)),
    get("/api/history/export", export, thread=2000),
    get("/api/statistics", statistics),
]
