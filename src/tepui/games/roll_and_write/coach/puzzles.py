"""The puzzles of Roll & Write: what is asked, why a wrong answer is wrong, why the right one is right."""

from __future__ import annotations

from typing import Any

from tepui.coach.puzzles import Puzzle, Verdict, claims, hear, marks
from tepui.coach.review.walk import button
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.coach.puzzle_finder import bot, find, forms, holds, ranked, seats, the_game
from tepui.games.roll_and_write.coach.review import why
from tepui.games.roll_and_write.coach.review_words import reason
from tepui.games.roll_and_write.words import signed


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
    return [*lines, *apart(_, why(the_game(view), view.eye, pairs[1][1], pairs[0][1]))]


def apart(_: Language, facts: dict[str, Any]) -> list[str]:
    """What the best has that the next has not."""
    match facts["reason"]:
        case "points":
            points, points2 = signed(facts["points"]), signed(facts["points2"])
            return [_("It brings {points2} points at once, the next {points1}.", points1=points, points2=points2)]
        case "room":
            return [
                _(
                    "It leaves more room: of the 60 pairs of dice {fits2} still fit your sheet, after the next {fits}.",
                    fits=facts["fits"],
                    fits2=facts["fits2"],
                )
            ]
    return reason(_, facts)


__all__ = ["bot", "claims", "explain", "find", "forms", "hear", "holds", "judge", "marks", "question", "seats", "title"]
