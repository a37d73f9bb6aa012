"""`tepui serve --processes N`: N servers behind one port, started again when they die, ended together.

The parent opens the port and serves nobody. Each child takes connections from that one listening socket, so none is
lost when a child dies: whoever waits is taken by the next. A child whose parent is gone ends by itself.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from socket import socket

from tepui.core.refusal import Refusal
from tepui.server.outside import SYSTEM_TIME
from tepui.server.processes.inner import parse

YOUNG = 5.0  # seconds; a child that dies earlier is started again more slowly
SLOWEST = 10.0
GOODBYE = 15.0  # seconds for the children to end by themselves
MOST = 64


class BadProcesses(Refusal):
    """Not so many processes, or not with this database: the sentence says what to do."""


def check(count: int, database: str, inner: str) -> None:
    if not 1 <= count <= MOST:
        raise BadProcesses(f"--processes takes a number from 1 to {MOST}")
    if count > 1 and not database:
        raise BadProcesses(
            "several processes need PostgreSQL, because a file of SQLite has one writer. "
            "Add --database postgresql://user:password@host/database, or leave --processes out"
        )
    if count > 1 and parse(inner)[1]:
        raise BadProcesses("each of several processes needs a port of its own. Give --inner an address without a port")
    if count > 1 and sys.platform == "win32":
        raise BadProcesses("--processes needs Linux or macOS. Start one `tepui serve` per port behind a proxy instead")


@dataclass
class Child:
    command: list[str]
    inherited: tuple[int, int]  # the port, and the end of the pipe by which it hears that we are gone
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    wait: float = 0.0
    due: float = 0.0  # when it is to be started again

    def look_after(self) -> None:
        now = SYSTEM_TIME.monotonic()
        if self.process is None:
            if now >= self.due:
                # A session of its own: Ctrl-C reaches the parent, and the parent ends all in order.
                self.process = subprocess.Popen(self.command, pass_fds=self.inherited, start_new_session=True)
                self.started = now
        elif (code := self.process.poll()) is not None:
            self.process = None
            self.wait = min(SLOWEST, max(0.5, 2 * self.wait)) if now - self.started < YOUNG else 0.0
            self.due = now + self.wait
            print(f"tepui: a process ended ({code}). It is started again", file=sys.stderr, flush=True)


def run(count: int, words: list[str], listening: socket) -> int:
    """Until someone ends it."""
    os.set_inheritable(listening.fileno(), True)
    read, write = os.pipe()  # the children hold one end: when we are gone, they hear it
    ending = threading.Event()
    for goodbye in (signal.SIGINT, signal.SIGTERM):
        signal.signal(goodbye, lambda *_: ending.set())
    inherited = listening.fileno(), read
    command = [sys.executable, "-m", "tepui.cli", "serve", *words, "--inherit", f"{inherited[0]},{read}"]
    children = [Child(command, inherited) for _ in range(count)]
    try:
        while not ending.wait(0.2):
            for child in children:
                child.look_after()
    finally:
        alive = [child.process for child in children if child.process is not None]
        for process in alive:
            with contextlib.suppress(OSError):
                process.send_signal(signal.SIGTERM)
        until = SYSTEM_TIME.monotonic() + GOODBYE
        for process in alive:
            try:
                process.wait(max(0.1, until - SYSTEM_TIME.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        os.close(write)
        os.close(read)
    return 0


def end_with_parent(lifeline: int) -> None:
    """In a child: nothing is ever written there; the end of it is the end of the parent."""

    def watch() -> None:
        with contextlib.suppress(OSError):
            os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="tepui-parent", daemon=True).start()
