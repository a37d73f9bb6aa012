"""What must hold, side by side: programs in lanes, told in one line, with what each of them wrote in a file.

`dev.py test` uses it. A lane runs its jobs one after the other; lanes run beside each other. A job is a program that
is content or not, or a pytest whose tests are counted one by one: `tests/progress.py` writes what they did into a file
that is read here.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

EVERY = 30.0  # seconds between two lines where nobody sits before a terminal
SLOWEST = 10


@dataclass
class Job:
    """A program; `tests` if it is a pytest of ours."""

    title: str
    command: Sequence[str | Path]
    cwd: Path
    env: dict[str, str]
    tests: bool = False
    prefix: str = ""  # what to put before `python3 dev.py test` to see the same again
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    state: str = "waits"
    ids: list[str] = field(default_factory=list)
    durations: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Of its files."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Checks:
    """Runs lanes of jobs and tells about them."""

    def __init__(self, root: Path, work: Path) -> None:
        self.root, self.work, self.folder = root, work, work / "test"
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob("*"):
            old.unlink()
        self.jobs: list[Job] = []
        self.reasons: Counter[str] = Counter()  # why tests were skipped
        self.sentences: list[str] = []  # what could not be done at all
        self.lock = threading.Lock()
        self.begin = time.monotonic()
        self.now = ""
        self.screen = sys.stdout.isatty()
        try:
            self.last: dict[str, Any] = json.loads((work / "durations.json").read_text("utf-8"))
        except (OSError, ValueError):
            self.last = {}

    def broken(self, title: str) -> None:
        """Something failed before anything was run."""
        self.jobs.append(Job(title, [], self.root, {}, failed=1, state="done"))

    # ---- running ----

    def run(self, *lanes: list[Job]) -> None:
        self.jobs += [job for lane in lanes for job in lane]
        threads = [threading.Thread(target=self.lane, args=(lane,), daemon=True) for lane in lanes]
        for thread in threads:
            thread.start()
        spoken = time.monotonic()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
            if self.screen:
                self.print_line()
            elif time.monotonic() - spoken > EVERY:
                spoken = time.monotonic()
                self.say(self.line())
        self.wipe()

    def lane(self, jobs: list[Job]) -> None:
        for job in jobs:
            self.do(job)

    def do(self, job: Job) -> None:
        begin, job.state = time.monotonic(), "runs"
        log, events = self.folder / f"{job.name}.log", self.folder / f"{job.name}.events"
        env = {**job.env, "TEPUI_TEST_EVENTS": str(events)} if job.tests else job.env
        with log.open("wb") as out:
            try:
                program = subprocess.Popen(
                    list(map(str, job.command)), cwd=job.cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out
                )
            except OSError as error:
                out.write(str(error).encode())
                code = 127
            else:
                code = self.follow(job, program, events)
        job.seconds = time.monotonic() - begin
        if not job.tests:
            job.passed, job.failed = int(code == 0), int(code != 0)
        elif code not in (0, 1, 5) or (code == 1 and not job.failed):  # 5: no test was selected
            job.failed += 1  # it broke off
        if code and (not job.tests or code not in (1, 5)):
            self.say(f"FAILED {job.title} ({job.seconds:.0f} s):\n{tail(log)}\n    all of it: {self.short(log)}")
        job.state = "done"

    def follow(self, job: Job, program: subprocess.Popen[bytes], events: Path) -> int:
        """Reads what its tests write until it ends."""
        read = 0
        while True:
            code = program.poll()
            if job.tests and events.exists():
                with events.open("rb") as file:
                    file.seek(read)
                    text = file.read()
                whole = text[: text.rfind(b"\n") + 1]
                read += len(whole)
                for line in whole.splitlines():
                    self.heard(job, json.loads(line))
            if code is not None:
                return code
            time.sleep(0.1)

    def heard(self, job: Job, event: dict[str, Any]) -> None:
        with self.lock:
            if "collected" in event:
                job.ids = event["collected"]
                return
            test, outcome = event["test"], event["outcome"]
            job.durations[test] = event["seconds"]
            self.now = test.partition("[")[0]
            if outcome == "passed":
                job.passed += 1
            elif outcome == "skipped":
                job.skipped += 1
                self.reasons[event["why"]] += 1
            else:
                job.failed += 1
        if outcome == "failed":
            again = event.get("again") or f"{job.prefix}python3 dev.py test {shlex.quote(test)}"
            self.say(
                f"FAILED {test} ({event['seconds']:.0f} s): {event['why']}\n"
                f"         again:  {again}\n"
                f"         all of it: {self.short(self.folder / (job.name + '.failed.log'))}"
            )
            with (self.folder / f"{job.name}.failed.log").open("a", encoding="utf-8") as file:
                file.write(f"==== {test}\n{event['text']}\n\n")

    # ---- telling ----

    def short(self, path: Path) -> str:
        return os.path.relpath(path, self.root)

    def say(self, sentence: str) -> None:
        self.wipe()
        print(f"tepui: {sentence}\n", end="", flush=True)  # in one piece: two lanes may speak at once

    def wipe(self) -> None:
        if self.screen:
            print("\r\x1b[K", end="", flush=True)

    def print_line(self) -> None:
        wide = os.get_terminal_size().columns if self.screen else 200
        print("\r\x1b[K" + f"tepui: {self.line()}"[: wide - 1], end="", flush=True)

    def line(self) -> str:
        """How far it is: `412 of 3,172 tests, 5 of 8 checks, 1:40, about 2:10 more, 0 failed; now tests/...`."""
        with self.lock:
            checks = [job for job in self.jobs if not job.tests]
            tests = [job for job in self.jobs if job.tests]
            ran = sum(len(job.durations) for job in tests)
            all_of = sum(len(job.ids) or len(self.known(job)) for job in tests)
            failed = sum(job.failed for job in self.jobs)
            left = self.left()
            parts = [f"{ran:,} of {max(all_of, ran):,} tests"] if tests else []
            if checks:
                parts.append(f"{sum(job.state == 'done' for job in checks)} of {len(checks)} checks")
            parts.append(clock(time.monotonic() - self.begin))
            if left is not None:
                parts.append(f"about {clock(left)} more")
            parts.append(f"{failed} failed")
            runs = [job.title for job in self.jobs if job.state == "runs" and not job.tests]
            now = self.now if any(job.state == "runs" for job in tests) else ", ".join(runs)
        return ", ".join(parts) + (f"; now {now}" if now else "")

    def known(self, job: Job) -> dict[str, float]:
        return dict(self.last.get("jobs", {}).get(job.title, {}))

    def left(self) -> float | None:
        """Seconds, by what each test and check took last time and how much quicker or slower this run is."""
        if "seconds" not in self.last:
            return None
        done = rest = 0.0
        for job in self.jobs:
            known = self.known(job)
            mean = sum(known.values()) / len(known) if known else 0.1
            for test in job.ids or known:
                if test in job.durations or (not job.tests and job.state == "done"):
                    done += known.get(test, mean)
                else:
                    rest += known.get(test, mean)
        if not done + rest:
            return None
        share, lived = done / (done + rest), time.monotonic() - self.begin
        by_last = float(self.last["seconds"]) * (1 - share)
        if share < 0.05:
            return by_last
        return lived * (1 - share) / share

    def close(self) -> int:
        """What came of it, and for the next run how long everything took."""
        for job in self.jobs:
            if not job.tests:
                job.durations = {job.title: job.seconds}
        took = time.monotonic() - self.begin
        if not any(job.failed for job in self.jobs):
            jobs = {**self.last.get("jobs", {}), **{job.title: job.durations for job in self.jobs}}
            seconds = took if len(self.jobs) >= len(self.last.get("jobs", {})) else self.last.get("seconds", took)
            (self.work / "durations.json").write_text(json.dumps({"seconds": seconds, "jobs": jobs}), "utf-8")
        passed, failed, skipped = (sum(getattr(j, what) for j in self.jobs) for what in ("passed", "failed", "skipped"))
        print()
        for job in self.jobs:
            more = f", {job.skipped} skipped" if job.skipped else ""
            count = (
                f"{job.passed} passed, {job.failed} failed{more}" if job.tests else ("fails" if job.failed else "good")
            )
            print(f"{job.title}: {count}, {job.seconds:.0f} s")
        slow = sorted(((s, t) for job in self.jobs if job.tests for t, s in job.durations.items()), reverse=True)
        if len(slow) > SLOWEST:
            print("\nThe slowest:", *(f"{seconds:6.1f} s  {test}" for seconds, test in slow[:SLOWEST]), sep="\n")
        if self.reasons:
            print("\nSkipped:", *(f"{n:4d}  {why}" for why, n in self.reasons.most_common()), sep="\n")
        print(*self.sentences, sep="\n")
        print(f"{clock(took)} on the clock, {cpu():.0f} s of CPU; all they wrote is in {self.short(self.folder)}")
        print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
        return int(failed > 0)


def closing_line(events: Path, code: int) -> str:
    """Of a pytest that has ended, by what its tests wrote."""
    lines = events.read_text("utf-8").splitlines() if events.exists() else []
    count = Counter(json.loads(line).get("outcome") for line in lines)
    broke = int(code not in (0, 1, 5))  # 5: no test was selected
    return f"{count['passed']} passed, {count['failed'] + broke} failed, {count['skipped']} skipped"


def cpu() -> float:
    """Seconds of all programs that we started and that have ended, on every core."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tail(log: Path) -> str:
    lines = [line for line in log.read_text("utf-8", "replace").splitlines() if line.strip()]
    return "\n".join(f"    {line[:200]}" for line in lines[-30:])
