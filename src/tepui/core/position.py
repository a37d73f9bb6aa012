"""What a game in progress is, to whoever looks at it."""

from typing import Final

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
