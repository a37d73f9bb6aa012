"""The puzzles of The Lost Code: a number that several answers rule out, a stone they make certain, a best wheel.

They are found in what a seat saw; asked; and it is said why a wrong answer is wrong, and why the right one is right.
The sheet shows crosses for all that lies elsewhere and for all that a single answer rules out. What is asked needs
several answers at once; how many is what makes it hard.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from msgspec.structs import replace

from tepui.bots.levels import figure
from tepui.bots.self_play import play_on
from tepui.coach.puzzles import EASY, HARD, MEDIUM, Form, Puzzle, Verdict
from tepui.coach.puzzles.mining import surely_better
from tepui.coach.review.walk import steps
from tepui.coach.smallest_proof import Facts, as_list, smallest
from tepui.core.dealer import Dealer
from tepui.core.position import TABLE
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove
from tepui.core.table import Table
from tepui.core.view import View
from tepui.core.words import N_, Language
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import LostCodeBelief, known_stones, possible_codes, rows_of, the_game
from tepui.games.lost_code.belief.proof import proof
from tepui.games.lost_code.belief.why import Fact, Heard, Sheet, leaving, sheet_of
from tepui.games.lost_code.belief.worlds import NUMBERS
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.explain import guess as guess_sentence
from tepui.games.lost_code.bots.levels import Player
from tepui.games.lost_code.bots.mind import Dials, read_alone
from tepui.games.lost_code.bots.steady import Steady
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.coach.review_words import colour_of, setting

GAP = 1.0  # points between the best wheel and the best setting of any other
CLEAR, CLOSE = 1.5, 1.2  # from here it is easy; below, hard
POINTS = Dials(knowledge=0.0)  # counts the points of the moment
NO_CHANCE = Random(0)  # these players do not use it

forms: Mapping[str, Form] = {"impossible": "claim", "certain": "claim", "wheel": "moves"}
bot = "steady"
seats: Sequence[int] = (2,)

QUESTIONS = {
    "impossible": N_("Single answers rule out what is crossed. Together they rule out one number more. Which one?"),
    "certain": N_("Single answers rule out what is crossed. Together they make one stone certain. Which one, and what is its number?"),  # noqa: E501
    "wheel": N_("Which wheel is best now, and how do you set it? Points count, what the answer tells, and the stone at stake."),  # noqa: E501
}  # fmt: skip
CROSSED_ALREADY = {
    "impossible": N_("{colour} {number} lies elsewhere, or a single answer rules it out. Look for the number that takes several."),  # noqa: E501
    "certain": N_("{colour} {number} is crossed out, or a single answer already makes that stone certain. Look for the stone that takes several."),  # noqa: E501
}  # fmt: skip
REFUTED = {  # in a world that fits
    "impossible": N_("Your stone, {colour}, can be {number}."),
    "certain": N_("Your stone, {colour}, need not be {number}."),
}

Grid = list[int]  # by colour: the numbers that are open, as a bit set


def find(view: View) -> list[Puzzle]:
    found: list[Puzzle] = []
    before: Grid = []  # what was possible before the answer that has just been given
    for past, by, code in steps(view):
        position = the_game(past)
        if before:
            found += deduced(past, before)
            before = []
        if by == view.eye and position.phase == codes.GUESSING:
            found += best_wheel(past, code)
        if by == TABLE and position.phase == codes.ANSWERING and position.who == view.eye:
            before = open_numbers(past)
    return [seen_then(view, one) for one in found]


def crosses(view: View) -> dict[str, str]:
    """What single answers rule out, as the pencil would have crossed it out."""
    return {f"{COLOURS[colour]} {number}": "x" for colour, number in cells_between(known(view), row_by_row(view))}


def open_cells(view: View, kind: str) -> list[tuple[int, int]]:
    """(colour, number) of all that may be asked for: what is not crossed out, of stones that are not known yet."""
    left = row_by_row(view)
    return [one for one in cells_between(left) if not (kind == "certain" and single(left[one[0]]))]


def cells_between(open_ones: Grid, still: Grid | None = None) -> list[tuple[int, int]]:
    """(colour, number) of all that is open in the first grid and no more in the second."""
    left = [numbers & ~later for numbers, later in zip(open_ones, still or [0] * len(open_ones), strict=True)]
    return [
        (colour, number) for colour, numbers in enumerate(left) for number in range(NUMBERS) if numbers >> number & 1
    ]


# ---- what several answers tell ----


def deduced(past: View, before: Grid) -> Iterator[Puzzle]:
    """The view just after an own answer: is there one thing that only several answers together tell?"""
    if the_game(past).absent(past.eye):
        return
    alone, now = row_by_row(past), open_numbers(past)
    closed = cells_between(alone, now)
    if len(closed) == 1 and before[closed[0][0]] >> closed[0][1] & 1:
        yield proven_puzzle(past, "impossible", *closed[0])
    certain = [colour for colour, numbers in enumerate(now) if single(numbers) and not single(alone[colour])]
    if len(certain) == 1 and not single(before[certain[0]]):
        yield proven_puzzle(past, "certain", certain[0], now[certain[0]].bit_length() - 1)


def proven_puzzle(past: View, kind: str, colour: int, number: int) -> Puzzle:
    facts = proof_of(past, kind, colour, number)
    assert facts is not None
    answers = sum(isinstance(fact, Heard) for fact in facts)
    level = EASY if answers <= 2 else MEDIUM if answers == 3 else HARD
    return Puzzle(past.eye, len(past.moves), kind, [colour, number], level, answers)


def single(numbers: int) -> bool:
    return numbers.bit_count() == 1


def known(view: View) -> Grid:
    """What is not seen elsewhere."""
    stones = known_stones(view)
    return [int(stones.candidates[colour]) for colour in range(the_game(view).parts.colours)]


def row_by_row(view: View) -> Grid:
    """What every answer leaves on its own."""
    seen = known(view)
    left = seen[:]
    for row, guess in rows_of(view, view.eye):
        for colour, numbers in read_alone(seen, row, guess).items():
            left[colour] &= numbers
    return left


def open_numbers(view: View) -> Grid:
    """What all answers together leave."""
    found = possible_codes(view)
    found.count()
    return [
        sum(1 << number for number in range(NUMBERS) if found.tally[NUMBERS * colour + number])
        for colour in range(the_game(view).parts.colours)
    ]


def another_world(view: View, colour: int, number: int, certain: bool) -> list[int]:
    """A code that fits all that was seen and in which the claim is false."""
    belief = LostCodeBelief(view)
    for code in belief.listed():
        if (code >> 4 * colour & 15 == number) != certain:
            return [code >> 4 * other & 15 for other in range(belief.parts.colours)]
    raise AssertionError("a wrong claim has a world that refutes it")


def proof_of(view: View, kind: str, colour: int, number: int) -> list[Fact] | None:
    """The fewest answers that suffice together with all that was seen, and of that as little as they need."""
    sheet = sheet_of(view)
    excluded = [number] if kind == "impossible" else [n for n in range(sheet.numbers) if n != number]
    heard = bits(sheet, lambda fact: isinstance(fact, Heard))
    seen = bits(sheet, lambda fact: not isinstance(fact, Heard))

    def entails(facts: Facts) -> bool:
        return all(sheet.rules_out(colour, one, facts) for one in excluded)

    answers = smallest(heard, lambda some: entails(some | seen))
    if answers is None:
        return None
    rest = needed(seen, lambda some: entails(answers | some))
    return [sheet.facts[index] for index in as_list(answers | rest)]


def bits(sheet: Sheet, wanted: Callable[[Fact], bool]) -> Facts:
    return sum(1 << index for index, fact in enumerate(sheet.facts) if wanted(fact))


def needed(facts: Facts, entails: Callable[[Facts], bool]) -> Facts:
    """What is left when each fact that can be spared was dropped, one after the other."""
    for index in as_list(facts):
        if entails(facts & ~(1 << index)):
            facts &= ~(1 << index)
    return facts


# ---- the best wheel ----


class Wheels:
    """Every setting on offer and its worth, by code."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.expect = Expect(view)
        self.values = dict(zip(view.codes(), Steady().worths(self.expect, view), strict=True))

    @cached_property
    def two_best(self) -> tuple[int, int]:
        """The best setting, and the best one of any other wheel."""
        worth = self.values.__getitem__
        best = max(self.values, key=worth)
        return best, max((code for code in self.values if wheel_of(code) != wheel_of(best)), key=worth, default=best)


