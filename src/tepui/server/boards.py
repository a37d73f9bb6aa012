"""Boards that a game brings itself: one ES module each, in a frame that may draw and pick, and nothing else.

The frame is a document of its own whose origin is nobody's (`sandbox`), so the module reaches neither our page nor its
cookies; it may load nothing (its policy names two scripts: ours by its hash, the module by its address), go nowhere
(the page's `frame-src`), and what it is told is what the player sees anyway. Its author's side is
docs/add-a-game/board.md.
"""

from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from starlette.responses import Response

from tepui.core.refusal import UnknownName
from tepui.core.words import N_
from tepui.server.pages import PAGES
from tepui.server.people.asker import Asker
from tepui.server.refusals import Refused
from tepui.server.web.address import get

POLICY = (
    "default-src 'none'; script-src 'sha256-{hash}' {module}; "  # no nonce: what carries one may come from anywhere
    "webrtc 'block'; style-src 'unsafe-inline'; "  # its own rules; nothing can be loaded by them
    "img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)


def file_of(at: Asker) -> Path:
    """The board of this game, if it brings one."""
    with suppress(UnknownName):
        board = at.game.path("board", "board.js")
        if board is not None and board.is_file():
            return board
    raise Refused("absent", N_("This game brings no board of its own."))


async def brought(at: Asker) -> bool:
    """Has this game a board of its own? Asked before a page is drawn, so "no" is no error."""
    with suppress(Refused):
        return bool(file_of(at))
    return False


async def frame(at: Asker) -> Response:
    file_of(at)
    path = f"/board/{at.path_params['game']}/board.js"
    page = PAGES.get_template("board.html").render(module=path)
    script = page.partition('<script type="module">')[2].partition("</script>")[0]
    hash = b64encode(sha256(script.encode()).digest()).decode()
    policy = POLICY.format(hash=hash, module=at.base + path)
    headers = {"content-security-policy": policy, "x-frame-options": "SAMEORIGIN", "x-dns-prefetch-control": "off"}
    return Response(page, media_type="text/html", headers=headers)


async def module(at: Asker) -> Response:
    """For everyone's eyes, like the game's source: the frame has no origin of its own to be allowed by."""
    headers = {"access-control-allow-origin": "*"}
    return Response(file_of(at).read_bytes(), media_type="text/javascript", headers=headers)


ROUTES = [
    get("/api/games/{game}/board", brought),
    get("/board/{game}", frame),
    get("/board/{game}/board.js", module),
]
