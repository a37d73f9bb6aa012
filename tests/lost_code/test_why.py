"""Every reason holds, and holds by its premises alone; every mistake of the pencil finds its culprit."""

from random import Random

import pytest
from lost_code.tables import JIM, PURPLE, SETTINGS, YELLOW, jim_hears_of_purple_and_yellow, jims_table, some_table
from msgspec.structs import replace

from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.lost_code.check import check
from tepui.games.lost_code.why import Heard, Left, Saw, facts_of, sheet, sheet_of, why


def test_jims_purple_cannot_be_5() -> None:
    """2p + y was 1 to 5: the round alone proves it."""
    table = jims_table([0, 3, 6])
    jim_hears_of_purple_and_yellow(table)
    view = table.view(JIM)
    assert why(view, PURPLE, 5) == [Heard(1, ["purple", "purple", "yellow"], [(1, 5)])]
    assert why(view, PURPLE, 1) == [Saw("purple", 1, 1, None)]
    assert why(view, PURPLE, 2) is None
    assert why(view, YELLOW, 7) == [Heard(1, ["purple", "purple", "yellow"], [(1, 5)])]


@pytest.mark.parametrize(("seats", "options"), SETTINGS[::5])
def test_each_reason_is_needed_and_together_they_suffice(seats: int, options: dict[str, bool]) -> None:
    rng = Random(f"why {seats} {options}")
    table = some_table(rng, seats, options, rng.randrange(60, 140))
    view = table.view(rng.randrange(seats))
    belief, parts = LostCodeBelief(view), sheet_of(view)
    for colour in range(parts.colours):
        for number in range(parts.numbers):
            reason = why(view, colour, number)
            assert (reason is None) == (number in belief.candidates(colour))
            if reason is not None:
                proof = sum(1 << parts.facts.index(fact) for fact in reason)
                assert parts.rules_out(colour, number, proof)
                for fact in reason:
                    assert not parts.rules_out(colour, number, proof & ~(1 << parts.facts.index(fact)))


def test_notes_that_are_true_do_not_contradict_each_other() -> None:
    rng = Random(7)
    for _ in range(20):
        view = some_table(rng, 3, {}, 120).view(0)
        assert check(facts_of(view), 6, 8) == []


def test_one_number_cannot_lie_in_two_places() -> None:
    twice = [Saw("blue", 3, 1, None), Saw("blue", 3, 2, None)]
    assert {suspect.entry for suspect in check([*twice, Saw("red", 1, 1, None)], 6, 8)} == set(twice)


def injected(rng: Random, entries: list[Saw | Left | Heard]) -> int | None:
    """One slip of the pencil: another number, or another answer; which entry it is, or None if none was made."""
    at = rng.randrange(len(entries))
    entry = entries[at]
    if isinstance(entry, Heard):
        (low, high), others = entry.sums[0], []
        others += [(0, low - 1)] if low > 0 else []
        others += [(high + 1, 21)] if high < 21 else []
        if not others:
            return None
        entries[at] = replace(entry, sums=[rng.choice(others)])
    else:
        entries[at] = replace(entry, number=rng.choice([number for number in range(8) if number != entry.number]))
    return at


def test_the_culprit_is_among_the_three_likeliest() -> None:
    """In at least 90 % of the games in which a slip shows at all."""
    rng = Random(11)
    found = shown = 0
    for _ in range(250):
        entries = facts_of(some_table(rng, rng.choice([2, 3, 4]), {}, rng.randrange(80, 160)).view(0))
        at = injected(rng, entries)
        if at is None:
            continue
        suspects = check(entries, 6, 8)
        if suspects:
            shown += 1
            found += any(suspect.entry is entries[at] for suspect in suspects[:3])
    assert shown > 100
    assert found >= 0.9 * shown, f"{found} of {shown}"


def test_a_puzzle_of_no_facts_rules_nothing_out() -> None:
    assert not sheet([], len(COLOURS), 8).rules_out(0, 3, 0)
