"""Files that somebody gives us: parts files, records, databases, keys, backups, damaged in every way."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import thread_time
from types import SimpleNamespace
from typing import Any

from fuzz.door import Door, Finding
from fuzz.mutations import anything, changed, damaged, text_of
from sqlalchemy.exc import SQLAlchemyError

from tepui import cli
from tepui.coach.review.walk import review
from tepui.core import find
from tepui.core.find import Failed
from tepui.core.game import Game
from tepui.core.record import parse, records_in, replay, sealed
from tepui.core.refusal import BadParts, BadRecord, Refusal
from tepui.core.table import Table
from tepui.core.verify import verify
from tepui.server.app import make_app
from tepui.server.reviews.routes import moments
from tepui.server.room import replays
from tepui.server.room.commands import handle
from tepui.server.room.page import Page
from tepui.server.settings import Settings
from tepui.server.store.schema import TooNew
from tepui.server.wire import messages

RECORDS = Path(__file__).parents[1] / "records"
LONGEST = 20.0  # CPU seconds for a file, on any machine
GUEST = "0" * 32


@contextlib.contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    begun = thread_time()
    yield
    spent = thread_time() - begun
    if spent > seconds:
        raise Finding(f"{what} took {spent:.1f} s of CPU")


def command(*words: str, data: str = "") -> tuple[int, str]:
    """`tepui ...` here: its exit code and all it said; whatever escapes is a finding."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(data)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main(list(words))
    finally:
        sys.stdin = before
    said = out.getvalue() + err.getvalue()
    if "Traceback" in said:
        raise Finding(f"tepui {words[0]} shows a traceback")
    if code == 2 and not err.getvalue().startswith("tepui: "):
        raise Finding(f"tepui {words[0]} refuses without a sentence: {err.getvalue()[:100]!r}")
    return code, said


class Parts(Door):
    """Parts files: read or refused with a sentence; what is read can be played."""

    name = "parts files"

    def __init__(self) -> None:
        super().__init__()
        games = [game for game in find.games() if not isinstance(game, Failed)]
        self.own: list[tuple[Game, str]] = [(game, game.parts.own_text()) for game in games if game.parts is not None]

    def try_case(self, rng: Random) -> None:
        game, own = rng.choice(self.own)
        text = parts_text(rng, own)
        self.count[game.name] += 1
        with within(2.0, f"a parts file of {game.name}"):
            try:
                parts = game.read_parts(text)
            except BadParts as bad:
                if not str(bad).strip():
                    raise Finding(f"a parts file of {game.name} is refused without a sentence") from None
                self.count["refused"] += 1
                return
        self.count["read"] += 1
        if game.printed is not None:
            json.dumps(str(game.printed(parts)))
        seats = rng.choice(game.seats)
        options = {option.name: rng.choice(option.choices) for option in game.options}
        try:
            setting = game.setting(seats, options, text)
        except Refusal:
            self.count["not for so many"] += 1
            return
        table = Table(game, setting, lambda occasion, codes, weights: rng.choice(codes))
        with within(LONGEST, f"a game of {game.name} with strange parts"):
            for _ in range(rng.choice((5, 40, 2000))):
                if table.over:
                    self.count["played to the end"] += 1
                    break
                seat = rng.choice(table.to_act)
                view = table.view(seat)
                view.picture()
                table.pick(seat, rng.randrange(len(view.codes())))


def parts_text(rng: Random, own: str) -> str:
    """Mostly a number changed where it stands, else bytes."""
    luck = rng.random()
    if luck < 0.15:
        return damaged(rng, own.encode()).decode("utf-8", "replace")
    lines = own.split("\n")
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(lines))
        key, equals, value = lines[at].partition("=")
        luck = rng.random()
        if luck < 0.15:
            lines[at] = lines[rng.randrange(len(lines))]
        elif luck < 0.25:
            del lines[at]
            lines = lines or [""]
        elif equals:
            lines[at] = f"{key}= {toml(rng, value)}"
    return "\n".join(lines)


def toml(rng: Random, value: str) -> str:
    luck = rng.random()
    if luck < 0.6:  # numbers that stand there, changed a little
        out, digits = [], ""
        for sign in value + " ":
            if sign.isdigit():
                digits += sign
                continue
            if digits:
                out.append(str(max(0, int(digits) + rng.choice((0, 0, 0, 1, -1, 5)))) if rng.random() < 0.9 else "0")
                digits = ""
            out.append(sign)
        return "".join(out)
    told = anything(rng, 1)
    if told is None or isinstance(told, dict):
        return rng.choice(("{}", "nan", "inf", "1979-05-27", "'x'", "-1", "[]", "[[]]", "0x10", "true"))
    with suppress(ValueError):
        return json.dumps(told)[:300]
    return "99999999999999999999"


