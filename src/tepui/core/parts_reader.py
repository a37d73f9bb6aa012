"""Takes the values out of a parts file, over a game's own; what is wrong is told with its line and name.

A file needs only what differs from the game's own, so a name that the game's own file does not have is a slip.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from tepui.core.parts_text import Complaint, line_of, parse
from tepui.core.words import N_, Catalogue

Thing = TypeVar("Thing")

WHAT: dict[type[Any], str] = {
    int: N_("it must be a whole number"),
    str: N_("it must be a text in quotation marks"),
    list: N_("it must be a list in square brackets"),
    dict: N_("it must be a table of its own, as in our own file"),
}
NO_SUCH_NAME = N_("there is no such name here; there are {there}")
RANGE = N_("it must be from {least} to {most}")
ROW = N_("name {n} whole numbers from {least} to {most}")


def table_in(tables: dict[str, Any], name: str) -> Any:
    """`wheels.plain` in what was read; None if it is not there."""
    where: Any = tables
    for part in filter(None, name.split(".")):
        where = where.get(part) if isinstance(where, dict) else None
    return where


class Reader:
    """What a parts file says, over a game's own: `Reader(text, {"heap": 21}, CATALOGUE)`."""

    def __init__(self, text: str, own: dict[str, Any], catalogue: Catalogue) -> None:
        self.text, self.own, self.catalogue = text, own, catalogue
        self.tables = parse(text)
        self._check_names("", self.tables, own)

    def _check_names(self, table: str, found: dict[str, Any], known: dict[str, Any]) -> None:
        for key, value in found.items():
            if key not in known:
                self.wrong(table, key, NO_SUCH_NAME, there=", ".join(known))
            if isinstance(known[key], dict):
                if not isinstance(value, dict):
                    self.wrong(table, key, WHAT[dict])
                self._check_names(f"{table}.{key}".lstrip("."), value, known[key])

    def said(self, table: str) -> bool:
        """Does the file itself say something of this table?"""
        return bool(table_in(self.tables, table))

    def value(self, table: str, key: str, kind: type[Thing]) -> Thing:
        """The value of that name, the file's or ours; wrong if it is not of this kind."""
        there = table_in(self.tables, table)
        found = there.get(key) if isinstance(there, dict) else None
        if found is None:
            found = table_in(self.own, table)[key]
        if type(found) is not kind or not isinstance(found, kind):
            self.wrong(table, key, WHAT[kind])
        return found

    def whole(self, table: str, key: str, least: int, most: int) -> int:
        """A whole number in these bounds."""
        number = self.value(table, key, int)
        if not least <= number <= most:
            self.wrong(table, key, RANGE, least=least, most=most)
        return number

    def row(self, table: str, key: str, length: int, least: int, most: int) -> list[int]:
        """A list of so many whole numbers in these bounds."""
        numbers = self.value(table, key, list)
        good = [number for number in numbers if type(number) is int and least <= number <= most]
        if len(good) != length or len(numbers) != length:
            self.wrong(table, key, ROW, n=length, least=least, most=most)
        return good

    def wrong(self, table: str, key: str, why: str, **things: object) -> NoReturn:
        """Refuse the file, with the line and the name that are to be mended."""
        where = f"{table}.{key}".lstrip(".")
        raise Complaint(why, line_of(self.text, table, key), where, self.catalogue, **things)
