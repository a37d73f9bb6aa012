"""What the pocket runs on, into src/tepui/local/runtime: `.venv/bin/python tools/pocket/build.py`, by `dev.py setup`.

Pyodide comes from npm by web/package-lock.json, three packages for its Python from the package index by wheels.lock:
each by version and hash. The standard library loses what no game imports, and is compiled; all of it is packed so that
a web server that compresses nothing sends little. The same packages make the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tepui.local import bundle

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
RUNTIME = ROOT / "src" / "tepui" / "local" / "runtime"
PLATFORM = "pyemscripten_2026_0_wasm32"
# Python itself needs these of its library, beside what the games and Pyodide import.
ROOTS = (  # the second line: msgspec, whose imports no reader of sources sees
    "_strptime encodings.ascii encodings.cp437 encodings.latin_1 encodings.utf_8 site zipimport "
    "abc collections copyreg dataclasses datetime decimal enum re types typing uuid weakref zoneinfo"
)
NEEDED = re.compile(r"(msgspec/.*\.(py|so)|librt/vecs\..*so|mypy_extensions\.py)")  # of the packages
IMPORT = re.compile(r"^([ \t]*)(?:from +(\.*)([\w.]*) +import +(\([^)]*\)|[^\n#(]+)|import +([\w., ]+))", re.M)
LEFT_OUT = (  # imported by name somewhere, and never when a game is played
    "_ast_unparse _compat_pickle _py_abc _pydatetime _pydecimal _pyio _pyrepl _threading_local argparse "
    "asyncio.proactor_events asyncio.windows_events bdb cmd code concurrent.futures.interpreter "
    "concurrent.futures.process concurrent.interpreters ctypes curses difflib doctest email.parser email.policy "
    "ensurepip ftplib getopt html http importlib.metadata._adapters lib2to3 modulefinder multiprocessing pdb pickle "
    "pip plistlib pprint py_compile pyclbr pydoc pyodide.console rlcompleter setuptools smtplib sqlite3 ssl tarfile "
    "test tkinter tracemalloc unittest urllib.request webbrowser xml"
)
LICENCES = {
    "Pyodide (pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm)": "MPL-2.0, https://www.mozilla.org/MPL/2.0/",
    "Python (in pyodide.asm.wasm and python.zip)": "PSF-2.0, https://docs.python.org/3/license.html",
}


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {one.filename: file.read(one) for one in file.infolist() if not one.is_dir()}


def compiled(inside: dict[str, bytes]) -> dict[str, bytes]:
    """By the very Python that reads it."""
    with tempfile.TemporaryDirectory() as folder:
        sources, made = Path(folder, "in.zip"), Path(folder, "out.zip")
        sources.write_bytes(gzip.decompress(bundle.zipped(inside)))
        subprocess.run(["node", HERE / "compile.mjs", f"{PYODIDE}/", sources, made], check=True)
        return members(made.read_bytes())


def wheels() -> dict[str, bytes]:
    """The packages for Pyodide's Python, unpacked side by side, with their licences."""
    with tempfile.TemporaryDirectory() as folder:
        where = f"--platform {PLATFORM} --platform any --python-version 314 --implementation cp --only-binary :all:"
        lock = ["--require-hashes", "-r", str(HERE / "wheels.lock")]
        pip = [sys.executable, *"-m pip download -q --disable-pip-version-check --no-deps".split()]
        subprocess.run([*pip, *where.split(), *lock, "--dest", folder], check=True)
        return {
            name: data for wheel in sorted(Path(folder).iterdir()) for name, data in members(wheel.read_bytes()).items()
        }


def library() -> dict[str, bytes]:
    """Of the standard library what is imported when our modules or those that they need are loaded, or called."""
    every = members((PYODIDE / "python_stdlib.zip").read_bytes())
    own = [name for name in every if name.startswith(("_pyodide/", "pyodide/"))]
    waiting = [(name, True) for name in ROOTS.split()]
    waiting += [(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."), True) for name in own]
    waiting += [(name, True) for path in bundle.files().values() for name in imports(path.read_bytes(), path.suffix)]
    found: dict[str, bytes] = {}
    left_out = tuple(LEFT_OUT.split())
    while waiting:
        name, calls = waiting.pop()
        if any(name == one or name.startswith(f"{one}.") for one in left_out):
            continue
        path = name.replace(".", "/")
        file = next((one for one in (f"{path}.py", f"{path}/__init__.py") if one in every), None)
        if file is None or file in found:
            continue
        found[file] = every[file]
        package = name if file.endswith("__init__.py") else name.rpartition(".")[0]
        waiting.append((name.rpartition(".")[0], calls))
        waiting += [(one, calls) for one in imports(every[file], ".py", package, calls)]
    return found


def imports(source: bytes, suffix: str, package: str = "", calls: bool = True) -> list[str]:
    """The modules that this one may import, line by line, for its Python is newer than ours; `calls`: also inside."""
    names = []
    for indent, dots, module, things, plain in IMPORT.findall(source.decode()) if suffix == ".py" else ():
        if indent and not calls:
            continue
        above = package.split(".")[: len(package.split(".")) - len(dots) + 1] if dots else []
        whole = ".".join([*above, *([module] if module else [])])
        names += [one.split()[0] for one in plain.split(",") if one.strip()]
        names += (
            [whole, *(f"{whole}.{one.split()[0]}" for one in things.strip("()").split(",") if one.strip())]
            if things
            else []
        )
    return names


def build(into: Path = RUNTIME) -> None:
    packages = wheels()
    needed = {name: data for name, data in packages.items() if NEEDED.fullmatch(name)}
    made = {
        "pyodide.mjs": (PYODIDE / "pyodide.mjs").read_bytes(),
        "pyodide.asm.mjs": (PYODIDE / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.mjs.gz": gzip.compress((PYODIDE / "pyodide.asm.mjs").read_bytes(), 9, mtime=0),  # a server's
        "pyodide.asm.wasm.gz": gzip.compress((PYODIDE / "pyodide.asm.wasm").read_bytes(), 9, mtime=0),
        "python.zip.gz": bundle.zipped(compiled(library())),
        "packages.zip.gz": bundle.zipped(compiled(needed)),
        "LICENCES.txt": licences(packages).encode(),
    }
    made["engine.zip.gz"] = bundle.zipped(compiled(bundle.engine()))
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(made.items())}
    made["runtime.json"] = json.dumps(
        {"pyodide": version, "files": hashes, "engine": bundle.manifest()}, indent=1
    ).encode()
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for name, data in made.items():
        (into / name).write_bytes(data)


def licences(packages: dict[str, bytes]) -> str:
    """Of everything that is shipped beside Tepui itself, which is under the MIT licence."""
    parts = [f"{what}\n{licence}\n" for what, licence in LICENCES.items()]
    for name, data in sorted(packages.items()):
        if ".dist-info/" in name and "LICENSE" in name:
            parts.append(f"{name.split('.dist-info')[0]}\n\n{data.decode()}")
    return ("\n" + "-" * 70 + "\n\n").join(parts)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if sys.argv[1:] else RUNTIME)
