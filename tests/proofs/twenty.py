"""Proves that the suite is green again and again beside two busy processes: every test that ever failed is listed.

python3 dev.py proofs twenty [--times N] [--anew] [-- options of dev.py test]

It takes hours. What has been run is kept in .work/twenty.json: cut off, it goes on where it was, if the source is the
same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
STATE = ROOT / ".work" / "twenty.json"
BUSY = "while True: pass"


def failed() -> list[str]:
    """Of the run that has just ended, by what its tests wrote (`tests/progress.py`)."""
    lines = [
        line for file in (ROOT / ".work" / "test").glob("*.events") for line in file.read_text("utf-8").splitlines()
    ]
    return [event["test"] for event in map(json.loads, lines) if event.get("outcome") == "failed"]


def run(options: list[str]) -> tuple[bool, list[str], str]:
    """Was the whole suite green, what failed, and its last line."""
    command = [sys.executable, str(ROOT / "dev.py"), "test", *options]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    names = failed() if done.returncode else []
    if done.returncode and not names:  # a check, or the whole run
        names = [line for line in done.stdout.splitlines() if "FAILED" in line] or ["the run itself"]
    return done.returncode == 0, names, (done.stdout.splitlines() or ["nothing"])[-1]


def what(options: list[str]) -> dict[str, Any]:
    """What is run: a run of another source, or of other tests, proves nothing about this one."""

    def git(*words: str) -> bytes:
        return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout

    changes = sha256(git("diff", "HEAD")).hexdigest()
    return {"commit": git("rev-parse", "HEAD").decode().strip(), "changes": changes, "options": options}


def kept(of: dict[str, Any]) -> list[list[str]]:
    """By run that ended, what failed in it."""
    try:
        state = json.loads(STATE.read_text("utf-8"))
        return state["runs"] if state["of"] == of else []
    except (OSError, ValueError, KeyError, TypeError):  # there is none, or it was cut off in the middle
        return []


def keep(of: dict[str, Any], runs: list[list[str]]) -> None:
    STATE.parent.mkdir(exist_ok=True)
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps({"of": of, "runs": runs}), "utf-8")
    new.replace(STATE)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--busy", type=int, default=2, help="processes that never rest beside it")
    parser.add_argument("--anew", action="store_true", help="forget what has been run")
    asked, rest = parser.parse_known_args(words)
    options = [word for word in rest if word != "--"]
    of = what(options)
    runs = [] if asked.anew else kept(of)
    if runs:
        print(f"{len(runs)} of {asked.times} were run before, {sum(map(bool, runs))} of them were red", flush=True)
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(asked.busy)]
    try:
        while len(runs) < asked.times:
            begin = time.monotonic()
            green, names, last = run(options)
            if what(options) != of:
                print("the source has changed meanwhile, so this run proves nothing: begin again")
                return 1
            runs.append([] if green else names)
            keep(of, runs)
            took = f"{time.monotonic() - begin:.0f} s"
            print(f"{len(runs):3d} of {asked.times}: {last}, {took}", *names, sep="\n    ", flush=True)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    ever = Counter(name for names in runs for name in names)
    red = sum(map(bool, runs))
    print(f"{len(runs) - red} of {len(runs)} runs were green; {len(ever)} tests ever failed")
    for name, times in ever.most_common():
        print(f"{times:4d}  {name}")
    return int(red > 0)


if __name__ == "__main__":
    raise SystemExit(main())
