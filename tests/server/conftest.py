"""A real server in a process of its own, over a folder of its own."""

import contextlib
import itertools
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the people of these tests


SERVE = """
import sys
from random import Random
from tepui.server import outside
outside.SYSTEM_CHANCE = outside.Chance(Random(sys.argv.pop(1)))
from tepui.cli import main
sys.exit(main())
"""
STARTS = itertools.count(1)


class Running:
    """`tepui serve` on a free port; the same port again after a restart.

    Its chance follows from the test's name and how many were started before.
    """

    def __init__(self, data: Path, *words: str, env: dict[str, str] | None = None) -> None:
        self.data = data
        self.words = words
        self.env = env or {}
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> "Running":
        seed = f"{os.environ.get('PYTEST_CURRENT_TEST', '')} {next(STARTS)}"  # a second start draws other ids
        command = [sys.executable, "-c", SERVE, seed, "serve", "--no-browser", "--data", str(self.data)]
        command += ["--port", str(self.port), *self.words]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=(self.data.parent / "errors.log").open("a"),
            text=True,
            env={**os.environ, **self.env},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127.0.0.1:(\d+)", line)
        assert found, (line, self.errors())
        self.port = int(found[1])
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def errors(self) -> str:
        with contextlib.suppress(OSError):
            return (self.data.parent / "errors.log").read_text()
        return ""

    def kill(self) -> None:
        """No goodbye: what is not on disk is lost."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL for all tests of one worker; each takes a database of its own."""
    from postgres import Postgres, programs

    if programs() is None:
        pytest.skip("PostgreSQL is missing. `apt install postgresql` as root brings it")
    made = Postgres()
    yield made
    made.close()


@pytest.fixture
def database(postgres: Any) -> str:
    """The address of an empty database."""
    return str(postgres.database())


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bots of `strange_bots.py`, found by the processes that are started from now on; the folder of their notes."""
    folder = tmp_path / "packages"
    about = folder / "strange_bots-1.dist-info"
    about.mkdir(parents=True)
    source = (Path(__file__).parent / "strange_bots.py").read_text()
    (folder / "strange_bots.py").write_text(source)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1\n")
    points = "\n".join(
        f"forehead.{name.lower()} = strange_bots:{name}" for name in re.findall(r"^class (\w+)", source, re.M)
    )
    (about / "entry_points.txt").write_text(f"[tepui.bots]\n{points}\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("TEPUI_TEST_NOTES", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests that do it no harm."""
    running = Running(tmp_path_factory.mktemp("server") / "data", "--pace", "0", "--no-limits").start()
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[type[Running]]:
    """For tests that start servers of their own kind."""
    made: list[Running] = []

    class Own(Running):
        def start(self) -> "Running":
            made.append(self)
            return super().start()

    yield Own
    for running in made:
        if running.process is not None:
            running.stop()
