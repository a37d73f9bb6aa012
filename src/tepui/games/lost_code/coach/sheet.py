"""The deduction sheet alone, beside a real table: what was dealt, own guesses and answers, exchanges; no referee.

The position is one of the ordinary rules, led to the steps that bear on one's own stones: the dice as they lie in the
end, the own wheel and answer, whoever exchanges what. Track, tokens, curse and the others' wheels are left out.
"""

from functools import partial
from typing import Any

from tepui.coach.companion.table import Names, Opening
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import Answer, Exchange, Roll
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.words import ANSWERED, colour_words, player_sentence, table_sentence


def start(view: View) -> None:
    """Who begins is the track's business."""
    for piece in range(view.setting.seats):
        view.position.apply(TABLE, codes.STACK + piece)


def openings(view: View) -> list[Opening]:
    position = view.position
    assert isinstance(position, LostCode)
    phase, dice = position.phase, tuple(range(position.parts.colours))
    if phase in (codes.DEALING, codes.DISCARDING) or (phase == codes.ANSWERING and position.at == 0):
        return [Opening(TABLE)]
    if phase == codes.DRAWING:
        return [Opening(TABLE, stay)]
    if phase == codes.ROLLING and (position.rolled or not view.notebook.rows):
        return [Opening(TABLE, None, dice)]
    if codes.OFFERING <= phase <= codes.RECOLOURING:
        return [Opening(view.eye, partial(guesses, seat=view.eye))]
    return between(view, position, dice)


def journal(position: LostCode, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    if by != TABLE:
        return player_sentence(_, position, by, action, names[by])
    if isinstance(action, Answer):
        return _.gettext(ANSWERED[action.answer], name=names[action.seat])
    if isinstance(action, Roll):
        die = _("Die {n}: {colour}.", n=action.die + 1, colour=colour_words(_)[action.colour])
        begun = _("Round {n} of {rounds}.", n=position.round, rounds=position.parts.rounds)
        return die if action.die else f"{begun} {die}"
    return table_sentence(_, position, action, names)


def label(position: LostCode, by: int, action: Any, names: Names, language: str) -> str:
    if not isinstance(action, Exchange):
        return ""
    _ = CATALOGUE.language(language)
    return _("{name} exchanges: {colour}", name=names[by], colour=colour_words(_)[action.colour])


def between(view: View, position: LostCode, dice: tuple[int, ...]) -> list[Opening]:
    """After the own answer: others exchange, oneself after a miss; or the next round begins."""
    row = view.notebook.rows[-1]
    own = row.guesses[view.eye]
    done = {swap.seat for swap in row.swaps} | ({view.eye} if own is not None and own.answer == "right" else set())
    seats = [seat for seat in range(view.setting.seats) if seat not in done and position.left]
    next_round = position.round < position.parts.rounds or position.phase == codes.ROLLING
    return [
        *([Opening(TABLE, begin, dice)] if next_round else []),
        *(Opening(seat, partial(exchanges, seat=seat)) for seat in seats),
    ]


def guesses(position: LostCode, seat: int) -> None:
    """The dice lie as they lie; this seat chooses any wheel, and is the only one who does."""
    position.phase, position.who, position.order = codes.GUESSING, seat, seat
    position.taken, position.at = 0, position.parts.seats - 1


def exchanges(position: LostCode, seat: int) -> None:
    position.phase, position.who = codes.EXCHANGING, seat


def stay(position: LostCode) -> None:
    """The stone is drawn, and nothing else follows from it: someone else may exchange too."""
    position.order, position.at, position.wrong = position.who, -1, 15


def begin(position: LostCode) -> None:
    """The next round, unless the rules have begun it."""
    if position.phase != codes.ROLLING:
        position.begin_round()
