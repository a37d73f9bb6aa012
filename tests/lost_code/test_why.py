"""Every reason holds, and holds by its premises alone; every mistake of the pencil finds its culprit."""

import os
from collections.abc import Iterator
from random import Random

import pytest
from lost_code.tables import JIM, PURPLE, SETTINGS, YELLOW, jim_hears_of_purple_and_yellow, jims_table, some_table
from msgspec.structs import replace

from tepui.bots.contract import RandomBot, choose
from tepui.core.position import TABLE
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import LostCodeBelief, the_game
from tepui.games.lost_code.belief.mistakes import check
from tepui.games.lost_code.belief.proof import proof
from tepui.games.lost_code.belief.why import Heard, Left, Saw, facts_of, sheet, sheet_of, why
from tepui.games.lost_code.bots.steady import Steady


def test_jims_purple_cannot_be_5() -> None:
    """2p + y was 1 to 5: the round alone proves it."""
    table = jims_table([0, 3, 6])
    jim_hears_of_purple_and_yellow(table)
    view = table.view(JIM)
    assert why(view, PURPLE, 5) == [Heard(1, ["purple", "purple", "yellow"], [(1, 5)])]
    assert why(view, PURPLE, 1) == [Saw("purple", 1, 1, None)]
    assert why(view, PURPLE, 2) is None
    assert why(view, YELLOW, 7) == [Heard(1, ["purple", "purple", "yellow"], [(1, 5)])]


GAMES = int(os.environ.get("TEPUI_WHY_GAMES", "4"))  # the long form asks for 1,000


def needed_and_enough(view: View, colour: int, number: int) -> None:
    """The number is ruled out by the premises given, and by none of their smaller sets."""
    puzzle, reason = sheet_of(view), why(view, colour, number)
    assert reason is not None
    proof = sum(1 << puzzle.facts.index(fact) for fact in reason)
    assert puzzle.rules_out(colour, number, proof)
    for fact in reason:
        assert not puzzle.rules_out(colour, number, proof & ~(1 << puzzle.facts.index(fact)))


@pytest.mark.parametrize(("seats", "options"), SETTINGS[::5])
def test_each_reason_is_needed_and_together_they_suffice(seats: int, options: dict[str, bool]) -> None:
    rng = Random(f"why {seats} {options}")
    table = some_table(rng, seats, options, rng.randrange(60, 140))
    view = table.view(rng.randrange(seats))
    every_number_of(view)


def every_number_of(view: View) -> int:
    """Of every number of every colour: a reason, or it is possible. How many reasons there were."""
    belief, n = LostCodeBelief(view), 0
    for colour in range(belief.parts.colours):
        for number in range(belief.parts.numbers):
            if number in belief.candidates(colour):
                assert why(view, colour, number) is None
            else:
                needed_and_enough(view, colour, number)
                n += 1
    return n


def whole_game(number: int) -> Table:
    """Every setting in turn; every other game is played steadily, the others at random."""
    seats, options = SETTINGS[number % len(SETTINGS)]
    rng = Random(f"whole game {number}")
    bot = Steady() if number // len(SETTINGS) % 2 == 0 else RandomBot()
    table = Table(GAME, GAME.setting(seats, options), lambda occasion, offered, weights: rng.choice(offered))
    while table.truth.phase < codes.WRITING:  # type: ignore[attr-defined]
        seat = table.to_act[0]
        pick = choose(bot, table.view(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
    return table


def as_it_came(table: Table, seat: int) -> Iterator[View]:
    """What a seat saw, after every move that tells something of its stones."""
    seen = table.view(seat)
    view = seen.past(0)
    for by, code in seen.moves:
        telling = by == TABLE and code >= codes.STONE
        view.observe(by, code)
        position = the_game(view)
        replacing = position.who == seat and position.phase in (codes.DISCARDING, codes.DRAWING)
        if telling and position.phase > codes.DEALING and not replacing:
            yield view


@pytest.mark.once
@pytest.mark.timeout(0 if GAMES > 4 else 300)
def test_every_number_that_is_ever_ruled_out_has_its_reason() -> None:
    """When it first is (once for each stone), and all that are in the end: of every seat of whole games.

    The long form: TEPUI_WHY_GAMES=1000 python3 dev.py test tests/lost_code/test_why.py -q -k ever_ruled_out
    """
    proofs = 0
    for game in range(0, 13 * GAMES, 13):  # 13 steps through all 48 settings
        table = whole_game(game)
        for seat in range(table.setting.seats):
            known: set[tuple[int, int, int]] = set()  # colour, which of its stones, number
            for view in as_it_came(table, seat):
                belief = LostCodeBelief(view)
                stone = [sum(gone.colour == colour for gone in view.notebook.gone[seat]) for colour in COLOURS]
                for colour in range(belief.parts.colours):
                    for number in set(range(belief.parts.numbers)) - set(belief.candidates(colour)):
                        if (colour, stone[colour], number) not in known:
                            known.add((colour, stone[colour], number))
                            needed_and_enough(view, colour, number)
                            proofs += 1
            proofs += every_number_of(table.view(seat))
    print(f"{proofs} proofs in {GAMES} games")
    assert proofs > 60 * GAMES


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


def test_a_line_of_a_proof_never_takes_an_old_stone_for_the_present_one() -> None:
    """Round 1 counted a blue stone that left in round 2: its line says so, although the proof needs no look at it."""
    gone = [Left("blue", 3, 2)]
    heard: list[Saw | Left | Heard] = [Heard(1, ["blue", "green", "green"], [(20, 21)])]
    lines = proof(heard, gone, "green", 2, "en")
    assert lines[0] == "Round 1: old blue + green + green = 20–21."
    assert proof([Heard(3, ["blue", "green", "green"], [(20, 21)])], gone, "green", 2, "en")[0].startswith(
        "Round 3: blue"
    )
