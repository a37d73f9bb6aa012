"""A parts file: whether it may be parsed at all, its values over a game's own, and on which line something stands.

A file needs only what differs from the game's own, so a name that the game's own file does not have is a slip. Which
values can be there at all, a game says with a type (msgspec); what its rulebook asks of them, it checks itself.

A file may come from a stranger, and a small one can keep a parser of TOML busy for hours. So its size, its lines, its
brackets and its dots are counted first; what passes is parsed in a tenth of a second (tests/core/test_parts.py).
They are counted wherever they stand, in comments and texts too: a count that knew the grammar could be tricked.
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Generic, NoReturn, TypeVar

import msgspec

from tepui.core.refusal import BadParts
from tepui.core.words import CATALOGUE, N_, Catalogue, fill

Thing = TypeVar("Thing")

LONGEST: Final = 16 * 1024  # bytes
LONGEST_LINE: Final = 400  # characters; and so of every text and number
MOST_BRACKETS: Final = 200  # so nothing is nested more deeply
MOST_DOTS: Final = 30  # on one line, for a key with dots is a table in a table in a table

TOO_LONG: Final = N_("a parts file has at most 16 kB. Shorten it")
LONG_LINE: Final = N_("a line of this parts file has more than 400 characters. Break it or shorten it")
BRACKETS: Final = N_("this parts file has more than 200 brackets. Write fewer tables and lists")
DOTS: Final = N_("a line of this parts file has more than 30 dots. Write tables in square brackets instead")
TEXTS: Final = N_("a text of this parts file goes over several lines. Write it on one")

NOT_TOML: Final = N_("this line is not TOML. Compare it with our own file")
LINE: Final = N_("line {line}: {reason}")
NAMED_LINE: Final = N_("line {line}, {name}: {reason}")

HEADER: Final = re.compile(r"\[\[?([\w.\"' -]+)\]\]?")


class Complaint(BadParts):
    """What is wrong with a parts file, and where, in the language of whoever wrote it.

    A game's own reason is in its catalogue, one that all games share in the core's.
    """

    def __init__(
        self, reason: str, line: int = 0, where: str = "", catalogue: Catalogue = CATALOGUE, **things: object
    ) -> None:
        self.reason, self.line, self.where, self.things = reason, line, where, things
        self.catalogue = catalogue
        super().__init__(self.sentence("en"))

    def bare(self, language: str) -> str:
        """The reason alone, in the reader's language."""
        english = fill(self.reason, self.things)
        both = (words.language(language)(self.reason, **self.things) for words in (self.catalogue, CATALOGUE))
        return next((text for text in both if text != english), english)

    def sentence(self, language: str) -> str:
        """The line, the name and the reason."""
        reason = self.bare(language)
        if not self.line:
            return reason
        name = self.where.rpartition(".")[2]
        return CATALOGUE.language(language)(NAMED_LINE if name else LINE, line=self.line, name=name, reason=reason)


def read(file: Path, language: str) -> str:
    """The text of an owner's file; why it cannot be read is said in their language."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        _ = CATALOGUE.language(language)
        reason = error.strerror if isinstance(error, OSError) else _("it is not UTF-8 text")
        sentence = _("cannot read {file}: {reason}. Check the name of the file", file=file, reason=reason)
        raise BadParts(sentence) from None


def parse(text: str) -> dict[str, Any]:
    """The tables of a parts file; the line that is not TOML is named."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number or a nest too large for Python is no TOML either
        at = re.search(r"line (\d+)", str(error))
        raise Complaint(NOT_TOML, int(at[1]) if at else len(text.splitlines()) or 1) from None


def check(text: str) -> None:
    """Refuses what could take long to parse."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise Complaint(TOO_LONG)
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise Complaint(BRACKETS)
    if '"""' in text or "'''" in text:
        raise Complaint(TEXTS)
    for line in text.split("\n"):
        if len(line) > LONGEST_LINE:
            raise Complaint(LONG_LINE)
        if line.count(".") > MOST_DOTS:
            raise Complaint(DOTS)


def line_of(text: str, table: str, key: str) -> int:
    """Where a key stands, else its table, else the first line; tomllib does not say."""
    here, found = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if header := HEADER.fullmatch(content):
            here = re.sub(r"[\"' ]", "", header[1])
            if here == f"{table}.{key}".lstrip("."):
                return number
            if here == table:
                found = number
        elif here == table and content.partition("=")[0].strip().strip("\"'") == key:
            return number
    return found


# ---- the values ----

NO_SUCH_NAME: Final = N_("there is no such name here. There are {there}")
NO_FIT: Final = N_("this does not fit ({complaint}). Compare it with our own file")
OWNERS: Final = {"source": "the owner's file", "certainty": "certain"}

own_tables = lru_cache(maxsize=16)(tomllib.loads)  # of a game's own file, which is good


class Reader(Generic[Thing]):
    """What a parts file says, over a game's own: `Reader(text, OWN_TEXT, Printed, CATALOGUE).values.heap`."""

    def __init__(self, text: str, own: str, form: type[Thing], catalogue: Catalogue) -> None:
        self.text, self.catalogue = text, catalogue
        self.own, self.tables = own_tables(own), parse(text)
        try:
            self.values = msgspec.convert(self._over(self.own, self.tables), form)
        except msgspec.ValidationError as error:
            complaint, _, path = str(error).partition(" - at `$.")
            self.wrong(re.split(r"[\[`]", path)[0], NO_FIT, complaint=complaint)

    def _over(self, own: dict[str, Any], found: dict[str, Any], table: str = "") -> dict[str, Any]:
        """What an owner writes without a word about where it comes from is what their box says."""
        if found and "certainty" in own and "certainty" not in found:
            own = own | OWNERS
        for key, value in found.items():
            where = f"{table}.{key}".lstrip(".")
            if key not in own:
                self.wrong(where, NO_SUCH_NAME, there=", ".join(own))
            both = isinstance(own[key], dict) and isinstance(value, dict)
            own = own | {key: self._over(own[key], value, where) if both else value}
        return own

    def wrong(self, where: str, why: str, **things: object) -> NoReturn:
        """Refuse the file, with the line and the name (`wheels.plain.top`) that are to be mended."""
        table, _, key = where.rpartition(".")
        raise Complaint(why, line_of(self.text, table, key), where, self.catalogue, **things)
