"""How fast The Lost Code's belief is: median over positions of steady play, best of five, CPU time.

    python bench/belief.py [positions]

Goals: posterior with marginals 200 us at the opening, 20 us five rounds in, 600 us at the X-Race opening; all settings
of the wheels valued one step ahead 100 us; a reason 5 ms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from tepui.bots.contract import choose
from tepui.core.dealer import Dealer
from tepui.core.position import DEALER
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.belief import LostCodeBelief, the_game, times_of
from tepui.games.lost_code.belief.why import why
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.steady import Steady


def views(rounds: int, many: int, options: dict[str, bool]) -> list[View]:
    """What guessers saw when so many rounds were behind them."""
    found: list[View] = []
    seed = 0
    while len(found) < many:
        rng = Random(seed)
        seats = GAME.seats[seed % 3]
        seed += 1
        table = Table(GAME, GAME.setting(seats, options), Dealer(str(seed)).choose)
        truth = the_game(table.look(DEALER))
        while truth.round <= rounds + 1 and truth.phase != codes.WRITING:
            seat = table.to_act[0]
            if truth.phase == codes.GUESSING and truth.round == rounds + 1:
                found.append(table.view(seat))
            pick = choose(Steady(), table.view(seat), 1.0, rng)
            assert pick is not None
            table.pick(seat, pick)
    return found[:many]


def fastest(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(5):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def posterior(view: View) -> Callable[[], object]:
    return lambda: LostCodeBelief(view)


def wheels(view: View) -> Callable[[], object]:
    expect = Expect(view)
    dice = times_of([int(the_game(view).die(die)) for die in range(3)])
    return lambda: expect.ahead.look(expect.codes, dice)


def reason(view: View) -> Callable[[], object] | None:
    """Of the first number that only reasoning excludes."""
    belief = LostCodeBelief(view)
    for colour in range(belief.parts.colours):
        for number in range(belief.parts.numbers):
            unseen = the_game(view).covered >> 9 * colour + number & 1
            if unseen and number not in belief.candidates(colour):
                return lambda: why(view, colour, number)
    return None


def row(name: str, goal: float, works: list[Callable[[], object]], unit: str = "us") -> None:
    times = [fastest(work) * {"us": 1e6, "ms": 1e3}[unit] for work in works]
    found = f"{median(times):8.1f} {unit}   worst {max(times):8.1f}   goal {goal:g} {unit}"
    print(f"{name:48} {found}   {len(times)} positions")


def main(words: list[str] | None = None) -> None:
    asked = sys.argv[1:] if words is None else words
    many = int(asked[0]) if asked else 200
    opening, later = views(0, many, {}), views(5, many, {})
    row("posterior with marginals, opening", 200, [posterior(view) for view in opening])
    row("posterior with marginals, five rounds in", 20, [posterior(view) for view in later])
    row("posterior with marginals, X-Race opening", 600, [posterior(view) for view in views(0, many, {"x_race": True})])
    row("every setting of the wheels, five rounds in", 100, [wheels(view) for view in later])
    row("a smallest reason, five rounds in", 5, [work for view in later if (work := reason(view))], "ms")


if __name__ == "__main__":
    main()
