"""A server of one's own for the pages, in another process."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SEEDED = """
from random import Random
from tepui.server import outside
class Seeded(outside.Chance):
    def seed(self):
        return "5eed" * 8
outside.SYSTEM_CHANCE = Seeded(Random(1))
"""  # every table's dice are the same, but for the words of who sits there
SERVE = "import sys; from tepui.cli import main; sys.exit(main())"


@contextmanager
def serving(folder: Path, *options: str, before: str = "") -> Iterator[str]:
    """`tepui serve` with bots that do not wait; its address. `before`: lines of Python that change it first."""
    words = ["serve", "--no-browser", "--pace", "0", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(
        [sys.executable, "-c", f"{SEEDED}\n{before}\n{SERVE}", *words, *options],
        stdout=subprocess.PIPE,
        stderr=(folder / "errors.log").open("w"),
        text=True,
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
        assert found, (folder / "errors.log").read_text()
        try:
            yield found[0]
        finally:
            server.terminate()
