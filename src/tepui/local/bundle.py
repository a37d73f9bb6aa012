"""The engine as one file for a browser's Python: the very files that run here, with a list of their hashes.

Whole are the packages that a game is made of. Of the server there is only what the pocket's door imports, found by
reading the import lines, so that nothing of a web server or a database comes along.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import msgspec

import tepui

SOURCE = Path(tepui.__file__).parent
WHOLE = ("core", "bots", "coach", "games")
DOOR = "tepui.local.browser"
WEIGHTS = "tepui/games/roll_and_write/bots/learned.npz"  # a megabyte that only stronger bots of one game need
LEFT_OUT = {".po", ".pot", ".npz", ".pyc", ".so"}
DATED = (1980, 1, 1, 0, 0, 0)  # the same files make the same bytes


def files() -> dict[str, Path]:
    """By its name in the bundle, every file of the engine; sorted."""
    found = {path for folder in WHOLE for path in (SOURCE / folder).rglob("*") if path.is_file()}
    found |= closure(DOOR) | {*(SOURCE / "server/locale").glob("*.mo"), SOURCE / "server/rooms/table_codes.txt"}
    kept = (path for path in found if path.suffix not in LEFT_OUT and not {"__pycache__", "_compiled"} & {*path.parts})
    named = {path.relative_to(SOURCE.parent).as_posix(): path for path in kept if path.name != "RULES.md"}
    return dict(sorted(named.items()))


def closure(module: str) -> set[Path]:
    """The file of this module of ours, and those of all modules of ours that it imports when it runs."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = SOURCE.parent.joinpath(*name.split("."))
        file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        if not name.startswith("tepui") or file in found or not file.exists():
            continue
        found.add(file)
        waiting += [name.rpartition(".")[0], *imported(ast.parse(file.read_bytes()))]
    return found


def imported(tree: ast.AST) -> list[str]:
    """What runs of these lines imports: `if TYPE_CHECKING` does not."""
    names = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Import):
            names += [one.name for one in node.names]
        names += imported(node)
    return names


def manifest() -> dict[str, str]:
    """Every file by its SHA-256: what runs on a device is what runs on a server of this version."""
    every = {**files(), WEIGHTS: SOURCE.parent / WEIGHTS}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in every.items()}


def engine() -> dict[str, bytes]:
    """What is in it, with every source as it is."""
    inside = {name: path.read_bytes() for name, path in files().items()}
    ours = [one for one in entry_points(group="tepui.games") if one.value.startswith("tepui.games.")]
    points = "\n".join(f"{one.name} = {one.value}" for one in ours)
    about = f"tepui-{tepui.__version__}.dist-info"
    inside[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: tepui\nVersion: {tepui.__version__}\n".encode()
    inside[f"{about}/entry_points.txt"] = f"[tepui.games]\n{points}\n".encode()
    inside["tepui/local/manifest.json"] = msgspec.json.encode(manifest())
    return inside


def zipped(inside: dict[str, bytes]) -> bytes:
    """Packed as one, which is smaller than each by itself, and read without unpacking each again."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in sorted(inside.items(), key=lambda one: (Path(one[0]).suffix, one[0])):  # like beside like
            file.writestr(zipfile.ZipInfo(name, DATED), data)
    return gzip.compress(out.getvalue(), 9, mtime=0)
