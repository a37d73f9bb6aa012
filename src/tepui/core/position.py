"""What a game in progress is, to whoever looks at it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from tepui.core.bits import members

# Who makes a move: seats count from 0; the table deals, rolls, turns over and answers.
TABLE: Final = 16
TABLE_BIT: Final = 65536  # the table's own bit in `to_act`

# Who looks on: each seat, the audience, and the dealer, who alone sees everything.
AUDIENCE: Final = 17
DEALER: Final = 18

UNKNOWN: Final = -1  # a face-down thing, as seen from above

WIDTH: Final = 4096  # no list of actions is longer
CODES: Final = 32767  # and no code is this or above: learners keep them in 16 bits


def zeros(n: i64) -> vec[i64]:
    """So many zeros: paper for `legal`, `odds` and `pack`."""
    return vec[i64]([0] * n)


def full(n: i64, value: i64) -> vec[i64]:
    """A list with the same value everywhere: `full(seats, UNKNOWN)`."""
    return vec[i64]([value] * n)


def write_all(out: vec[i64], at: i64, values: vec[i64]) -> i64:
    """Writes these from a place on; returns where the next ones go."""
    for i in range(i64(len(values))):
        out[at + i] = values[i]
    return at + len(values)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """One game in progress, as one pair of eyes knows it. It does not know whose eyes.

    An action is a whole number, a *code*. Codes of the players and codes of the table are two
    lists: a code is always read together with `by`, who makes the move.
    """

    def to_act(self) -> i64:
        """The set of seats that owe a decision; TABLE_BIT when the table moves; 0 when the game is over.

        A seat that is not in it but whose `legal` is not empty may act: an interrupt.
        """
        raise NotImplementedError

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        """Writes the codes this seat may play; returns how many (0: it has nothing to decide).

        Exact on the truth and on that seat's own view; on other views all that could be legal.
        """
        return members(self.legal_set(seat), out)

    def legal_set(self, seat: i64) -> i64:
        """The same as a bit set where all codes are below 62; 0: ask `legal`."""
        return 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        """Writes the codes of the table's next move with their weights; returns how many.

        Exact on the truth; on a view all that the visible facts do not exclude.
        """
        raise NotImplementedError

    def chances(self) -> i64:
        """n, where the table's next move is one of the codes 0..n-1, all equally likely; 0: ask `odds`."""
        return 0

    def odds_set(self) -> i64:
        """The codes of the table's next move as a bit set, where all are below 62 and equally likely; 0: ask `odds`."""
        return 0

    def occasion(self) -> i64:
        """Names the table's next chance event alike at every table: die 2 of round 5; the next red stone.

        Events of one name draw without replacement from one shuffled order (see the dealer).
        """
        raise NotImplementedError

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        """The move as `eye` sees it. Asked of the truth, before any position applies the move."""
        return action

    def apply(self, by: i64, action: i64) -> None:
        """Makes the move. Never looks at a face-down thing; whose answer it is, its own queue knows."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """Points as they stand."""
        raise NotImplementedError

    def place(self, seat: i64) -> i64:
        """1 is first, equal places share it; 0 while the game runs."""
        raise NotImplementedError

    def clone(self) -> "Position":
        """The same position, to think ahead in: nothing that changes is shared."""
        raise NotImplementedError

    def pack(self, out: vec[i64]) -> i64:
        """Writes every field that changes; returns how many. For equality, hashing and the clone law."""
        raise NotImplementedError


# ---- for a caller that wants plain lists ----


class _Scratch:
    """Paper for `legal`, `odds` and `pack`, borrowed and given back, so that it is not made anew for every list.

    Whoever borrows it holds it alone, in whatever thread; if it is not given back (a mistake in a game), more is made.
    """

    def __init__(self) -> None:
        self.out: vec[i64] = vec[i64]([0] * WIDTH)
        self.weights: vec[i64] = vec[i64]([0] * WIDTH)
        self.pack: vec[i64] = vec[i64]([0] * 4096)


UNUSED: Final[list[_Scratch]] = []


def borrow() -> _Scratch:
    """Paper for one list; `give_back` it."""
    try:
        return UNUSED.pop()
    except IndexError:
        return _Scratch()


def give_back(scratch: _Scratch) -> None:
    """It may be written over."""
    UNUSED.append(scratch)


def as_list(written: vec[i64], n: i64) -> list[int]:
    """The first n of what was written."""
    found = [0] * n
    for at in range(n):
        found[at] = written[at]
    return found


def legal_codes(position: Position, seat: int) -> list[int]:
    """What this seat may play, as codes."""
    scratch = borrow()
    found = as_list(scratch.out, position.legal(seat, scratch.out))
    give_back(scratch)
    return found


def odds_of(position: Position) -> tuple[list[int], list[int]]:
    """The table's possible codes and their weights."""
    n = position.chances()
    if n > 0:
        return list(range(n)), [1] * n
    scratch = borrow()
    n = position.odds(scratch.out, scratch.weights)
    found = as_list(scratch.out, n), as_list(scratch.weights, n)
    give_back(scratch)
    return found


def packed(position: Position) -> tuple[int, ...]:
    """Every changing field, as something that compares and hashes."""
    scratch = borrow()
    found = tuple(as_list(scratch.pack, position.pack(scratch.pack)))
    give_back(scratch)
    return found


def code_of(say: Callable[[Any, int, int], object], position: Position, by: int, action: object, codes: int) -> int:
    """The code below `codes` that `say` says so: one on offer, what somebody else sees of one, or any; -1: none."""
    offered = odds_of(position)[0] if by == TABLE else legal_codes(position, by)
    for code in offered:
        if say(position, by, code) == action:
            return code
    hidden = [int(position.seen(code, by, AUDIENCE)) for code in offered]
    for code in [*dict.fromkeys(hidden), *range(codes)]:
        with suppress(Exception):  # whatever a game raises that has no words for this code here
            if say(position, by, code) == action:
                return int(code)
    return -1
