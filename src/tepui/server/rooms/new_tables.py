"""A table that is set up: who sits there, what is kept of it, and the same people around the next one."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tepui.core import find
from tepui.core.game import Game, Setting
from tepui.core.words import N_
from tepui.server.outside import Chance
from tepui.server.people import identity
from tepui.server.refusals import Refused
from tepui.server.room import clocks, outcome, seats
from tepui.server.room.room import Room, fields_of
from tepui.server.room.state import Chair, RoomState
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings
from tepui.server.store.contract import Saved

Person = tuple[str, str]  # a device, and the name there
KEPT = "host host_name public watching sharing pace clock kicked muted".split()  # from a game to its rematch


def state_of(new: NewRoom, setting: Setting, guest: str, name: str, settings: Settings) -> RoomState:
    """The chairs as whoever sets it up wants them."""
    state = RoomState(
        chairs=(Chair(),) * setting.seats,
        host=guest,
        host_name=name,
        public=new.public,
        watching=new.watching,
        sharing=new.sharing,
        clock=clocks.parse(settings.clock if new.clock is None else new.clock),
        pace=settings.pace if new.pace is None else max(0, min(10_000, new.pace)),
    )
    if new.sit:
        state = seats.sit(state, guest, name, 0, new.emblem, new.colour, "referee" if new.start else "pencil")
    there = find.bots(new.game)
    for bot in new.bots:
        if bot not in there:
            raise Refused("unclear", N_("There is no such bot for this game. Choose one of the list."))
        if not state.free:
            raise Refused("unclear", N_("There are more players than seats. Take fewer bots."))
        state = seats.add_bot(state, guest, state.free[0], bot, False)
    return state


def shared(people: Sequence[Person | None], bot: str, pace: int, host: Person = ("", "")) -> RoomState:
    """A table that shares its chance: by seat whoever sits there, or this bot; without a host they help nobody."""
    state = RoomState(chairs=(Chair(),) * len(people), host=host[0], host_name=host[1], pace=pace, help="referee")
    state = msgspec.structs.replace(state, watching=False, sharing=False)
    for seat, who in enumerate(people):
        if who is not None:
            state = seats.sit(state, *who, seat, help="pencil" if who != host else "referee")
    for seat in state.free:
        state = seats.add_bot(state, state.host, seat, bot, False)
    return state


def state_after(old: Room, bot: str | None) -> tuple[Setting, RoomState]:
    """The same people and bots around a new table, everyone one seat further; the bots as strong as is wanted."""
    if old.session is None:
        raise Refused("forbidden", N_("This table cannot be played again. Set up a new one."))
    chairs, run = outcome.for_rematch(old, bot)
    kept: dict[str, Any] = {name: getattr(old.state, name) for name in KEPT}
    return old.session.setting, RoomState(chairs=seats.rotated(chairs, old.friend), run=run, **kept)


def saved_of(game: Game, setting: Setting, state: RoomState, chance: Chance, now: int, seed: str = "") -> Saved:
    return Saved(
        id=identity.new_room_id(chance),
        code="",
        game=game.name,
        rules=game.rules,
        seats=setting.seats,
        options=msgspec.json.encode(setting.options).decode(),
        parts=setting.parts_text,
        seed=seed or chance.seed(),
        created=now,
        **fields_of(state, now),
    )
