"""The addresses of daily tables and evenings: what a day or a round promises, who has played, and how it stands."""

from collections.abc import Callable

from tepui.server.duplicate.messages import DailyTable, Evening, EveningAct, NewEvening
from tepui.server.people.asker import Asker
from tepui.server.rooms.messages import RoomLink
from tepui.server.web import qr as qr_code
from tepui.server.web.address import File, get, post


async def daily(at: Asker) -> Callable[[], DailyTable]:
    return await at.site.shared.daily.table_of(at.guest, at.path_params["game"], at.path_params.get("date", ""))


async def sit(at: Asker) -> RoomLink:
    """Sit down at today's table, or go on there."""
    room = await at.site.shared.daily.sit(at.guest, at.path_params["game"])
    return RoomLink(room=room.id, code=room.code, link=f"{at.base}/t/{room.id}")


async def open_evening(at: Asker, new: NewEvening) -> RoomLink:
    code = await at.site.shared.evenings.open(at.guest, new)
    return RoomLink(room="", code=code, link=f"{at.base}/evening/{code}")


async def evening(at: Asker) -> Callable[[], Evening]:
    """How it stands."""
    return await at.site.shared.evenings.page_of(at.path_params["code"], at.guest, at.base)


async def act(at: Asker, asked: EveningAct) -> Callable[[], Evening]:
    """What someone does there, and how it stands then. A round is as many new tables as it has."""
    await at.site.shared.evenings.act(
        at.path_params["code"], at.guest, asked, lambda tables: at.check("room", takes=tables)
    )
    return await evening(at)


async def qr(at: Asker) -> File:
    code, _, _ = await at.site.shared.evenings.state(at.path_params["code"], at.guest)
    return qr_code.file(f"{at.base}/evening/{code}")


ROUTES = [
    get("/api/daily", lambda at: at.site.shared.daily.days(at.guest), slow="slow"),
    get("/api/daily/{game}", daily, slow="slow"),
    post("/api/daily/{game}", sit, limit="room", status=201),
    get("/api/daily/{game}/{date}", daily, slow="slow"),
    post("/api/evenings", open_evening, NewEvening, limit="room", status=201),
    get("/api/evenings/{code}", evening, guesses="join", slow="slow"),
    post("/api/evenings/{code}", act, EveningAct, guesses="join", slow="slow"),
    get("/evening/{code}/qr.svg", qr, guesses="join"),
]
