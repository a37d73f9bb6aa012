"""Puzzles: moments of real games with one right answer, asked on the real board and explained by a proof.

A game brings a module `puzzles`. It finds puzzles in what one seat saw, so the board of a puzzle is the ordinary
replay as that seat, and its answer either the ordinary moves or a thing on the sheet that is pointed at. A puzzle is
good if every wrong answer can be refuted: by a world that fits all that was seen, or by what it is worth less.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from tepui.core.game import Game
from tepui.core.refusal import NOT_ON_OFFER, BadRecord, IllegalMove, UnknownName
from tepui.core.view import View

Form = Literal["moves", "claim"]  # answered by moves on offer, or by pointing at something (as `Help.why` is asked)
EASY, MEDIUM, HARD = 1, 2, 3


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question about the table as it stood after `move` moves, through the eyes of `seat`."""

    seat: int
    move: int
    kind: str  # as the game calls it
    answer: list[int]  # of moves: their codes; of a claim: numbers that the game reads
    level: int  # EASY, MEDIUM, HARD
    size: int = 0  # what a game counts for it: the answers that its proof needs
    given: int = 0  # so many moves of the answer are made for the player: to say Stop
    missed: bool = False  # the player in whose game it was found did something else


class Answer(msgspec.Struct, frozen=True):
    """What someone answers: picks (indices into the legal list, one after the other), or what was pointed at."""

    picks: list[int] = []
    claim: Any = None


class Verdict(msgspec.Struct, frozen=True):
    """Is it right? If not, why not, in sentences that do not give the solution away."""

    right: bool
    lines: list[str]


class Puzzler(Protocol):
    """What a game brings for puzzles. Nothing of it may depend on anything but the view."""

    forms: Mapping[str, Form]  # its kinds, and how each is answered
    bot: str  # who plays the games that puzzles are mined from
    seats: Sequence[int]  # and with how many players, in turns

    def find(self, view: Any) -> list[Puzzle]:
        """All puzzles in what this seat saw, in the order of the game."""

    def holds(self, view: Any, puzzle: Puzzle) -> bool:
        """Does it hold when the game is played on many times? Slow: asked once, before a puzzle is published."""

    def title(self, puzzle: Puzzle, language: str) -> str:
        """Two or three words that spoil nothing: "best wheel", "4 answers"."""

    def question(self, view: Any, puzzle: Puzzle, language: str) -> str:
        """What is asked, in a sentence or two."""

    def marks(self, view: Any, puzzle: Puzzle) -> Any:
        """What the sheet has marked already, as the page saves it; None: nothing."""

    def claims(self, view: Any, puzzle: Puzzle, language: str) -> list[tuple[str, Any]]:
        """What can be pointed at, in words and as `hear` takes it; for a puzzle of moves none."""

    def hear(self, view: Any, puzzle: Puzzle, claim: Any) -> list[int]:
        """What was pointed at, in the numbers of `answer`. IllegalMove, with a sentence, for what is nothing."""

    def judge(self, view: Any, puzzle: Puzzle, answer: list[int], language: str) -> Verdict:
        """Whether this is the solution."""

    def explain(self, view: Any, puzzle: Puzzle, language: str) -> list[str]:
        """The solution, and why."""


def of(game: Game) -> Puzzler | None:
    """What this game brings for puzzles, if it does."""
    return game.brought("puzzles", Puzzler)


# ---- for a game whose puzzles are all answered by moves ----


def marks(view: Any, puzzle: Puzzle) -> Any:
    """Nothing."""
    return None


def claims(view: Any, puzzle: Puzzle, language: str) -> list[tuple[str, Any]]:
    """Nothing."""
    return []


def hear(view: Any, puzzle: Puzzle, claim: Any) -> list[int]:
    """Nothing can be pointed at."""
    raise IllegalMove("this puzzle is answered by a move. Pick one of the actions on offer")


# ---- found in a game, and answers judged: whatever the game, through its own `Puzzler` ----


def puzzler_of(game: Game) -> Puzzler:
    """The game's own; a sentence where it brings none."""
    found = of(game)
    if found is None:
        raise UnknownName(f"{game.title} brings no puzzles. `tepui games` lists the games, `tepui play` plays them")
    return found


def find(view: View) -> list[Puzzle]:
    """All puzzles in a finished game, as one seat saw it."""
    if not view.over:
        raise BadRecord("the game is not over. Finish it, then it can be searched for puzzles")
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
