"""Kryptx on a real table: how cards, questions and answers are asked for, and which entry to doubt."""

from typing import Any

from msgspec.structs import replace

from tepui.coach.companion.table import Entries, Names, Suspect
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief.facts import Fact, Seen
from tepui.games.kryptx.belief.worlds import how_many
from tepui.games.kryptx.cards import CARDS, Deck
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.coach import sheet
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.words import card_words, colour_word

ELSEWHERE = ("own code", "open code", "shown", "handled", "front", "beside")  # facts that one card on the table told
setup: tuple[type[Any], ...] = (a.Deal,)


def question(position: Kryptx, by: int, action: Any, eye: int, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case a.Deal(stand, _card):
            return _("Your code card, stand {stand}?", stand=stand)
        case a.Draw():
            return _("Which card do you draw?")
        case a.Answer():
            return _("{name}’s answer?", name=names[position.owner(position.asked)])
        case a.Reds():
            return _("How many control cards are red?")
        case a.TurnOver(stand, _card):
            return _("Stand {stand}: which card?", stand=stand)
    return ""


def label(position: Kryptx, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case a.First(seat):
            return names[seat]
        case a.Deal(_, card) | a.Draw(card, _) | a.Discard(card) | a.TurnOver(_, card) if card is not None:
            return card_words(_, card)
        case a.Answer(yes):
            return yes_or_no(_, yes)
        case a.Reds(count):
            return str(count)
        case a.Place(_, where) if not position.hand_known():  # in the group of its card
            return _("to the side") if where == "beside" else _("in front of {stand}", stand=where)
        case a.Ask(_, _, None):
            return _("a secret question")
        case a.Ask(_, _, _kind, value, _secret):
            return str(value) if isinstance(value, int) else colour_word(_, value)
        case a.Stop():
            return _("{name} calls Stop!", name=names[by])
        case a.Name(_, number):
            return str(number)
    return ""


def group(position: Kryptx, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case a.Place(card, _) if not position.hand_known():
            return card_words(_, card)
        case a.Ask(_, stand, kind, _, True) if kind is not None:
            return _("Stand {stand}, secretly", stand=stand)
        case a.Ask(_, stand):
            return _("Stand {stand}", stand=stand)
    return ""


def refused(position: Kryptx, by: int, action: Any, eye: int, names: Names, language: str) -> str:
    """An answer about a card that these eyes know."""
    if not isinstance(action, a.Answer) or position.phase != k.P_ANSWER:
        return ""
    _ = CATALOGUE.language(language)
    stand = position.deck.letters[position.asked]
    card = card_words(_, a.card_name(position.deck, position.code(position.asked)))
    said = yes_or_no(_, not action.yes)
    return _("Stand {stand} is {card}: the answer is “{answer}”.", stand=stand, card=card, answer=said)


def doubt(view: View, entries: Entries) -> list[Suspect]:
    """If an entry is the mistake, any world that fits the others may be true, and it was written instead of one of
    the things that could stand there: so its weight is those worlds, shared among these things."""
    seen = Seen(view)
    weights = []
    for move, card in shown(seen.position.deck, entries):
        without = [fact for fact in seen.facts if not (fact.card == card and fact.kind in ELSEWHERE)]
        weights.append((move, fitting(seen, without) / (CARDS - 1)))
    answers = [fact for fact in seen.facts if fact.kind == "answer"]
    for move, fact in zip(answers_entered(entries), answers, strict=True):
        weights.append((move, float(fitting(seen, [one for one in seen.facts if one is not fact]))))
    weights += [(move, fitting(seen, seen.facts, claim) / 2) for claim, move in enumerate(reds_entered(entries))]
    total = sum(weight for _, weight in weights)
    found = [Suspect(move, weight / total) for move, weight in weights if weight]
    return sorted(found, key=lambda suspect: -suspect.share)


def elsewhere(position: Kryptx, action: Any, entries: Entries) -> list[tuple[Any, int]]:
    """The cards that lie somewhere else, or were in these eyes' own hand."""
    if getattr(action, "card", None) is None or (isinstance(action, a.Place) and position.hand_known()):
        return []
    return [(replace(action, card=a.card_name(position.deck, card)), at) for at, card in shown(position.deck, entries)]


def yes_or_no(_: Language, yes: bool) -> str:
    return _("Yes") if yes else _("No")


def fitting(seen: Seen, facts: list[Fact], forgotten: int = -1) -> int:
    """How many worlds fit these facts, and the failed claims without the forgotten one."""
    return how_many(seen.left_after(facts), [claim for at, claim in enumerate(seen.failed) if at != forgotten])


def shown(deck: Deck, entries: Entries) -> list[tuple[int, int]]:
    """The moves that showed these eyes a card for the first time, and the card."""
    found: dict[int, int] = {}
    for move, (_by, action) in enumerate(entries):
        card = getattr(action, "card", None)
        if card is not None:
            found.setdefault(a.card_code(deck, card), move)
    return [(move, card) for card, move in found.items()]


def answers_entered(entries: Entries) -> list[int]:
    """The answers to questions that these eyes know, in order."""
    found, known = [], False
    for move, (_by, action) in enumerate(entries):
        if isinstance(action, a.Ask):
            known = action.kind is not None
        elif isinstance(action, a.Answer) and known:
            found.append(move)
    return found


def reds_entered(entries: Entries) -> list[int]:
    """The failed claims, in order."""
    return [move for move, (_by, action) in enumerate(entries) if isinstance(action, a.Reds) and action.count]


__all__ = ["doubt", "elsewhere", "group", "label", "question", "refused", "setup", "sheet"]