def wheel_of(code: int) -> int:
    return (code - codes.GUESS) // codes.LOWS


def best_wheel(past: View, chosen: int) -> Iterator[Puzzle]:
    wheels = Wheels(past)
    best, second = wheels.two_best
    gap = wheels.values[best] - wheels.values[second]
    if gap < GAP:
        return
    now = Player(POINTS).rank(past, 1.0, NO_CHANCE)
    assert now is not None
    if wheel_of(past.codes()[max(range(len(now)), key=now.__getitem__)]) == wheel_of(best):
        return  # it has most points at once: nothing to find
    level = EASY if gap >= CLEAR else MEDIUM if gap >= CLOSE else HARD
    missed = wheels.values[chosen] <= wheels.values[second]
    yield Puzzle(past.eye, len(past.moves), "wheel", [best], level, missed=missed)


def holds(view: View, puzzle: Puzzle) -> bool:
    """Played on 200 times from worlds that fit: is the best setting surely better than the best of another wheel?"""
    if puzzle.kind != "wheel":
        return True  # the others are proven
    best, second = Wheels(view).two_best
    belief = LostCodeBelief(view)
    return surely_better(
        played_out(view, belief, best, f"{number} {best}") - played_out(view, belief, second, f"{number} {best}")
        for number in range(200)
    )


def played_out(view: View, belief: LostCodeBelief, code: int, seed: str) -> float:
    """The points in the end, after this setting, in a world that fits; the same world and chance for the same seed."""
    table = Table(view.game, view.setting)
    for move in belief.past(view, Random(seed)):
        table.replay(*move)
    table.resume(Dealer(seed).choose)
    table.play_code(view.eye, code)
    play_on(table, [Steady()] * view.setting.seats, Random(seed))
    return float(table.scores()[view.eye])


