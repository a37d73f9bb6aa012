"""A game told again: its record with the seed when it is over, and its moments through any eyes that may look."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import FIRST_FORMAT, BackLine, EndLine, Header, first_lines, sealed
from tepui.core.words import N_
from tepui.server.http.guests import person_of
from tepui.server.refusals import Refused
from tepui.server.rooms import dice
from tepui.server.rooms.closed import require_open
from tepui.server.rooms.game_session import BACK, Back, GameSession
from tepui.server.storage.writer import unreadable
from tepui.server.wire import reviews as wire
from tepui.server.wire.moments import eye_name, replayed

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room

MOMENTS = 100  # in one answer


def over(room: Room) -> GameSession:
    require_open(room)
    if room.session is None or not room.state.over:
        raise Refused("forbidden", N_("The record is open when the game is over."))
    return room.session


def record(room: Room) -> bytes:
    """The whole game on paper, chance provable by anyone."""
    session = over(room)
    header = dice.header_of(room.state) or Header(  # a game that began before there were promises
        tepui=FIRST_FORMAT,
        game=room.game.name,
        rules=room.saved.rules,
        seats=room.saved.seats,
        options=session.setting.options,
        parts=room.saved.parts,
        names=room.state.names,
        words=room.state.words,
        commitment=room.commitment,
    )
    lines, total = [], ""
    for body in [*first_lines(header), *(msgspec.json.encode(move) for move in _moves(room))]:
        line, total = sealed(body, total)
        lines.append(line + b"\n")
    scores, places = session.result()
    seal = "" if header.tepui == FIRST_FORMAT else hashlib.sha256(b"".join(lines)).hexdigest()
    end = EndLine(len(session.table.moves), room.saved.seed, scores, places, seal)
    return b"".join([*lines, sealed(msgspec.json.encode(end), total)[0], b"\n"])


def _moves(room: Room) -> list[object]:
    found: list[object] = []
    n = 0
    for _, who, action in room.rooms.store.moves(room.id):
        if not isinstance(action, bytes):  # a damaged file: SQLite keeps whatever was written there
            raise unreadable()
        if who == BACK:
            back = msgspec.json.decode(action, type=Back).back
            found.append(BackLine(n, back))
            n = back
        else:
            n += 1
            found.append({"n": n, "by": "table" if who > 15 else who, "move": msgspec.Raw(action)})
    return found


def eye_for(room: Room, guest: str, person: int | None, asked: str) -> int:
    """The eyes asked for, if this person may look through them."""
    guest = person_of(guest, person or 1)
    seat = room.audience.seat(guest, person)
    own = seat if seat is not None else AUDIENCE
    if asked == "":
        asked = "all" if room.state.over and seat is None else str(eye_name(own))
    names = {"audience": AUDIENCE, "all": DEALER, **{str(at): at for at in range(room.saved.seats)}}
    if asked not in names:
        raise Refused("unclear", N_("There are no such eyes; ask for a seat, audience or all."))
    eye = names[asked]
    if room.state.over or (eye == own and (room.audience.plays(guest) or room.state.watching)):
        return eye
    raise Refused("forbidden", N_("While the game is running you can only see your own view."))


def replay(
    room: Room, guest: str, person: int | None, asked: str, first: int, last: int, language: str
) -> Callable[[], wire.Replay]:
    """Decides now what may be seen (the lock is held); the moments are made by whoever calls the result."""
    session = room.session
    if session is None:
        raise Refused("forbidden", N_("The game has not begun yet."))
    require_open(room)
    eye = eye_for(room, guest, person, asked)
    moves, names = session.look(eye).moves[:], room.state.names
    first = max(0, first)
    last = min(last, len(moves), first + MOMENTS - 1)

    def made() -> wire.Replay:
        moments, printed = replayed(room.game, session.setting, eye, names, language, moves, first, last)
        return wire.Replay(
            room=room.id, eye=eye_name(eye), names=list(names), moves=len(moves), moments=moments, printed=printed
        )

    return made
