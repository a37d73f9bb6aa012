"""A release can be made again byte for byte, holds its pages and the list of its parts, and serves from a clean place.

    python3 dev.py proofs packages

Two clones in different folders are built as a packager does, the wheel from the sdist; both must be equal. Then the
wheel lies in an index of our own, and `uvx tepui serve` of a person who has nothing yet opens a table.
"""

import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.request
import zipfile
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
UV = ROOT / ".tools" / "uv" / "bin" / "uv"
EPOCH = "1763424000"  # any moment, as long as both builds have the same
WITHIN = 20.0  # seconds from the second `uvx` of a person to the first page; the first fetches everything


def built(origin: Path, folder: Path) -> dict[str, bytes]:
    subprocess.run(["git", "clone", "--quiet", str(origin), str(folder)], check=True)
    (folder / ".tools").mkdir()
    (folder / ".tools" / "cache").symlink_to(ROOT / ".tools" / "cache")
    env = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "TEPUI_PURE": "0"}
    # With what pyproject.toml names and nothing else: beside the packages of the proofs, mypy would read all of those.
    words = [UV, "build", "--quiet", "--python", sys.executable, "--out-dir", folder / "dist", folder]
    made = subprocess.run(words, env=env, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    return {file.name: file.read_bytes() for file in sorted((folder / "dist").iterdir()) if file.name != ".gitignore"}


def differing(name: str, one: bytes, two: bytes, folder: Path) -> list[str]:
    """The members that are not equal: what to look at."""
    members = []
    for number, data in enumerate((one, two)):
        file = folder / f"{number}-{name}"
        file.write_bytes(data)
        if name.endswith(".whl"):
            with zipfile.ZipFile(file) as archive:
                members.append({each: archive.read(each) for each in archive.namelist()})
        else:
            with tarfile.open(file) as tar:
                members.append({m.name: tar.extractfile(m).read() for m in tar if m.isfile()})  # type: ignore[union-attr]
    return sorted(each for each in {*members[0], *members[1]} if members[0].get(each) != members[1].get(each))


def holds(wheel: Path, sdist: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (parts,) = [name for name in names if name.endswith(".dist-info/sboms/tepui.cdx.json")]
        listed = json.loads(archive.read(parts))
    assert "tepui/server/static/index.html" in names, "the pages are not in the wheel"
    assert [name for name in names if name.startswith("tepui/_compiled") and name.endswith(".so")], (
        "nothing is compiled"
    )
    with tarfile.open(sdist) as tar:
        inside = {member.partition("/")[2] for member in tar.getnames()}
    assert {"src/tepui/server/static/index.html", "tools/sbom.py", "Containerfile", "CITATION.cff"} <= inside
    print(f"{wheel.name} holds its pages, compiled rules and a list of {len(listed['components'])} parts")


def index(folder: Path, wheel: Path) -> None:
    """A simple index (PEP 503) with one package."""
    (folder / "simple" / "tepui").mkdir(parents=True)
    shutil.copy(wheel, folder / "simple" / "tepui" / wheel.name)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    page = f'<!doctype html><a href="{wheel.name}#sha256={digest}">{wheel.name}</a>'
    (folder / "simple" / "tepui" / "index.html").write_text(page)


def served(address: str, home: Path) -> float:
    """Seconds from typing `uvx tepui serve` to a page of a table."""
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "UV_SYSTEM_CERTS": "1", "UV_CACHE_DIR": str(home / "cache")}
    env |= {name: value for name, value in os.environ.items() if "PROXY" in name.upper() or "INDEX" in name}
    words = [UV, "tool", "run", "--python", sys.executable, "--index", address, "tepui", "serve"]
    began = time.monotonic()
    with subprocess.Popen(
        [*words, "--no-browser", "--port", "0"], env=env, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert "http://" in line, line
        with urllib.request.urlopen(line.split()[2], timeout=60) as answer:
            assert "/assets/" in answer.read().decode(), "the full page"
        took = time.monotonic() - began
        server.terminate()
        server.communicate()  # what it says in leaving
    return took


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        return


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    subprocess.run(["git", "clone", "--quiet", "--bare", str(ROOT), folder / "origin"], check=True)  # of this moment
    one, two = built(folder / "origin", folder / "one"), built(folder / "origin", folder / "elsewhere" / "two")
    assert [*one] == [*two] and len(one) == 2, (one.keys(), two.keys())
    for file in one:
        assert one[file] == two[file], f"{file} differs in {differing(file, one[file], two[file], folder)}"
        print(f"{file} is equal from two builds: sha256 {hashlib.sha256(one[file]).hexdigest()}")
    (wheel,), (sdist,) = (folder / "one" / "dist").glob("*.whl"), (folder / "one" / "dist").glob("*.tar.gz")
    holds(wheel, sdist)
    index(folder, wheel)
    here = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=here.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{here.server_port}/simple"
    first, second = (served(address, folder / "home") for _ in range(2))
    print(f"uvx tepui serve: a page after {first:.1f} s with everything to fetch, {second:.1f} s the second time")
    assert second < WITHIN, f"{second:.1f} s"
    here.shutdown()
