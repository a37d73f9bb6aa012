"""The built files: compressed for those who can read it, kept for ever where the name has a hash in it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from tepui.server.web.files import Files, accepted

TEXT = b"let tepui = 'a table mountain';\n" * 40


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "index-abc.js").write_bytes(TEXT)
    (assets / "index-abc.js.gz").write_bytes(gzip.compress(TEXT))
    (assets / "index-abc.js.br").write_bytes(b"not really brotli")
    (assets / "font-abc.woff2").write_bytes(b"font")
    (tmp_path / "favicon.svg").write_bytes(b"<svg/>")
    return TestClient(Starlette(routes=[Mount("/", Files(directory=tmp_path))]))


def test_the_best_that_a_browser_can_read(client: TestClient) -> None:
    plain = client.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
    assert plain.content == TEXT and "content-encoding" not in plain.headers
    packed = client.get("/assets/index-abc.js", headers={"accept-encoding": "gzip, deflate"})
    assert packed.content == TEXT and packed.headers["content-encoding"] == "gzip"
    with client.stream("GET", "/assets/index-abc.js", headers={"accept-encoding": "gzip, br"}) as best:
        assert best.headers["content-encoding"] == "br"
        assert int(best.headers["content-length"]) == len(b"not really brotli")
    for answer in (plain, packed, best):
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_font_is_sent_as_it_is_and_kept(client: TestClient) -> None:
    font = client.get("/assets/font-abc.woff2")
    assert font.content == b"font" and "content-encoding" not in font.headers
    assert "immutable" in font.headers["cache-control"]


def test_a_name_without_a_hash_is_asked_about_and_not_sent_again(client: TestClient) -> None:
    first = client.get("/favicon.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/favicon.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_an_encoding_can_be_refused() -> None:
    assert accepted("gzip;q=1.0, br;q=0, identity") == {"gzip", "identity"}
    assert accepted("") == {""}
