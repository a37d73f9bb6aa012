"""Bots of all kinds for the server's tests, installed by their entry points alone (conftest.py: `bots`)."""

import json
import os
import time
from pathlib import Path

NOTES = Path(os.environ["TEPUI_TEST_NOTES"])  # a folder


class Crash:
    def rank(self, view, seconds, rng):
        os._exit(3)


class Hang:
    def rank(self, view, seconds, rng):
        (NOTES / "hangs").touch()
        time.sleep(3600)


class Rubbish:
    def rank(self, view, seconds, rng):
        return [1.0]


class Greedy:
    def rank(self, view, seconds, rng):
        return [0.0] * len(view.codes()) if b"x" * (900 << 20) else None


class Once:
    """Crashes the first time, then plays."""

    def rank(self, view, seconds, rng):
        if not (NOTES / "once").exists():
            (NOTES / "once").touch()
            os._exit(3)
        return [0.0] * len(view.codes())


class Spy:
    """Writes down all it can see, how nice it is, and that what it prints disturbs nobody."""

    def rank(self, view, seconds, rng):
        print("a bot that talks")
        seen = {
            "nice": os.nice(0),
            "eye": view.eye,
            "moves": view.moves,
            "pid": os.getpid(),
            "unknown": view.position.numbers[view.eye],
        }
        (NOTES / "spy").write_text(json.dumps(seen))
        return [0.0] * len(view.codes())


class Gate:
    """Thinks until the gate is open."""

    def rank(self, view, seconds, rng):
        (NOTES / "at the gate").touch()
        while not (NOTES / "gate").exists():
            time.sleep(0.01)
        return [0.0] * len(view.codes())


class Quick:
    """All actions are equal, so chance alone decides."""

    def rank(self, view, seconds, rng):
        with (NOTES / "quick").open("a") as file:
            file.write(f"{os.getpid()}\n")
        return [0.0] * len(view.codes())
