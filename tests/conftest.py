"""What holds for every test: which of them do not depend on how the rules run."""

from pathlib import Path

import pytest

from tepui import _switch

# Rules and core are tried both ways, compiled and interpreted; everything else once, in the compiled pass.
BOTH_WAYS = {"core", "laws"}  # folders
RULES = {"test_examples", "test_invariants", "test_laws", "test_track", "test_vectors"}  # files in a game's folder


def pytest_report_header() -> str:
    return f"tepui: rules interpreted ({_switch.why})" if _switch.why else "tepui: rules compiled"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] not in BOTH_WAYS and item.path.stem not in RULES:
            item.add_marker("once")
