"""Every address of the server, and what happens when one of them fails."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server import boards, games, pages, plain, pocket
from tepui.server.admin import pages as admin
from tepui.server.admin.access import Access, BadToken, token_of
from tepui.server.admin.work import Work
from tepui.server.bots.pool import BotPool
from tepui.server.calls import routes as push
from tepui.server.calls.calls import Calls
from tepui.server.coach import routes as coach
from tepui.server.coach.tries import PuzzleTries
from tepui.server.duplicate import routes as together
from tepui.server.duplicate.series import SharedChance
from tepui.server.history import routes as history
from tepui.server.history.history import PersonHistory
from tepui.server.load import Load
from tepui.server.metrics import Metrics
from tepui.server.outside import SYSTEM_CHANCE, SYSTEM_TIME, Chance, Time
from tepui.server.people import routes as devices
from tepui.server.people.asker import Asker
from tepui.server.people.devices import PersonDevices
from tepui.server.people.signatures import Signatures
from tepui.server.processes.inner import INNER, Client, Listening, listen
from tepui.server.refusals import STATUS, Refused, sentence
from tepui.server.reviews import routes as reviews
from tepui.server.reviews.queue import ReviewQueue
from tepui.server.room import commands, seats
from tepui.server.room.room import Room
from tepui.server.rooms import network_bots as bots
from tepui.server.rooms import routes as api
from tepui.server.rooms.rooms import Rooms
from tepui.server.rooms.sockets import Sockets
from tepui.server.settings import Settings
from tepui.server.site import Site
from tepui.server.store.contract import OtherOwner
from tepui.server.store.key import key_of
from tepui.server.store.store import Store
from tepui.server.threads import ASKING, Threads
from tepui.server.web import guard
from tepui.server.web.address import Address, Fields, get, is_for_bots, post
from tepui.server.web.files import HASHED, Files
from tepui.server.web.route import Answered, answer
from tepui.server.wire import messages

log = logging.getLogger("tepui.app")
STATIC = Path(__file__).parent / "static"
FRONT = STATIC / "index.html"
# Answered under any load, and nobody asks who wants them: the host's, and the files without which a page that has
# just been answered would stay empty.
ASSETS = f"/{HASHED}/"  # not counted either: each browser asks for each of them once
UNASKED = ("/healthz", "/metrics", ASSETS)
FILES = Files(directory=STATIC, check_dir=False)
PAGES = """/ /today /box /you /history /statistics /game/{game} /sheet/{game} /print/{game} /learn/{game}
/companion/{game} /daily/{game} /daily/{game}/{date} /puzzle/{game} /puzzle/{game}/{date} /evening/{code}
/t/{room} /t/{room}/{rest:path}""".split()  # of the front end, which looks at the address itself


class Answering:
    """Counts, limits, gives newcomers their cookie, and turns refusals into sentences."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.saw_proxy = False

    def notice_proxy(self, connection: HTTPConnection) -> None:
        """Once: someone forwards for others, and is not trusted, so that all of them count as one address."""
        forwarded = connection.headers.get("x-forwarded-for", "")
        address = guard.address_of(connection)
        if forwarded and not self.saw_proxy and address not in forwarded:
            self.saw_proxy = True
            log.warning("%s forwards for others, who all count as one. Trust it with --proxy %s", address, address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Asker(scope, receive)
        site: Site = scope["app"].state.site
        ASKING.set(request.network)
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                site.metrics.requests[message["status"]] += 1
                if message["status"] < 400:
                    message["headers"] = [*message.get("headers", []), *request.new_cookie()]
            await send(message)

        site.load.requests += 1
        try:
            guard.require_own_name(request, site.settings.url)
            self.notice_proxy(request)
            known = scope["path"].startswith("/admin") and admin.is_admitted(request)
            if not known and not scope["path"].startswith(UNASKED):
                site.load.check()
            if INNER not in scope and not scope["path"].startswith(ASSETS):
                site.rates.check("bot" if is_for_bots(scope["path"]) else "page", guard.address_of(request))
            if site.rooms.store.shared and not scope["path"].startswith(UNASKED):
                await self._answer_or_hand_on(site, request, sent)
            else:
                await self.app(scope, receive, sent)
        except Refusal as refusal:
            if begun or (isinstance(refusal, OtherOwner) and INNER in scope):  # whoever has handed it on looks again
                raise
            await (await refused(request, refusal))(scope, receive, sent)
        except ClientDisconnect:
            pass  # it has left in the middle of its request: nobody waits for an answer
        except Exception:
            site.metrics.errors += 1
            log.exception("a request failed", extra={"path": scope["route"].path if "route" in scope else "?"})
            if begun:
                raise
            no = Refused("trouble", N_("Something went wrong on the server. Try again."))
            await (await refused(request, no))(scope, receive, sent)
        finally:
            site.load.requests -= 1

    async def _answer_or_hand_on(self, site: Site, request: Request, send: Send) -> None:
        """By this process, or by the one that has the room of this request."""
        scope, client = request.scope, Client(request.receive, send)
        while True:
            try:
                return await self.app(scope, client.receive, send)
            except OtherOwner as owner:
                scope.pop("tepui", None)  # that process says who it is, and gives a newcomer the cookie
                client.repeat()
                if await site.rooms.inner.hand_on(owner, scope, client.receive, send):
                    return None
                client.repeat()


async def refused(request: Request, refusal: Exception) -> Response:
    language = guard.language_of(request)
    if isinstance(refusal, HTTPException):
        status = refusal.status_code
        text = Refused("absent", N_("There is nothing at this address. Go back to the first page.")).sentence(language)
    elif isinstance(refusal, Refused):
        status, text = STATUS[refusal.why], refusal.sentence(language)
    else:
        status, text = 400, sentence(refusal, language) if isinstance(refusal, Refusal) else ""
    if request.scope["path"].startswith("/api/"):
        return answer(messages.Trouble(sentence=text), status)
    return pages.rendered("trouble.html", language, status, refusal=text, back=request.scope["path"])


async def health(at: Asker) -> Response:
    """Can it still read what it has written?"""
    try:
        await anyio.to_thread.run_sync(at.rooms.store.check)
    except Refused as no:
        return PlainTextResponse(no.sentence(at.language) + "\n", STATUS[no.why])
    return PlainTextResponse("ok\n")


async def metrics(at: Asker) -> Response:
    if guard.address_of(at) not in ("127.0.0.1", "::1"):
        raise Refused("forbidden", N_("Only the machine of this server may read its metrics."))
    return PlainTextResponse(at.site.metrics.text(), media_type="text/plain; version=0.0.4")


async def front(at: Asker) -> Response:
    """The front end if it is built, else the plain pages; both know the same addresses."""
    with contextlib.suppress(Refused):  # a disk that cannot be read: the page is there all the same, and says so
        _ = at.guest
    if FRONT.exists():
        return FILES.file_response(FRONT, FRONT.stat(), at.scope)
    path = at.scope["path"]
    return RedirectResponse("/plain" + (path if path.startswith("/t/") else "/"), 303)


async def device(at: Asker) -> Response:
    """A private link: asks first, because a messenger's preview opens links too; then moves the seat."""
    room, seat, _ = await linked(at)
    name = "".join(room.state.names[seat : seat + 1])
    return pages.page(at, "device.html", title=room.game.title, name=name)


async def move_here(at: Asker, fields: Fields) -> Response:
    room, seat, number = await linked(at)
    await room.do(commands.move_seat, seat, number, at.guest)
    return RedirectResponse(f"/t/{room.id}", 303)


async def linked(at: Asker) -> tuple[Room, int, int]:
    room_id, seat, number = at.rooms.signatures.seat(at.path_params["token"])
    room = await at.rooms.room(room_id)
    seats.require_welcome(room.state, at.guest)
    return room, seat, number


def make_app(
    settings: Settings,
    time: Time = SYSTEM_TIME,
    chance: Chance = SYSTEM_CHANCE,
    store: Store | None = None,
    pool: type[BotPool] = BotPool,
    threads: type[Threads] = Threads,
    listening: Listening = listen,
) -> Starlette:
    """The whole server over one data folder, or one of the processes over one database."""
    store = store or store_for(settings, time, chance)
    try:
        signatures = Signatures(key_of(settings.data, store, chance))
        bot_pool = pool(settings.workers, settings.seconds, memory=settings.bot_memory)
        rooms = Rooms(settings, store, signatures, bot_pool, time, chance, threads)
        site = site_over(rooms, threads)
        if store.shared:
            rooms.inner.open(settings.inner, listening)
    except BaseException:
        store.close()
        raise
    load = site.load
    sockets = site.metrics.sockets = Sockets(site)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        await rooms.inner.listen(app)
        await rooms.neighbours.beat()
        if await rooms.draining() and not await store.read(store.peers):  # that was before this start
            await rooms.drain(False)
        work = (
            rooms.sweep_for_ever(),
            rooms.deadlines.run(),
            rooms.neighbours.beat_for_ever(),
            site.reviews.run(),
            site.shared.run(),
        )
        running = [loop.create_task(one) for one in work]
        site.calls.key()  # made at the first start
        with contextlib.suppress(BadToken):  # the admin page says so; nobody else needs it
            token_of(settings.data, chance)  # the same
        load.start()
        try:
            yield
        finally:
            load.stop()
            for task in running:
                task.cancel()
            site.coach.close()
            site.calls.close()
            await site.reviews.close()
            await rooms.close()

    features = (games, api, reviews, coach, boards, bots, push, together, history, devices, plain, pocket, admin)
    declared: list[Address] = [
        *(one for feature in features for one in feature.ROUTES),
        get("/healthz", health),
        get("/metrics", metrics),
        get("/d/{token}", device),
        post("/d/{token}", move_here, Fields),
        *(get(path, front) for path in PAGES),
    ]
    routes: list[BaseRoute] = [Answered(one) for one in declared]
    routes.append(WebSocketRoute("/api/rooms/{room}/socket", sockets))
    if (STATIC / "assets").is_dir():
        routes.append(Mount("/", FILES))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(guard.Headers), Middleware(Answering)],
        exception_handlers={HTTPException: refused},
        lifespan=lifespan,
    )
    app.state.site = site
    app.state.asker = Asker
    app.state.sockets = sockets
    app.state.admin = Access(settings.data, time, chance)
    app.state.work = Work(settings.data, time, settings.database)
    return app


