"""The puzzles of Roll & Write: the best pair, where neither the points at once nor the room to climb show it.

They are found in what a seat saw; asked; and it is said why a wrong answer is wrong, and why the right one is right.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tepui.coach.puzzles import EASY, HARD, MEDIUM, Form, Puzzle, Verdict, claims, hear, marks
from tepui.coach.puzzles.mining import surely_better
from tepui.coach.review.walk import button, steps
from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.view import View
from tepui.core.words import N_
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.steady import Steady, the_game
from tepui.games.roll_and_write.bots.value import rivals_of
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.coach.review import why
from tepui.games.roll_and_write.coach.review_words import REASONS, reason
from tepui.games.roll_and_write.outlook import outlook
from tepui.games.roll_and_write.rules import CHOOSE

GAP = 20.0  # points between the best pair and the next
CLEAR, CLOSE = 35.0, 25.0  # from here it is easy; below, hard
NO_CHANCE = Random(0)  # `steady` does not use it
APART = REASONS | {  # what the best has that the next has not
    "points": N_("It brings {points2} points at once, the next {points1}."),
    "room": N_("It leaves more room: of the 60 pairs of dice {fits2} still fit your sheet, after the next {fits}."),
}

forms: Mapping[str, Form] = {"pair": "moves"}
bot = "learned"
seats: Sequence[int] = (2,)


def find(view: View) -> list[Puzzle]:
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
    """The points in the end after this move, everyone playing on by the learned value; the same dice for a seed."""
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


# ---- what is asked, and what is said to an answer ----


def title(puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("best pair")


def question(view: View, puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("Which pair promises most points in the end? Or is refusing better? The answer is not what looks best.")


def judge(view: View, puzzle: Puzzle, answer: list[int], language: str) -> Verdict:
    if answer[0] == puzzle.answer[0]:  # an arrow that it fills may be answered in any way
        return Verdict(True, explain(view, puzzle, language))
    return Verdict(False, worse(view, answer[0], language))


def worse(view: View, code: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    pairs = ranked(view)
    values = {one: value for value, one in pairs}
    points = round(values[code])
    return [
        _("{action}. {points} points to expect in the end.", action=button(view, code, language), points=points),
        _("Something else promises {points} points more.", points=round(pairs[0][0] - values[code])),
    ]


def explain(view: View, puzzle: Puzzle, language: str) -> list[str]:
    """The best three with what they promise, and what sets the best apart from the next."""
    _ = CATALOGUE.language(language)
    pairs = ranked(view)
    lines = [
        _("{action}. {points} points to expect in the end.", action=button(view, code, language), points=round(value))
        for value, code in pairs[:3]
    ]
    return [*lines, *reason(_, why(the_game(view), view.eye, pairs[1][1], pairs[0][1]), APART)]


__all__ = ["bot", "claims", "explain", "find", "forms", "hear", "holds", "judge", "marks", "question", "seats", "title"]
