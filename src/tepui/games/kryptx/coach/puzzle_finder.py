"""Finds the puzzles of Kryptx: every number is certain (name them), or one question splits better than all others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tepui.coach.puzzles import EASY, HARD, MEDIUM, Form, Puzzle
from tepui.coach.review.walk import steps
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.steady import CERTAIN, the_game
from tepui.games.kryptx.cards import NUMBERS, QUESTIONS, number_set

LEAST, GAP = 0.5, 0.1  # bits: of the best question, and between it and the next
CLEAR, CLOSE = 0.16, 0.125  # from here it is easy; below, hard
Question = tuple[int, int]  # stand, question


forms: Mapping[str, Form] = {"name": "moves", "question": "moves"}
bot = "steady"
seats: Sequence[int] = (2, 4)


def find(view: View) -> list[Puzzle]:
    found: list[Puzzle] = []
    named = False
    for at, (past, by, code) in enumerate(steps(view)):
        if not named and k.STOP in past.offered():
            certain = list(solvable(past, next_of(view, at)))
            named = bool(certain) or KryptxBelief(past).best[0] > CERTAIN
            found += certain
        if by == view.eye and the_game(past).phase == k.P_ASK:
            found += best_question(past, code)
    return found


def holds(view: View, puzzle: Puzzle) -> bool:
    return True  # what is certain is proven, and all worlds are alike: bits are exact


# ---- name the codes ----


def solvable(past: View, then: int | None) -> Iterator[Puzzle]:
    """Every number is certain, and not only by the facts of each stand alone; `then` is what the player did next."""
    belief = KryptxBelief(past)
    if belief.best[0] <= CERTAIN:
        return
    alone = belief.seen.candidates()
    together = sum(len(numbers_in(cards)) > 1 for cards in alone.values())
    if not together:
        return
    level = EASY if together == 1 else MEDIUM if together == 2 else HARD
    claim = belief.claim()
    answer = [k.STOP, *(k.NAME + claim[stand] for stand in stands_named(past))]
    yield Puzzle(past.eye, len(past.moves), "name", answer, level, together, given=1, missed=then != k.STOP)


def stands_named(view: View) -> list[int]:
    """The stands of a claim, in the order in which they are named."""
    after = the_game(view).clone()
    after.apply(view.eye, k.STOP)
    return [int(after.claimed_stand(at)) for at in range(after.to_name())]


def numbers_in(cards: int) -> list[int]:
    return [number for number in range(NUMBERS) if cards & number_set(number)]


def next_of(view: View, at: int) -> int | None:
    """What this seat does next, from this move on."""
    return next((code for by, code in view.moves[at:] if by == view.eye), None)


# ---- the best question ----


def asked(code: int) -> Question:
    """The same question, asked openly or in secret."""
    stand, question = divmod(code - (k.SECRET if code >= k.SECRET else k.ASK), QUESTIONS)
    return stand, question


def ranked(past: View, belief: KryptxBelief) -> list[tuple[float, int]]:
    """(bits, code) of every question on offer, the best first; each once."""
    found: dict[Question, tuple[float, int]] = {}
    for code in past.codes():
        if k.ASK <= code < k.SECRET_HIDDEN and asked(code) not in found:
            found[asked(code)] = belief.teaches(*asked(code)), code
    return sorted(found.values(), key=lambda one: (-one[0], one[1]))


def best_question(past: View, chosen: int) -> Iterator[Puzzle]:
    belief = KryptxBelief(past)
    if belief.best[0] > CERTAIN:
        return
    questions = ranked(past, belief)
    if len(questions) < 2:
        return
    (bits, best), (next_bits, _code) = questions[:2]
    gap = bits - next_bits
    if bits < LEAST or gap < GAP:
        return
    level = EASY if gap >= CLEAR else MEDIUM if gap >= CLOSE else HARD
    missed = not k.ASK <= chosen < k.SECRET_HIDDEN or asked(chosen) != asked(best)
    yield Puzzle(past.eye, len(past.moves), "question", [best], level, missed=missed)
