"""`tepui verify`: proves that a recorded game was legal and its chance honest."""

import json
import sys

from tepui.cli_args import Parser, warn
from tepui.core import find
from tepui.core.record import FIRST_FORMAT, parse, parts_of, read
from tepui.core.refusal import BadRecord
from tepui.core.verify import NOTHING, Noted, verify
from tepui.progress import counted

FAILED = 1  # not 2, which a typing error gives: a script can tell them apart


def command(words: list[str]) -> int:
    parser = Parser(
        "verify",
        "Proves every move of a record: legal, and each roll and deal as the seed decides. "
        "Exit code 0 is proven, 1 is not proven, 2 is not understood.",
    )
    parser.add_record()
    parser.option("--word", "MINE", "your own word, as the page shows it: was it mixed in?")
    parser.option("--promise", "HASH", "what was published before any word was opened")
    parser.option("--seal", "HASH", "what was shown at the end of the game")
    parser.option("--seed-hash", "HASH", "of a daily table or a round: published before it began")
    parser.add_json()
    asked = parser.parse_args(words)
    noted = Noted(asked.word, asked.promise, asked.seal, asked.seed_hash)
    parts = parts_of(asked.file)
    if asked.number is not None or noted != NOTHING:
        read(asked.file, asked.number)  # refuses a number that is not there, and words of one game for many
        parts = parts[(asked.number or 1) - 1 :][:1]
    proven, sentences = True, []
    for number, part in enumerate(counted(parts, "records"), 1):
        try:
            record = parse(part)
            if record.warning:
                warn(record.warning)
            sentences = verify(record, find.recorded(record.header.game), noted).splitlines()
            # A record without its end proves nothing about chance: a script must not take it for a proof.
            proven = record.end is not None or record.header.tepui == FIRST_FORMAT
        except BadRecord as refusal:
            proven, sentences = False, [str(refusal)]
        if not proven:
            sentences[0] = f"record {number}: {sentences[0]}" if len(parts) > 1 else sentences[0]
            break
    if proven and len(parts) > 1:
        sentences = [f"{len(parts)} records. All moves are legal, and every roll and deal follows from the seeds"]
    if asked.json:
        print(json.dumps({"file": str(asked.file), "proven": proven, "sentences": sentences}, ensure_ascii=False))
    else:
        print("\n  ".join([f"{asked.file}: {sentences[0]}", *sentences[1:]]), file=None if proven else sys.stderr)
    return 0 if proven else FAILED
