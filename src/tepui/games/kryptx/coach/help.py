"""The notes of Kryptx at the three levels of help; all of it from the seat's own view and pencil."""

from functools import lru_cache
from typing import Any, Literal

import msgspec

from tepui.coach.help import HelpLevel
from tepui.core.position import TABLE
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.actions import Place, card_code, question_code, say, stand_of
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.belief.facts import Seen
from tepui.games.kryptx.belief.proof import proof
from tepui.games.kryptx.belief.why import why as facts_why
from tepui.games.kryptx.belief.worlds import how_many
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.bots.steady import the_game
from tepui.games.kryptx.cards import CARDS, NUMBERS, Deck
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.shapes import Shape
from tepui.games.kryptx.words import card_words, colour_word


class Gives(Shape, frozen=True):
    """What a placement gives away: bits about one's own code, by seat (null: oneself)."""

    card: tuple[int, str]
    where: str
    bits: list[float | None]


class Shown(Shape, frozen=True, kw_only=True):
    """What the page adds to the notes. Cards are written "blue 7"; stands by their letters; null: not at this level."""

    level: HelpLevel
    possible: dict[str, list[str]]  # by stand: cards that no single fact excludes
    clash: bool  # the pencil's crosses leave no world
    empty: list[str]  # stands for which the crosses leave no card
    worlds: int | None = None
    cards: dict[str, dict[str, float]] | None = None  # by stand: how likely each card is, those that can be
    yes: dict[str, dict[str, float]] | None = None  # by stand: how likely each number and each colour is
    chance: float | None = None  # that the best claim is right
    claim: dict[str, int] | None = None
    gives: list[Gives] | None = None  # for each placement on offer


def shown(view: View, level: HelpLevel, marks: Any) -> Shown | None:
    position = the_game(view)
    if level == "pencil" or view.eye >= TABLE or position.phase <= k.P_DEAL or position.phase >= k.P_LAST:
        return None
    seen = Seen(view)
    deck, letters = position.deck, position.deck.letters
    left = seen.candidates()
    clash, empty = False, []
    crossed = crosses(position, marks)
    if crossed:  # without a cross the true cards themselves fit
        pencilled = {stand: cards & ~crossed.get(stand, 0) for stand, cards in left.items()}
        empty = [letters[stand] for stand, cards in pencilled.items() if not cards]
        clash = how_many(pencilled, seen.failed) == 0
    if level == "referee":
        possible = {letters[stand]: cells(deck, left[stand]) for stand in left}
        return Shown(level=level, possible=possible, clash=clash, empty=empty)
    belief = KryptxBelief(view)
    shares, (chance, _) = belief.marginals(), belief.best
    return Shown(
        level=level,
        possible={letters[s]: cells(deck, belief.possible(s)) for s in belief.stands},
        clash=clash,
        empty=empty,
        worlds=belief.worlds(),
        cards={
            letters[s]: {cell(deck, card): round(share, 4) for card, share in enumerate(shares[s]) if share}
            for s in belief.stands
        },
        yes={letters[s]: {one: round(belief.yes(s, q), 4) for q, one in questions(deck)} for s in belief.stands},
        chance=round(chance, 4),
        claim={letters[stand]: number for stand, number in belief.claim().items()},
        gives=gives(view),
    )


def why(view: View, claim: Any, language: str) -> list[str]:
    """Why a card, number or colour is impossible: `{"stand": "C", "number": 7}`, `"colour"`, or both."""
    position = the_game(view)
    try:
        wanted = msgspec.convert(claim, Claim)
    except msgspec.ValidationError:
        raise IllegalMove('ask about a stand: {"stand": "C", "number": 7, "colour": "blue"}') from None
    stand = stand_of(position, wanted.stand)
    card, question = pointed_at(position, wanted)
    if view.eye >= TABLE or stand not in Seen(view).stands:
        raise IllegalMove("that card lies open for you. Ask about a closed stand of another player")
    reasons = facts_why(view, stand, question, card)
    if reasons is None:
        return [CATALOGUE.language(language)("Stand {stand} can still be that.", stand=wanted.stand)]
    return proof(view, reasons, stand, question, card, language)


