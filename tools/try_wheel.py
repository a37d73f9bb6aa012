"""Build the wheel, install it into a clean environment, play and serve there, with the compiled rules and without.

    python tools/try_wheel.py            both kinds
    python tools/try_wheel.py pure       as on a machine without a compiler

Run it with the Python of `.venv`. Nothing of the checkout is on the path of the new environment.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = ROOT / ".tools" / "uv" / "bin" / "uv"
PLAY = """
import sys
from importlib.resources import files
from random import Random
from tepui import _switch
from tepui.bots import contract as bots
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table
kind = "interpreted" if _switch.why else "compiled"
assert kind == sys.argv[1], _switch.why
assert "site-packages" in _switch.__file__, _switch.__file__
assert (files("tepui") / "py.typed").is_file()
for game in find.games():
    table, rng = Table(game, game.setting(), Dealer("seed").choose), Random(1)
    while not table.over:
        for seat in table.to_act[:1]:
            table.pick(seat, bots.choose(bots.RandomBot(), table.view(seat), 1.0, rng))
    rules = sys.modules[type(table.truth).__module__].__spec__.origin
    assert rules.endswith(".py") == (kind == "interpreted"), rules
    print(game.name, kind, len(table.moves), "moves, scores", table.scores())
"""


def serve(bin_: Path, data: Path, full: bool, compiled: bool) -> None:
    """What a host sees: the page, and a sentence for whatever is missing."""
    words: list[str | Path] = [bin_ / "tepui", "serve", "--no-browser", "--port", "0", "--data", data]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=data.parent, env=plain()) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        assert "tepui: open http" in first, first + server.stdout.read()
        with urllib.request.urlopen(first.split()[2], timeout=60) as answer:  # noqa: S310 (our own)
            page = answer.read().decode()
        server.terminate()
        said = server.communicate()[0]
    assert ("/assets/" in page) == full, page[:300]
    assert ("plain page" in said) == (not full) and ("interpreted" in said) == (not compiled), said
    assert compiled or "there is no C compiler (no-such-compiler)" in said, said
    print(f"served the {'full' if full else 'plain'} page", *said.splitlines(), sep="\n  ")


def plain() -> dict[str, str]:
    """The environment without anything of the checkout."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("TEPUI_", "PYTHON", "VIRTUAL_ENV", "COV"))}


def run(*command: str | Path, **environment: str) -> None:
    cache = {"UV_SYSTEM_CERTS": "1", "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(ROOT / ".tools/cache/uv"))}
    answer = subprocess.run(
        list(map(str, command)),
        cwd=tempfile.gettempdir(),
        env={**plain(), **cache, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if answer.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{answer.stdout}")
    if answer.stdout.strip():
        print(answer.stdout.strip(), flush=True)


def try_wheel(kind: str, folder: Path) -> None:
    """`compiled`: a compiler is there. `pure`: there is none, found out the hard way, by a compiler that is not."""
    without = {"CC": "no-such-compiler"} if kind == "pure" else {"TEPUI_PURE": "0"}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env={**os.environ, **without}, check=True)
    (wheel,) = folder.glob("*.whl")
    print(wheel.name, f"{wheel.stat().st_size / 1e6:.2f} MB")
    assert wheel.name.endswith("-py3-none-any.whl") == (kind == "pure"), wheel.name
    venv, bin_ = folder / "venv", folder / "venv" / "bin"
    run(UV, "venv", "--quiet", "--python", sys.executable, venv)
    python = bin_ / "python"
    lock = ["--require-hashes", "--no-deps", "-r", str(ROOT / "requirements.lock")]
    run(UV, "pip", "install", "--quiet", "--python", python, *lock)
    run(UV, "pip", "install", "--quiet", "--python", python, "--no-deps", "--no-index", wheel)
    run(bin_ / "tepui", "--version")
    game = folder / "forehead"
    leave = shutil.ignore_patterns("_compiled*", "__pycache__")
    shutil.copytree(ROOT / "tests" / "strangers" / "forehead", game, ignore=leave)
    run(UV, "pip", "install", "--quiet", "--python", python, "--no-deps", "--no-build-isolation", "-e", game)
    if kind == "compiled":
        run(bin_ / "tepui", "compile", game)
    run(python, "-c", PLAY, "interpreted" if kind == "pure" else "compiled")
    if kind == "pure":  # and as if there had been no Node either
        (static,) = venv.glob("lib/python*/site-packages/tepui/server/static")
        shutil.rmtree(static)
    serve(bin_, folder / "data", full=kind == "compiled", compiled=kind == "compiled")


if __name__ == "__main__":
    for kind in sys.argv[1:] or ["compiled", "pure"]:
        if kind not in ("compiled", "pure"):
            sys.exit("try_wheel.py takes `compiled` or `pure`")
        with tempfile.TemporaryDirectory() as name:
            print(f"== {kind}")
            try_wheel(kind, Path(name))
