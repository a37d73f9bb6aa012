"""A game that was played, typed into a companion as a person would: only what its form asks for, in its words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tepui.coach.companion import Companion
from tepui.coach.companion.messages import CompanionForm, Entry
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, Position
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.kryptx import actions as kx
from tepui.games.kryptx.codes import HIDDEN
from tepui.games.kryptx.state import NO_CARD
from tepui.games.lost_code.actions import Roll
from tepui.games.roll_and_write.coach.sheet import Gone
from tepui.games.roll_and_write.outlook import BRIDGES
from tepui.laws.walk import fresh_table, next_move

Looked = Callable[[Companion, CompanionForm, Entry], None]


def at_random(game: Game, setting: Setting, seed: object) -> Table:
    """A whole game of anything that can happen."""
    table, rng = fresh_table(game, setting), Random(str(seed))
    while (move := next_move(table.truth, setting.seats, rng)) is not None:
        table.replay(*move)
    return table


def typed(view: View, *, looked: Looked | None = None, upto: int | None = None) -> Companion:
    """What these eyes saw up to that move, entered. A choice that several make at once may come in another order."""
    game, kept = view.game, Companion(view.game, view.setting, view.eye, view.names)
    position, waiting = game.start(view.setting), []
    for by, code in view.moves[:upto]:
        waiting.append((by, game.say(position, by, code)))
        position.apply(by, code)
    kept.fold([])
    told = 0
    while True:
        for row in kept.rows[told:]:
            if (row.by, row.action) not in waiting:  # more follows by itself than was seen so far
                assert upto is not None and not waiting, (row, waiting[:2])
                continue
            waiting.remove((row.by, row.action))
        told = len(kept.rows)
        if not waiting:
            return kept
        form = kept.form()
        assert form is not None, waiting[:2]
        offered = [choice.entry for choice in form.choices]
        seen = next((move for move in waiting if move in offered), None)
        assert seen is not None, f"the form lacks {waiting[:2]}"
        if looked is not None:
            looked(kept, form, Entry(*seen))
        kept.fold([Entry(*seen)])
        assert kept.stuck is None, (seen, kept.refusal)


def same_belief(view: View, kept: Companion) -> bool:
    """Do both eyes believe the same, world for world?"""
    belief = view.game.belief
    if belief is None or view.eye >= TABLE:
        return True
    online, here = belief(view), belief(kept.view)
    return online.worlds() == here.worlds() and online.marginals() == here.marginals()


def taps(form: CompanionForm, by: int, action: Any) -> int:
    """How often a finger comes down to tell this: once, or first on its group."""
    group = next(choice.group for choice in form.choices if choice.entry == (by, action))
    return 1 if not group or sum(choice.group == group for choice in form.choices) == 1 else 2


def taps_by_kind(view: View) -> list[tuple[Position, int, str, int]]:
    """Every entry of a whole game: where it stood then, who acts, which kind of action, how many taps."""
    found: list[tuple[Position, int, str, int]] = []

    def count(kept: Companion, form: CompanionForm, entry: Entry) -> None:
        then = kept.view.position.clone()
        found.append((then, entry.by, type(entry.action).__name__, taps(form, entry.by, entry.action)))

    typed(view, looked=count)
    return found


def sheet_of_lost_code(view: View) -> Companion:
    """The same evening on the sheet alone: stones, the dice as they lay in the end, own guesses and answers, swaps."""
    kept = Companion(view.game, view.setting, view.eye, view.names, sheet=True).fold([])
    position, dice = view.game.start(view.setting), []
    for by, code in view.moves:
        action: Any = view.game.say(position, by, code)
        kind = type(action).__name__
        if kind == "Roll":
            dice = [*dice, action.colour] if action.die else [action.colour]
        elif kind == "Turn":
            dice[action.die] = action.colour
        elif kind == "Guess" and by == view.eye:
            _enter(kept, [Entry(TABLE, Roll(die, colour)) for die, colour in enumerate(dice)])
            _enter(kept, [Entry(by, action)])
        elif kind == "Answer" and action.seat == view.eye:
            _enter(kept, [Entry(TABLE, action)])
        elif kind in ("Exchange", "Discard", "Draw") or (kind == "Deal" and action.number is not None):
            told = kept.rows[-1] if kept.rows else None
            if told is None or (told.by, told.action) != (by, action):
                known = [row for row in kept.rows if (row.by, row.action, row.entry) == (by, action, None)]
                if not known:
                    _enter(kept, [Entry(by, action)])
        position.apply(by, code)
    return kept


def sheet_of_kryptx(view: View) -> Companion:
    """The same game on the notes alone: what lies, what was asked and told, own cards that went away, claims."""
    kept = Companion(view.game, view.setting, view.eye, view.names, sheet=True).fold([])
    position: Any = view.game.start(view.setting)
    asked = False
    for by, code in view.moves:
        action: Any = view.game.say(position, by, code)
        kind = type(action).__name__
        told = False
        if kind == "Ask":
            asked = action.kind is not None and position.code(position.deck.letters.index(action.stand)) == NO_CARD
            told = asked
        elif kind == "Answer":
            told = asked
        elif kind == "Discard" and action.card is not None:
            action, told = kx.Draw(action.card, False), True
        elif kind in ("Deal", "Place", "Stop", "Name", "Reds", "Reveal", "TurnOver"):
            told = getattr(action, "card", ()) is not None
        if told:
            by_itself = any((row.by, row.action, row.entry) == (by, action, None) for row in kept.rows[-9:])
            if not by_itself:
                _enter(kept, [Entry(by, action)])
        position.apply(by, code)
    for card in range(HIDDEN) if position.turn == view.eye else ():  # one has seen what one holds
        if position.hand >> card & 1:
            _enter(kept, [Entry(TABLE, kx.Draw(kx.card_name(position.deck, card), False))])
    return kept


def sheet_of_roll_and_write(view: View) -> Companion:
    """The own pairs, and the bridges over which others were first."""
    kept = Companion(view.game, view.setting, view.eye, view.names, sheet=True).fold([])
    position: Any = view.game.start(view.setting)
    for by, code in view.moves:
        action, before = view.game.say(position, by, code), position.bridges
        position.apply(by, code)
        if by == view.eye and (kept.rows[-1:] == [] or kept.rows[-1].entry is not None or kept.rows[-1].by != by):
            _enter(kept, [Entry(by, action)])
        own: Any = kept.view.position
        for bridge, name in enumerate(BRIDGES):
            first = position.bridges >> bridge & 1 and not before >> bridge & 1
            if first and not own.bridges >> bridge & 1:
                _enter(kept, [Entry(TABLE, Gone(name))])
    return kept


def _enter(kept: Companion, entries: list[Entry]) -> None:
    kept.fold(entries)
    assert kept.stuck is None, (entries, kept.refusal)
