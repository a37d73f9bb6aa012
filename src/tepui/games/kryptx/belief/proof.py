"""A proof in sentences, one line per fact; and each fact alone: which of them rule a card out."""

from collections.abc import Sequence

from tepui.core.view import View
from tepui.core.words import N_, Language
from tepui.games.kryptx.actions import card_name
from tepui.games.kryptx.belief.facts import Fact, Failed
from tepui.games.kryptx.belief.why import Reason, Reasons
from tepui.games.kryptx.cards import NUMBERS
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.words import card_words, colour_word


def proof(
    view: View, reasons: Sequence[Reason], stand: int, question: int | None, card: int | None, language: str
) -> list[str]:
    """The reasons, and: so stand C is not this."""
    _ = CATALOGUE.language(language)
    assert isinstance(view.position, Kryptx)
    deck = view.position.deck
    lines = [sentence(_, view, reason) for reason in reasons]
    if any(not isinstance(reason, Failed) and not reason.stands >> stand & 1 for reason in reasons):
        lines.append(_("Every card exists only once."))
    what = card_words(_, card_name(deck, card)) if card is not None else value_words(_, view.position, question)
    return [*lines, _("So stand {stand} is not: {what}.", stand=deck.letters[stand], what=what)]


def value_words(_: Language, position: Kryptx, question: int | None) -> str:
    assert question is not None
    return str(question) if question < NUMBERS else colour_word(_, position.deck.colour_names[question - NUMBERS])


def sentence(_: Language, view: View, reason: Reason) -> str:
    position = view.position
    assert isinstance(position, Kryptx)
    if isinstance(reason, Failed):
        return claim_sentence(_, view, position, reason)
    return fact_sentence(_, view, position, reason)


FACTS = {
    "own code": N_("You have {card} yourself, on stand {stand}."),
    "open code": N_("Stand {stand} lies open: {card}."),
    "shown": N_("On the table: {card}."),
    "handled": N_("You have had it in your hand: {card}."),
    "front": N_("In front of stand {stand}: {card}. Number or colour is the same."),
    "beside": N_("{name} placed to the side: {card}. No code card there fits it."),
}


def fact_sentence(_: Language, view: View, position: Kryptx, fact: Fact) -> str:
    letter = position.deck.letters[fact.stand] if fact.stand >= 0 else ""
    if fact.kind != "answer":
        name = view.names[fact.seat] if fact.kind == "beside" else ""
        return _(FACTS[fact.kind], name=name, card=card_words(_, card_name(position.deck, fact.card)), stand=letter)
    value = value_words(_, position, fact.question)
    if fact.yes:
        return _("Turn {turn}, stand {stand}: {value}? Yes.", turn=fact.turn, stand=letter, value=value)
    return _("Turn {turn}, stand {stand}: {value}? No.", turn=fact.turn, stand=letter, value=value)


def claim_sentence(_: Language, view: View, position: Kryptx, reason: Failed) -> str:
    claim = reason.claim
    numbers = ", ".join(f"{position.deck.letters[stand]} {number}" for stand, number in claim.numbers)
    said = _.ngettext(
        "Turn {turn}: {name} claimed {numbers}. {n} control card was red.",
        "Turn {turn}: {name} claimed {numbers}. {n} control cards were red.",
        claim.reds or 0,
        turn=claim.turn,
        name=view.names[claim.claimant],
        numbers=numbers,
    )
    if view.eye != claim.claimant and view.eye < position.seats:
        red = any(position.contradicts(stand, n) for stand, n in claim.numbers if position.owner(stand) == view.eye)
        said += " " + (_("Your control card was red.") if red else _("Your control card was green."))
    return said


class KryptxEvidence:
    def __init__(self, view: View, language: str = "en") -> None:
        self.reasons = Reasons(view)
        self.all: list[Reason] = [*self.reasons.facts, *self.reasons.seen.failed]
        _ = CATALOGUE.language(language)
        self.facts = [sentence(_, view, reason) for reason in self.all]

    def excludes(self, thing: int, value: int, facts: Sequence[int]) -> bool:
        """Do these facts alone make it impossible that this card is on this stand?"""
        return self.reasons.rules_out(thing, 1 << value, [self.all[fact] for fact in sorted(set(facts))])

    def proof(self, thing: int, value: int) -> list[int] | None:
        """A short set of facts that does; None if the card is possible."""
        found = self.reasons.why(thing, 1 << value)
        return None if found is None else [self.all.index(reason) for reason in found]
