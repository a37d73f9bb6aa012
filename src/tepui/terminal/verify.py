"""`tepui verify`: proves that a recorded game was legal and its chance honest."""

from __future__ import annotations

import sys
from pathlib import Path

from tepui.core import find
from tepui.core.cli_args import Parser
from tepui.core.record import read, verify


def command(words: list[str]) -> int:
    parser = Parser("verify", "Proves every move of a record: legal, and each roll and deal as the seed decides.")
    parser.add_argument("file", type=Path, metavar="FILE")
    asked = parser.parse_args(words)
    record = read(asked.file)
    if record.warning:
        print(f"tepui: {record.warning}", file=sys.stderr)
    print(f"{asked.file}: {verify(record, find.game(record.header.game))}")
    return 0
