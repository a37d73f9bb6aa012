"""The Lost Code on a real table: what is asked for and how, what one's eyes can judge, and which entry to doubt."""

from typing import Any

from msgspec.structs import replace

from tepui.coach.companion.table import Entries, Names, Suspect
from tepui.core.position import odds_of
from tepui.core.view import View
from tepui.games.lost_code import actions as a
from tepui.games.lost_code.belief.mistakes import check
from tepui.games.lost_code.belief.why import Fact, Heard, facts_of
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.coach import sheet
from tepui.games.lost_code.codes import ANSWER, ANSWERING
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.state import BACK
from tepui.games.lost_code.text import answer_word
from tepui.games.lost_code.words import colour_words, span, spans_of

SHOWN = (a.Deal, a.Draw, a.Discard, a.Uncover)  # a number lies open to these eyes
SETS = (a.Take, a.Write, a.Show)  # one, two or three numbers: in a long list the first is tapped first
setup: tuple[type[Any], ...] = (a.Deal,)


def question(position: LostCode, by: int, action: Any, eye: int, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    colour = colour_words(_).get(getattr(action, "colour", ""), "")
    match action:
        case a.Stack():
            return _("Starting stack, from the bottom: who is next?")
        case a.Deal(log, _colour, _number) | a.Uncover(log, _colour, _number):
            if log >= len(names):
                return _("Neutral log {n}: {colour}?", n=log - len(names) + 1, colour=colour)
            return _("{name}’s stone: {colour}?", name=names[log], colour=colour)
        case a.Roll(die, _colour):
            return _("Die {n}: which colour?", n=die + 1)
        case a.Answer(seat, _said):
            if seat == eye:
                return _("The answer to your guess?")
            return _("{name}: which answer?", name=names[seat])
        case a.Discard(seat, _colour, _number):
            return _("{name}’s old stone: {colour}?", name=names[seat], colour=colour)
        case a.Draw(seat, _colour, _number):
            return _("{name}’s new stone: {colour}?", name=names[seat], colour=colour)
        case a.Show(seat, _colour, _numbers):
            return _("What did {name} write: {colour}?", name=names[seat], colour=colour)
    return ""


def label(position: LostCode, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case a.Stack(piece):
            return names[piece]
        case a.Deal(_, _, number) | a.Uncover(_, _, number) | a.Discard(_, _, number) | a.Draw(_, _, number):
            return str(number)
        case a.Roll(_, colour) | a.Exchange(colour):
            return colour_words(_)[colour]
        case a.Answer(_, said):
            return answer_word(_, said)
        case a.Guess(size, low):
            return span(low, low + size - 1)
        case a.Take(None):
            return _("Take the token")
        case a.Show(_, _, numbers) | a.Write(_, numbers):
            return spans_of(numbers) if numbers else _("nothing")
    return ""


def group(position: LostCode, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    if isinstance(action, a.Guess):
        return _("{size}-wheel", size=action.wheel)
    if isinstance(action, SETS) and action.numbers:
        return _("{number}…", number=action.numbers[0])
    return ""


def judged(position: LostCode, by: int, action: Any, eye: int, names: Names, language: str) -> str:
    if not isinstance(action, a.Answer) or action.seat == eye:
        return ""
    total = sum_of(position, action.seat)
    if total is None:
        return ""
    _ = CATALOGUE.language(language)
    said = answer_word(_, action.answer)
    return _("{name}’s sum is {sum}: {answer}.", name=names[action.seat], sum=total, answer=said)


def refused(position: LostCode, by: int, action: Any, eye: int, names: Names, language: str) -> str:
    """An answer to someone else that their stones, which these eyes see, do not allow."""
    if not isinstance(action, a.Answer) or position.phase != ANSWERING or action.seat != position.who:
        return ""
    total = sum_of(position, action.seat)
    if total is None:
        return ""
    _ = CATALOGUE.language(language)
    true = a.ANSWERS[odds_of(position)[0][0] - ANSWER]
    return _(
        "{name}’s sum is {sum}: {answer}, not {said}.",
        name=names[action.seat],
        sum=total,
        answer=answer_word(_, true),
        said=answer_word(_, action.answer),
    )


def doubt(view: View, entries: Entries) -> list[Suspect]:
    facts = facts_of(view)
    parts = view.position.parts  # type: ignore[attr-defined]
    found = []
    for suspect in check(facts, parts.colours, parts.numbers):
        move = move_of(suspect.entry, view.eye, entries)
        if move is not None:
            found.append(Suspect(move, suspect.share))
    return found


def elsewhere(position: LostCode, action: Any, entries: Entries) -> list[tuple[Any, int]]:
    """The other numbers of this colour, where they were seen."""
    if not isinstance(action, SHOWN):
        return []
    seen = {
        one.number: at
        for at, (_, one) in reversed(list(enumerate(entries)))
        if isinstance(one, SHOWN) and one.colour == action.colour and one.number is not None
    }
    return [(replace(action, number=number), at) for number, at in sorted(seen.items())]


def sum_of(position: LostCode, seat: int) -> int | None:
    """What the dice make of this seat's stones; None if these eyes do not see all of them."""
    stones = [int(position.stone(seat, position.die(die))) for die in range(3)]
    return None if BACK in stones else sum(stones)


def move_of(fact: Fact, eye: int, entries: Entries) -> int | None:
    """The move that gave a fact: the answer of that round, or the first sight of that number."""
    when = 0
    for at, (_by, action) in enumerate(entries):
        if isinstance(action, a.Roll):
            when += action.die == 0
        elif isinstance(fact, Heard):
            if isinstance(action, a.Answer) and action.seat == eye and when == fact.round:
                return at
        elif isinstance(action, SHOWN) and (action.colour, action.number) == (fact.colour, fact.number):
            return at
    return None


__all__ = ["doubt", "elsewhere", "group", "judged", "label", "question", "refused", "setup", "sheet"]
