"""Standing orders in slow games: given and revoked by their owner alone, carried out when the owner is asked.

Only the owner's pages ever hear of an order before it acts: giving one sends nothing to anyone else. What an order
may see is its owner's own view. It has ended for good when the game stands otherwise than its owner could expect: a
move was taken back, or the game's own landmark has changed.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core import orders
from tepui.core.words import N_
from tepui.server.refusals import Refused, words
from tepui.server.room import clocks
from tepui.server.room.change import NOTHING, Change
from tepui.server.room.chat import Said
from tepui.server.room.session import GameSession
from tepui.server.room.state import Given, RoomState, put
from tepui.server.wire import messages

if TYPE_CHECKING:
    from tepui.server.room.room import Room

log = logging.getLogger("tepui.orders")
DONE = N_("A standing order of {name}: {order}")
WHY = {  # an order has ended
    "back": N_("Ended by a take-back"),
    "bot": N_("Ended because a bot played for you"),
    "game": N_("Ended by a surprise"),  # where the game does not say by which
}


def mark(session: GameSession, seat: int) -> tuple[int, ...]:
    """What must not have changed since an order was given; the first number grows with every take-back."""
    return session.turn - len(session.table.moves), *orders.landmark(session.look(seat))


def offered(room: Room) -> tuple[orders.Order, ...]:
    """What can be ordered at this table: only in a slow game, where people come and go."""
    state = room.state
    slow = state.clock is not None and state.clock.seconds >= clocks.SLOW and state.series is None
    return orders.of(room.game) if slow and state.started and not state.over else ()


def shown(room: Room, seat: int | None, language: str) -> list[messages.StandingOrder]:
    """As the owner's own page lists them, and nobody else's."""
    if seat is None or room.state.chairs[seat].kind != "person":
        return []
    given = {one.name: one.why for one in room.state.chairs[seat].orders}
    reasons = {why: words(language)(text) for why, text in WHY.items()}
    if surprise := orders.surprise(room.game):
        reasons["game"] = room.chat.sentence(surprise, language)
    return [
        messages.StandingOrder(
            order=one.name,
            text=room.chat.sentence(one.name, language),
            given=given.get(one.name) == "",
            ended=reasons.get(given.get(one.name, ""), ""),
        )
        for one in offered(room)
    ]


def give(room: Room, seat: int, session: GameSession, message: messages.Order) -> RoomState:
    """Given or revoked; what is given again counts from now on."""
    chair, names = room.state.chairs[seat], {one.name for one in offered(room)}
    if not names:
        raise Refused("forbidden", N_("You can give standing orders only while a slow game is running."))
    if message.order not in names:
        raise Refused("forbidden", N_("There is no such standing order at this table. Choose one that is offered."))
    given = [one for one in chair.orders if one.name != message.order]
    if message.on:
        given.append(Given(message.order, mark(session, seat)))
    return put(room.state, seat, replace(chair, orders=tuple(given)))


def after(state: RoomState, session: GameSession) -> RoomState:
    """Orders that were given before something unforeseen have ended."""
    for seat, chair in enumerate(state.chairs):
        if chair.orders:
            now = mark(session, seat)
            given = (
                one if one.why or one.mark == now else replace(one, why="game" if one.mark[0] == now[0] else "back")
                for one in chair.orders
            )
            state = put(state, seat, replace(chair, orders=tuple(given)))
    return state


def due(room: Room, seat: int) -> tuple[orders.Order, int] | None:
    """The order that acts for this seat now, and its pick; by its owner's own view."""
    session, chair = room.session, room.state.chairs[seat]
    if not chair.orders or chair.kind != "person" or session is None or room.trouble is not None:
        return None
    if room.state.phase != 1 or not session.look(seat).must_act:
        return None
    now, view = mark(session, seat), session.table.view(seat)
    given = {one.name for one in chair.orders if not one.why and one.mark == now}
    for one in offered(room):
        if one.name in given:
            try:
                pick = orders.choice(one, view)
            except Exception:  # a game whose order fails is played on, by its people
                log.exception("a standing order failed", extra={"room": room.tag, "order": one.name})
                continue
            if pick is not None:
                return one, pick
    return None


def carry_out(room: Room, seat: int) -> Change:
    found, session = due(room, seat), room.session
    if found is None or session is None:
        return NOTHING
    said = Said(0, DONE, things={"name": room.state.names[seat]}, order=found[0].name)
    return Change(rows=session.pick(seat, session.turn, [found[1]]), lines=((None, said),))
