"""The scoring track: where the pieces stand, and who is behind whom on one space."""

from typing import Final

from mypy_extensions import i64

from tepui.core.bits import bit, shift

ORIGIN: Final = 2048  # what is kept for space 0; the track has no end on either side (3.5)


class Track:
    """Pieces in one strict order. On a shared space the upper piece is behind the lower one (3.2)."""

    def __init__(self) -> None:
        self.pieces: i64 = 0  # how many stand here
        self.row: i64 = 0  # the pieces, the last one first, 4 bits each
        self.spaces: i64 = 0  # by piece, 12 bits each

    def enter(self, piece: i64) -> None:
        """The next piece of the set-up goes on top of those on space 0, so it is the last of them."""
        self.row = shift(self.row, 4) | piece
        self.spaces += shift(ORIGIN, 12 * piece)
        self.pieces += 1

    def space(self, piece: i64) -> i64:
        return ((self.spaces >> 12 * piece) & 4095) - ORIGIN

    def at(self, place: i64) -> i64:
        """The piece at a place in the order: 0 is the last one."""
        return (self.row >> 4 * place) & 15

    def leader(self) -> i64:
        return self.at(self.pieces - 1)

    def ahead(self, piece: i64) -> i64:
        """How many pieces are ahead of this one."""
        n: i64 = 0
        while self.at(self.pieces - 1 - n) != piece:
            n += 1
        return n

    def move(self, piece: i64, spaces: i64) -> None:
        """Forwards or backwards, onto the top of whatever stands there (3.3); a move of 0 is none (3.4)."""
        if spaces == 0:
            return
        self.spaces += shift(spaces, 12 * piece)
        target = self.space(piece)
        place: i64 = 0
        while self.at(place) != piece:
            place += 1
        below = self.row & (bit(4 * place) - 1)
        others = below | shift(self.row >> 4 * (place + 1), 4 * place)
        behind: i64 = 0  # the pieces strictly behind the target; those on it are then ahead
        while behind < self.pieces - 1 and self.space((others >> 4 * behind) & 15) < target:
            behind += 1
        below = others & (bit(4 * behind) - 1)
        above = shift(others >> 4 * behind, 4 * (behind + 1))
        self.row = below | shift(piece, 4 * behind) | above

    def copy(self) -> "Track":
        twin = Track()
        twin.pieces = self.pieces
        twin.row = self.row
        twin.spaces = self.spaces
        return twin
