"""Every clause of the rulebooks is named by a test, every test names clauses that exist, and the page shows it."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("clauses", ROOT / "tools" / "clauses.py")
assert spec is not None and spec.loader is not None
clauses = importlib.util.module_from_spec(spec)
spec.loader.exec_module(clauses)


@pytest.mark.once
def test_every_clause_is_proven_and_the_page_says_so() -> None:
    assert clauses.complaints() == []
    assert sum(map(len, clauses.clauses().values())) > 180


@pytest.mark.once
def test_a_clause_without_a_test_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "named", dict)
    assert any(line.startswith("no test names LC-01") for line in clauses.complaints())
