"""JSON written straight into bytes, for what is written a thousand times a second."""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

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
