"""Why something follows: a smallest set of facts that alone entails it.

Every set of facts that does *not* entail the claim misses at least one fact of every proof. So proofs hit what each
such set leaves out; the smallest set that hits all of them, once it entails the claim, is a smallest proof.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_

from tepui.core.bits import count, members
from tepui.core.position import WIDTH, zeros

Facts = int  # a bit set of fact numbers, at most 62 of them


def smallest(facts: Facts, entails: Callable[[Facts], bool]) -> Facts | None:
    """A smallest subset of `facts` that entails the claim; None if all together do not.

    `entails` is asked of sets of facts, and must say yes to whatever contains a set it said yes to.
    """
    if not entails(facts):
        return None
    left_out: list[Facts] = []
    while True:
        proof = hitting(left_out)
        if entails(proof):
            return proof
        left_out.append(facts & ~grown(proof, facts, entails))


def grown(some: Facts, facts: Facts, entails: Callable[[Facts], bool]) -> Facts:
    """As many more facts as fit without entailing the claim; halves are tried before single facts."""
    waiting = [facts & ~some]
    while waiting:
        more = waiting.pop()
        if more == 0:
            continue
        if not entails(some | more):
            some |= more
        elif more & (more - 1):
            lower = lower_half(more)
            waiting += [more & ~lower, lower]
    return some


def lower_half(facts: Facts) -> Facts:
    numbers = as_list(facts)
    return sum(1 << n for n in numbers[: len(numbers) // 2])


def hitting(sets: list[Facts]) -> Facts:
    """A smallest set that has a member in common with each of these."""
    best = [reduce(or_, sets, 0)]

    def search(chosen: Facts, left: list[Facts]) -> None:
        left = [one for one in left if not one & chosen]
        if count(chosen) + bool(left) >= count(best[0]):
            return
        if not left:
            best[0] = chosen
            return
        for fact in as_list(min(left, key=count)):
            search(chosen | 1 << fact, left)

    search(0, sets)
    return best[0]


def as_list(facts: Facts) -> list[int]:
    """The numbers of the facts in a set."""
    out = zeros(WIDTH)
    return [out[i] for i in range(members(facts, out))]
