"""Writes what each test does into a file, line by line, while it happens: `tools/checks.py` reads it.

A test that is decided by a number may say how to see the same again: `record_property("again", "python3 dev.py ...")`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest


class Progress:
    """One line when all tests are known, and one for each test that has ended."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.known = False
        self.seconds: dict[str, float] = {}
        self.outcome: dict[str, tuple[str, str, str]] = {}

    def write(self, **event: Any) -> None:
        with open(self.file, "a", encoding="utf-8") as file:  # noqa: PTH123 (quickly)
            file.write(json.dumps(event) + "\n")

    def collected(self, ids: list[str]) -> None:
        if not self.known:
            self.known = True
            self.write(collected=ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:  # with several workers they know the tests, not we
            self.collected([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        self.collected(list(ids))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.write(test=report.nodeid, outcome="failed", seconds=0.0, why=first(report), text=report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid
        self.seconds[test] = self.seconds.get(test, 0.0) + report.duration
        before = self.outcome.get(test, ("passed", "", ""))
        if report.failed and before[0] != "failed":
            self.outcome[test] = ("failed", first(report), report.longreprtext)
        elif report.skipped and before[0] == "passed":
            self.outcome[test] = ("skipped", reason(report), "")
        if report.when not in ("setup", "call"):  # a worker that died reports only once, without a name for it
            outcome, why, text = self.outcome.pop(test, before)
            again = dict(report.user_properties).get("again")
            seconds = self.seconds.pop(test)
            self.write(test=test, outcome=outcome, seconds=round(seconds, 3), why=why, text=text, again=again)


def first(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Of what pytest says about a failure, the line that a person wants."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else report.longreprtext).strip().splitlines()
    return lines[0][:300] if lines else "it failed"


def reason(report: pytest.TestReport) -> str:
    why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
    return str(why).removeprefix("Skipped: ").strip()
