"""JSON written straight into bytes, for what is written a thousand times a second."""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from tepui.core.position import UNKNOWN

COMMA: Final = 44  # the bytes of "," and "0"
ZERO: Final = 48
NUMBERS: Final[list[bytes]] = [b"%d" % n for n in range(256)]


def digits(n: i64) -> bytes:
    if 0 <= n < 256:
        return NUMBERS[n]
    return b"%d" % n


def number(out: BytesWriter, n: i64) -> None:
    if 0 <= n < 10:
        out.append(u8(n + ZERO))
    else:
        out.write(digits(n))


def comma(out: BytesWriter, at: i64) -> None:
    """Before every thing of a list but the first."""
    if at > 0:
        out.append(COMMA)


def numbers(out: BytesWriter, things: list[int]) -> None:
    """[1,2,3]"""
    out.write(b"[")
    for at in range(len(things)):
        comma(out, at)
        number(out, things[at])
    out.write(b"]")


def truth(out: BytesWriter, true: bool) -> None:
    if true:
        out.write(b"true")
    else:
        out.write(b"false")


def maybe(out: BytesWriter, n: i64) -> None:
    """A number; null if it is not known."""
    if n == UNKNOWN:
        out.write(b"null")
    else:
        number(out, n)


class Kept:
    """A text and the numbers it was made of: as long as they are the same, so is the text.

    if not kept.made_of(position.piles, position.left):
        kept.text = ...
    out.write(kept.text)
    """

    def __init__(self) -> None:
        self.text: bytes = b""
        self.made: bool = False
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0

    def made_of(self, a: i64, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> bool:
        """Is it the text of these numbers? If not, they are noted, and the caller makes it."""
        if self.made and self.a == a and self.b == b and self.c == c and self.d == d:
            return True
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.made = True
        return False

    def copy(self) -> "Kept":
        twin = Kept()
        twin.text = self.text
        twin.made = self.made
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.d = self.d
        return twin
