"""Table codes for the telephone: two words and two digits, 4,177,920 of them, like TAPIR-MANGO-47."""

import re
from pathlib import Path

from tepui.server.outside import Chance

VALID = 24 * 3600  # seconds after a table has changed

# Words that most people know in some language. Any two differ in three letters at least and in their beginning, and
# no two pairs are the same when they are written together (tests/server/test_table_codes.py).
WORDS = Path(__file__).with_suffix(".txt").read_text("utf-8").split()
DIGITS = "23456789"  # nothing that could be heard or read as a letter
LONGEST = 40  # characters of what someone typed
KNOWN = frozenset(WORDS)


def new_code(chance: Chance) -> str:
    first, second = chance.sample(WORDS, 2)
    return f"{first}-{second}-{chance.choice(DIGITS)}{chance.choice(DIGITS)}"


def tidy_code(said: str) -> str:
    """A code as it is kept, however it was typed: `tapir mango 47`, `TapirMango47`."""
    code = re.sub(r"[^A-Z0-9]", "", said[:LONGEST].upper())
    letters, digits = code[:-2], code[-2:]
    for at in range(1, len(letters)):
        if letters[:at] in KNOWN and letters[at:] in KNOWN:
            return f"{letters[:at]}-{letters[at:]}-{digits}"
    return code  # of a table that is older than codes with two words, or of none
