"""Proves that every lesson can be played by doing only what the page says, on both screens, in all languages and ways.

It takes about half an hour. TEPUI_PICTURES=FOLDER keeps a picture of every step there.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHOLE = "tests/browser/test_lessons.py::test_a_whole_lesson_by_doing_only_what_it_says"


def main() -> None:
    """First by somebody who reads at 250 words a minute (mostly waiting, so four at once), then the whole product."""
    with tempfile.NamedTemporaryFile("r", suffix=".txt") as times:
        play(4, TEPUI_READS=times.name)
        print("".join(sorted(times)))
    play(2, TEPUI_ALL_LESSONS="1")


def play(at_once: int, **how: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(at_once), "--tb=short", WHOLE]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, **how})


if __name__ == "__main__":
    main()
