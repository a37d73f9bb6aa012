"""`tepui verify`: proves that a recorded game was legal and its chance honest."""

from __future__ import annotations

import sys
from pathlib import Path

from tepui.core import find
from tepui.core.cli_args import Parser
from tepui.core.proof import Noted, verify
from tepui.core.record import FIRST_FORMAT, read


def command(words: list[str]) -> int:
    parser = Parser("verify", "Proves every move of a record: legal, and each roll and deal as the seed decides.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--word", metavar="MINE", help="your own word, as the page shows it: was it mixed in?")
    parser.add_argument("--promise", metavar="HASH", help="what was published before any word was opened")
    parser.add_argument("--seal", metavar="HASH", help="what was shown at the end of the game")
    parser.add_argument("--seed-hash", metavar="HASH", help="of a daily table or a round: published before it began")
    asked = parser.parse_args(words)
    record = read(asked.file)
    if record.warning:
        print(f"tepui: {record.warning}", file=sys.stderr)
    noted = Noted(asked.word, asked.promise, asked.seal, asked.seed_hash)
    first, *others = verify(record, find.game(record.header.game), noted).splitlines()
    print(f"{asked.file}: {first}")
    for sentence in others:
        print(f"  {sentence}")
    # A record without its end proves nothing about chance: whoever asks from a script must not take it for a proof.
    return 0 if record.end is not None or record.header.tepui == FIRST_FORMAT else 1
