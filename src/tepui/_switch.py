"""Which rules run: the compiled library, or their own source.

An import of a rules module finds the source, as any import does. Only when everything fits (nothing was edited since,
the same core, the same Python) does a finder put the compiled library in its place, for a whole package at once:
compiled and interpreted rules are never mixed. `TEPUI_INTERPRETED=1` keeps the finder out altogether.

The libraries lie where no ordinary import looks: `_compiled/<fingerprint>/` beside the package's `__init__.py`, named
by the note `_compiled.json`, which is written last. A new build therefore never disturbs a running program.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from sysconfig import get_config_var
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent
NOTE = "_compiled.json"
FOLDER = "_compiled"
REASON = "_uncompiled.txt"  # beside the package: why the last build could not compile

why = ""  # why Tepui's own rules run interpreted; empty when they run compiled


def hashes(package: Path, files: Iterable[str]) -> dict[str, str]:
    """The hash of each source file (paths relative to the package's folder); empty for one that is gone."""
    found = {}
    for file in files:
        try:
            found[file] = hashlib.sha256((package / file).read_bytes()).hexdigest()
        except OSError:
            found[file] = ""
    return found


def note(package: Path) -> dict[str, Any] | None:
    """What the last build wrote down beside the package, if it was one of ours."""
    try:
        found = json.loads((package / NOTE).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    wanted = {"python", "sources", "libraries"}
    return found if isinstance(found, dict) and wanted <= found.keys() else None


def build_failure(package: Path) -> str:
    """Why there is no library, as the build wrote it down."""
    try:
        return (package / REASON).read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""


def built_for() -> str:
    """What a library must fit: this Python on this kind of machine."""
    return str(get_config_var("EXT_SUFFIX"))


def doubt(package: Path, built: dict[str, Any], core: dict[str, str] | None) -> str:
    """Why this build must not run; empty if it may. `core`: our sources, for a game that calls into them."""
    if built["python"] != built_for():
        return "it was compiled for another Python"
    for file, sha in hashes(package, built["sources"]).items():
        if sha != built["sources"][file]:
            return f"{file} was changed after it was compiled"
    if core is not None and built.get("core") != core:
        return "it was compiled against another version of Tepui's core"
    for file in built["libraries"].values():
        if not (package / file).exists():
            return f"{file} is missing"
    return ""


class Compiled:
    """A finder that knows the libraries of those packages whose build fits."""

    def __init__(self) -> None:
        self.libraries: dict[str, str] = {}
        self.asked: set[str] = set()

    def add(self, package: Path, built: dict[str, Any]) -> None:
        self.libraries.update({name: str(package / file) for name, file in built["libraries"].items()})

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None:
            return None
        top = name.partition(".")[0]
        if top not in self.asked:
            self.asked.add(top)
            self.ask(top)
        file = self.libraries.get(name)
        if file is None:
            return None
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))

    def ask(self, top: str) -> None:
        """Has this package, imported for the first time, rules that were compiled against our core?"""
        for folder in getattr(sys.modules.get(top), "__path__", ()):
            package = Path(folder)
            built = note(package)
            if built is None or "core" not in built:
                continue
            ours = note(HERE)
            reason = "Tepui's own rules run interpreted"
            if not why and ours is not None:
                reason = doubt(package, built, ours["sources"])
            if any(name in sys.modules for name in built["libraries"]):  # too late, and half of each must not run
                tell(f"{top} runs interpreted: it was imported before tepui. Write `import tepui` above it")
            elif reason:
                tell(f"{top} runs interpreted: {reason}. Run `tepui compile PATH` with the folder of {top}")
            else:
                self.add(package, built)
            return


def tell(sentence: str) -> None:
    print(f"tepui: {sentence}", file=sys.stderr)


def install() -> None:
    """Decide for this process, once, when `tepui` is first imported."""
    global why
    built = note(HERE)
    if os.environ.get("TEPUI_INTERPRETED") == "1":
        why = "TEPUI_INTERPRETED=1 asks for it"
        return
    finder = Compiled()
    finder.asked.add("tepui")
    if built is None:
        why = build_failure(HERE) or "they are not compiled"
    else:
        why = doubt(HERE, built, None)
        if why:
            tell(f"the rules run interpreted: {why}. Run `python3 dev.py setup`")
        else:
            finder.add(HERE, built)
    sys.meta_path.insert(0, finder)
