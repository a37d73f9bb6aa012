"""What a learner reads: a position with holes as a row of small whole numbers, always equally long.

A game may bring an `observe` of its own, with a layout that puts the eyes' own things first. This one serves every
other game: all that `pack` writes, as it is.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.position import Position

SMALLEST: Final = -32768  # every number of an observation fits 16 bits
LARGEST: Final = 32767
MOST: Final = 4096  # numbers in one observation

PIECES: Final = 5  # a packed field is cut into so many, the lowest 15 bits first; the last one carries the sign
PIECE_BITS: Final = 15


def observe_packed(position: Position, eye: i64, out: vec[i64]) -> i64:
    """Whose eyes they are, then every packed field in five pieces."""
    n = position.pack(out)
    while n > MOST // PIECES:
        n -= 1
    at = n - 1
    while at >= 0:  # from the last field to the first: no piece overwrites a field that is still to be cut
        field = out[at]
        to = 1 + PIECES * at
        for piece in range(i64(PIECES) - 1):
            out[to + piece] = field & LARGEST
            field >>= PIECE_BITS
        out[to + PIECES - 1] = field
        at -= 1
    out[0] = eye
    return 1 + PIECES * n


def first_seat(eye: i64, seats: i64) -> i64:
    """Whose things come first: the seat's own, and for those who only watch seat 0's."""
    if eye < seats:
        return eye
    return 0


def one_of(out: vec[i64], at: i64, size: i64, which: i64) -> i64:
    """Writes `size` numbers, all 0 but a 1 at `which` (outside of them: none); returns where the next ones go."""
    for i in range(size):
        out[at + i] = 0
    if 0 <= which < size:
        out[at + which] = 1
    return at + size


def each_of(out: vec[i64], at: i64, size: i64, members: i64) -> i64:
    """Writes a set as `size` numbers, 1 for a member; returns where the next ones go."""
    for i in range(size):
        out[at + i] = (members >> i) & 1
    return at + size


def around(out: vec[i64], at: i64, seats: i64, first: i64, members: i64) -> i64:
    """Writes a set of seats, `first` first and on clockwise; returns where the next ones go."""
    seat = first
    for i in range(seats):
        out[at + i] = (members >> seat) & 1
        seat += 1
        if seat == seats:
            seat = 0
    return at + seats


def from_first(seat: i64, first: i64, seats: i64) -> i64:
    """How many places clockwise from `first` this seat sits."""
    if seat >= first:
        return seat - first
    return seat - first + seats