# ---- what its player made of it ----


def seen_then(view: View, puzzle: Puzzle) -> Puzzle:
    """Missed, if the player's own final guess for that stone still holds what was impossible."""
    if puzzle.kind == "wheel" or puzzle.seat != view.eye:
        return puzzle
    colour, number = puzzle.answer
    then = view.past(puzzle.move)
    if len(then.notebook.gone[view.eye]) != len(view.notebook.gone[view.eye]):
        return puzzle  # that stone may have gone
    position = the_game(view)
    written = int(position.final_guess(view.eye, colour))
    wrong = written >> number & 1 if puzzle.kind == "impossible" else written != 1 << number
    return replace(puzzle, missed=bool(wrong and written))


# ---- what is asked, and what is said to an answer ----


def title(puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    if puzzle.kind == "wheel":
        return _("best wheel")
    return _.ngettext("{n} answer", "{n} answers", puzzle.size)


def question(view: View, puzzle: Puzzle, language: str) -> str:
    return CATALOGUE.language(language)(QUESTIONS[puzzle.kind])


def cell(colour: int, number: int, language: str) -> str:
    return f"{colour_of(CATALOGUE.language(language), colour)} {number}"


def marks(view: View, puzzle: Puzzle) -> Any:
    return None if puzzle.kind == "wheel" else {"cells": crosses(view)}


def claims(view: View, puzzle: Puzzle, language: str) -> list[tuple[str, Any]]:
    if puzzle.kind == "wheel":
        return []
    return [
        (cell(colour, number, language), {"colour": COLOURS[colour], "number": number})
        for colour, number in open_cells(view, puzzle.kind)
    ]


def hear(view: View, puzzle: Puzzle, claim: Any) -> list[int]:
    parts = the_game(view).parts
    colour, number = (claim.get("colour"), claim.get("number")) if isinstance(claim, dict) else (None, None)
    if colour not in COLOURS[: parts.colours] or type(number) is not int or not 0 <= number < parts.numbers:
        raise IllegalMove("ask about a colour and a number: blue 5")
    return [COLOURS.index(colour), number]


def judge(view: View, puzzle: Puzzle, answer: list[int], language: str) -> Verdict:
    if right(view, puzzle, answer):
        return Verdict(True, explain(view, puzzle, language))
    return Verdict(False, wrong(view, puzzle, answer, language))


def right(view: View, puzzle: Puzzle, answer: list[int]) -> bool:
    """Of a wheel: any setting that is better than all those of other wheels."""
    if puzzle.kind != "wheel":
        return answer == puzzle.answer
    wheels = Wheels(view)
    if answer[0] not in wheels.values:
        raise IllegalMove(NOT_ON_OFFER)
    return wheels.values[answer[0]] > wheels.values[wheels.two_best[1]]


def wrong(view: View, puzzle: Puzzle, answer: list[int], language: str) -> list[str]:
    """Why it is, without the solution."""
    if puzzle.kind == "wheel":
        return worse_wheel(Wheels(view), answer[0], language)
    _ = CATALOGUE.language(language)
    things = {"colour": colour_of(_, answer[0]), "number": answer[1]}
    if (answer[0], answer[1]) not in open_cells(view, puzzle.kind):
        return [_(CROSSED_ALREADY[puzzle.kind], **things)]
    world = another_world(view, answer[0], answer[1], puzzle.kind == "certain")
    code = ", ".join(f"{colour_of(_, other)} {stone}" for other, stone in enumerate(world))
    return [_(REFUTED[puzzle.kind], **things), _("This code fits all that you saw: {code}.", code=code)]


def explain(view: View, puzzle: Puzzle, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    if puzzle.kind == "wheel":
        wheels = Wheels(view)
        best, second = wheels.two_best
        return [
            _("The best: {setting}", setting=worth(_, wheels, best, language)),
            _("The best of the other wheels: {setting}", setting=worth(_, wheels, second, language)),
        ]
    colour, number = puzzle.answer
    facts = proof_of(view, puzzle.kind, colour, number)
    assert facts is not None
    lines = proof(facts, leaving(view), COLOURS[colour], number, language)
    if puzzle.kind == "certain":
        lines[-1] = _("So your stone, {colour}, is {number}.", colour=colour_of(_, colour), number=number)
    return lines


def worse_wheel(wheels: Wheels, chosen: int, language: str) -> list[str]:
    _, best = CATALOGUE.language(language), wheels.two_best[0]
    points = figure(wheels.values[best] - wheels.values[chosen], language)
    if wheel_of(chosen) == wheel_of(best):
        return [_("The wheel is right, but it can be set better, by {points} points.", points=points)]
    return [worth(_, wheels, chosen, language), _("Another wheel is worth {points} points more.", points=points)]


def worth(_: Language, wheels: Wheels, code: int, language: str) -> str:
    points = figure(wheels.values[code], language)
    return guess_sentence(_, wheels.expect, code, setting(_, wheels.view, code), points, language)


__all__ = ["bot", "claims", "explain", "find", "forms", "hear", "holds", "judge", "marks", "question", "seats", "title"]
