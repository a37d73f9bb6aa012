"""The puzzles of Kryptx in sentences: what is asked, why a wrong answer is wrong, and why the right one is right."""

from __future__ import annotations

from tepui.core.levels import figure
from tepui.core.look_back import button
from tepui.core.puzzle import Puzzle
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.kryptx.actions import card_name
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots import the_game
from tepui.games.kryptx.cards import CARDS
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.proof import claim_sentence, proof
from tepui.games.kryptx.puzzle_finder import asked, numbers_in, ranked
from tepui.games.kryptx.why import why
from tepui.games.kryptx.words import card_words


def title(puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("name the codes") if puzzle.kind == "name" else _("best question")


def question(puzzle: Puzzle, language: str) -> str:
    _ = CATALOGUE.language(language)
    if puzzle.kind == "name":
        return _("You can name every number now. Say Stop and name them.")
    return _("One question splits what is possible better than all others. Which one?")


def wrong_number(view: View, stand: int, number: int, wrong: int, language: str) -> list[str]:
    """Why this number is impossible there; of the others only how many are wrong."""
    _ = CATALOGUE.language(language)
    belief, letter = KryptxBelief(view), the_game(view).deck.letters[stand]
    lines = [_.ngettext("{n} number is wrong.", "{n} numbers are wrong.", wrong)]
    if stand not in belief.stands:
        return [*lines, _("Stand {stand} lies open for you: its number is not {number}.", stand=letter, number=number)]
    if number in numbers_in(belief.seen.candidates()[stand]):  # only the stands together exclude it
        return [
            *lines,
            *each_alone(_, view, belief),
            _("So stand {stand} is not: {what}.", stand=letter, what=number),
        ]
    reasons = why(view, stand, number)
    assert reasons is not None
    return [*lines, *proof(view, reasons, stand, number, None, language)]


def codes_told(view: View, language: str) -> list[str]:
    """What each stand can be by its own facts; then there is only one way for all of them."""
    _ = CATALOGUE.language(language)
    belief, letters = KryptxBelief(view), the_game(view).deck.letters
    numbers = ", ".join(f"{letters[stand]} {number}" for stand, number in belief.claim().items())
    return [*each_alone(_, view, belief), _("So the numbers are: {numbers}.", numbers=numbers)]


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


def told(_: Language, view: View, belief: KryptxBelief, code: int, language: str) -> str:
    stand, question = asked(code)
    return _(
        "{action} Yes with {chance} %; the answer tells {bits} bits.",
        action=f"{button(view, code, language)}.".replace("?.", "?"),
        chance=round(100 * belief.yes(stand, question)),
        bits=figure(belief.teaches(stand, question), language, 2),
    )


def worse_question(view: View, chosen: int, best: int, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    belief = KryptxBelief(view)
    more = belief.teaches(*asked(best)) - belief.teaches(*asked(chosen))
    return [
        told(_, view, belief, chosen, language),
        _("Another question tells {bits} bits more.", bits=figure(more, language, 2)),
    ]


def questions_told(view: View, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    belief = KryptxBelief(view)
    first, second = (code for _bits, code in ranked(view, belief)[:2])
    return [
        _("The best: {question}", question=told(_, view, belief, first, language)),
        _("The next: {question}", question=told(_, view, belief, second, language)),
    ]
