"""A game shown again: its record with the seed when it is over, and its moments through any eyes that may look."""

import io

import msgspec

from tepui.coach.story import eye_name
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import FIRST_FORMAT, Header, Recorder
from tepui.core.words import N_
from tepui.server.people.identity import person_of
from tepui.server.refusals import Refused
from tepui.server.room import start as dice
from tepui.server.room.room import Room
from tepui.server.room.sealed import require_unsealed
from tepui.server.room.session import BACK, Back, GameSession
from tepui.server.store.contract import unreadable


def over(room: Room, guest: str) -> GameSession:
    require_unsealed(room)
    if room.session is None or not is_over(room, guest):
        raise Refused("forbidden", N_("The record is open when the game is over."))
    return room.session


def is_over(room: Room, guest: str) -> bool:
    """Has this person seen the end? Who only watches may see it later."""
    stop = room.audience.late(guest)
    return room.state.over if stop is None else stop.over


def record(room: Room, guest: str) -> bytes:
    """The whole game on paper, chance provable by anyone."""
    session = over(room, guest)
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
    paper = io.BytesIO()
    recorder = Recorder(paper, header, flush=False)
    for _, who, action in room.rooms.store.moves(room.id):
        if not isinstance(action, bytes):  # a damaged file: SQLite keeps whatever was written there
            raise unreadable()
        if who == BACK:
            recorder.back(msgspec.json.decode(action, type=Back).back)
        else:
            recorder.move(who, msgspec.Raw(action))
    recorder.end(room.saved.seed, *session.result())
    return paper.getvalue()


def eye_for(room: Room, guest: str, person: int | None, asked: str) -> int:
    """The eyes asked for, if this person may look through them."""
    guest = person_of(guest, person or 1)
    seat = room.audience.seat(guest, person)
    own, over = seat if seat is not None else AUDIENCE, is_over(room, guest)
    if asked == "":
        asked = "all" if over and seat is None else str(eye_name(own))
    names = {"audience": AUDIENCE, "all": DEALER, **{str(at): at for at in range(room.saved.seats)}}
    if asked not in names:
        raise Refused("unclear", N_("There are no such eyes. Ask for a seat, audience or all."))
    eye = names[asked]
    if over or (eye == own and (room.audience.plays(guest) or room.state.watching)):
        return eye
    raise Refused("forbidden", N_("While the game is running you can only see your own view."))
