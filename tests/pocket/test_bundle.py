"""What a browser gets is what runs here: one source, by its hashes; the folder is the same each time it is made."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from pocket.recorded import records

from tepui.commands import static
from tepui.core.refusal import Refusal
from tepui.local import bundle

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
built = pytest.mark.skipif(
    not (static.RUNTIME.is_dir() and (static.PAGES / "index.html").is_file()),
    reason="the pocket is not built. `python3 dev.py setup` builds it, with Node and the network",
)
with_node = pytest.mark.skipif(
    shutil.which("node") is None or not PYODIDE.is_dir(),
    reason="Node or its package pyodide is missing. Install Node 20 and run `python3 dev.py setup`",
)


def test_every_file_of_the_engine_is_this_file() -> None:
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(bundle.zipped(bundle.engine())))) as file:
        listed = json.loads(file.read("tepui/local/manifest.json"))
        inside = {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}
    for name, digest in listed.items():
        assert digest == hashlib.sha256((ROOT / "src" / name).read_bytes()).hexdigest(), name
        assert name == bundle.WEIGHTS or inside[name] == digest, name
    assert {name for name in inside if name.endswith(".py")} <= set(listed)


def test_no_web_server_and_no_database_comes_along() -> None:
    files = bundle.files()
    assert "tepui/server/room/room.py" in files and "tepui/games/kryptx/rules.py" in files
    for name, path in files.items():
        if name.endswith(".py") and name.startswith(("tepui/server", "tepui/local", "tepui/core", "tepui/coach")):
            for line in re.findall(r"^(?:from|import) (\w+)", path.read_text("utf-8"), re.M):
                assert line not in {"starlette", "sqlalchemy", "uvicorn", "itsdangerous", "numpy", "jinja2"}, name
    assert not [name for name in files if "/store/s" in name or name.endswith("app.py")]


@built
def test_the_folder_is_the_same_each_time_and_works_below_any_path(tmp_path: Path) -> None:
    for name in ("one", "two"):
        static.write(tmp_path / name / "deep")
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two and len(one) > 60
    page = (tmp_path / "one/deep/index.html").read_text()
    assert 'data-pocket="folder"' in page and "'wasm-unsafe-eval'" in page and "noscript" not in page
    assert not re.search(r"""(href|src)=["']/""", page)
    for path in (tmp_path / "one/deep/assets").glob("*.css"):
        assert "url(/" not in path.read_text(), path.name
    licences = (tmp_path / "one/deep/pocket/LICENCES.txt").read_text()
    assert all(name in licences for name in ("MPL-2.0", "PSF-2.0", "msgspec", "librt"))
    assert json.loads((tmp_path / "one/deep/pocket/manifest.json").read_text()) == bundle.manifest()


@built
def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(Refusal, match="has other files in it"):
        static.write(tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_a_copy_without_the_runtime_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "RUNTIME", tmp_path / "runtime")
    with pytest.raises(Refusal, match=r"dev\.py setup"):
        static.write(tmp_path / "folder")


def in_browsers_python(script: str, tmp_path: Path, *more: str) -> str:
    """What the last line of a script gives in Pyodide, under Node; `more`: what of ours is no part of the bundle."""
    (tmp_path / "script.py").write_text(script)
    engine = static.pocket()["engine.zip.gz"]
    if more:
        others = [path for one in more for path in bundle.SOURCE.glob(one)]
        beside = {f"tepui/{path.relative_to(bundle.SOURCE)}": path.read_bytes() for path in others}
        engine = bundle.zipped(bundle.engine() | beside)
    (tmp_path / "engine.zip.gz").write_bytes(engine)
    command = [
        "node",
        ROOT / "tests/pocket/engine.mjs",
        PYODIDE,
        static.RUNTIME,
        tmp_path / "script.py",
        *(["whole"] if more else []),
    ]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.rpartition("answer ")[2].strip()


@built
@with_node
@pytest.mark.slow
def test_a_game_in_the_browsers_python_is_the_same_game(tmp_path: Path) -> None:
    wanted = [["kryptx", "expert", "a", 2, True], ["roll-and-write", "casual", "b", 3, False]]
    wanted += [["lost-code", "beginner", "c", 2, False]]
    script = (ROOT / "tests/pocket/recorded.py").read_text() + f"\nrecords(json.loads({json.dumps(wanted)!r}))"
    assert json.loads(in_browsers_python(script, tmp_path)) == json.loads(records(wanted))
