"""`tepui static DIR`: Tepui as a folder of files, which any web server can show; the games run in the browser."""

import hashlib
import json
import re
import shutil
from pathlib import Path

from tepui.cli_args import Parser
from tepui.core.refusal import Refusal
from tepui.local import bundle
from tepui.server.pocket import PAGES, RUNTIME, page
from tepui.server.web.guard import WASM_CSP

POLICY = WASM_CSP.replace("; frame-ancestors 'none'", "")  # which only a header can say
# The pages are made for the root of a server. Each of these stands somewhere in them, and is put right for a folder.
ABSOLUTE = {
    "html": [
        ('href="/', 'href="'),
        ('src="/', 'src="'),
        (
            '<meta charset="utf-8" />',
            f'<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        ),
    ],
    "js": [
        ("return`/`+", "return new URL(`../`,import.meta.url).href+"),
        ("`/sw.js`", "`sw.js`"),
        ("`/favicon", "`favicon"),
        ("`/assets/", "`./"),
    ],
    "css": [("url(/assets/", "url(")],
    "webmanifest": [('": "/"', '": "./"'), ('"src": "/', '"src": "')],
}
SCRIPTLESS = re.compile(r"\s*(<!-- Without scripts[^>]*-->|<noscript>.*?</noscript>)", re.S)


def command(words: list[str]) -> int:
    parser = Parser("static", "Writes Tepui as a folder of files that any web server can show.")
    parser.add_argument("folder", metavar="DIR", help="where it goes. It is made again")
    folder = Path(parser.parse_args(words).folder)
    try:
        total = write(folder)
    except OSError as error:
        raise Refusal(f"cannot write to {folder} ({error.strerror}). Choose a folder where you may write") from None
    print(f"{folder} has everything, {total / 1e6:.1f} MB. Show it to a browser with any web server, for example:")
    print(f"    python3 -m http.server --directory {folder}")
    return 0


def write(folder: Path) -> int:
    """The folder; how large it is."""
    for what, sign in ((PAGES, "index.html"), (RUNTIME, "runtime.json")):
        if not (what / sign).is_file():
            raise Refusal(f"the pages are not built ({what.name}). Run `python3 dev.py setup` with Node and network")
    if folder.exists() and any(folder.iterdir()) and not (folder / "pocket" / "runtime.json").is_file():
        raise Refusal(f"{folder} has other files in it. Name an empty folder, or one that `tepui static` has made")
    shutil.rmtree(folder, ignore_errors=True)
    files = {**pages(), **{f"pocket/{name}": data for name, data in pocket().items()}}
    files["sw.js"] = service_worker(files)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return sum(map(len, files.values()))


def pages() -> dict[str, bytes]:
    """The front end, wherever the folder will be."""
    left_out = ("offline.html", "offline.css", "sw.js")
    named = {path.relative_to(PAGES).as_posix(): path for path in sorted(PAGES.rglob("*")) if path.is_file()}
    kept = {
        name: path.read_bytes()
        for name, path in named.items()
        if name not in left_out and path.suffix not in (".br", ".gz")
    }
    kept["index.html"] = page(kept["index.html"].decode(), "folder").encode()
    for kind, swaps in ABSOLUTE.items():
        texts = {name: data.decode() for name, data in kept.items() if name.endswith(f".{kind}")}
        for old, new in swaps:
            if not any(old in text for text in texts.values()):
                raise Refusal(f"the pages have no {old!r} any more. Teach commands/static.py how they are built now")
            texts = {name: text.replace(old, new) for name, text in texts.items()}
        kept |= {name: text.encode() for name, text in texts.items()}
    kept["index.html"] = SCRIPTLESS.sub("", kept["index.html"].decode()).encode()
    return kept


def pocket() -> dict[str, bytes]:
    """Python, and the engine: compiled if that was made from these very sources, else the sources."""
    made = {path.name: path.read_bytes() for path in sorted(RUNTIME.iterdir())}
    del made["pyodide.asm.mjs.gz"]  # a server's twin
    if json.loads(made["runtime.json"])["engine"] != bundle.manifest():
        made["engine.zip.gz"] = bundle.zipped(bundle.engine())
    made["learned.npz"] = (bundle.SOURCE.parent / bundle.WEIGHTS).read_bytes()
    made["manifest.json"] = json.dumps(bundle.manifest(), indent=1).encode()
    return made


def service_worker(files: dict[str, bytes]) -> bytes:
    """Keeps all of it on the device, in one version at a time: so it opens without a line."""
    text = (bundle.SOURCE / "local" / "sw.js").read_text("utf-8")
    whole = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()
    listed = [
        name for name in files if not name.startswith("pocket/") or name.rpartition(".")[2] not in ("txt", "json")
    ]
    return text.replace("VERSION", whole[:16]).replace("[]", json.dumps(sorted(listed)), 1).encode()
