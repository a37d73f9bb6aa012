"""The browser's types are those of the Python Structs."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.once
def test_generated_types_are_current() -> None:
    spec = importlib.util.spec_from_file_location("browser_types", ROOT / "tools" / "browser_types.py")
    assert spec and spec.loader
    types = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(types)
    assert types.stale() == [], "run `npm run types` in web/"


@pytest.mark.once
def test_no_registry_host_in_the_lock() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text("utf-8")
