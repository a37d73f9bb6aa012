"""`tepui serve`: one process, one folder, one address; nothing else to install. Or several over one PostgreSQL."""

import argparse
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from tepui import _switch
from tepui.cli_args import Parser, at_least, more_than_nothing
from tepui.core import find
from tepui.core.refusal import Refusal
from tepui.server import logs
from tepui.server.app import FRONT, make_app, store_for
from tepui.server.backup import locked
from tepui.server.outside import SYSTEM_CHANCE, SYSTEM_TIME
from tepui.server.processes import inner, supervisor
from tepui.server.refusals import Refused
from tepui.server.room import clocks
from tepui.server.settings import BadFolder, Settings, data_folder, usable
from tepui.server.store.schema import TooNew
from tepui.server.web.connections import Connections
from tepui.server.web.http_protocol import BoundedHttp
from tepui.server.web.ws_protocol import BoundedWebSocket
from tepui.server.wire.messages import FRAME

PORT = 8000
TRIES = 20
CONNECTIONS = 200  # of one address, besides its open pages: browsers keep some for the next request
UNREAD_MILLISECONDS = 30_000  # after which the system itself closes a connection whose other end does not read
SAME = "database inner clock calls_anywhere bot_memory sockets_per_address".split()  # as they are asked for
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  what a host may ask for, and is told the meaning of


class PortTaken(Refusal):
    """No free port: choose another with --port."""


def clock(said: str) -> str:
    """A clock for the tables, as it may be written; anything else gets the sentence that says how."""
    try:
        clocks.parse(said)
    except Refused as refused:
        raise argparse.ArgumentTypeError(refused.sentence("en")) from None
    return said


def public(text: str) -> str:
    """The type of `--url`: an address that a browser opens."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"{text!r} is no address. Write it like https://play.example.org")
    return text.rstrip("/")


def network(text: str) -> str:
    """The type of `--proxy`: an address or a network."""
    try:
        return str(ip_network(text)) if "/" in text else str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no address. Write it like 10.0.0.5 or 10.0.0.0/24") from None


def parser() -> Parser:
    words = Parser("serve", "Serves tables for the browser, to you alone or to everyone who can reach this computer.")
    words.option("--host", "ADDRESS", "0.0.0.0 is for everyone who can reach this computer", "127.0.0.1")
    words.option("--port", "N", f"default {PORT}, or the next free one. 0 is any", type=int)
    words.add_storage()
    words.option("--processes", "N", "of the server, with --database only", 1, int)
    words.option("--inner", "ADDRESS", "at which processes on other machines reach this one", "127.0.0.1")
    words.add_argument("--inherit", default="", help=argparse.SUPPRESS)  # of --processes: its socket, its parent
    words.option("--url", "URL", "its address behind a proxy: https://play.example.org", type=public)
    words.add_argument(
        "--proxy",
        action="append",
        default=[],
        type=network,
        metavar="ADDRESS",
        help="a proxy on another machine, which says whom it forwards for (repeat)",
    )
    words.many("--game", "FILE", "a game of your own in one file")
    words.switch("--no-browser", "do not open a browser")
    words.option("--pace", "MS", "before a bot's move", 900, at_least(0))
    words.option(
        "--clock", "CLOCK", "of new tables: quick, relaxed, move, day, three_days, week, 10m+15s, 2m/move", "", clock
    )
    words.switch("--calls-anywhere", "webhooks may also go over http and into private networks, such as your own")
    words.option("--bot-seconds", "S", "how long a bot may think, a master five times that", 1.0, more_than_nothing)
    words.option("--jobs", "N", "processes for bots (default: cores less one)", type=at_least(1))
    words.switch("--no-reviews", "review a finished game only when someone asks, not for the statistics")
    words.add_memory("--bot-memory")
    words.option("--idle", "S", "seconds until an unused table leaves memory", 120, at_least(0, float))
    words.option("--sockets-per-address", "N", "open pages per address", 60, at_least(1))
    words.switch("--no-limits", "no rate limits. For load tests only")
    words.add_argument(
        "--log", choices=("info", "warning", "debug"), default="warning", help="how much is logged (default warning)"
    )
    return words


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: the port asked for, or the next free one."""
    first = PORT if port is None else port
    last = None
    for tried in range(first, first + (TRIES if port is None else 1)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named, because asyncio switches Nagle's delay (40 ms!) off only where it reads "TCP" here.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if sys.platform != "win32":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; what is accepted inherits it
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
            listening.bind((host, tried))
            listening.listen(1024)
            return listening
        except (OSError, OverflowError) as error:
            listening.close()
            last = error
    what = f"port {first} of {host}" if port is not None else f"any port from {first} to {first + TRIES - 1} of {host}"
    raise PortTaken(f"cannot listen on {what} ({last}). Choose another with --port")


def address(host: str, port: int) -> str:
    if host in EVERYWHERE:
        host = "127.0.0.1"
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def neighbours() -> str:
    """This computer's address in its own network, for the phones on the table; empty if it has none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way out there is
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def allow_files() -> None:
    """As many open connections as the system lets this process have; the usual 1,024 are few."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def uvicorn_config(
    app: Any, connections_per_address: int | None = None, proxies: tuple[str, ...] = ()
) -> uvicorn.Config:
    counted = Connections(connections_per_address, proxies)
    return uvicorn.Config(
        app,
        http=partial(BoundedHttp, counted),  # type: ignore[arg-type]
        ws=partial(BoundedWebSocket, counted),  # type: ignore[arg-type]
        forwarded_allow_ips=["127.0.0.1", "::1", *proxies],
        ws_max_size=FRAME,
        ws_per_message_deflate=False,  # a view would cost more to press than to send
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=75,  # sooner, an idle connection may be closed under a browser's next request
        timeout_graceful_shutdown=5,
    )


