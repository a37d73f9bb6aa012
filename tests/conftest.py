"""What holds for every test: which of them do not depend on how the rules run."""

from pathlib import Path

import pytest

from tepui import _switch

# These folders never ask whether the rules are compiled: they run once, in the compiled pass.
ONCE = {"arena", "browser", "coach", "ground", "server", "terminal", "web"}


def pytest_report_header() -> str:
    return f"tepui: rules interpreted ({_switch.why})" if _switch.why else "tepui: rules compiled"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in ONCE:
            item.add_marker("once")
