"""A real server in a process of its own, as strangers reach it: with its limits, and with what it must not tell them.

Anna and Ben play at a table that may not be watched. Anna has notes, a line of chat and a private link, the table has a
seed: none of it may ever come back in an answer to anybody else. Now and then the two make a move, which both must see.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import msgspec
from fuzz.door import Door, Finding
from fuzz.raw_page import PATIENCE, Guest, Line, Lost, RawPage
from server.conftest import Running

from tepui.core import find

CALM_EVERY = 2.0  # seconds between two moves of the calm table
MORE_MEMORY = 250.0  # MB
FAILED = "Something went wrong"  # what the server says when it has failed itself
PEOPLE = ("Anna", "Ben", "Eve", "Mallory", "Trudy")  # the last three are strangers
OPTIONS = ("--pace", "0", "--idle", "3", "--bot-seconds", "0.05", "--jobs", "1")


class Answer(msgspec.Struct):
    status: int
    head: bytes
    body: bytes


class Target:
    """The server that is attacked, and everything that must hold of it whatever happens."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.running = Running(folder / "data", *OPTIONS, *words)
        self.running.start()
        self.port = self.running.port
        self.secrets: dict[bytes, str] = {}
        self._log_at = 0
        self._tail = b""
        self.calm: list[RawPage] = []
        self.calm_moves = 0
        self.calm_slowest = 0.0
        self._calm_due = 0.0
        self.people = [
            Guest(name, f"10.9.0.{at}") for at, name in enumerate(("Anna", "Ben", "Eve", "Mallory", "Trudy"))
        ]
        for guest in self.people:
            self.greet(guest)
        self.room = ""
        for left in (2, 1, 0):  # a machine that is too busy refuses messages, too
            try:
                self.seat_anna_and_ben()
                break
            except Finding:
                if not left:
                    raise
        self.memory = self.megabytes()

    def greet(self, guest: Guest) -> None:
        head = self.insist(guest, "GET", "/api/me").head
        found = re.search(rb"(?i)set-cookie: *(tepui=[^;]*)", head)
        assert found, head
        guest.cookie = found[1].decode()

    @property
    def strangers(self) -> list[Guest]:
        return self.people[2:]

    # ---- requests

    def ask(self, guest: Guest, method: str, path: str, body: Any = None) -> Answer:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {guest.address}\r\nConnection: close\r\n"
        head += f"Cookie: {guest.cookie}\r\n" if guest.cookie else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if body is not None else ""
        answer = self.send(head.encode() + b"\r\n" + data, PATIENCE)
        if answer is None:
            raise Finding(f"{method} {path} is not answered")
        return answer

    def insist(self, guest: Guest, method: str, path: str, body: Any = None) -> Answer:
        """The same, again while the server has too much to do: on a busy machine it refuses, as it should."""
        until = monotonic() + PATIENCE
        while (answer := self.ask(guest, method, path, body)).status == 429 and monotonic() < until:
            sleep(0.2)
        return answer

    def send(self, data: bytes, seconds: float) -> Answer | None:
        """One request as it stands; None: no whole answer within so long."""
        line = Line(self.port, self.no_secret_in)
        try:
            line.send(data)
            until = monotonic() + seconds
            while not line.closed and monotonic() < until and not whole(line.data):
                line.pull(min(0.5, max(0.0, until - monotonic())))
            head, _, body = line.data.partition(b"\r\n\r\n")
            found = re.match(rb"HTTP/1\.1 (\d{3})", head)
            return Answer(int(found[1]), head, body) if found and (line.closed or whole(line.data)) else None
        finally:
            line.close()

    def no_secret_in(self, data: bytes) -> None:
        text = self._tail + data
        self._tail = text[-200:]
        for secret, what in self.secrets.items():
            if secret in text:
                self._tail = b""
                raise Finding(f"a stranger is told {what}")
        if b"Traceback (most recent" in text:
            self._tail = b""
            raise Finding("an answer shows a traceback")

    # ---- the table that must not notice anything

    def seat_anna_and_ben(self) -> None:
        """A new game of theirs, with its secrets."""
        for page in self.calm:
            page.close()
        self.secrets = {}
        anna, ben = self.people[:2]
        new = {"game": "lost-code", "seats": 2, "watching": False}
        answer = self.insist(anna, "POST", "/api/rooms", new)
        if answer.status != 201:
            raise Finding(f"Anna gets no table: {answer.status} {answer.body[:200]!r}")
        self.room = json.loads(answer.body)["room"]
        self.calm = [RawPage(self.port, self.room, guest, lambda data: None) for guest in (anna, ben)]
        for page in self.calm:
            page.say({"type": "hello"})
        self.calm[1].say({"type": "sit"})
        until(self.calm, lambda: all_seated(self.calm[0].room), "Ben does not sit down")
        secret = f"NOTES-{os.urandom(6).hex()}", f"CHAT-{os.urandom(6).hex()}"
        self.calm[0].say({"type": "note", "marks": {"mine": secret[0]}})
        self.calm[0].say({"type": "say", "text": secret[1]})
        self.calm[0].say({"type": "give_link", "id": 5})
        link = self.calm[0].until(lambda said: said["type"] == "link", "a private link")["link"].rpartition("/")[2]
        self.calm[0].say({"type": "start"})
        begun = lambda: all(page.eye is not None for page in self.calm)  # noqa: E731
        until(self.calm, begun, "the game of Anna and Ben does not begin")
        with sqlite3.connect(f"file:{self.running.data / 'tepui.sqlite'}?mode=ro", uri=True) as file:
            (seed,) = file.execute("SELECT seed FROM rooms WHERE id = ?", (self.room,)).fetchone()
        self.secrets = {
            secret[0].encode(): "Anna's notes",
            secret[1].encode(): "what is said at a table that may not be watched",
            link.encode(): "Anna's private link",
            str(seed).encode(): "the seed of a running game",
            anna.cookie.partition("=")[2].encode(): "Anna's cookie",
            ben.cookie.partition("=")[2].partition(".")[0].encode(): "who Ben is",
            (self.running.data / "key").read_bytes().strip(): "the key",
        }

    def look(self) -> None:
        """After every case."""
        process = self.running.process
        assert process is not None
        if process.poll() is not None:
            raise SystemExit(f"the server has ended with {process.returncode}: {self.running.errors()[-3000:]}")
        self.read_log()
        if monotonic() >= self._calm_due:
            self._calm_due = monotonic() + CALM_EVERY
            self.calm_move()
            if self.ask(self.people[0], "GET", "/healthz").body != b"ok\n":
                raise Finding("/healthz does not say ok")
            grown = self.megabytes() - self.memory
            if grown > MORE_MEMORY:
                raise Finding(f"the server has grown by more than {MORE_MEMORY:.0f} MB")

    def calm_move(self) -> None:
        """Anna or Ben makes a move, and both see it."""
        for page in self.calm:
            page.take()
            if page.over:
                self.seat_anna_and_ben()
                raise Finding("a page of Anna or Ben was closed")
        room = self.calm[0].room
        if [seat["kind"] for seat in room["seats"]] != ["person", "person"] or not room["you"]["host"]:
            self.seat_anna_and_ben()
            raise Finding("somebody else has changed who sits at the table of Anna and Ben")
        mover = next((page for page in self.calm if page.legal and page.eye in page.to_act), None)
        if mover is None:  # it is over
            self.seat_anna_and_ben()
            return
        begun, turn = monotonic(), mover.turn
        mover.say({"type": "pick", "turn": turn, "pick": Random(turn).randrange(mover.legal), "id": 8})
        for page in self.calm:
            while page.turn <= turn:
                page.until(lambda said: said["type"] == "view", "a move at the table of Anna and Ben")
        self.calm_moves += 1
        self.calm_slowest = max(self.calm_slowest, monotonic() - begun)

    def read_log(self) -> None:
        log = self.running.data.parent / "errors.log"
        with log.open("rb") as file:
            file.seek(self._log_at)
            new = file.read()
        self._log_at += len(new)
        for line in new.splitlines():
            if b'"level": "error"' in line or b"Traceback" in line or b'"trace"' in line:
                raise Finding(f"the log has an error: {place_of(line)}")
            for secret, what in self.secrets.items():
                if secret in line:
                    raise Finding(f"the log tells {what}")

    def megabytes(self) -> float:
        assert self.running.process is not None
        pages = int(Path(f"/proc/{self.running.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def close(self) -> None:
        for page in self.calm:
            page.close()
        self.running.stop()


def whole(data: bytes) -> bool:
    """Is this an answer with all of its body?"""
    head, found, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if not found:
        return False
    if length:
        return len(body) >= int(length[1])
    return body.endswith(b"0\r\n\r\n") or b" 304 " in head[:20] or b" 204 " in head[:20]


def place_of(line: bytes) -> str:
    """What a line of the log says and where it happened, without what differs from one time to the next."""
    try:
        said = json.loads(line)
        return f"{said['from']}: {said['what'][:50]} {said.get('trace', '')}"
    except (ValueError, KeyError):
        return line.decode(errors="replace")[:300]


def all_seated(room: dict[str, Any]) -> bool:
    return bool(room) and all(seat["kind"] == "person" for seat in room["seats"])


def until(pages: list[RawPage], true: Callable[[], bool], trouble: str) -> None:
    """These pages take what comes until that is true."""
    due = monotonic() + PATIENCE
    while not true():
        for page in pages:
            page.take(0.05)
        if monotonic() > due:
            raise Finding(trouble)


class ServerDoor(Door):
    """What HTTP and sockets have in common: the target, and what is looked at after each case."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        folder = Path(self.closing.enter_context(tempfile.TemporaryDirectory()))
        self.target = Target(folder, *words)
        self.closing.callback(self.target.close)
        self.rooms = [self.target.room]
        self.games = list(find.names())

    def try_case(self, rng: Random) -> None:
        guest_addresses(self.target.strangers, rng)
        try:
            self.attack(rng)
        except Lost:
            self.count["closed"] += 1
        self.target.look()
        self.count["calm moves"] = self.target.calm_moves

    def attack(self, rng: Random) -> None:
        raise NotImplementedError

    def last_look(self) -> None:
        self.target._calm_due = 0.0
        self.target.look()
        answer = self.target.ask(Guest("the host", "127.0.0.1"), "GET", "/metrics")
        errors = re.search(rb"(?m)^tepui_errors_total\{[^}]*\} (\S+)", answer.body)
        if errors is None or float(errors[1]) > 0:
            raise Finding(f"the server itself counts errors: {errors and errors[1]!r}")
        grown = self.target.megabytes() - self.target.memory
        self.count["MB grown"] = round(grown)
        self.count["slowest calm move, ms"] = round(1000 * self.target.calm_slowest)

    def new_room(self, rng: Random, guest: Guest) -> str:
        game = find.game(rng.choice(self.games))
        seats = rng.choice(game.seats)
        bots = [
            rng.choice(["random", "random", *find.bots(game.name)])
            for _ in range(rng.randrange(seats + 1) if rng.random() < 0.7 else 0)
        ]
        new = {
            "game": game.name, "seats": seats, "bots": bots[: seats - 1] if rng.random() < 0.95 else bots,
            "start": rng.random() < 0.3, "public": rng.random() < 0.5, "watching": rng.random() < 0.8,
            "sharing": rng.random() < 0.7, "sit": rng.random() < 0.9, "pace": 0,
            "options": {option.name: rng.choice(option.choices) for option in game.options},
        }  # fmt: skip
        answer = self.target.ask(guest, "POST", "/api/rooms", new)
        if answer.status == 201:
            room: str = json.loads(answer.body)["room"]
            self.rooms = [self.target.room, *self.rooms[-6:], room]
            return room
        self.count[f"no table ({answer.status})"] += 1
        if answer.status >= 500:
            raise Finding(f"POST /api/rooms: {answer.status} {answer.body[:200]!r}")
        return rng.choice(self.rooms)


def guest_addresses(guests: list[Guest], rng: Random) -> None:
    """Every case comes from somewhere else, so that the limits of an address do not end the evening."""
    for guest in guests:
        guest.address = f"10.{rng.randrange(10, 250)}.{rng.randrange(256)}.{rng.randrange(256)}"
