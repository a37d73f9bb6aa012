"""Under which names a server answers, and whose word it takes about who is asking."""

import logging

import pytest
from own_server import Site, serve
from starlette.requests import HTTPConnection

from tepui.server.app import Answering
from tepui.server.refusals import Refused
from tepui.server.serve import network, parser, uvicorn_config
from tepui.server.web import guard
from tepui.server.web.connections import Connections


def asked(host: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"host", host.encode())]})


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "[::1]:8000", "192.168.0.7", "localhost:8000", "nas", "tepui.local", "games.lan", "x.home.arpa"],
)
def test_addresses_and_names_of_a_home_are_its_own(host: str) -> None:
    guard.require_own_name(asked(host))
    guard.require_own_name(asked(host), "https://play.example.org")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "play.example.org.evil.example", "1.2.3.4.evil"])
def test_a_name_that_somebody_elses_dns_leads_here_is_refused(host: str) -> None:
    for url in ("", "https://play.example.org"):
        with pytest.raises(Refused, match="does not go by the name"):
            guard.require_own_name(asked(host), url)
    guard.require_own_name(asked("play.example.org"), "https://play.example.org")
    guard.require_own_name(asked("Play.Example.org:443"), "https://play.example.org")
    with pytest.raises(Refused):
        guard.require_own_name(asked("play.example.org"))


def test_it_is_refused_at_every_address_and_at_sockets(tmp_path) -> None:
    async def evening(site: Site) -> None:
        for path in ("/", "/api/lobby", "/metrics", "/healthz", "/plain/"):
            head = f"GET {path} HTTP/1.1\r\nHost: evil.example:{site.port}\r\nConnection: close\r\n\r\n"
            async with site.line(head.encode()) as (reader, _):
                assert b" 403 " in await reader.readline(), path
        head = (
            f"GET /api/rooms/x/socket HTTP/1.1\r\nHost: evil.example:{site.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        async with site.line(head.encode()) as (reader, _):
            await reader.readuntil(b"\r\n\r\n")
            assert b"does not go by the name" in await reader.readuntil(b"evil.example")

    serve(tmp_path, evening, limited=False)


# ---- proxies


def test_a_proxy_on_another_machine_is_trusted_when_it_is_named() -> None:
    said = parser().parse_args(["--proxy", "10.0.0.5", "--proxy", "10.1.0.0/24"])
    assert said.proxy == ["10.0.0.5", "10.1.0.0/24"]
    with pytest.raises(Exception, match="is no address"):
        network("proxy.example.org")
    config = uvicorn_config(None, 10, tuple(said.proxy))
    assert config.forwarded_allow_ips == ["127.0.0.1", "::1", "10.0.0.5", "10.1.0.0/24"] and config.proxy_headers


def test_the_connections_of_a_proxy_are_those_of_many() -> None:
    class Line:
        def __init__(self, address: str) -> None:
            self.address = address

        def get_extra_info(self, _: str) -> tuple[str, int]:
            return self.address, 1

    counted = Connections(3, ["10.0.0.5", "10.1.0.0/24"])
    for address, stay in (("10.0.0.5", 9), ("10.1.0.77", 9), ("10.0.0.6", 3), ("127.0.0.1", 9)):
        assert sum(counted.enter(Line(address)) for _ in range(9)) == stay  # type: ignore[arg-type]


def test_a_proxy_that_is_not_trusted_is_named_once_in_the_log(caplog) -> None:
    door = Answering(None)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING, "tepui.app"):
        for forwarded in ("203.0.113.9", "203.0.113.9, 127.0.0.1"):
            for client in ("203.0.113.9", "10.0.0.5"):
                fields = [(b"x-forwarded-for", forwarded.encode())]
                door.notice_proxy(HTTPConnection({"type": "http", "headers": fields, "client": (client, 1)}))
    assert [one.getMessage() for one in caplog.records] == [
        "10.0.0.5 forwards for others, who all count as one. Trust it with --proxy 10.0.0.5"
    ]
