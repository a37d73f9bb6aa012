"""The puzzles of The Lost Code: what is asked, why a wrong answer is wrong, why the right one is right."""

from __future__ import annotations

from typing import Any

from tepui.bots.levels import figure
from tepui.coach.puzzles import Puzzle, Verdict
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import the_game
from tepui.games.lost_code.belief.proof import proof
from tepui.games.lost_code.belief.why import Fact, leaving
from tepui.games.lost_code.bots.explain import guess
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.coach.puzzle_finder import (
    Wheels,
    another_world,
    bot,
    crosses,
    find,
    forms,
    holds,
    open_cells,
    proof_of,
    seats,
    two_best,
    wheel_of,
)
from tepui.games.lost_code.coach.review_words import colour_of, setting


def title(puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    if puzzle.kind == "wheel":
        return _("best wheel")
    return _.ngettext("{n} answer", "{n} answers", puzzle.size)


def question(view: View, puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    match puzzle.kind:
        case "impossible":
            return _("Single answers rule out what is crossed. Together they rule out one number more. Which one?")
        case "certain":
            return _(
                "Single answers rule out what is crossed. Together they make one stone certain. Which one, and what is its number?"  # noqa: E501
            )
    return _(
        "Which wheel is best now, and how do you set it? Points count, what the answer tells, and the stone at stake."
    )


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
    return wheels.values[answer[0]] > wheels.values[two_best(wheels)[1]]


def wrong(view: View, puzzle: Puzzle, answer: list[int], language: str) -> list[str]:
    """Why it is, without the solution."""
    if puzzle.kind == "wheel":
        wheels = Wheels(view)
        return worse_wheel(wheels, answer[0], two_best(wheels)[0], language)
    colour, number = answer
    if (colour, number) not in open_cells(view, puzzle.kind):
        return crossed_already(puzzle, colour, number, language)
    world = another_world(view, colour, number, puzzle.kind == "certain")
    return refuted(puzzle, colour, number, world, language)


def explain(view: View, puzzle: Puzzle, language: str) -> list[str]:
    if puzzle.kind == "wheel":
        wheels = Wheels(view)
        return wheels_explained(wheels, *two_best(wheels), language)
    colour, number = puzzle.answer
    facts = proof_of(view, puzzle.kind, colour, number)
    assert facts is not None
    return proven(view, puzzle.kind, facts, colour, number, language)


def crossed_already(puzzle: Puzzle, colour: int, number: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    name = colour_of(_, colour)
    if puzzle.kind == "certain":
        return [
            _(
                "{colour} {number} is crossed out, or a single answer already makes that stone certain. Look for the stone that takes several.",  # noqa: E501
                colour=name,
                number=number,
            )
        ]
    return [
        _(
            "{colour} {number} lies elsewhere, or a single answer rules it out. Look for the number that takes several.",  # noqa: E501
            colour=name,
            number=number,
        )
    ]


def refuted(puzzle: Puzzle, colour: int, number: int, world: list[int], language: str) -> list[str]:
    """A code that fits everything, in which the claim is false."""
    _ = CATALOGUE.language(language)
    name = colour_of(_, colour)
    code = ", ".join(f"{colour_of(_, other)} {stone}" for other, stone in enumerate(world))
    if puzzle.kind == "impossible":
        said = _("Your stone, {colour}, can be {number}.", colour=name, number=number)
    else:
        said = _("Your stone, {colour}, need not be {number}.", colour=name, number=number)
    return [said, _("This code fits all that you saw: {code}.", code=code)]


def proven(view: View, kind: str, facts: list[Fact], colour: int, number: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    lines = proof(facts, leaving(view), COLOURS[colour], number, language)
    if kind == "certain":
        lines[-1] = _("So your stone, {colour}, is {number}.", colour=colour_of(_, colour), number=number)
    return lines


def worse_wheel(wheels: Wheels, chosen: int, best: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    points = figure(wheels.values[best] - wheels.values[chosen], language)
    if wheel_of(chosen) == wheel_of(best):
        return [_("The wheel is right, but it can be set better, by {points} points.", points=points)]
    return [worth(_, wheels, chosen, language), _("Another wheel is worth {points} points more.", points=points)]


def wheels_explained(wheels: Wheels, best: int, second: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    return [
        _("The best: {setting}", setting=worth(_, wheels, best, language)),
        _("The best of the other wheels: {setting}", setting=worth(_, wheels, second, language)),
    ]


def worth(_: Language, wheels: Wheels, code: int, language: str) -> str:
    points = figure(wheels.values[code], language)
    return guess(_, wheels.expect, code, setting(_, wheels.view, code), points, language)


__all__ = ["bot", "claims", "explain", "find", "forms", "hear", "holds", "judge", "marks", "question", "seats", "title"]
