"""Proves that an evening by seed is the same in any process, and that some evening finds every planted fault.

python3 dev.py proofs worlds [--seeds N] [--digests | --faults]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
DIGESTS = """
import sys, time
from simulation.world import Plan, live
for seed in range(1, 1 + int(sys.argv[1])):
    outcome = live(Plan.of(seed))
    print(seed, outcome.digest, outcome.counts["messages"], outcome.failure.partition(":")[0], flush=True)
print(f"{60 * int(sys.argv[1]) / time.process_time():.0f} evenings a minute and core", file=sys.stderr)
"""


def digests(seeds: int, hashing: str) -> list[str]:
    """Of all messages of each evening, by a process whose sets have an order of their own."""
    env = {**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": str(TESTS)}
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, str(seeds)], cwd=TESTS, env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.splitlines()


def alike(seeds: int) -> bool:
    first, second = digests(seeds, "1"), digests(seeds, "2")
    others = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    for one, other in others:
        print(f"another evening: {one} and {other}")
    broken = [line for line in first if len(line.split()) > 3]
    print(*broken, sep="\n")
    print(f"{seeds - len(others)} of {seeds} evenings were the same in two processes; {len(broken)} broke a promise")
    return not others and not broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="evenings that are lived twice (100)")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--digests", action="store_true", help="only whether evenings are the same")
    only.add_argument("--faults", action="store_true", help="only whether faults are found")
    asked = parser.parse_args()
    held = asked.faults or alike(asked.seeds)
    if not asked.digests:
        found = subprocess.run([sys.executable, TESTS / "simulation" / "run.py", "--faults"]).returncode == 0
        held = held and found
    return int(not held)


if __name__ == "__main__":
    raise SystemExit(main())
