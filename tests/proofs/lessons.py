"""Proves that every lesson can be played by doing only what the page says, on both screens, in all languages and ways.

It takes about 15 minutes. TEPUI_PICTURES=FOLDER keeps a picture of every step there.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHOLE = "tests/browser/test_lessons.py::test_a_whole_lesson_by_doing_only_what_it_says"


def main() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-x", WHOLE]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "TEPUI_ALL_LESSONS": "1"})


if __name__ == "__main__":
    main()
