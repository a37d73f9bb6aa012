"""Which entry must be wrong: for observations that people write down by hand."""

from dataclasses import dataclass

from tepui.games.lost_code.belief.why import Fact, Heard, Sheet, sheet


@dataclass(frozen=True)
class Suspect:
    """An entry whose mistake would explain the contradiction, and how likely it is the culprit."""

    entry: Fact
    share: float


def check(entries: list[Fact], colours: int, numbers: int) -> list[Suspect]:
    """Nothing if the entries can all be true; else those that can be the one mistake, the likeliest first.

    If entry e is the mistake, any code that fits the others may be the true one, and e was written instead of one of
    the things that could have stood there: so e's weight is the codes that fit without it, shared among these.
    """
    puzzle = sheet(entries, colours, numbers)
    everything = (1 << len(entries)) - 1
    if fitting(puzzle, everything):
        return []
    weights = [
        fitting(puzzle, everything & ~(1 << index)) / alternatives(entry, numbers)
        for index, entry in enumerate(entries)
    ]
    total = sum(weights)
    suspects = [Suspect(entry, weight / total) for entry, weight in zip(entries, weights, strict=True) if weight]
    return sorted(suspects, key=lambda suspect: -suspect.share)


def fitting(puzzle: Sheet, facts: int) -> int:
    """How many codes fit these entries; none if one number of a colour was seen in two places."""
    for gone in puzzle.gone:
        there = [number for fact, number in gone if facts >> fact & 1]
        if len(there) != len(set(there)):
            return 0
    return puzzle.codes(facts).count()


def alternatives(entry: Fact, numbers: int) -> int:
    """In how many other ways this entry could have been written: another answer, or another number."""
    return 2 if isinstance(entry, Heard) else numbers - 1
