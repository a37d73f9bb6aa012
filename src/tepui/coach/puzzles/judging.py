"""Puzzles found in a game, and answers to them judged: whatever the game, through its own `Puzzler`."""

from collections.abc import Sequence

from tepui.coach.puzzles import Answer, Puzzle, Puzzler, Verdict, of
from tepui.core.game import Game
from tepui.core.refusal import NOT_ON_OFFER, BadRecord, IllegalMove, UnknownName
from tepui.core.view import View


def puzzler_of(game: Game) -> Puzzler:
    """The game's own; a sentence where it brings none."""
    found = of(game)
    if found is None:
        raise UnknownName(f"{game.title} brings no puzzles; `tepui games` lists the games, `tepui play` plays them")
    return found


def find(view: View) -> list[Puzzle]:
    """All puzzles in a finished game, as one seat saw it."""
    if not view.over:
        raise BadRecord("the game is not over; finish it, then it can be searched for puzzles")
    return puzzler_of(view.game).find(view)


def missed_first(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Of one's own game: what one did not see comes before what one did."""
    return sorted(puzzles, key=lambda one: (not one.missed, one.move))


def judged(view: View, puzzle: Puzzle, answer: Answer, language: str) -> Verdict:
    """An answer as it comes from a page or a keyboard; IllegalMove for one that cannot be."""
    puzzler = puzzler_of(view.game)
    if puzzler.forms[puzzle.kind] == "claim":
        heard = puzzler.hear(view, puzzle, answer.claim)
    else:
        heard = codes_of(view, answer.picks)
    return puzzler.judge(view, puzzle, heard, language)


def codes_of(view: View, picks: Sequence[int]) -> list[int]:
    """Picks as codes of the rules, each out of the list that the one before leaves."""
    if not picks:
        raise IllegalMove(NOT_ON_OFFER)
    after = view.try_out(list(picks))
    return [code for _by, code in after.moves[len(view.moves) :]]


def picks_of(view: View, codes: Sequence[int]) -> list[int]:
    """The other way round: where these codes stand in the lists."""
    twin, found = view.copy(), []
    for code in codes:
        found.append(twin.codes().index(code))
        twin.observe(twin.eye, code)
    return found
