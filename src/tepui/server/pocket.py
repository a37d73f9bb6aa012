"""What a device loads to play without a line: the games' own files for a browser, if this copy of Tepui has them.

They are built (`dev.py setup`), and offered only while they are made from the very sources that this server runs.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
from starlette.responses import HTMLResponse, Response

from tepui.core.words import N_
from tepui.server.people.asker import Asker
from tepui.server.refusals import Refused
from tepui.server.web.address import get
from tepui.server.web.files import ASK_FIRST, ENCODINGS, Files

PACKAGE = Path(__file__).parents[1]
PAGES = PACKAGE / "server" / "static"
INDEX = PAGES / "index.html"
RUNTIME = PACKAGE / "local" / "runtime"
WEIGHTS = PACKAGE / "games" / "roll_and_write" / "bots" / "learned.npz"
UNNEEDED = {"LICENCES.txt", "runtime.json", "pyodide.asm.mjs.gz"}
FILES = Files(directory=RUNTIME, check_dir=False)
NONE = N_("This server has no games to take along. The person who runs it can build them with `python3 dev.py setup`.")


class Offered(msgspec.Struct, frozen=True):
    """GET /pocket/files.json: every file of it by its address, with the bytes that come over the line."""

    version: str
    files: dict[str, int]


def runtime() -> dict[str, Path]:
    """By name; nothing, if it is not built or from other sources."""
    try:
        engine = msgspec.json.decode((RUNTIME / "runtime.json").read_bytes())["engine"]
        if any(hashlib.sha256((PACKAGE.parent / name).read_bytes()).hexdigest() != sum for name, sum in engine.items()):
            return {}
    except (OSError, KeyError, ValueError):
        return {}
    found = {path.name: path for path in sorted(RUNTIME.iterdir()) if path.name not in UNNEEDED}
    return {**found, WEIGHTS.name: WEIGHTS}


@cache
def offered() -> Offered | None:
    """All of the front end and all of the runtime."""
    made = {f"/pocket/{name}": path for name, path in runtime().items()}
    assets = [path for path in sorted((PAGES / "assets").glob("*")) if path.suffix not in (".br", ".gz")]
    if not made or not assets:
        return None
    others = {f"/{name}": PAGES / name for name in ("favicon.svg", "favicon-move.svg", "manifest.webmanifest")}
    every = {**{f"/assets/{path.name}": path for path in assets}, **others, **made}
    sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in every.values()]
    return Offered(
        hashlib.sha256("".join(sums).encode()).hexdigest()[:16], {at: sent(path) for at, path in every.items()}
    )


def sent(path: Path) -> int:
    """Its bytes over the line, to a browser of today."""
    twins = (path.with_name(path.name + suffix) for _, suffix in ENCODINGS)
    return next((twin for twin in twins if twin.is_file()), path).stat().st_size


def page(index: str, kind: str) -> str:
    """The front end's page for a device that answers itself: one script before the first, one behind it."""
    door, here, style = (next((PAGES / "assets").glob(name)).name for name in ("door-*.js", "here-*.js", "here-*.css"))
    first = index.index('<script type="module"')
    return (
        index[:first].replace("<html ", f'<html data-pocket="{kind}" ')
        + f'<script type="module" src="/assets/{door}"></script>\n    '
        + index[first:].replace(
            "</head>",
            f'  <link rel="stylesheet" href="/assets/{style}" />\n'
            f'    <script type="module" src="/assets/{here}"></script>\n  </head>',
        )
    )


def require_offered() -> Offered:
    if (found := offered()) is None:
        raise Refused("absent", NONE)
    return found


def shell(at: Asker) -> Callable[[], Response]:
    def made() -> Response:
        require_offered()
        return HTMLResponse(page(INDEX.read_text("utf-8"), "server"), headers={"cache-control": ASK_FIRST})

    return made


def file(at: Asker) -> Callable[[], Response]:
    def made() -> Response:
        name = at.path_params["file"]
        if f"/pocket/{name}" not in require_offered().files:
            raise Refused("absent", NONE)
        path = WEIGHTS if name == WEIGHTS.name else RUNTIME / name
        return FILES.file_response(path, path.stat(), at.scope)

    return made


ROUTES = [
    get("/pocket/", shell, slow="slow"),
    get("/pocket/files.json", lambda at: require_offered, slow="slow"),
    get("/pocket/{file}", file, slow="slow"),
]
