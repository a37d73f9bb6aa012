"""Every address of the server, and what happens when one of them fails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.admin.access import BadToken, token_of
from tepui.server.http import (
    admin,
    api,
    boards,
    bots,
    companion,
    devices,
    guests,
    history,
    http_guard,
    plain,
    push,
    puzzles,
    together,
)
from tepui.server.http.files import Files
from tepui.server.http.site import Site, site_of
from tepui.server.load import Load
from tepui.server.metrics import Metrics
from tepui.server.refusals import STATUS, Refused
from tepui.server.rooms import departures, seating
from tepui.server.rooms.bot_pool import BotPool
from tepui.server.rooms.handlers import sentence
from tepui.server.rooms.rooms import Rooms
from tepui.server.settings import Settings
from tepui.server.storage.key import key_of
from tepui.server.storage.store import Store
from tepui.server.uptime import Time
from tepui.server.wire import messages
from tepui.server.wire.sockets import Sockets

log = logging.getLogger("tepui.app")
STATIC = Path(__file__).parent.parent / "static"
FRONT = STATIC / "index.html"
# Answered under any load, and nobody asks who wants them: the host's, and the files without which a page that has
# just been answered would stay empty.
UNASKED = ("/healthz", "/metrics", "/assets/")
FILES = Files(directory=STATIC, check_dir=False)


class Answering:
    """Counts, limits, gives newcomers their cookie, and turns refusals into sentences."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        site: Site = scope["app"].state.site
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                site.metrics.requests.labels(message["status"]).inc()
                person = scope.get("tepui", {})
                if person.get("new") and person.get("asked") and message["status"] < 400:
                    dressed = Response()
                    cookie = site.rooms.signatures.cookie(person["who"])
                    http_guard.set_cookie(dressed, cookie, site.base(request).startswith("https"))
                    cookies = [pair for pair in dressed.raw_headers if pair[0] == b"set-cookie"]
                    message["headers"] = [*message.get("headers", []), *cookies]
            await send(message)

        site.load.requests += 1
        try:
            if not scope["path"].startswith(UNASKED) and not admin.is_for(request):
                site.load.check()
            site.rates.check("bot" if bots.is_for(scope["path"]) else "page", http_guard.address_of(request))
            if site.rooms.store.shared and not scope["path"].startswith(UNASKED):
                await site.recognise(request)
            await self.app(scope, receive, sent)
        except Refusal as refusal:
            if begun:
                raise
            await refused(request, refusal)(scope, receive, sent)
        except ClientDisconnect:
            pass  # it has left in the middle of its request: nobody waits for an answer
        except Exception:
            site.metrics.errors.inc()
            log.exception("a request failed", extra={"path": scope["route"].path if "route" in scope else "?"})
            if begun:
                raise
            no = Refused("trouble", N_("Something went wrong on the server; try again."))
            await refused(request, no)(scope, receive, sent)
        finally:
            site.load.requests -= 1


def refused(request: Request, refusal: Exception) -> Response:
    language = http_guard.language_of(request)
    if isinstance(refusal, HTTPException):
        status = refusal.status_code
        told = Refused("absent", N_("There is nothing at this address; go back to the first page.")).sentence(language)
    elif isinstance(refusal, Refused):
        status, told = STATUS[refusal.why], refusal.sentence(language)
    else:
        status, told = 400, sentence(refusal, language) if isinstance(refusal, Refusal) else ""
    if request.scope["path"].startswith("/api/"):
        return api.answer(messages.Trouble(sentence=told), status)
    return plain.trouble(request, told, status)


async def missing(request: Request, exception: Exception) -> Response:
    return refused(request, exception)


async def health(request: Request) -> Response:
    """Can it still read what it has written?"""
    try:
        await anyio.to_thread.run_sync(site_of(request).rooms.store.check)
    except Refused as no:
        return PlainTextResponse(no.sentence(http_guard.language_of(request)) + "\n", STATUS[no.why])
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    site = site_of(request)
    if not site.settings.metrics_for_all and http_guard.address_of(request) not in ("127.0.0.1", "::1", "testclient"):
        raise Refused("forbidden", N_("Only the machine of this server may read its metrics."))
    return PlainTextResponse(site.metrics.text(), media_type="text/plain; version=0.0.4")


