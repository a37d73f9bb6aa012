"""Who plays together, and how it ended: places and points of sides, or one result of all.

A game says `teams(setting)`: a number for each seat, equal for those who play together. `(0, 1, 0, 1)` are two
partnerships, `(0, 1, 1, 1)` is one against all, `(0, 0, 0)` is all together. Those of a team have one score and one
place (the law "equal points" holds a game to it). Where all play together place 1 is won and place 2 is lost, and
`Game.best` is the most that can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tepui.core.words import CATALOGUE

if TYPE_CHECKING:
    from tepui.core.game import Game, Setting
    from tepui.core.view import View

WON, LOST = 1, 2  # the places of a game that all play together


class Standing(NamedTuple):
    """How one side ended: 1 is first, equal sides share a place."""

    place: int
    seats: tuple[int, ...]
    score: int


def team_of(game: Game, setting: Setting) -> tuple[int, ...]:
    """Each seat's team, counted from 0 in the order of the seats; without teams everyone is one."""
    if game.teams is None:
        return tuple(range(setting.seats))
    said = list(game.teams(setting))
    if len(said) != setting.seats:
        raise ValueError(f"`teams` of {game.title} has {len(said)} numbers for {setting.seats} players. Give one each")
    order = list(dict.fromkeys(said))
    return tuple(order.index(team) for team in said)


def together(game: Game, setting: Setting) -> bool:
    """Is everyone on one side?"""
    return game.teams is not None and not any(team_of(game, setting))


def sides(game: Game, setting: Setting) -> list[tuple[int, ...]]:
    """The seats of each team."""
    teams = team_of(game, setting)
    return [tuple(seat for seat, of in enumerate(teams) if of == team) for team in range(max(teams) + 1)]


def standings(game: Game, setting: Setting, scores: Sequence[int], places: Sequence[int]) -> list[Standing]:
    """Every side, the first one first."""
    all_sides = sides(game, setting)
    found = []
    for side in all_sides:
        before = sum(places[other[0]] < places[side[0]] for other in all_sides)
        found.append(Standing(before + 1, side, scores[side[0]]))
    return sorted(found)


def result_lines(view: View, language: str) -> list[str]:
    """How it ended, a line for each side: "1. Anna and Ben: 13 points", or "Won together: 13 of 25".

    Where equal points have different places a game's words say why (`tie_break(language)`).
    """
    _, game, setting = CATALOGUE.language(language), view.game, view.setting
    scores, places = view.scores(), view.places()
    if together(game, setting):
        won, score = places[0] == WON, scores[0]
        if game.best is None:
            return [_("Won together: {score}", score=score) if won else _("Lost together: {score}", score=score)]
        best = game.best(setting)
        if won:
            return [_("Won together: {score} of {best}", score=score, best=best)]
        return [_("Lost together: {score} of {best}", score=score, best=best)]
    lines = []
    found = standings(game, setting, scores, places)
    for place, side, score in found:
        who = _.all_of([view.names[seat] for seat in side])
        points = _.ngettext("{n} point", "{n} points", score)
        lines.append(_("{place}. {name}: {points}", place=place, name=who, points=points))
    broken = any(one.score == other.score and one.place < other.place for one, other in pairwise(found))
    if broken and hasattr(game.words, "tie_break"):
        lines.append(game.words.tie_break(language))
    return lines
