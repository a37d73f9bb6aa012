"""The admin page: plain HTML behind a token, in English. It shows how the server does and no game.

Every action is a form with a key of its own, from a page of this site, in a browser that has said the token within the
last half hour.
"""

import hmac
import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from tepui.core.refusal import Refusal
from tepui.core.words import clean
from tepui.server import pages
from tepui.server.admin import access, report, tables, work
from tepui.server.people.asker import Asker
from tepui.server.people.identity import tag_of
from tepui.server.refusals import Refused
from tepui.server.web import guard
from tepui.server.web.address import Fields, get, post

log = logging.getLogger("tepui.admin")
WHY = 200  # characters of the reason that those at a closed table read
Action = Callable[[Asker, Fields], Awaitable[str]]


def access_of(at: Asker) -> access.Access:
    found: access.Access = at.app.state.admin
    return found


def work_of(at: Asker) -> work.Work:
    found: work.Work = at.app.state.work
    return found


def is_admitted(at: Asker) -> bool:
    """Someone who has said the token; they are answered under any load."""
    return access_of(at).admits(guard.cookie_of(at, access.COOKIE))


def ask_token(refusal: str = "", status: int = 200) -> Response:
    return pages.rendered("admin_token.html", "en", status, refusal=refusal)


async def show(at: Asker) -> Response:
    if not is_admitted(at):
        return ask_token()
    return await shown(at, done=at.query_params.get("done", ""))


async def shown(at: Asker, refusal: str = "", status: int = 200, done: str = "") -> Response:
    site, asked = at.site, at.query_params
    start = int(asked["from"]) if asked.get("from", "").isdecimal() and len(asked["from"]) < 8 else 0
    phase, oldest = asked.get("phase", ""), asked.get("order") == "oldest"
    counts, rows, machine = await site.rooms.slow.run(
        lambda: (tables.counted(site.rooms), tables.listed(site.rooms, phase, oldest, start), report.machine(site))
    )
    return pages.rendered(
        "admin.html",
        "en",
        status,
        refusal=refusal,
        done=done,
        key=access_of(at).form_key(guard.cookie_of(at, access.COOKIE)),
        counts=counts,
        rows=rows,
        phase=phase if phase in tables.PHASES else "",
        oldest=oldest,
        start=start,
        step=tables.MOST,
        link=lambda **changed: (
            "/admin?" + urlencode({"phase": phase, "order": "oldest" if oldest else "newest", "from": 0, **changed})
        ),
        ago=lambda then: report.duration(site.rooms.time.time() - then),
        site=site,
        machine=machine,
        work=work_of(at),
        backups=work_of(at).backups(),
        folder=site.settings.data / work.BACKUPS,
        size=report.size,
        draining=await site.rooms.draining(),
        why=WHY,
    )


async def enter(at: Asker, fields: Fields) -> Response:
    """The token, in a form: it stands in no address, and in no log."""
    try:
        right = access_of(at).is_token(fields.get("token", "").strip()[:200])
    except access.BadToken as bad:
        return ask_token(str(bad), 503)
    if not right:
        log.warning("a wrong admin token was tried")
        return ask_token("This is not the token. `tepui admin-token` on the server prints it.", 403)
    response = RedirectResponse("/admin", 303)
    response.set_cookie(
        access.COOKIE,
        access_of(at).cookie(),
        max_age=access.LIFE,
        path="/admin",
        httponly=True,
        samesite="strict",
        secure=at.base.startswith("https"),
    )
    return response


async def leave(at: Asker, fields: Fields) -> Response:
    response = RedirectResponse("/admin", 303)
    response.delete_cookie(access.COOKIE, path="/admin")
    return response


def action(what: Action) -> Callable[[Asker, Fields], Awaitable[Response]]:
    """A form of the page: only from a page of ours, with the key of this browser's forms."""

    async def done(at: Asker, fields: Fields) -> Response:
        if not is_admitted(at):
            return ask_token("The half hour is over. Say the token again.", 403)
        key = access_of(at).form_key(guard.cookie_of(at, access.COOKIE))
        if not hmac.compare_digest(fields.get("key", "").encode(), key.encode()):
            return await shown(at, "This form is too old. Try again on this page.", 403)
        try:
            said = await what(at, fields)
        except Refusal as refusal:
            return await shown(at, refusal.sentence("en"), 409)
        return RedirectResponse(f"/admin?done={said}", 303)

    return done


async def close_table(at: Asker, fields: Fields) -> str:
    rooms = at.rooms
    id = await rooms.slow.run(lambda: tables.find(rooms, fields.get("table", "")))
    if id is None:
        raise Refused("absent", "There is no such table any more. Load the page again.")
    why = " ".join(clean(fields.get("why", "")).split())[:WHY]
    opens = fields.get("what") == "open"
    if not opens and "sure" not in fields:
        raise Refused("unclear", "Tick “I am sure”, then press again.")
    await rooms.at(id, "shut", None if opens else why)
    log.warning("a table was opened again" if opens else "a table was closed", extra={"room": tag_of(id)})
    return "opened" if opens else "closed"


async def drain(at: Asker, fields: Fields) -> str:
    on = fields.get("on") == "1"
    await at.rooms.drain(on)
    return "drain" if on else "undrain"


async def look(at: Asker, fields: Fields) -> str:
    work_of(at).start("The doctor is looking.", work_of(at).look)
    return "doctor"


async def backup(at: Asker, fields: Fields) -> str:
    work_of(at).start("A backup is being made.", work_of(at).backup)
    return "backup"


async def delete_backup(at: Asker, fields: Fields) -> str:
    if "sure" not in fields:
        raise Refused("unclear", "Tick “I am sure”, then press again.")
    work_of(at).delete(fields.get("name", ""))
    return "deleted"


ROUTES = [
    get("/admin", show),
    post("/admin/enter", enter, Fields, limit="admin"),
    post("/admin/leave", leave, Fields),
    post("/admin/table", action(close_table), Fields),
    post("/admin/drain", action(drain), Fields),
    post("/admin/doctor", action(look), Fields),
    post("/admin/backup", action(backup), Fields),
    post("/admin/delete", action(delete_backup), Fields),
]
