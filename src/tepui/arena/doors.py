"""Doors for bots that come over the network: a port of this machine, a token for each, and the conversation with it.

`join:kim` in a match opens a door; `tepui join`, or any program that speaks as `docs/network-bots.md` says, comes in
with the token. It is asked one question at a time, as at a server's table, and has the time of everyone in the arena.
"""

import json
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from random import Random

import msgspec

from tepui.bots import network
from tepui.bots.lines import SeatLines
from tepui.bots.network import BotLine, Said, TokenInUse
from tepui.bots.process import GRACE, LATE
from tepui.core.refusal import BotFailed, Refusal
from tepui.core.view import View

COMING = 600.0  # seconds in which all of them must have come
LONGEST = 1_000_000  # bytes of an answer
OVER = b'{"over":{"scores":[],"places":[]}}'


class Joined:
    """A bot that comes in by its door; it is the same one at every seat and in every game of the match."""

    keeps_time = True

    def __init__(self) -> None:
        self.line = BotLine()
        self.token = network.new_token()
        self.came = threading.Event()
        self.over = False
        self.first = 0.0  # seconds more for its next question, which is the first of a game
        self._numbers = count(1)
        self._lines: SeatLines | None = None

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        if self._lines is None or not self._lines.goes_on(view):
            self._lines = SeatLines(view)
        number = next(self._numbers)
        asked = network.question(number, view, self._lines, seconds, rng.getrandbits(53), rng)
        self.line.ask(asked)
        limit, self.first = seconds + GRACE + self.first, 0.0
        try:
            pick = asked.answered.result(limit)
        except Late:
            raise BotFailed(LATE) from None
        finally:
            self.line.withdraw(asked)
        return None if pick is None else [float(index == pick) for index in range(len(view.codes()))]

    def hear(self, said: Said) -> Future[bytes]:
        self.came.set()
        return self.line.hear(said)


class Door(ThreadingHTTPServer):
    daemon_threads = False  # whoever learns that the match is over hears it to the end
    guests: dict[str, Joined]


class Visit(BaseHTTPRequestHandler):
    """One request of a bot."""

    server: Door
    timeout = 10  # seconds for a request to arrive

    def do_POST(self) -> None:
        name = self.path.removeprefix("/api/rooms/").removesuffix("/bot")
        guest = self.server.guests.get(name)
        said_size = self.headers.get("content-length", "0")
        size = int(said_size) if said_size.isdecimal() else LONGEST + 1
        token = network.bearer(self.headers.get("authorization", ""))
        if size > LONGEST:
            self.refuse(400, "That is too long. An answer is one line.")
            return
        body = self.rfile.read(size)
        if guest is None or not network.fits(token, network.hash_of(guest.token)):
            self.refuse(403, "This token opens no door of this match. Copy it as the arena shows it.")
            return
        try:
            said = msgspec.json.decode(body or b"{}", type=Said)
            self.tell(200, OVER if guest.over else self.next_for(guest, said))
        except msgspec.MsgspecError as error:
            self.refuse(400, f"That is not what this address expects ({error}).")
        except BotFailed as failed:
            self.refuse(400, f"Your answer cannot be played: the bot {failed.why}.")
        except TokenInUse:
            self.refuse(409, "Another program uses this token now, so this one must end.")

    def next_for(self, guest: Joined, said: Said) -> bytes:
        waiting = guest.hear(said)
        try:
            return waiting.result(network.HOLD)
        except Late:
            guest.line.leave(waiting)
            return network.NOTHING

    def refuse(self, status: int, sentence: str) -> None:
        self.tell(status, json.dumps({"sentence": sentence}).encode())

    def tell(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the arena has its own table."""


opened: Door | None = None


def tell(name: str, address: str, token: str) -> None:
    print(f"tepui: join:{name} waits for its bot:  tepui join {address} --bot NAME", file=sys.stderr)
    print(f"tepui: its token is {token}", file=sys.stderr, flush=True)


def open_for(bots: Sequence[str]) -> None:
    """Opens a door for each of these, and waits until all have come in."""
    global opened
    opened = Door(("127.0.0.1", 0), Visit)
    opened.guests = {bot.partition(":")[2]: Joined() for bot in bots}
    threading.Thread(target=opened.serve_forever, daemon=True).start()
    for name, guest in opened.guests.items():
        tell(name, f"http://127.0.0.1:{opened.server_port}/t/{name}", guest.token)
    for name, guest in opened.guests.items():
        if not guest.came.wait(COMING):
            raise Refusal(f"nobody has come for join:{name}. Start its bot within {COMING / 60:.0f} minutes")


def joined(bot: str, first: float) -> Joined:
    """Sits down for another game."""
    assert opened is not None
    guest = opened.guests[bot.partition(":")[2]]
    guest.first = first
    return guest


def close() -> None:
    """Who waits hears that the match is over."""
    global opened
    if opened is None:
        return
    for guest in opened.guests.values():
        guest.over = True
        guest.line.release(OVER)
    opened.shutdown()
    opened.server_close()
    opened = None
