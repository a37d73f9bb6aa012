"""Sets in a word, against Python's own sets."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tepui.core.bits import bit, count, has, lowest, members, pick, shift
from tepui.core.position import zeros

SETS = st.sets(st.integers(0, 61))


def word(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(numbers=SETS)
def test_a_word_is_a_set(numbers: set[int]) -> None:
    s, ordered = word(numbers), sorted(numbers)
    assert count(s) == len(numbers)
    assert [number for number in range(62) if has(s, number)] == ordered
    out = zeros(62)
    assert [out[i] for i in range(members(s, out))] == ordered
    assert [pick(s, k) for k in range(len(ordered))] == ordered
    if numbers:
        assert lowest(s) == ordered[0]


def test_every_place_alone() -> None:
    for number in range(62):
        assert bit(number) == 1 << number
        assert shift(1, number) == 1 << number  # a literal would be shifted in 32 bits
        assert lowest(bit(number)) == pick(bit(number), 0) == number
    assert shift(5, 40) == 5 << 40


def test_the_full_and_the_empty_set() -> None:
    full = (1 << 62) - 1
    assert count(full) == 62 and [pick(full, k) for k in range(62)] == list(range(62))
    assert count(0) == 0 and members(0, zeros(1)) == 0
