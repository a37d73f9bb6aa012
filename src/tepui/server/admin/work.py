"""What takes long and is asked for on the admin page: a doctor's visit and a backup, one at a time, in a thread.

A backup holds the key and every face-down thing. It stays in the data folder and is not handed out here: whoever has
the token of this page can look after the server, and still into no running game.
"""

import asyncio
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from tepui.core.refusal import Refusal
from tepui.server import backup as maintenance
from tepui.server import doctor
from tepui.server.outside import Time, stamp
from tepui.server.refusals import Refused
from tepui.server.store.store import FILE

BACKUPS = "backups"
NAME = re.compile(r"tepui-\d{8}-\d{6}\.tar\.gz")
MOST = 20  # backups that are kept here
SHOWN = 50  # findings


class Work:
    def __init__(self, folder: Path, time: Time, database: str) -> None:
        self.folder = folder
        self.time = time
        self.database = database  # a PostgreSQL, or nothing: a file in the folder
        self.running = self.trouble = ""  # what is being done, and what did not work last
        self.findings: list[tuple[str, str]] | None = None  # what was looked at, and what is wrong
        self.looked = 0  # when
        self.task: asyncio.Task[None] | None = None

    def start(self, sentence: str, what: Callable[[], None]) -> None:
        """In the background: the page says how it went when it is loaded again."""
        if self.running:
            raise Refused("busy", "This server is busy with it. Load the page again in a moment.")
        self.running, self.trouble = sentence, ""
        self.task = asyncio.get_running_loop().create_task(self._run(what))

    async def _run(self, what: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(what)
        except Refusal as refusal:
            self.trouble = str(refusal)
        except Exception as error:
            self.trouble = f"It did not work ({type(error).__name__}). The log says more."
            raise
        finally:
            self.running = ""

    def look(self) -> None:
        """What the doctor finds; of a table only that something is wrong, for its sentence may quote a move."""
        found, tables = list[tuple[str, str]](), 0
        for what, wrong in doctor.in_database(self.database) if self.database else doctor.findings(self.folder):
            if what.startswith(doctor.ROOM):
                tables += 1
            elif len(found) < SHOWN:
                found.append((what, wrong))
        if tables:
            found.append((f"{tables} of the tables", "`tepui doctor` on the server names them and says what"))
        self.findings, self.looked = found, int(self.time.time())

    def backup(self) -> None:
        to = self.folder / BACKUPS
        to.mkdir(mode=0o700, exist_ok=True)
        if len(self.backups()) >= MOST:
            raise Refusal(f"There are {MOST} backups already. Delete one first.")
        size = (self.folder / FILE).stat().st_size if (self.folder / FILE).exists() else 0
        free = shutil.disk_usage(to).free
        if free < 2 * size + doctor.LOW:
            raise Refusal(f"Only {free // 2**20} MB are free on the disk, too little for a backup. Make room.")
        maintenance.write(to / f"tepui-{stamp(self.time)}.tar.gz", self.folder, self.database)

    def backups(self) -> list[Path]:
        """The newest first."""
        return sorted((path for path in (self.folder / BACKUPS).glob("*") if NAME.fullmatch(path.name)), reverse=True)

    def delete(self, name: str) -> None:
        if not NAME.fullmatch(name) or not (self.folder / BACKUPS / name).is_file():
            raise Refused("absent", "There is no such backup. Load the page again.")
        (self.folder / BACKUPS / name).unlink()
