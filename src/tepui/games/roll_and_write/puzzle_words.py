"""The puzzles of Roll & Write in sentences: what is asked, why a wrong answer is wrong, why the right one is right."""

from __future__ import annotations

from typing import Any

from tepui.core.look_back import button
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.puzzle_finder import the_game
from tepui.games.roll_and_write.review import why
from tepui.games.roll_and_write.review_words import reason
from tepui.games.roll_and_write.words import signed

Ranked = list[tuple[float, int]]


def title(language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("best pair")


def question(language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("Which pair promises most points in the end? Or is refusing better? The answer is not what looks best.")


def worse(view: View, ranked: Ranked, code: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    values = {one: value for value, one in ranked}
    points = round(values[code])
    return [
        _("{action}. {points} points to expect in the end.", action=button(view, code, language), points=points),
        _("Something else promises {points} points more.", points=round(ranked[0][0] - values[code])),
    ]


def pairs_told(view: View, ranked: Ranked, language: str) -> list[str]:
    """The best three with what they promise, and what sets the best apart from the next."""
    _ = CATALOGUE.language(language)
    lines = [
        _("{action}. {points} points to expect in the end.", action=button(view, code, language), points=round(value))
        for value, code in ranked[:3]
    ]
    return [*lines, *apart(_, why(the_game(view), view.eye, ranked[1][1], ranked[0][1]))]


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