def command(words: list[str]) -> int:
    said = parser().parse_args(words)
    supervisor.check(said.processes, said.database, said.inner)
    for file in said.game:
        find.add(file)
    os.umask(0o077)  # whatever is written from here on is for its owner only
    asked: dict[str, Any] = {name: getattr(said, name) for name in SAME}
    settings = Settings(
        data=(said.data or data_folder()) if said.database else usable(said.data or data_folder()),
        url=said.url or "",
        proxies=tuple(said.proxy),
        pace=min(10_000, said.pace),
        idle=max(1.0, said.idle),
        seconds=max(0.05, said.bot_seconds),
        workers=said.jobs,
        reviews=not said.no_reviews,
        limited=not said.no_limits,
        **asked,
    )
    logs.begin(said.log)
    if said.inherit:
        return take_part(said, settings)
    if said.processes > 1:
        return supervise(said, settings, words)
    if said.database:
        return run(said, settings)
    with locked(settings.data):
        return run(said, settings)


def missing() -> Iterator[str]:
    """What this installation does without, and how to get it."""
    if not FRONT.exists():
        yield "browsers get the plain page: no Node was there at the installation. Install Node 20, then Tepui again"
    if _switch.why:
        yield f"the rules run interpreted, the same game but slower: {_switch.why}. `tepui doctor --machine` says more"


def supervise(said: argparse.Namespace, settings: Settings, words: list[str]) -> int:
    """The parent of several processes: what is wrong with the database is said once, before any of them begins."""
    with sentences(settings):
        store_for(settings, SYSTEM_TIME, SYSTEM_CHANCE).close()
    inner.listen(settings.inner)[0].close()
    listening = listen(said.host, said.port)
    greet(said, settings, listening.getsockname()[1], 2.0)
    each = ["--jobs", str(max(1, ((os.cpu_count() or 2) - 1) // said.processes))] if said.jobs is None else []
    supervisor.run(said.processes, [*words, *each, "--processes", "1"], listening)
    print("tepui: closed. Every move is saved")
    return 0


def take_part(said: argparse.Namespace, settings: Settings) -> int:
    """One of several: it has its parent's socket, and says nothing."""
    allow_files()
    listening, lifeline = map(int, said.inherit.split(","))
    with sentences(settings):
        app = make_app(settings)
    supervisor.end_with_parent(lifeline)
    serve(settings, app, socket.socket(fileno=listening))
    return 0


@contextmanager
def sentences(settings: Settings) -> Iterator[None]:
    """What is wrong with the data, in one."""
    try:
        yield
    except TooNew:
        where = "database with --database" if settings.database else "folder with --data"
        raise BadFolder(f"this data was written by a newer Tepui. Update Tepui, or use another {where}") from None
    except (SQLAlchemyError, OSError) as error:
        where = "the database" if settings.database else str(settings.data)
        raise BadFolder(f"cannot open the rooms in {where} ({error}). `tepui doctor` says more") from None


def greet(said: argparse.Namespace, settings: Settings, port: int, wait: float) -> None:
    """`wait`: seconds until a browser can open the page."""
    if said.port is None and port != PORT:
        print(f"tepui: port {PORT} is taken, so this is port {port}")
    print(f"tepui: open {settings.url or address(said.host, port)}  (Ctrl-C ends. Games go on at the next start)")
    if said.host in EVERYWHERE:
        print(f"tepui: everyone who can reach this computer can play: http://{neighbours() or 'ITS-ADDRESS'}:{port}")
    for lacking in missing():
        print(f"tepui: {lacking}")
    sys.stdout.flush()
    if not said.no_browser:
        threading.Timer(wait, webbrowser.open, [address(said.host, port)]).start()


def run(said: argparse.Namespace, settings: Settings) -> int:
    allow_files()
    listening = listen(said.host, said.port)
    port = listening.getsockname()[1]
    with sentences(settings):
        app = make_app(settings)
    greet(said, settings, port, 0.7)
    logging.getLogger("tepui").info("started", extra={"port": port})
    serve(settings, app, listening)
    print("tepui: closed. Every move is saved")
    return 0


def serve(settings: Settings, app: Any, listening: socket.socket) -> None:
    """Until it is ended."""
    per_address = settings.sockets_per_address + CONNECTIONS if settings.limited else None
    server = uvicorn.Server(uvicorn_config(app, per_address, settings.proxies))
    for goodbye in (signal.SIGINT, signal.SIGTERM):  # also while it begins, before uvicorn hears them
        signal.signal(goodbye, lambda *_: setattr(server, "should_exit", True))
    for _ in find.games():  # loaded now, not while the first guest waits and everyone else with them
        pass
    gc.collect()
    gc.freeze()  # what is here now stays: it need not be looked through again and again
    gc.set_threshold(100_000, 10, 20)  # a view makes many short-lived things, and hardly a ring of them
    server.run(sockets=[listening])