class Records(Door):
    """Records: `verify`, `replay`, `believe` and `records_in` read them or say in a sentence why not."""

    name = "records"

    def __init__(self) -> None:
        super().__init__()
        self.there = [path.read_bytes() for path in sorted(RECORDS.glob("*.jsonl"))]
        self.folder = Path(self.closing.enter_context(tempfile.TemporaryDirectory()))

    def try_case(self, rng: Random) -> None:
        data = rng.choice(self.there)
        data = damaged(rng, data) if rng.random() < 0.3 else rewritten(rng, data)
        with within(LONGEST, "a record"):
            if rng.random() < 0.15:
                self.by_command(rng, data)
                return
            try:
                record = parse(data)
                game = find.game(record.header.game)
                with suppress(BadRecord):
                    table = replay(record, game, rng.choice((None, 5)))
                    self.count["replayed"] += 1
                    if table.over and game.has("review"):
                        for seat in range(table.setting.seats):
                            review(table.view(seat))
                        self.count["reviewed"] += 1
                verify(record, game)
                self.count["verified"] += 1
            except Refusal as refusal:
                if not str(refusal).strip():
                    raise Finding("a record is refused without a sentence") from None
                self.count["refused"] += 1

    def by_command(self, rng: Random, data: bytes) -> None:
        file = self.folder / "game.jsonl"
        file.write_bytes(data)
        word = rng.choice(("verify", "replay", "believe", "play"))
        self.count[f"tepui {word}"] += 1
        if word == "verify":
            extra = rng.choice(([], ["--word", "x"], ["--promise", "0" * 64], ["--seal", "\udcff"]))
        elif word == "play":
            command("play", "--resume", str(file), data="")
            return
        else:
            extra = rng.choice(([], ["--seat", rng.choice(("1", "2", "all", "audience", "x"))], ["--at", "3"]))
            if word == "believe":
                extra = ["--seat", "1", *extra] if "--seat" not in extra else extra
        command(word, str(file), *extra)
        list(records_in(data))


def rewritten(rng: Random, data: bytes) -> bytes:
    """A record whose lines say something else, with all sums and the seal made anew: only its sense can tell."""
    lines = [json.loads(line) for line in data.splitlines()]
    for line in lines:
        line.pop("sum", None)
    for _ in range(rng.choice((1, 1, 1, 3))):
        at, luck = rng.randrange(len(lines)), rng.random()
        at = rng.choice((0, 1, len(lines) - 1, at, at, at)) % len(lines)
        if luck < 0.1 and len(lines) > 1:
            del lines[at]
        elif luck < 0.2:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif luck < 0.3:
            lines.insert(at, {"n": at, "back": rng.choice((0, 1, at - 2, -1))})
        else:
            now = changed(rng, lines[at])
            lines[at] = now if isinstance(now, dict) else {"n": now}
    if rng.random() < 0.5 and lines and "seed" in lines[-1] and isinstance(lines[0], dict):
        lines[0]["commitment"] = hashlib.sha256(str(lines[-1]["seed"]).encode("utf-8", "replace")).hexdigest()
    out, total = [], ""
    for line in lines:
        if "seal" in line and rng.random() < 0.9:
            line = {**line, "seal": hashlib.sha256(b"".join(out)).hexdigest()}
        try:
            body = json.dumps(line, separators=(",", ":")).encode()
        except ValueError:
            body = b'{"n":0}'
        whole, total = sealed(body, total)
        out.append(whole + b"\n")
    return b"".join(out)


