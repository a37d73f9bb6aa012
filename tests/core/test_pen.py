"""What the pen writes is what JSON would be."""

import json

import pytest
from librt.strings import BytesWriter

from tepui.core.pen import number, numbers, truth


@pytest.mark.parametrize("n", [0, 1, 9, 10, 255, 256, 65536, -1, -300, 2**62, -(2**62)])
def test_numbers_of_every_size(n: int) -> None:
    out = BytesWriter()
    number(out, n)
    assert out.getvalue() == json.dumps(n).encode()


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
