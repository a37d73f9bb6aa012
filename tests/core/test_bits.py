"""Sets in a word, against Python's own sets."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tepui.core.bits import bit, count, has, lowest, members, shift, some
from tepui.core.position import zeros

SETS = st.sets(st.integers(0, 61))


def word(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def in_turn(s: int) -> list[int]:
    """Every member, by the smallest and the largest part of 2**32 that names it."""
    n = count(s)
    firsts = [-(-(k << 32) // n) for k in range(n)]
    lasts = [-(-((k + 1) << 32) // n) - 1 for k in range(n)]
    found = [some(s, part) for part in firsts]
    assert [some(s, part) for part in lasts] == found
    return found


@settings(max_examples=300, deadline=None, derandomize=True)
@given(numbers=SETS)
def test_a_word_is_a_set(numbers: set[int]) -> None:
    s, ordered = word(numbers), sorted(numbers)
    assert count(s) == len(numbers)
    assert [number for number in range(62) if has(s, number)] == ordered
    out = zeros(62)
    assert [out[i] for i in range(members(s, out))] == ordered
    assert in_turn(s) == ordered
    if numbers:
        assert lowest(s) == ordered[0]


def test_every_place_alone() -> None:
    for number in range(62):
        assert bit(number) == 1 << number
        assert shift(1, number) == 1 << number  # a literal would be shifted in 32 bits
        assert lowest(bit(number)) == some(bit(number), 0) == some(bit(number), 2**32 - 1) == number
    assert shift(5, 40) == 5 << 40


def test_the_full_and_the_empty_set() -> None:
    full = (1 << 62) - 1
    assert count(full) == 62 and in_turn(full) == list(range(62))
    assert count(0) == 0 and members(0, zeros(1)) == 0
