"""Chance that anyone can check afterwards.

Every outcome on offer holds as many tickets as its weight. A ticket's number is
SHA-256 of the JSON text `["SEED", ["WORD", ...], OCCASION, CODE, TICKET]`, and the lowest number wins.
Fair (hashes are as good as dice), never modulo-biased, and alike at two tables of a duplicate
match whatever their players do, because an occasion names its event and not its moment.
Draws of equal things under one occasion are numbered by the table (`Table.event`), which adds `NUMBERED` to the
occasion for each: every such draw is a fair one of its own, so drawing without replacement is exact.
The seed's own hash is published before the first move, the seed after the last.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import Any, Final

SEED_BYTES: Final = 16
VERSION: Final = 2  # 1: draws were not numbered, so equal things came in clumps; old records are checked that way
NUMBERED: Final = 4_294_967_296  # 2**32: what the number of a draw is multiplied by, above every occasion
FIRST: Final[list[bytes]] = [b"%d,0]" % code for code in range(256)]  # how the text of a code's first ticket ends


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def new_word() -> str:
    """A word for the dice that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is published of a seed or a word before it is opened: it binds whoever made it and tells nothing."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Dealer:
    """Chooses the table's moves from a secret seed and the players' own words."""

    def __init__(self, seed: str, words: Sequence[str] = (), version: int = VERSION) -> None:
        self.seed = seed
        self.version = version
        self.words = tuple(words)
        text = json.dumps([seed, list(words)], ensure_ascii=False, separators=(",", ":"))
        self._start = hashlib.sha256(text[:-1].encode())  # without the closing bracket

    def event(self, occasion: int) -> Any:
        """The text of its tickets, begun: the lowest number of all of them wins."""
        start = self._start.copy()
        start.update(b",%d," % occasion)
        return start

    def choose(self, occasion: int, codes: Sequence[int], weights: Sequence[int]) -> int:
        """The winning code of an event; each of `codes` holds as many tickets as its weight."""
        if self.version == 1 and occasion >= NUMBERED:
            occasion %= NUMBERED
        event = self.event(occasion)  # begun once for all its tickets
        lowest, winner = b"", -1
        for at in range(len(codes)):
            for ticket in range(weights[at]):
                number = drawn(event, codes[at], ticket)
                if winner < 0 or number < lowest:
                    lowest, winner = number, codes[at]
        return winner


def drawn(event: Any, code: int, ticket: int) -> bytes:
    """The number of a ticket of an event that was begun."""
    number = event.copy()
    number.update(FIRST[code] if ticket == 0 and 0 <= code < len(FIRST) else b"%d,%d]" % (code, ticket))
    found: bytes = number.digest()
    return found