def claim(view: View, text: str, language: str) -> Any:
    """`C 7`, `C blue` or `C blue 7`: a stand, then a number, a colour, or both."""
    stand, *rest = text.split() or [""]
    _ = CATALOGUE.language(language)
    names = the_game(view).deck.colour_names
    known = {word.casefold(): name for name in names for word in (colour_word(_, name), name)}
    found: dict[str, Any] = {"stand": stand.upper()}
    for word in rest:
        kind = "number" if word.isdecimal() else "colour"
        if kind in found or (kind == "colour" and word.casefold() not in known):
            raise IllegalMove("ask about a stand, and a number or a colour or both: C blue 7")
        found[kind] = int(word) if kind == "number" else known[word.casefold()]
    if len(found) == 1:
        raise IllegalMove("ask about a stand, and a number or a colour or both: C blue 7")
    return found


def as_text(view: View, level: HelpLevel, language: str) -> str:
    help = shown(view, level, None)
    if help is None:
        return ""
    _ = CATALOGUE.language(language)
    if help.yes is None:
        return "\n".join(f"{stand}: {read_out(_, cards)}" for stand, cards in help.possible.items())
    lines = [
        _.ngettext("{n} possibility is left.", "{n} possibilities are left.", help.worlds or 0),
        _("The best claim has a {chance} chance.", chance=f"{help.chance:.0%}"),
    ]
    for stand, shares in help.yes.items():
        found = "  ".join(f"{colour_word(_, one)} {share:.0%}" for one, share in shares.items() if share)
        lines.append(f"{stand}: {found}")
    return "\n".join(lines)


class Claim(msgspec.Struct):
    stand: str
    number: int | None = None
    colour: str | None = None


def pointed_at(position: Kryptx, wanted: Claim) -> tuple[int | None, int | None]:
    """(card, question): one of them is None."""
    if wanted.number is not None and wanted.colour is not None:
        return card_code(position.deck, (wanted.number, wanted.colour)), None
    kind: Literal["number", "colour"] = "colour" if wanted.number is None else "number"
    return None, question_code(position.deck, kind, wanted.colour if wanted.number is None else wanted.number)


def questions(deck: Deck) -> list[tuple[int, str]]:
    """Whatever can be asked about a stand: a number or a colour, by its code and name."""
    numbers = [number for number in range(NUMBERS) if deck.numbers >> number & 1]
    return [*((n, str(n)) for n in numbers), *enumerate(deck.colour_names, NUMBERS)]


def cell(deck: Deck, card: int) -> str:
    return f"{deck.colour_names[card // NUMBERS]} {card % NUMBERS}"


@lru_cache(maxsize=4096)
def cells(deck: Deck, cards: int) -> list[str]:
    """The cards of a set by name, to be read; from move to move most stands keep theirs."""
    return [cell(deck, card) for card in range(CARDS) if cards >> card & 1]


def read_out(_: Language, cells: list[str]) -> str:
    """The same cards in the reader's words."""
    named = (cell.rpartition(" ") for cell in cells)
    return ", ".join(card_words(_, (int(number), colour)) for colour, _space, number in named) or "–"


def gives(view: View) -> list[Gives]:
    """For each placement on offer to this seat."""
    position = the_game(view)
    exposed = Exposed(view)
    found = []
    for code in view.codes():
        if code >= k.PLACE:
            given = exposed.gives(*divmod(code - k.PLACE, k.PLACES))
            move = say(position, view.eye, code)
            assert isinstance(move, Place)
            bits = [round(given[seat], 2) if seat in given else None for seat in range(position.seats)]
            found.append(Gives(move.card, move.where, bits))
    return found


def crosses(position: Kryptx, marks: Any) -> dict[int, int]:
    """By stand: the cards crossed out by hand. Marks are a page's: `{"cells": {"C": {"blue 7": "x"}}}`."""
    found: dict[int, int] = {}
    cells = marks.get("cells") if isinstance(marks, dict) else None
    names = position.deck.colour_names
    for letter, some in cells.items() if isinstance(cells, dict) else ():
        stand = position.deck.letters.find(letter) if isinstance(letter, str) and len(letter) == 1 else -1
        for place, mark in some.items() if isinstance(some, dict) else ():
            colour, _, number = str(place).partition(" ")
            if stand >= 0 and mark == "x" and colour in names and number.isdecimal() and int(number) < NUMBERS:
                found[stand] = found.get(stand, 0) | 1 << (names.index(colour) * NUMBERS + int(number))
    return found
