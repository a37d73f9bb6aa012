"""The puzzles of Roll & Write in sentences: what is asked, why a wrong answer is wrong, why the right one is right."""

from __future__ import annotations

from tepui.core.look_back import button
from tepui.core.view import View
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.puzzle_finder import the_game
from tepui.games.roll_and_write.review import why
from tepui.games.roll_and_write.review_words import reason

Ranked = list[tuple[float, int]]


def title(language: str) -> str:
    return CATALOGUE.language(language)("best pair")


def question(language: str) -> str:
    _ = CATALOGUE.language(language)
    return _(
        "Which pair promises most points in the end, or is it better to refuse? It is not the one that looks best."
    )


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
    return [*lines, *reason(_, why(the_game(view), view.eye, ranked[1][1], ranked[0][1]))]
