"""A reason is as short as it can be, and every part of it is needed."""

from itertools import combinations
from random import Random

import pytest

from tepui.coach.smallest_proof import as_list, smallest


def facts_of(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def test_nothing_follows_from_too_little() -> None:
    assert smallest(facts_of(0, 1, 2), lambda facts: False) is None


def test_what_holds_anyway_needs_no_reason() -> None:
    assert smallest(facts_of(0, 1, 2), lambda facts: True) == 0


@pytest.mark.parametrize("seed", range(40))
def test_the_reason_is_a_smallest_proof(seed: int) -> None:
    """The claim follows from any of some hidden proofs; by trying all sets none is shorter than ours."""
    rng = Random(seed)
    proofs = [facts_of(*rng.sample(range(9), rng.randint(1, 5))) for _ in range(rng.randint(1, 5))]

    def entails(facts: int) -> bool:
        return any(facts & proof == proof for proof in proofs)

    found = smallest(facts_of(*range(9)), entails)
    assert found is not None
    assert entails(found)
    for fact in as_list(found):
        assert not entails(found & ~(1 << fact)), "a premise that is not needed"
    shorter = combinations(range(9), len(as_list(found)) - 1)
    assert not any(entails(facts_of(*some)) for some in shorter)
