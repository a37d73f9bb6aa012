"""Compile Tepui's own rules: in place for a checkout (run me), or into a folder for a wheel (the build hook asks)."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from tepui.compile import CannotCompile, compile_group, group_of  # noqa: E402

NO_COMPILER = 3  # what dev.py reads: the rules may stay interpreted


def compile_rules(out: Path) -> list[Path]:
    """Compile what pyproject.toml lists; returns the new files, relative to `out`."""
    return compile_group(group_of(ROOT), out)


if __name__ == "__main__":
    try:
        compile_rules(ROOT / "src" / "tepui")
    except CannotCompile as reason:
        print(reason)
        sys.exit(NO_COMPILER)