async def front(request: Request) -> Response:
    """The front end if it is built, else the plain pages; both know the same addresses."""
    site = site_of(request)
    with contextlib.suppress(Refused):  # a disk that cannot be read: the page is there all the same, and says so
        site.guest(request)
    if FRONT.exists():
        return FILES.file_response(FRONT, FRONT.stat(), request.scope)
    path = request.scope["path"]
    return RedirectResponse("/plain" + (path if path.startswith("/t/") else "/"), 303)


async def device(request: Request) -> Response:
    """A private link: asks first, because a messenger's preview opens links too; then moves the seat."""
    site = site_of(request)
    room_id, seat, number = site.rooms.signatures.seat(request.path_params["token"])
    room = await site.rooms.room(room_id)
    seating.require_welcome(room.state, site.guest(request))
    if request.method == "GET":
        site.guest(request)
        return plain.ask_device(request, room, seat)
    http_guard.require_same_origin(request, site.settings.url)
    await departures.move_seat(room, seat, number, site.guest(request))
    return RedirectResponse(f"/t/{room_id}", 303)


def make_app(settings: Settings, time: Time | None = None) -> Starlette:
    """The whole server over one data folder, or one of the processes over one database."""
    store = store_for(settings)
    try:
        signatures = guests.Signatures(key_of(settings.data, store))
    except BaseException:
        store.close()
        raise
    bot_pool = BotPool(settings.workers, settings.seconds, memory=settings.bot_memory)
    rooms = Rooms(settings, store, signatures, bot_pool, time)
    watch = Metrics()
    load = Load(settings.limited, lambda: store.waiting)
    site = Site(settings, rooms, http_guard.Rates(settings.limited), watch, load)
    sockets = Sockets(rooms, site.rates, watch, load)
    watch.watch(rooms, sockets)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        await rooms.elsewhere.beat()
        if await rooms.draining() and await store.read(store.alone):  # that was before this start
            await rooms.drain(False)
        store.listen(rooms.elsewhere.heard, rooms.elsewhere.again)
        work = (
            rooms.sweep_for_ever(),
            rooms.deadlines.run(),
            rooms.elsewhere.beat_for_ever(),
            rooms.history.fill(),
            rooms.review_queue.run(),
            rooms.shared.run(),
        )
        running = [loop.create_task(one) for one in work]
        rooms.calls.key()  # made at the first start
        with contextlib.suppress(BadToken):  # the admin page says so; nobody else needs it
            token_of(settings.data)  # the same
        load.start()
        try:
            yield
        finally:
            load.stop()
            for task in running:
                task.cancel()
            app.state.admin.work.close()
            await rooms.close()

    routes = [
        *api.ROUTES,
        *companion.ROUTES,
        *puzzles.ROUTES,
        *boards.ROUTES,
        *bots.ROUTES,
        *push.ROUTES,
        *together.ROUTES,
        *history.ROUTES,
        *devices.ROUTES,
        *plain.ROUTES,
        *admin.ROUTES,
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/d/{token}", device, methods=["GET", "POST"]),
        Route("/", front),
        Route("/history", front),
        Route("/statistics", front),
        Route("/sheet/{game}", front),
        Route("/print/{game}", front),
        Route("/learn/{game}", front),
        Route("/daily/{game}", front),
        Route("/daily/{game}/{date}", front),
        Route("/evening/{code}", front),
        Route("/companion/{game}", front),
        Route("/puzzle/{game}", front),
        Route("/puzzle/{game}/{date}", front),
        Route("/t/{room}", front),
        Route("/t/{room}/{rest:path}", front),
        WebSocketRoute("/api/rooms/{room}/socket", Raw(sockets)),
    ]
    if (STATIC / "assets").is_dir():
        routes.append(Mount("/", FILES))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(http_guard.Headers), Middleware(Answering)],
        exception_handlers={HTTPException: missing},
        lifespan=lifespan,
    )
    app.state.site = site
    app.state.sockets = sockets
    app.state.admin = admin.Admin(settings)
    return app


def store_for(settings: Settings) -> Store:
    if not settings.database:
        return Store(settings.data)
    from tepui.server.storage.postgres import PostgresStore  # its driver is an extra

    return PostgresStore(settings.database)


class Raw:
    """A socket route that gets ASGI itself."""

    def __init__(self, sockets: Sockets) -> None:
        self.sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.sockets.serve(scope, receive, send)
