"""What the pen writes is what JSON would be."""

import json

import pytest
from librt.strings import BytesWriter

from tepui.core.pen import Kept, digits, maybe, number, numbers, truth


@pytest.mark.parametrize("n", [0, 1, 9, 10, 255, 256, 65536, -1, -300, 2**62, -(2**62)])
def test_numbers_of_every_size(n: int) -> None:
    out = BytesWriter()
    number(out, n)
    assert out.getvalue() == json.dumps(n).encode() == digits(n)


@pytest.mark.parametrize("things", [[], [7], [1, -2, 300], list(range(-5, 500))])
def test_lists(things: list[int]) -> None:
    out = BytesWriter()
    numbers(out, things)
    assert out.getvalue() == json.dumps(things, separators=(",", ":")).encode()


def test_truth() -> None:
    out = BytesWriter()
    truth(out, True)
    truth(out, False)
    assert out.getvalue() == b"truefalse"


def test_what_is_not_known_is_null() -> None:
    out = BytesWriter()
    maybe(out, 7)
    maybe(out, -1)
    assert out.getvalue() == b"7null"


def test_a_text_is_kept_as_long_as_its_numbers_are_the_same() -> None:
    kept = Kept()
    assert not kept.made_of(0)  # nothing was made yet, not even of nothing
    kept.text = b"first"
    assert kept.made_of(0) and kept.made_of(0, 0, 0, 0)
    twin = kept.copy()
    for others in ((1,), (0, 1), (0, 0, 1), (0, 0, 0, 1)):
        assert not kept.made_of(*others)
        assert kept.made_of(*others)
    assert twin.made_of(0) and twin.text == b"first"
