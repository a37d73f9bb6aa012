"""A program with less memory: `python -m tepui.arena.limited MEGABYTES COMMAND...` becomes that command.

What it writes to counts, not what it only reserves: JavaScript engines reserve far more than they use.
"""

import os
import resource
import sys


def main(words: list[str]) -> None:
    size = int(words[0]) << 20
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    try:
        os.execvp(words[1], words[1:])  # noqa: S606 (a list, never a shell line)
    except OSError as error:
        sys.exit(f"cannot start {words[1]}: {error.strerror}; check the command")


if __name__ == "__main__":
    main(sys.argv[1:])
