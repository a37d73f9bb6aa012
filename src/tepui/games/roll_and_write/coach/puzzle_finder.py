"""Finds the puzzles of Roll & Write: the best pair, where neither the points at once nor the room to climb show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tepui.coach.puzzles import EASY, HARD, MEDIUM, Form, Puzzle
from tepui.coach.puzzles.mining import surely_better
from tepui.coach.review.walk import steps
from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.view import View
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.steady import Steady
from tepui.games.roll_and_write.bots.value import rivals_of
from tepui.games.roll_and_write.coach import require_compiled
from tepui.games.roll_and_write.outlook import outlook
from tepui.games.roll_and_write.rules import CHOOSE, RollAndWrite

GAP = 20.0  # points between the best pair and the next
CLEAR, CLOSE = 35.0, 25.0  # from here it is easy; below, hard
NO_CHANCE = Random(0)  # `steady` does not use it


forms: Mapping[str, Form] = {"pair": "moves"}
bot = "learned"
seats: Sequence[int] = (2,)


def find(view: View) -> list[Puzzle]:
    require_compiled("the search for puzzles")
    found: list[Puzzle] = []
    for past, by, code in steps(view):
        if by == view.eye and the_game(past).phase == CHOOSE:
            found += best_pair(past, code)
    return found


def holds(view: View, puzzle: Puzzle) -> bool:
    first, second = ranked(view)[:2]
    return surely_better(
        played_out(view, first[1], number) - played_out(view, second[1], number) for number in range(200)
    )


def the_game(view: View) -> RollAndWrite:
    assert isinstance(view.position, RollAndWrite)
    return view.position


def player_for(view: View) -> Chooser:
    from tepui.games.roll_and_write.bots.learned import chooser  # numpy only where it is needed

    return chooser(view.setting.seats)


def ranked(view: View) -> list[tuple[float, int]]:
    """(points to expect in the end, code) of every pair on offer, and of a refusal; the best first."""
    values = player_for(view).rank(the_game(view), view.eye, 0.0)
    return sorted(zip(values, view.codes(), strict=True), reverse=True)


def best_pair(past: View, chosen: int) -> Iterator[Puzzle]:
    offered = past.codes()
    if len(offered) < 2:
        return
    (worth, best), (next_worth, _second) = ranked(past)[:2]
    gap = worth - next_worth
    if gap < GAP:
        return
    position = the_game(past)
    changes = {code: outlook(position, past.eye, code).change for code in offered}
    steady = Steady().rank(past, 1.0, NO_CHANCE)
    assert steady is not None
    if changes[best] == max(changes.values()) or offered[max(range(len(offered)), key=steady.__getitem__)] == best:
        return  # it is the one that looks best
    level = EASY if gap >= CLEAR else MEDIUM if gap >= CLOSE else HARD
    yield Puzzle(past.eye, len(past.moves), "pair", [best], level, missed=chosen != best)


def played_out(view: View, code: int, seed: int) -> float:
    """The points in the end after this move, everybody playing on by the learned value; the same dice for a seed."""
    position, player = the_game(view).clone(), player_for(view)
    position.apply(view.eye, code)
    while who := int(position.to_act()):
        if who & TABLE_BIT:
            dice = Random(f"{seed} {int(position.turn)} {int(position.rolled)}")
            position.apply(TABLE, dice.randrange(int(position.chances())))
        else:
            seat = (who & -who).bit_length() - 1
            position.apply(seat, player.best(position, seat, rivals_of(position, seat)))
    return float(position.score(view.eye))
