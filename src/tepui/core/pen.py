"""JSON written straight into bytes, for what is written a thousand times a second."""

from librt.strings import BytesWriter
from mypy_extensions import i64

NUMBERS: list[bytes] = [b"%d" % n for n in range(256)]


def number(out: BytesWriter, n: i64) -> None:
    if 0 <= n < 256:
        out.write(NUMBERS[n])
    else:
        out.write(b"%d" % n)


def comma(out: BytesWriter, at: i64) -> None:
    """Before every thing of a list but the first."""
    if at > 0:
        out.write(b",")


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
