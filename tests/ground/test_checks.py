"""What a newcomer reads while the tests run: tried on a small suite of its own."""

import json
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from checks import Checks, Job, closing_line

ROOT = Path(__file__).parents[2]

SUITE = """
import pytest

@pytest.mark.parametrize("n", [1, 2])
def test_good(n):
    assert n

def test_bad(record_property):
    record_property("again", "python3 dev.py simulate --seed 4")
    assert [2] == [3], "2 calls came, 3 were expected"

def test_worse():
    raise ValueError("no\\nmore")

@pytest.mark.skip(reason="no piano here")
def test_absent():
    pass

@pytest.fixture
def broken():
    yield
    raise RuntimeError("cannot be put away")

def test_untidy(broken):
    pass
"""


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_small.py").write_text(SUITE, "utf-8")
    return Checks(tmp_path, tmp_path / ".work")


def pytest_of(folder: Path, *options: str) -> Job:
    words = "-q -p no:cacheprovider -p no:cov -p no:randomly".split()
    command = [sys.executable, "-m", "pytest", *words, "--rootdir", folder, "-c", os.devnull, *options, folder]
    return Job("small tests", command, folder, {**os.environ, "PYTHONPATH": str(ROOT / "tests")}, tests=True)


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "by a worker"])
def test_failures_come_with_their_command_and_one_line_closes(
    checks: Checks, workers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    job = pytest_of(checks.root, *workers)
    good = Job("a check", [sys.executable, "-c", "pass"], checks.root, dict(os.environ))
    bad = Job("another check", [sys.executable, "-c", "raise SystemExit('layers do not hold')"], checks.root, {})
    checks.run([job], [good, bad])
    assert checks.close() == 1
    said = capsys.readouterr().out
    assert (job.passed, job.failed, job.skipped) == (2, 3, 1)
    assert "FAILED test_small.py::test_bad" in said and "2 calls came, 3 were expected" in said
    assert "again:  python3 dev.py simulate --seed 4" in said
    assert "again:  python3 dev.py test test_small.py::test_worse" in said
    assert "cannot be put away" in said and "layers do not hold" in said
    assert "   1  no piano here" in said
    assert said.splitlines()[-1] == "3 passed, 4 failed, 1 skipped"
    text = (checks.folder / "small-tests.failed.log").read_text("utf-8")
    assert "2 calls came" in text and "ValueError" in text
    assert closing_line(checks.folder / "small-tests.events", 1) == "2 passed, 3 failed, 1 skipped"


def test_a_pytest_that_breaks_off_has_failed(checks: Checks, capsys: pytest.CaptureFixture[str]) -> None:
    (checks.root / "test_small.py").write_text("import nothing_of_that_name")
    checks.run([pytest_of(checks.root)])
    assert checks.close() == 1
    assert "nothing_of_that_name" in capsys.readouterr().out


def test_the_time_left_follows_what_each_took_last_time(checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"at": 100.0}
    monkeypatch.setattr("checks.time.monotonic", lambda: now["at"])
    known = {"a": 30.0, "b": 10.0}
    (checks.work / "durations.json").write_text(json.dumps({"seconds": 20.0, "jobs": {"tests": known}}))
    again = Checks(checks.root, checks.work)
    job = Job("tests", [], checks.root, {}, tests=True, state="runs")
    again.jobs.append(job)
    assert again.line() == "0 of 2 tests, 0:00, about 0:20 more, 0 failed"
    again.heard(job, {"collected": ["a", "b"]})
    again.heard(job, {"test": "a", "outcome": "passed", "seconds": 60.0})
    now["at"] += 60
    assert again.line() == "1 of 2 tests, 1:00, about 0:20 more, 0 failed; now a", "a run three times as slow"
