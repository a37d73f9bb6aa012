"""A developer's machine: which rules run, why they run interpreted, and what to install (`tepui doctor --machine`)."""

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import files

from tepui import _switch
from tepui.compile import CannotCompile, compiler_flags, mypy_version
from tepui.core import find
from tepui.core.refusal import Refusal

AGAIN = "`python3 dev.py setup` in a checkout, or `pip install .` with a C compiler"


def findings() -> Iterator[tuple[str, str]]:
    """(what was looked at and how it is, what to do about it or nothing)."""
    yield f"Python {sys.version.split()[0]} at {sys.executable}", known_faults(sys.version_info[:3])
    if _switch.why:
        asked = _switch.why.startswith("TEPUI_INTERPRETED")
        what = "unset TEPUI_INTERPRETED" if asked else AGAIN
        yield f"Tepui's rules run interpreted: {_switch.why}", f"the same game, slower. For speed: {what}"
    else:
        yield "Tepui's rules run compiled", ""
    yield from _compiling()
    yield from _games()
    yield from _front_end()


def known_faults(version: tuple[int, int, int]) -> str:
    """Those that strangers could use against a server: addresses taken for public, archives, cookies (CVE-2024-4032,
    CVE-2024-6232, CVE-2024-7592). Tepui does not lean on them; whatever else runs with this Python may."""
    mended = {(3, 11): (3, 11, 10), (3, 12): (3, 12, 6)}.get(version[:2])
    if mended is None or version >= mended:
        return ""
    return f"this Python has faults that are known. Update it to {'.'.join(map(str, mended))} or newer"


def parts() -> str:
    """The list of parts that a release brings along."""
    for file in files("tepui") or ():
        if file.match("sboms/*.json"):
            return file.read_text("utf-8")
    raise Refusal("this Tepui was not installed from a release. In a checkout `python3 tools/sbom.py` prints its parts")


def _compiling() -> Iterator[tuple[str, str]]:
    """Can this machine compile a game?"""
    try:
        version = mypy_version()
        compiler_flags()
    except CannotCompile as reason:
        yield "games cannot be compiled here", str(reason)
        return
    ours = (_switch.note(_switch.HERE) or {}).get("mypy", version)
    if version != ours:
        yield f"mypy {version}", f"Tepui was compiled by mypy {ours}. Run `pip install mypy=={ours}` to compile games"
    else:
        yield f"games can be compiled here, by mypy {version}", ""


def _games() -> Iterator[tuple[str, str]]:
    """Other people's games: found, loaded, and compiled or not."""
    for name, point in find.names().items():
        if point.module.partition(".")[0] == "tepui":
            continue
        game = find.load(name)
        if isinstance(game, find.Failed):
            yield f"the game {name}", f"{game.sentence}. Repair or remove that package"
            continue
        rules = sys.modules[type(game.start(game.setting())).__module__]
        origin = str(getattr(rules.__spec__, "origin", ""))
        yield f"the game {name} runs {'interpreted' if origin.endswith('.py') else 'compiled'}", ""


def _front_end() -> Iterator[tuple[str, str]]:
    if (_switch.HERE / "server" / "static" / "index.html").exists():
        yield "the front end is built", ""
    elif shutil.which("npm") is None:
        yield "the browser gets the plain page", "install Node 20, then `python3 dev.py setup`"
    else:
        yield "the browser gets the plain page", "run `python3 dev.py setup`, which builds the front end"
