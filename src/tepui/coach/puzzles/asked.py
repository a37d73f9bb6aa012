"""A puzzle as it is asked and answered. What is asked is folded from what one seat saw, and nothing is stored.

The solution is in an answer when the solver has it right or wants to be shown, not before.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from tepui.coach.help import HelpLevel
from tepui.coach.puzzles import Answer, Puzzle, find, judged, missed_first, of_the_day, picks_of, puzzler_of
from tepui.coach.puzzles import messages as wire
from tepui.coach.story import Story, help_shown
from tepui.core.game import Game
from tepui.core.refusal import IllegalMove, Unwilling
from tepui.core.view import View
from tepui.core.words import N_

LEVEL: HelpLevel = "referee"  # the sheet shows what was seen; what follows from it is what is asked
MOST_PICKS = 64
NOT_HERE = N_("There is no such puzzle in this game. Look at the list of its puzzles.")
NONE_HERE = N_("This game brings no puzzles. Its replay shows how it went.")


@dataclass(frozen=True)
class Posed:
    """A puzzle, the view of its moment, and of which day it is if it is one of a day."""

    puzzle: Puzzle
    view: View
    day: date | None = None
    first: date | None = None


def of_day(game: Game, asked: str, today: date) -> Posed:
    """Of the day that is asked for, or of today."""
    day = of_the_day.day_of(asked) if asked else today
    one = of_the_day.daily(game, day, today)
    return Posed(one.puzzle, one.view(game), day, of_the_day.list_of(game).head.first)


def of_game(view: View, move: str, kind: str) -> Posed:
    """One of those in a game that this seat has played to its end."""
    for one in find(view):
        if str(one.move) == move and one.kind == kind:
            return Posed(one, view.past(one.move))
    raise Unwilling(NOT_HERE)


def all_of_game(view: View, language: str) -> wire.OwnPuzzles:
    if not view.game.has("puzzles"):
        raise Unwilling(NONE_HERE)
    puzzler = puzzler_of(view.game)
    return wire.OwnPuzzles(
        game=view.game.name,
        title=view.game.title,
        seat=view.eye,
        puzzles=[
            msgspec.convert({**asdict(one), "name": puzzler.title(one, language)}, wire.OwnPuzzle)
            for one in missed_first(find(view))
        ],
    )


def asked_of(posed: Posed, today: date, language: str) -> wire.PuzzleAsked:
    puzzle, view = posed.puzzle, posed.view
    puzzler = puzzler_of(view.game)
    marks, form = puzzler.marks(view, puzzle), puzzler.forms[puzzle.kind]
    story = story_of(view, language)
    message = story.message(story.since(-1, False), whole=True, help=help_shown(view, LEVEL, marks))
    if form == "claim":  # nothing is to be moved
        message = replace(message, legal=[])
    return wire.PuzzleAsked(
        game=view.game.name,
        title=view.game.title,
        name=puzzler.title(puzzle, language),
        question=puzzler.question(view, puzzle, language),
        level=puzzle.level,
        kind=puzzle.kind,
        form=form,
        seat=view.eye,
        move=puzzle.move,
        names=list(view.names),
        marks=marks,
        date=None if posed.day is None else posed.day.isoformat(),
        today=today.isoformat(),
        first=None if posed.first is None else posed.first.isoformat(),
        missed=puzzle.missed,
        view=message,
    )


def answered(posed: Posed, answer: wire.PuzzleTry, language: str) -> wire.PuzzleTold:
    puzzle, view = posed.puzzle, posed.view
    puzzler = puzzler_of(view.game)
    if len(answer.picks) > MOST_PICKS:
        raise Unwilling(N_("That is too long for this server. Shorten it."))
    if answer.do == "try":
        twin, moments = story_of(view, language).tried(answer.picks)
        return wire.PuzzleTold(right=False, lines=[], picks=[], claim=None, view=twin.message(moments))
    if answer.do == "show":
        right, lines = False, puzzler.explain(view, puzzle, language)
    else:
        verdict = judged(view, puzzle, Answer(answer.picks, answer.claim), language)
        right, lines = verdict.right, verdict.lines
        if not right:
            return wire.PuzzleTold(right=False, lines=lines, picks=[], claim=None, view=None)
    picks, claim = solution(view, puzzle)
    return wire.PuzzleTold(right=right, lines=lines, picks=picks, claim=claim, view=None)


def solution(view: View, puzzle: Puzzle) -> tuple[list[int], Any]:
    puzzler = puzzler_of(view.game)
    if puzzler.forms[puzzle.kind] == "moves":
        return picks_of(view, puzzle.answer), None
    for _label, claim in puzzler.claims(view, puzzle, "en"):
        if puzzler.hear(view, puzzle, claim) == puzzle.answer:
            return [], claim
    raise IllegalMove(NOT_HERE)


def story_of(view: View, language: str) -> Story:
    story = Story(view.game, view.setting, view.eye, view.names, language, view.moves)
    story.advance(turn=1)
    return story
