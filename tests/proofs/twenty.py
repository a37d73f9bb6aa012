"""Proves that the suite is green again and again beside two busy processes: every test that ever failed is listed.

python3 dev.py proofs twenty [--times N] [-- options of dev.py test]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUSY = "while True: pass"


def failed() -> list[str]:
    """Of the run that has just ended, by what its tests wrote (`tests/progress.py`)."""
    lines = [
        line for file in (ROOT / ".work" / "test").glob("*.events") for line in file.read_text("utf-8").splitlines()
    ]
    return [event["test"] for event in map(json.loads, lines) if event.get("outcome") == "failed"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--busy", type=int, default=2, help="processes that never rest beside it")
    asked, rest = parser.parse_known_args()
    ever: Counter[str] = Counter()
    red = 0
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(asked.busy)]
    try:
        for turn in range(1, asked.times + 1):
            begin = time.monotonic()
            command = [sys.executable, str(ROOT / "dev.py"), "test", *(word for word in rest if word != "--")]
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            names = failed() if done.returncode else []
            if done.returncode and not names:  # a check, or the whole run
                names = [line for line in done.stdout.splitlines() if "FAILED" in line] or ["the run itself"]
            ever.update(names)
            red += done.returncode != 0
            last = (done.stdout.splitlines() or ["nothing"])[-1]
            print(
                f"{turn:3d} of {asked.times}: {last}, {time.monotonic() - begin:.0f} s",
                *names,
                sep="\n    ",
                flush=True,
            )
    finally:
        for process in busy:
            process.kill()
            process.wait()
    print(f"{asked.times - red} of {asked.times} runs were green; {len(ever)} tests ever failed")
    for name, times in ever.most_common():
        print(f"{times:4d}  {name}")
    return int(red > 0)


if __name__ == "__main__":
    raise SystemExit(main())
