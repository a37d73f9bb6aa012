"""A PostgreSQL of one's own for a test: a folder, a socket, no port; restarted, killed, cut off at will."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psycopg


def programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if found:
        return found[-1]
    there = shutil.which("initdb")
    return Path(there).parent if there else None


class Postgres:
    def __init__(self) -> None:
        found = programs()
        assert found, "PostgreSQL is not installed. Run `apt install postgresql` as root"
        self.programs = found
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: the path of a socket holds 107 bytes
        self.how: dict[str, Any] = {"cwd": self.folder, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "nobody")
            self.how |= {"user": "nobody", "group": "nogroup", "extra_groups": []}
        words = "-D data -U tepui -A trust -E UTF8 --no-locale -N".split()
        subprocess.run([self.programs / "initdb", *words], check=True, stdout=subprocess.DEVNULL, **self.how)
        self.made = 0
        self.start()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://tepui@/{database}?host={self.folder}"

    def database(self) -> str:
        """The address of a new, empty one."""
        self.made += 1
        name = f"test{self.made}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def start(self) -> None:
        words = [self.programs / "postgres", "-D", "data", "-k", self.folder, "-c", "listen_addresses="]
        words += ["-c", "max_connections=60", "-c", "shared_buffers=32MB"]
        until = time.monotonic() + 60
        process: subprocess.Popen[bytes] | None = None
        while time.monotonic() < until:
            if process is None or process.poll() is not None:  # what a killed one has left behind must end first
                with (self.folder / "log").open("ab") as log:
                    process = self.process = subprocess.Popen(
                        words, stderr=log, **self.how
                    )  # our own child: we reap it
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.address()).close()
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def end(self, how: int = signal.SIGINT) -> None:
        """SIGINT: in order, at once. SIGKILL: as when the machine dies."""
        self.process.send_signal(how)
        self.process.wait(60)

    def restart(self, how: int = signal.SIGINT) -> None:
        self.end(how)
        self.start()

    def close(self) -> None:
        self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder)


class Cable:
    """A line between servers and PostgreSQL that can be cut, or held up, for a while."""

    def __init__(self, postgres: Postgres) -> None:
        self.target = str(postgres.folder / ".s.PGSQL.5432")
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.whole = threading.Event()
        self.whole.set()
        self.flowing = threading.Event()
        self.flowing.set()
        self.lines: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def address(self, address: str) -> str:
        """The same database, by this cable."""
        name = address.partition("@/")[2].partition("?")[0]
        return f"postgresql://tepui@127.0.0.1:{self.port}/{name}"

    def cut(self) -> None:
        """Every connection ends without a word, and no new one is made."""
        self.whole.clear()
        for line in [*self.lines]:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.whole.set()
        self.flowing.set()

    def hold(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self.flowing.clear()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self.listening.accept()
            except OSError:
                return
            if not self.whole.is_set():
                line.close()
                continue
            there = socket.socket(socket.AF_UNIX)
            try:
                there.connect(self.target)
            except OSError:
                line.close()
                continue
            self.lines |= {line, there}
            for a, b in ((line, there), (there, line)):
                threading.Thread(target=self._carry, args=(a, b), daemon=True).start()

    def _carry(self, a: socket.socket, b: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := a.recv(65536):
                self.flowing.wait()
                b.sendall(data)
        for line in (a, b):
            self.lines.discard(line)
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def close(self) -> None:
        self.mend()
        self.listening.close()
        self.cut()