class Data(Door):
    """A data folder: `doctor`, the start of a server, opening its rooms, backup and restore."""

    name = "data folders"

    def __init__(self) -> None:
        super().__init__()
        from server.test_doctor import GAMES, ROOM, played

        self.room = ROOM
        self.base = Path(self.closing.enter_context(tempfile.TemporaryDirectory()))
        self.folders = [played(name, self.base / name) for name in GAMES if name in find.names()]
        for folder in self.folders:
            with sqlite3.connect(folder / "tepui.sqlite") as file:  # all in one file
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            command("backup", str(folder / "copy.tgz"), "--data", str(folder))

    def try_case(self, rng: Random) -> None:
        with tempfile.TemporaryDirectory(dir=self.base) as name, within(LONGEST, "a data folder"):
            folder = Path(name) / "data"
            shutil.copytree(rng.choice(self.folders), folder)
            for path in folder.iterdir():
                path.chmod(0o600)
            luck = rng.random()
            if luck < 0.15:
                self.restore(rng, folder)
                return
            if luck < 0.25:
                key = folder / "key"
                key.write_bytes(damaged(rng, key.read_bytes()))
                self.count["key"] += 1
            elif luck < 0.6:
                bad_bytes(rng, folder / "tepui.sqlite")
                self.count["bytes"] += 1
            else:
                self.count["values"] += 1
                for _ in range(rng.choice((1, 1, 2, 5))):
                    bad_values(rng, folder / "tepui.sqlite")
            code, _ = command("doctor", "--data", str(folder))
            self.count["doctor found something" if code else "doctor found nothing"] += 1
            asyncio.run(self.serve(folder))

    async def serve(self, folder: Path) -> None:
        """As `tepui serve` opens it: a sentence, or a server whose rooms open or are refused."""
        try:
            app = make_app(Settings(data=folder, limited=False))
        except (Refusal, TooNew, SQLAlchemyError, OSError):  # each is a sentence: server/serve.py
            self.count["not served"] += 1
            return
        rooms = app.state.site.rooms
        try:
            with suppress(Refusal):
                await rooms.lobby.public(GUEST, "")
            with suppress(Refusal):
                await rooms.lobby.mine(GUEST, "")
            with suppress(Refusal):
                rooms.store.check()
            try:
                room = await rooms.room(self.room)
            except Refusal:
                self.count["room refused"] += 1
                return
            self.count["room opened"] += 1
            page = Page(GUEST, "Anna", "en")
            await room.enter(page)
            for said in (messages.Hello(), messages.Ping(), messages.Say(text="x"), messages.Try(turn=0, picks=[0])):
                await handle(room, page, said)
                for text in page.outgoing():
                    json.loads(text)
            with suppress(Refusal):
                replays.record(room, GUEST)
            asker: Any = SimpleNamespace(guest=GUEST, person=None, language="fr", asked=lambda _: "")
            with suppress(Refusal):
                moments(room, asker, 0, 50)()
        finally:
            with suppress(Refusal, SQLAlchemyError):
                await rooms.close()

    def restore(self, rng: Random, folder: Path) -> None:
        copy = folder / "copy.tgz"
        copy.write_bytes(damaged(rng, copy.read_bytes()))
        self.count["backup"] += 1
        code, _ = command("restore", str(copy), "--data", str(folder))
        if code == 0:
            command("doctor", "--data", str(folder))


def bad_bytes(rng: Random, path: Path) -> None:
    data = bytearray(path.read_bytes())
    luck = rng.random()
    if luck < 0.5:
        path.write_bytes(damaged(rng, bytes(data), 20))
        return
    for _ in range(rng.choice((1, 3))):  # what disks do: whole pages
        page = 4096 * rng.randrange(len(data) // 4096 + 1)
        if luck < 0.7:
            data[page : page + 4096] = bytes(len(data[page : page + 4096]))
        elif luck < 0.9:
            data[page : page + 4096] = rng.randbytes(len(data[page : page + 4096]))
        else:
            del data[page:]
    path.write_bytes(bytes(data))


def bad_values(rng: Random, path: Path) -> None:
    """SQL that somebody should not have typed."""
    with (
        contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file,
        suppress(sqlite3.Error, OverflowError),
    ):
        file.execute("PRAGMA foreign_keys = OFF")
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = rng.choice([*tables, *["moves", "rooms"] * 3])
        columns = [row[1] for row in file.execute(f'PRAGMA table_info("{table}")')]
        rows = [row for (row,) in file.execute(f'SELECT rowid FROM "{table}"')]
        luck = rng.random()
        if luck < 0.05:
            file.execute(f'DROP TABLE "{table}"')
        elif luck < 0.1:
            file.execute(f"PRAGMA user_version = {rng.choice((0, 1, 99, -1))}")
        elif luck < 0.2 and rows:
            file.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rng.choice(rows),))
        elif columns and rows:
            column, row = rng.choice(columns), rng.choice(rows)
            (now,) = file.execute(f'SELECT "{column}" FROM "{table}" WHERE rowid = ?', (row,)).fetchone()
            file.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (bad_value(rng, now), row))


def bad_value(rng: Random, now: Any) -> Any:
    if isinstance(now, str | bytes) and rng.random() < 0.6:
        text = now if isinstance(now, bytes) else now.encode()
        with suppress(ValueError, RecursionError):  # an earlier damage may be nested without end
            told = json.loads(text)
            text = text_of(rng, changed(rng, told))
            return text if isinstance(now, bytes) else text.decode("utf-8", "replace")
        return damaged(rng, text)
    return rng.choice((None, -1, 0, 2**62, 1.5, "", "x", b"", b"\xff\xfe", b"{}", "[]", b"[" * 5000, "null"))
