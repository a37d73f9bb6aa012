"""What a stranger finds at the small doors: a board's frame, ids that are none, somebody else's review, archives."""

import asyncio
import hashlib
import io
import re
import sqlite3
import tarfile
from base64 import b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from headless import Refused, Visitor
from own_server import Site, serve

from tepui.commands.join import Table, sentence_in
from tepui.core.record import parse
from tepui.core.refusal import Refusal
from tepui.machine import known_faults
from tepui.server import boards
from tepui.server.backup import BadBackup, restore

RECORDS = Path(__file__).parents[1] / "records"


def test_a_board_may_run_two_scripts_and_no_nonce_that_it_could_hand_on(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(boards, "file_of", lambda at: tmp_path)

    async def evening(site: Site) -> None:
        head = f"GET /board/forehead HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n\r\n"
        async with site.line(head.encode()) as (reader, _):
            answer = (await reader.read(-1)).decode()
        policy = re.search(r"(?i)content-security-policy: (.*)\r", answer)[1]
        script = re.search(r"(?s)<script type=\"module\">(.*?)</script>", answer)[1]
        hash = b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{hash}' {site.url}/board/forehead/board.js;" in policy
        assert "nonce" not in answer and "webrtc 'block'" in policy and "default-src 'none'" in policy

    serve(tmp_path, evening, limited=False)


def test_an_id_that_is_none_is_not_looked_up(tmp_path) -> None:
    """PostgreSQL refuses a zero byte in a text: it was taken for a database that cannot be reached."""

    async def evening(site: Site) -> None:
        store = site.app.state.site.rooms.store

        async def never(*_: object) -> None:
            raise AssertionError("the database was asked")

        store.own = never
        async with Visitor(site.url) as anna:
            for path in ("/api/rooms/%00/replay", "/t/%00/qr.svg", "/plain/t/a%00", "/api/rooms/A%20B/record"):
                with pytest.raises(Refused) as no:
                    await anna.get(path)
                assert no.value.status == 404, path
            with pytest.raises(Refused) as no:
                await anna.get("/api/history?before=5-%00")
            assert no.value.status == 400
            assert (await anna.get("/api/history?game=%00"))["games"] == []

    serve(tmp_path, evening, limited=False)


def test_only_those_who_played_stop_a_review(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as eve:
            room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            with pytest.raises(Refused) as no:
                await asyncio.to_thread(eve.fetch, "DELETE", f"/api/rooms/{room}/review")
            assert no.value.status == 403
            await asyncio.to_thread(anna.fetch, "DELETE", f"/api/rooms/{room}/review")

    serve(tmp_path, evening, limited=False)


# ---- terminals


def test_no_escape_sequence_of_a_record_or_a_host_reaches_a_terminal() -> None:
    lines = (RECORDS / "lost-code-2-serpent.jsonl").read_bytes().split(b"\n")
    names = parse(b"\n".join(lines)).header.names
    assert names and all(name.isprintable() for name in names)
    assert sentence_in(b'{"sentence": "no\\u001b]0;title\\u0007 table"}').isprintable()


def test_names_in_a_file_are_printed_without_control_characters() -> None:
    from tepui.core.record import Header, readable

    header = Header(
        tepui=1,
        game="x",
        rules=1,
        seats=2,
        options={},
        parts=None,
        names=("A\x1b[2Jnna", "Ben"),
        words=(),
        commitment="",
    )
    assert readable(header).names == ("A[2Jnna", "Ben")


class NoTable(BaseHTTPRequestHandler):
    """Somebody who answers whatever they like, at an address that was given out as a table's."""

    answer = b""
    elsewhere: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200 if self.answer else 302)
        self.send_header("location", "/elsewhere")
        self.end_headers()
        self.wfile.write(self.answer)

    def do_GET(self) -> None:
        self.elsewhere.append(self.headers.get("authorization", ""))

    def log_message(self, *_: object) -> None:
        pass


def test_who_is_no_table_gets_no_further_and_no_token(monkeypatch) -> None:
    host = ThreadingHTTPServer(("127.0.0.1", 0), NoTable)
    Thread(target=host.serve_forever, daemon=True).start()
    table = Table(f"http://127.0.0.1:{host.server_port}/api/rooms/x/bot", "token", 0.0)
    start = b'{"question":1,"start":{"game":"kryptx","names":[],"seat":0},"ask":'
    try:
        for answer in (
            b"",  # look elsewhere
            b"\x1b]0;title\x07",
            b'{"over":{}}',
            b'{"question":1,"start":"x","ask":{"moves":[]}}',
            b'{"question":1,"ask":{"moves":[],"seconds":1}}',
            start + b'{"moves":7,"seconds":1}}',
            start + b'{"moves":[]}}',
            b'{"ask":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_001,
        ):
            monkeypatch.setattr(NoTable, "answer", answer)
            with pytest.raises(Refusal, match="no table of Tepui answers there"):
                table.ask({})
        assert not NoTable.elsewhere
    finally:
        host.shutdown()
        host.server_close()


# ---- archives


def archive(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for info, data in members:
            info.size = len(data) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(data))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, to: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_an_archive_of_links_gets_a_sentence(tmp_path, kind: bytes) -> None:
    made = archive(tmp_path / "x", (member("tepui.sqlite", kind, "tepui.sqlite"), b""), (member("key", kind, "x"), b""))
    with pytest.raises(BadBackup, match="no backup of Tepui"):
        restore([str(made), "--data", str(tmp_path / "data")])
    assert not (tmp_path / "data").exists()


def test_what_is_no_database_is_not_put_in_place(tmp_path) -> None:
    made = archive(tmp_path / "x", (member("tepui.sqlite"), b"SQLite format 3\0" + b"rubbish" * 99))
    with pytest.raises(BadBackup, match="no backup of Tepui"):
        restore([str(made), "--data", str(tmp_path / "data")])
    assert not (tmp_path / "data").exists()
    with sqlite3.connect(tmp_path / "good") as good:
        good.execute("create table x (y)")
    restore(
        [
            str(archive(tmp_path / "y", (member("tepui.sqlite"), (tmp_path / "good").read_bytes()))),
            "--data",
            str(tmp_path / "data"),
        ]
    )
    assert (tmp_path / "data" / "tepui.sqlite").exists()


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tepui.server.backup.BIGGEST", 1000)
    made = archive(tmp_path / "x", (member("tepui.sqlite"), b"\0" * 2000))
    with pytest.raises(BadBackup, match="too big"):
        restore([str(made), "--data", str(tmp_path / "data")])


# ---- this Python


@pytest.mark.parametrize(
    ("version", "fine"),
    [((3, 11, 7), False), ((3, 11, 10), True), ((3, 12, 5), False), ((3, 12, 6), True), ((3, 13, 0), True)],
)
def test_the_doctor_names_a_python_with_known_faults(version: tuple[int, int, int], fine: bool) -> None:
    assert (known_faults(version) == "") is fine
