"""What a setting is worth is what adding up code by code gives."""

from random import Random

import pytest
from lost_code.tables import SETTINGS, some_table

from tepui.core.table import Table
from tepui.games.lost_code import codes
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.lost_code.bots.expect import Expect

WITHOUT_TOKENS = [setting for setting in SETTINGS if not setting[1]["deadly_shortcut"]]


def guessing(rng: Random, seats: int, options: dict[str, bool]) -> Table:
    """Some table at which a wheel is being chosen, after a few rounds."""
    table = some_table(rng, seats, options, rng.randrange(60, 120))
    while table.truth.phase != codes.GUESSING and not table.over:
        table.pick(table.to_act[0], 0)
    return table


def stones_worth(expect: Expect, fitting: list[tuple[int, ...]]) -> list[float]:
    """By colour: the best final guess for these codes, in points times codes."""
    found, worth = [], expect.parts.worth
    miss = int(worth(1, False, False))
    for colour in range(expect.colours):
        counts = sorted((sum(code[colour] == number for code in fitting) for number in range(9)), reverse=True)
        n = len(fitting)
        found.append(max(sum(counts[:k]) * (int(worth(k, True, False)) - miss) for k in (1, 2, 3)) + miss * n)
    return found


def by_hand(expect: Expect, all_codes: list[tuple[int, ...]], dice: list[int], wheel: int, low: int) -> float:
    high = low + int(expect.parts.sizes[wheel]) - 1
    parts: dict[str, list[tuple[int, ...]]] = {"right": [], "lower": [], "higher": []}
    for code in all_codes:
        total = sum(code[die] for die in dice)
        parts["lower" if total < low else "higher" if total > high else "right"].append(code)
    if wheel == 0:
        parts = {"right": parts["right"], "wrong": parts["lower"] + parts["higher"]}
    points = int(expect.parts.points[wheel])
    value = points * len(parts["right"])
    for answer, fitting in parts.items():
        worth = stones_worth(expect, fitting)
        value += sum(worth)
        if answer != "right":
            losses = [worth[colour] - len(fitting) * expect.fresh[colour] for colour in expect.open]
            value -= min(losses, default=0)
            if expect.position.curse == expect.eye:
                value -= points * len(fitting)
    return value / len(all_codes)


@pytest.mark.once
@pytest.mark.parametrize(
    ("seats", "options"), [setting for setting in SETTINGS if not setting[1]["deadly_shortcut"]][::3]
)
def test_a_setting_is_worth_what_adding_up_gives(seats: int, options: dict[str, bool]) -> None:
    rng = Random(f"ahead {seats} {options}")
    table = guessing(rng, seats, options)
    if table.over:
        pytest.fail("choose another seed")
    seat = table.to_act[0]
    view = table.view(seat)
    expect, belief = Expect(view), LostCodeBelief(view)
    every = [tuple(code >> 4 * colour & 15 for colour in range(expect.colours)) for code in belief.listed()]
    dice = [int(view.position.die(die)) for die in range(3)]
    values = expect.guess(dice)
    for wheel in range(7):
        low = rng.randrange(expect.parts.settings(wheel))
        assert values[codes.LOWS * wheel + low] == pytest.approx(by_hand(expect, every, dice, wheel, low))
    assert expect.best_guess(dice, 0) == pytest.approx(max(values[: 6 * codes.LOWS + 16]))
