"""What holds for every test: which of them do not depend on how the rules run."""

import os
from pathlib import Path

import pytest
from progress import Progress

from tepui import _switch

# Rules and core are tried both ways, compiled and interpreted; everything else once, in the compiled pass.
BOTH_WAYS = {"core", "laws"}  # folders
# Texts, names, processes and documents: they say the same however the rules run.
ALIKE = set(
    "test_add_a_game test_bot_names test_bot_process test_cli_args test_command test_documents test_help"
    " test_parts_text test_spread test_text".split()
)
RULES = {"test_examples", "test_invariants", "test_laws", "test_track", "test_vectors"}  # files in a game's folder


def pytest_configure(config: pytest.Config) -> None:
    events = os.environ.pop("TEPUI_TEST_EVENTS", None)  # not for what a test starts
    if events and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(events))


def pytest_report_header() -> str:
    return f"tepui: rules interpreted ({_switch.why})" if _switch.why else "tepui: rules compiled"


@pytest.hookimpl(tryfirst=True)  # before they are chosen by -m
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        proof = item.get_closest_marker("proof")
        case = getattr(getattr(item, "callspec", None), "id", None)
        if proof and case is not None and proof.kwargs.get("but") == case:  # it stands for the others in every run
            item.own_markers[:] = [mark for mark in item.own_markers if mark is not proof]
        both = item.path.relative_to(here).parts[0] in BOTH_WAYS or item.path.stem in RULES
        if not both or item.path.stem in ALIKE:
            item.add_marker("once")
