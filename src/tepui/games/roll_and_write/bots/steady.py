"""The bots of the house: `steady` counts points and room to climb; `learned` has played millions of sheets."""

from collections.abc import Sequence
from random import Random

from tepui.core.view import View
from tepui.games.roll_and_write.rules import RollAndWrite
from tepui.games.roll_and_write.sheet import BOXES, COLOURS, Sheet, bonus

STEP = 1.6  # by how much a column's number rises, on the average, from one box to the next


def between(sheet: Sheet, colour: int, height: float) -> float:
    """The points of a column at a height between two boxes."""
    low = min(int(height), BOXES - 1)
    here, above = int(sheet.points_at(colour, low)), int(sheet.points_at(colour, low + 1))
    return here + (height - low) * (above - here)


def steady_value(sheet: Sheet, bridges: int, share: float = 1.0) -> float:
    """Points, where each column counts as high as its last number leaves room to climb, or a share of that room."""
    value = float(sheet.artefact_points() + sheet.refusal_points() + bonus(sheet.pays(bridges) | sheet.bonus))
    for colour in range(COLOURS):
        height = int(min(sheet.height(colour), BOXES))
        if height == 0:
            value += 25.0 if sheet.circled(colour) else 5.0  # the hope of a column that has all its room
            continue
        room = (10 - int(sheet.repeated(colour))) / STEP
        reach = min(float(BOXES), height + share * room)
        value += between(sheet, colour, reach)
    return value


def the_game(view: View) -> RollAndWrite:
    assert isinstance(view.position, RollAndWrite)
    return view.position


class House:
    """They say what they weigh."""

    def explain(self, view: View, language: str) -> Sequence[str]:
        from tepui.games.roll_and_write.bots.explain import explain  # words only where they are asked for

        return explain(self, view, language)  # type: ignore[arg-type]


class Steady(House):
    """Greedy: the move after which the own sheet looks best."""

    def __init__(self, share: float = 1.0) -> None:
        self.share = share  # of the room to climb

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        position, values = the_game(view), []
        for code in view.codes():
            twin = position.clone()
            twin.apply(view.eye, code)
            values.append(steady_value(twin.sheets[view.eye], position.bridges, self.share))
        return values


class Learned(House):
    """The learned value of the own sheet one roll ahead, less a share of what the dice left are worth to the others."""

    envy = 0.3

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        from tepui.games.roll_and_write.bots.learned import chooser

        player = chooser(view.setting.seats)
        return player.rank(the_game(view), view.eye, self.envy) if view.must_act else None