def site_over(rooms: Rooms, threads: type[Threads]) -> Site:
    """The features, each listening to what it wants to know of the rooms, and knowing nothing of the others."""
    settings, time = rooms.settings, rooms.time
    site = Site(
        settings,
        rooms,
        devices=PersonDevices(rooms),
        calls=Calls(rooms, threads),
        shared=SharedChance(rooms),
        reviews=ReviewQueue(rooms),
        history=PersonHistory(rooms),
        tries=PuzzleTries(rooms.store),
        rates=guard.Rates(settings.limited, time.monotonic),
        metrics=Metrics(rooms),
        load=Load(settings.limited, lambda: rooms.store.writer.waiting, time.monotonic),
        today=lambda: datetime.fromtimestamp(time.time(), UTC).date(),
        coach=threads("coach", size=1, seconds=20, queue=40),
    )
    events, errands, calls = rooms.events, rooms.errands, site.calls
    events.opened += [calls.opened]
    events.moved += [calls.moved]
    events.over += [lambda room: site.reviews.add([room.id]), site.shared.over]
    events.forgets += [site.shared.forget]
    events.forgotten += [calls.devices.discard]
    errands.at_a_table["review"] = site.reviews.review
    errands.in_a_process |= {"removed": site.devices.close_pages, "subscribed": calls.devices.add}
    rooms.neighbours.looks += [calls.read_devices, site.devices.close_removed]
    rooms.lobby.others += [site.shared.evenings.path_of]
    return site


def store_for(settings: Settings, time: Time, chance: Chance) -> Store:
    if not settings.database:
        return Store(settings.data, time)
    from tepui.server.store.postgres import PostgresStore  # its driver is an extra

    return PostgresStore(settings.database, time, chance)
