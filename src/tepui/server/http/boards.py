"""Boards that a game brings itself: one ES module each, in a frame that may draw and pick, and nothing else.

The frame is a document of its own whose origin is nobody's (`sandbox`), so the module reaches neither our page nor its
cookies; it may load nothing (its policy), go nowhere (the page's `frame-src`), and what it is told is what the player
sees anyway. docs/add-a-game/board.md is its author's side.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.core import find
from tepui.core.refusal import UnknownName
from tepui.core.words import N_
from tepui.server.refusals import Refused

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'nonce-{nonce}'",
        "style-src 'unsafe-inline'",  # its own rules; nothing can be loaded by them
        "img-src data:",
        "font-src data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    )
)
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Board</title>
<style>html, body {{ margin: 0; background: none; }}</style>
<div id="board"></div>
<script type="module" nonce="{nonce}">
const tell = (what) => parent.postMessage(what, "*");
addEventListener("error", (event) => tell({{ type: "failed", why: String(event.message) }}));
addEventListener("unhandledrejection", (event) => tell({{ type: "failed", why: String(event.reason) }}));
// The one way out that no policy closes in every browser.
for (const name of Object.getOwnPropertyNames(globalThis)) if (/^(webkit)?RTC/.test(name)) delete globalThis[name];
const root = document.getElementById("board");
const {{ default: board }} = await import({module});
let turn = -1;
const draw = board(root, (index) => tell({{ type: "pick", index, turn }}));
addEventListener("message", (event) => {{
  if (event.source !== parent) return;
  turn = event.data.turn;
  draw(event.data);
}});
new ResizeObserver(() => tell({{ type: "height", height: root.scrollHeight }})).observe(root);
tell({{ type: "ready" }});
</script>
</html>
"""


def file_of(request: Request) -> Path:
    """The board of this game, if it brings one."""
    try:
        board = find.game(request.path_params["game"]).board
    except UnknownName:
        board = None
    if board is None or not board.is_file():
        raise Refused("absent", N_("This game brings no board of its own."))
    return board


async def brought(request: Request) -> Response:
    """Has this game a board of its own? Asked before a page is drawn, so "no" is no error."""
    try:
        file_of(request)
    except Refused:
        return Response(b"false", media_type="application/json")
    return Response(b"true", media_type="application/json")


async def frame(request: Request) -> Response:
    file_of(request)
    nonce = secrets.token_urlsafe(16)
    page = PAGE.format(nonce=nonce, module=json.dumps(f"/board/{request.path_params['game']}/board.js"))
    headers = {"content-security-policy": POLICY.format(nonce=nonce), "x-frame-options": "SAMEORIGIN"}
    return Response(page, media_type="text/html", headers={**headers, "x-dns-prefetch-control": "off"})


async def module(request: Request) -> Response:
    """For everybody's eyes, like the game's source: the frame has no origin of its own to be allowed by."""
    headers = {"access-control-allow-origin": "*"}
    return Response(file_of(request).read_bytes(), media_type="text/javascript", headers=headers)


ROUTES = [
    Route("/api/games/{game}/board", brought),
    Route("/board/{game}", frame),
    Route("/board/{game}/board.js", module),
]
