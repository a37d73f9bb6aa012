"""The admin page: plain HTML behind a token, in English. It shows how the server does and no game.

Every action is a form with a key of its own, from a page of this site, in a browser that has said the token within the
last half hour.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Awaitable, Callable
from time import time
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tepui.core.refusal import Refusal
from tepui.core.words import clean
from tepui.server.admin import access, report, tables, work
from tepui.server.http import http_guard, plain
from tepui.server.http.site import site_of
from tepui.server.refusals import Refused, words
from tepui.server.rooms import departures
from tepui.server.settings import Settings

log = logging.getLogger("tepui.admin")
WHY = 200  # characters that those at a closed table are told
DONE = {
    "closed": "The table is closed; those who sat there have been told.",
    "opened": "The table is open again; those who sat there can go on with its link.",
    "drain": "No new tables are taken, and all pages have been told. It ends when you say so, or at the next start.",
    "undrain": "New tables are taken again.",
    "backup": "A backup is being made; load this page again in a moment.",
    "deleted": "The backup is deleted.",
    "doctor": "The doctor is looking; load this page again in a moment.",
}
Action = Callable[[Request, dict[str, str]], Awaitable[str]]


class Admin:
    def __init__(self, settings: Settings) -> None:
        self.access = access.Access(settings.data)
        self.work = work.Work(settings.data, settings.database)


def admin_of(request: Request) -> Admin:
    found: Admin = request.app.state.admin
    return found


def is_for(request: Request) -> bool:
    """Somebody who has said the token is answered under any load."""
    return request.scope["path"].startswith("/admin") and is_admitted(request)


def is_admitted(request: Request) -> bool:
    return admin_of(request).access.admits(request.cookies.get(access.COOKIE))


def render(template: str, status: int = 200, **things: Any) -> Response:
    return HTMLResponse(plain.PAGES.get_template(template).render(_=words("en"), **things), status)


def ask_token(refusal: str = "", status: int = 200) -> Response:
    return render("admin_token.html", status, refusal=refusal)


async def show(request: Request) -> Response:
    if not is_admitted(request):
        return ask_token()
    return await shown(request, done=DONE.get(request.query_params.get("done", ""), ""))


async def shown(request: Request, refusal: str = "", status: int = 200, done: str = "") -> Response:
    site, admin = site_of(request), admin_of(request)
    asked = request.query_params
    start = int(asked["from"]) if asked.get("from", "").isdecimal() and len(asked["from"]) < 8 else 0
    phase, oldest = asked.get("phase", ""), asked.get("order") == "oldest"
    counts, rows, machine = await site.rooms.slow.run(
        lambda: (tables.counted(site.rooms), tables.listed(site.rooms, phase, oldest, start), report.machine(site))
    )
    return render(
        "admin.html",
        status,
        refusal=refusal,
        done=done,
        key=admin.access.form_key(request.cookies[access.COOKIE]),
        counts=counts,
        rows=rows,
        phase=phase if phase in tables.PHASES else "",
        oldest=oldest,
        start=start,
        step=tables.MOST,
        link=lambda **changed: (
            "/admin?" + urlencode({"phase": phase, "order": "oldest" if oldest else "newest", "from": 0, **changed})
        ),
        now=int(time()),
        ago=lambda then: report.duration(time() - then),
        load=report.load(site, request.app.state.sockets),
        bots=report.bots(site),
        machine=machine,
        work=admin.work,
        backups=admin.work.backups(),
        folder=site.settings.data / work.BACKUPS,
        size=report.size,
        draining=await site.rooms.draining(),
        why=WHY,
    )


async def enter(request: Request) -> Response:
    """The token, in a form: it stands in no address, and in no log."""
    site, admin = site_of(request), admin_of(request)
    fields = await plain.form(request)
    site.rates.check("admin", http_guard.address_of(request))
    try:
        right = admin.access.is_token(fields.get("token", "").strip()[:200])
    except access.BadToken as bad:
        return ask_token(str(bad), 503)
    if not right:
        log.warning("a wrong admin token was tried")
        return ask_token("This is not the token; `tepui admin-token` on the server prints it.", 403)
    response = RedirectResponse("/admin", 303)
    secure = site.base(request).startswith("https")
    response.set_cookie(
        access.COOKIE,
        admin.access.cookie(),
        max_age=access.LIFE,
        path="/admin",
        httponly=True,
        samesite="strict",
        secure=secure,
    )
    return response


async def leave(request: Request) -> Response:
    await plain.form(request)
    response = RedirectResponse("/admin", 303)
    response.delete_cookie(access.COOKIE, path="/admin")
    return response


def action(what: Action) -> Callable[[Request], Awaitable[Response]]:
    """A form of the page: only from a page of ours, with the key of this browser's forms."""

    async def done(request: Request) -> Response:
        fields = await plain.form(request)
        if not is_admitted(request):
            return ask_token("The half hour is over; say the token again.", 403)
        key = admin_of(request).access.form_key(request.cookies[access.COOKIE])
        if not hmac.compare_digest(fields.get("key", "").encode(), key.encode()):
            return await shown(request, "This form is too old; try again on this page.", 403)
        try:
            said = await what(request, fields)
        except Refusal as refusal:
            return await shown(request, refusal.sentence("en"), 409)
        return RedirectResponse(f"/admin?done={said}", 303)

    return done


async def close_table(request: Request, fields: dict[str, str]) -> str:
    rooms = site_of(request).rooms
    id = await rooms.slow.run(lambda: tables.find(rooms, fields.get("table", "")))
    if id is None:
        raise Refused("absent", "There is no such table any more; load the page again.")
    why = " ".join(clean(fields.get("why", "")).split())[:WHY]
    opens = fields.get("what") == "open"
    if not opens and "sure" not in fields:
        raise Refused("unclear", "Tick “I am sure”, then press again.")
    room = await rooms.room(id)
    await departures.shut(room, None if opens else why)
    log.warning("a table was opened again" if opens else "a table was closed", extra={"room": room.tag})
    return "opened" if opens else "closed"


async def drain(request: Request, fields: dict[str, str]) -> str:
    on = fields.get("on") == "1"
    await site_of(request).rooms.drain(on)
    return "drain" if on else "undrain"


async def look(request: Request, fields: dict[str, str]) -> str:
    work = admin_of(request).work
    work.start("The doctor is looking.", work.look)
    return "doctor"


async def backup(request: Request, fields: dict[str, str]) -> str:
    work = admin_of(request).work
    work.start("A backup is being made.", work.backup)
    return "backup"


async def delete_backup(request: Request, fields: dict[str, str]) -> str:
    if "sure" not in fields:
        raise Refused("unclear", "Tick “I am sure”, then press again.")
    admin_of(request).work.delete(fields.get("name", ""))
    return "deleted"


async def metrics(request: Request) -> Response:
    """The same as /metrics, which answers this machine only."""
    if not is_admitted(request):
        return ask_token()
    return PlainTextResponse(site_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES = [
    Route("/admin", show),
    Route("/admin/metrics", metrics),
    Route("/admin/enter", enter, methods=["POST"]),
    Route("/admin/leave", leave, methods=["POST"]),
    Route("/admin/table", action(close_table), methods=["POST"]),
    Route("/admin/drain", action(drain), methods=["POST"]),
    Route("/admin/doctor", action(look), methods=["POST"]),
    Route("/admin/backup", action(backup), methods=["POST"]),
    Route("/admin/delete", action(delete_backup), methods=["POST"]),
]
