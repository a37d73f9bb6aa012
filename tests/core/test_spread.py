"""One task for many seeds: every result once, here or in other processes, which end with the one that began."""

import os
import subprocess
import sys
import time
from operator import neg
from pathlib import Path

import pytest

from tepui.spread import Broken, spread


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_seed_gives_its_result_once(jobs: int) -> None:
    assert list(spread(neg, range(20), jobs)) == list(range(0, -20, -1))


def test_a_worker_that_is_killed_ends_the_match_with_a_sentence() -> None:
    with pytest.raises(Broken, match="worker process was ended"):
        list(spread(os._exit, [1, 1], 2))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_end_with_whoever_started_them() -> None:
    words = ["arena", "kryptx", "steady", "steady", "--pairs", "5000", "--jobs", "2"]
    arena = subprocess.Popen([sys.executable, "-m", "tepui.cli", *words], stderr=subprocess.PIPE)
    assert arena.stderr is not None
    children = Path(f"/proc/{arena.pid}/task/{arena.pid}/children")
    deadline = time.monotonic() + 60
    while len(workers := children.read_text().split()) < 3 and time.monotonic() < deadline:  # and one that tidies up
        time.sleep(0.1)
    assert len(workers) >= 3
    time.sleep(2)  # they import, then they watch
    arena.kill()
    arena.wait()
    while any(alive(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not any(alive(worker) for worker in workers)


def alive(pid: str) -> bool:
    """Ended processes whose new parent has not looked yet do not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
