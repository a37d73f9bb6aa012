"""Compile Tepui's own rules: in place for a checkout (run me), or into a folder for a wheel (the build hook asks)."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from tepui import _switch  # noqa: E402
from tepui.compile import CannotCompile, compile_group, compiler_flags, group_of, mypy_version  # noqa: E402

NO_COMPILER = 3  # what dev.py reads: the rules may stay interpreted


def for_a_wheel(out: Path) -> dict[Path, Path]:
    """The library of what pyproject.toml lists: where each file lies, and where in the package it belongs.

    What the checkout has compiled already will do if it was made by the same tools from the same sources.
    """
    group = group_of(ROOT)
    now = {"flags": compiler_flags(), "mypy": mypy_version(), "sources": _switch.hashes(group.package, group.files)}
    there = _switch.note(group.package) or {}
    if now.items() <= there.items() and not _switch.doubt(group.package, there, None):
        out = group.package
        files = [Path(_switch.NOTE), *map(Path, there["libraries"].values()), Path(there["memory"])]
    else:
        files = compile_group(group, out)
    return {out / file: file for file in files}


def why_not(reason: CannotCompile, out: Path) -> dict[Path, Path]:
    """What `tepui serve` says where the rules run interpreted: pip shows nobody what a build prints."""
    out.mkdir(parents=True, exist_ok=True)
    (out / _switch.REASON).write_text(f"they were not compiled, because {reason}\n", "utf-8")
    return {out / _switch.REASON: Path(_switch.REASON)}


if __name__ == "__main__":
    try:
        compile_group(group_of(ROOT), ROOT / "src" / "tepui")
    except CannotCompile as reason:
        print(reason)
        why_not(reason, ROOT / "src" / "tepui")
        sys.exit(NO_COMPILER)
