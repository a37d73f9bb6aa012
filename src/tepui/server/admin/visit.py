"""A visit of the doctor that is asked for on the admin page: one at a time, and in a thread, for it takes long."""

import asyncio
from pathlib import Path

from tepui.server import doctor
from tepui.server.outside import Time
from tepui.server.refusals import Refused

SHOWN = 50  # findings


class Visit:
    def __init__(self, folder: Path, time: Time, database: str) -> None:
        self.folder = folder
        self.time = time
        self.database = database  # a PostgreSQL, or nothing: a file in the folder
        self.findings: list[tuple[str, str]] | None = None  # what was looked at, and what is wrong
        self.looked = 0  # when
        self.trouble = ""  # why the last look did not work
        self.task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()

    def begin(self) -> None:
        """In the background: the page says what was found when it is loaded again."""
        if self.running:
            raise Refused("busy", "The doctor is looking already. Load the page again in a moment.")
        self.trouble, self.task = "", asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            self.findings = await asyncio.to_thread(self._look)
            self.looked = int(self.time.time())
        except Exception as error:
            self.trouble = f"It did not work ({type(error).__name__}). The log says more."
            raise

    def _look(self) -> list[tuple[str, str]]:
        """Of a table only that something is wrong, for its sentence may quote a move."""
        found, tables = list[tuple[str, str]](), 0
        for what, wrong in doctor.in_database(self.database) if self.database else doctor.findings(self.folder):
            if what.startswith(doctor.ROOM):
                tables += 1
            elif len(found) < SHOWN:
                found.append((what, wrong))
        if tables:
            found.append((f"{tables} of the tables", "`tepui doctor` on the server names them and says what"))
        return found
