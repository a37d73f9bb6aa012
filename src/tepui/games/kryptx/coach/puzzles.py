"""The puzzles of Kryptx: every number is certain (name them), or one question splits better than all others.

They are found in what a seat saw; asked; and it is said why a wrong answer is wrong, and why the right one is right.
"""

from collections.abc import Iterator, Mapping, Sequence

from tepui.coach.puzzles import EASY, HARD, MEDIUM, Form, Puzzle, Verdict, claims, hear, marks
from tepui.coach.review.walk import button, steps
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.actions import card_name
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.belief.proof import claim_sentence, proof
from tepui.games.kryptx.belief.why import why
from tepui.games.kryptx.bots.explain import worth_of_question
from tepui.games.kryptx.bots.steady import CERTAIN, the_game
from tepui.games.kryptx.cards import CARDS, NUMBERS, number_set
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.words import card_words

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
    return k.question_in(code)[:2]


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


# ---- what is asked, and what is said to an answer ----


def title(puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("name the codes") if puzzle.kind == "name" else _("best question")


def question(view: View, puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    if puzzle.kind == "name":
        return _("You can name every number now. Say Stop and name them.")
    return _("One question splits what is possible better than all others. Which one?")


def judge(view: View, puzzle: Puzzle, answer: list[int], language: str) -> Verdict:
    if puzzle.kind == "question":
        if answer[0] < k.ASK or answer[0] >= k.SECRET_HIDDEN:
            raise IllegalMove("this puzzle asks for a question. Ask a player about one of their stands")
        if asked(answer[0]) == asked(puzzle.answer[0]):
            return Verdict(True, explain(view, puzzle, language))
        return Verdict(False, worse_question(view, answer[0], puzzle.answer[0], language))
    if answer[0] != k.STOP or len(answer) < len(puzzle.answer):
        raise IllegalMove("say Stop, and name a number for every stand of the others")
    wrong = [
        (stand, said - k.NAME)
        for stand, said, right in zip(stands_named(view), answer[1:], puzzle.answer[1:], strict=False)
        if said != right
    ]
    if not wrong:
        return Verdict(True, explain(view, puzzle, language))
    return Verdict(False, wrong_number(view, *wrong[0], len(wrong), language))


def explain(view: View, puzzle: Puzzle, language: str) -> list[str]:
    """The two best questions; or what each stand can be by its own facts, and the only way for all of them."""
    _, belief = CATALOGUE.language(language), KryptxBelief(view)
    if puzzle.kind == "question":
        first, second = (code for _bits, code in ranked(view, belief)[:2])
        return [
            _("The best: {question}", question=worth(_, view, belief, first, language)),
            _("The next: {question}", question=worth(_, view, belief, second, language)),
        ]
    letters = the_game(view).deck.letters
    numbers = ", ".join(f"{letters[stand]} {number}" for stand, number in belief.claim().items())
    return [*each_alone(_, view, belief), _("So the numbers are: {numbers}.", numbers=numbers)]


def wrong_number(view: View, stand: int, number: int, wrong: int, language: str) -> list[str]:
    """Why this number is impossible there; of the others only how many are wrong."""
    _ = CATALOGUE.language(language)
    belief, letter = KryptxBelief(view), the_game(view).deck.letters[stand]
    lines = [_.ngettext("{n} number is wrong.", "{n} numbers are wrong.", wrong)]
    if stand not in belief.stands:
        return [*lines, _("Stand {stand} lies open for you: its number is not {number}.", stand=letter, number=number)]
    if number in numbers_in(belief.seen.candidates()[stand]):  # only the stands together exclude it
        return [*lines, *each_alone(_, view, belief), _("So stand {stand} is not: {what}.", stand=letter, what=number)]
    reasons = why(view, stand, number)
    assert reasons is not None
    return [*lines, *proof(view, reasons, stand, number, None, language)]


def each_alone(_: Language, view: View, belief: KryptxBelief) -> list[str]:
    """What the facts about each stand leave for it, and what ties the stands together."""
    deck = the_game(view).deck
    lines = [
        _(
            "Looked at alone, stand {stand} can be: {cards}.",
            stand=deck.letters[stand],
            cards=_.either([card_words(_, card_name(deck, card)) for card in range(CARDS) if cards >> card & 1]),
        )
        for stand, cards in belief.seen.candidates().items()
    ]
    lines += [claim_sentence(_, view, the_game(view), failed) for failed in belief.seen.failed]
    return [*lines, _("Every card exists only once.")]


def worth(_: Language, view: View, belief: KryptxBelief, code: int, language: str) -> str:
    return worth_of_question(_, belief, code, f"{button(view, code, language)}.".replace("?.", "?"))


def worse_question(view: View, chosen: int, best: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    belief = KryptxBelief(view)
    left = round(100 * 2 ** -belief.teaches(*asked(best)))
    return [
        worth(_, view, belief, chosen, language),
        _("Another question tells more: it usually leaves {left}%.", left=left),
    ]


__all__ = ["bot", "claims", "explain", "find", "forms", "hear", "holds", "judge", "marks", "question", "seats", "title"]
