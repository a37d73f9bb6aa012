"""`tepui doctor --exposed URL` says what a stranger meets, and what to do about it."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from own_server import Site, serve
from receiver import Authority

from tepui.cli import main
from tepui.server import exposed


def looked(tmp_path, at: Callable[[Site], str] = lambda site: site.url, **settings: Any) -> dict[str, str]:
    """What is found, and what is wrong with it."""
    found: dict[str, str] = {}

    async def evening(site: Site) -> None:
        site.app.state.site.load.on = False  # a busy machine would refuse, as it should
        await asyncio.to_thread(lambda: found.update(exposed.findings(at(site))))

    serve(tmp_path, evening, **settings)
    return found


def test_nothing_is_wrong_with_a_server_in_the_house(tmp_path) -> None:
    found = looked(tmp_path)
    assert not {what: trouble for what, trouble in found.items() if trouble}
    assert {
        "WebSockets",
        "its cookie",
        "/admin",
        "another name in Host",
        "guessing table codes is slow",
    } <= found.keys()


def test_a_server_without_limits_is_told_of(tmp_path) -> None:
    assert "--no-limits" in looked(tmp_path, limited=False)["guessing table codes"]


def test_a_server_that_has_too_much_to_do_is_blamed_for_nothing_else(tmp_path) -> None:
    def busy(site: Site) -> str:
        site.app.state.site.load.on, site.app.state.site.load.changes = True, lambda: 10**6
        return site.url

    troubles = {what: trouble for what, trouble in looked(tmp_path, busy).items() if trouble}
    assert {"headers", "cookie", "names", "doors"} <= troubles.keys()
    assert set(troubles.values()) == {"it could not be looked at (it has too much to do now). Try again"}


class Proxy(BaseHTTPRequestHandler):
    """One that was set up badly: it drops a header, says its own name, and knows no sockets."""

    protocol_version = "HTTP/1.1"
    port = 0

    def do_GET(self) -> None:
        self.pass_on(None)

    def do_POST(self) -> None:
        self.pass_on(self.rfile.read(int(self.headers["content-length"])))

    def pass_on(self, body: bytes | None) -> None:
        line = HTTPConnection("127.0.0.1", self.port)
        heads = {"Host": f"127.0.0.1:{self.port}", "Content-Type": "application/json"}
        line.request(self.command, self.path, body, heads)
        answer = line.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name not in ("content-security-policy", "content-length", "date", "server"):
                self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def proxy() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_what_a_proxy_does_wrong_is_told_with_what_to_do(tmp_path, proxy) -> None:
    def behind(site: Site) -> str:
        Proxy.port = site.port
        return f"http://127.0.0.1:{proxy.server_port}"

    found = looked(tmp_path, behind)
    assert "content-security-policy" in found["headers of /"]
    assert "--url" in found["another name in Host"]
    assert "--url" in found["a page of another site"]
    assert "does not pass them on" in found["WebSockets"]
    assert not found["its cookie"] and not found["bodies are bounded"]


def test_https_is_looked_at_too(tmp_path, proxy, monkeypatch) -> None:
    """Trusted or not, for how long; and whether the server knows that it stands behind it."""
    authority = Authority(tmp_path)
    proxy.socket = authority.serves("localhost").wrap_socket(proxy.socket, server_side=True)

    def behind(site: Site) -> str:
        Proxy.port = site.port
        return f"https://localhost:{proxy.server_port}"

    (tmp_path / "data").mkdir()
    assert "no browser trusts it" in looked(tmp_path / "data", behind)["https"]
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    found = looked(tmp_path / "data", behind)
    assert "renew the certificate" in found["https, days left: 1"]
    assert "it lacks secure" in found["its cookie"] and "http is closed" in found


def test_strangers_on_the_internet_need_https_and_no_metrics(monkeypatch) -> None:
    place = exposed.Place("http://tepui.example.org")
    assert not place.home and "https" in dict(exposed._tls(place))["http"]
    answers = {"/metrics": b"tepui_rooms 1", "/admin": b"hello", "/api/lobby": b"[]"}
    monkeypatch.setattr(
        exposed.Place, "ask", lambda self, path, *_, **__: exposed.Answer(200, exposed.Message(), answers[path])
    )
    found = dict(exposed._doors(place))
    assert "refuse /metrics" in found["/metrics"] and "token" in found["/admin"]


def test_a_proxy_that_believes_any_address_is_told_of(monkeypatch) -> None:
    claimed: list[str] = []

    def ask(self: exposed.Place, path: str, body: bytes, heads: dict[str, str]) -> exposed.Answer:
        claimed.append(heads.get("X-Forwarded-For", ""))
        return exposed.Answer(404, exposed.Message(), b"")

    monkeypatch.setattr(exposed.Place, "ask", ask)
    found = dict(exposed._limits(exposed.Place("https://tepui.example.org")))
    assert "set X-Forwarded-For itself" in found["guessing table codes"]
    assert len(set(claimed)) > exposed.TRIES


@pytest.mark.parametrize("url", ["ftp://x", "https://", "http://[", "http://x:99999", "http://x/admin"])
def test_what_is_no_address_gets_a_sentence(url: str, capsys) -> None:
    assert main(["doctor", "--exposed", url]) == 2
    assert "Write it like https://" in capsys.readouterr().err


def test_nobody_there_gets_a_sentence_and_findings_can_be_read_by_programs(tmp_path, capsys) -> None:
    assert main(["doctor", "--exposed", "http://127.0.0.1:1"]) == 2
    assert "cannot be asked" in capsys.readouterr().err

    async def evening(site: Site) -> None:
        site.app.state.site.load.on = False
        assert await asyncio.to_thread(main, ["doctor", "--exposed", site.url, "--json"]) == 0

    serve(tmp_path, evening)
    assert json.loads(capsys.readouterr().out)["troubles"] == 0


def test_the_parts_of_a_checkout_are_printed_elsewhere(capsys) -> None:
    assert main(["doctor", "--sbom"]) in (0, 2)
    said = capsys.readouterr()
    assert "tools/sbom.py" in said.err or json.loads(said.out)["bomFormat"] == "CycloneDX"
