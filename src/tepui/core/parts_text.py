"""The text of a parts file: whether it may be parsed at all, and on which line something stands.

A file may come from a stranger, and a small one can keep a parser of TOML busy for hours. So its size, its lines, its
brackets and its dots are counted first; what passes is parsed in a tenth of a second (tests/core/test_parts_text.py).
They are counted wherever they stand, in comments and texts too: a count that knew the grammar could be tricked.
"""

from __future__ import annotations

import re
from typing import Final

from tepui.core.refusal import BadParts
from tepui.core.words import N_

LONGEST: Final = 16 * 1024  # bytes
LONGEST_LINE: Final = 400  # characters; and so of every text and number
MOST_BRACKETS: Final = 200  # so nothing is nested more deeply
MOST_DOTS: Final = 30  # on one line, for a key with dots is a table in a table in a table

TOO_LONG: Final = N_("a parts file has at most 16 kB; shorten it")
LONG_LINE: Final = N_("a line of this parts file has more than 400 characters; break it or shorten it")
BRACKETS: Final = N_("this parts file has more than 200 brackets; write fewer tables and lists")
DOTS: Final = N_("a line of this parts file has more than 30 dots; write tables in square brackets instead")
TEXTS: Final = N_("a text of this parts file goes over several lines; write it on one")

HEADER: Final = re.compile(r"\[\[?([\w.\"' -]+)\]\]?")


def check(text: str) -> None:
    """Refuses what could take long to parse."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise BadParts(TOO_LONG)
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise BadParts(BRACKETS)
    if '"""' in text or "'''" in text:
        raise BadParts(TEXTS)
    for line in text.split("\n"):
        if len(line) > LONGEST_LINE:
            raise BadParts(LONG_LINE)
        if line.count(".") > MOST_DOTS:
            raise BadParts(DOTS)


def line_of(text: str, table: str, key: str) -> int:
    """Where a key stands, else its table, else the first line; tomllib does not say."""
    here, found = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if header := HEADER.fullmatch(told):
            here = re.sub(r"[\"' ]", "", header[1])
            if here == f"{table}.{key}".lstrip("."):
                return number
            if here == table:
                found = number
        elif here == table and told.partition("=")[0].strip().strip("\"'") == key:
            return number
    return found
