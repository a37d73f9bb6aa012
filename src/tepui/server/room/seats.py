"""How people and bots come to a table and go: each function gives the next `RoomState`."""

from collections.abc import Sequence
from typing import Literal, TypeVar

from msgspec.structs import replace

from tepui.bots import names
from tepui.bots.names import COLOURS, EMBLEMS, Colour, Emblem, Plant
from tepui.coach.help import HelpLevel
from tepui.core.words import N_
from tepui.server.people.identity import device_of
from tepui.server.refusals import Refused
from tepui.server.room import watching
from tepui.server.room.state import NETWORK, Chair, Promise, RoomState, chair_at, put
from tepui.server.wire import messages

BANNED = N_("The people who run this server have closed this table.")
BANNED_BECAUSE = N_("The people who run this server have closed this table. They say: {words}")
SENT_AWAY = N_("The host has sent you away from this table. Choose another.")
MOST_KICKED = 1000  # so that a room on disk stays small, whatever its host does
MOST_MUTED = 500


def own_name(state: RoomState, name: str, seat: int | None = None) -> str:
    """The name, different from the others at this table: Toucan, Toucan 2."""
    others = {chair.name for at, chair in enumerate(state.chairs) if at != seat}
    n, own = 1, name
    while own in others:
        n += 1
        own = f"{name[: messages.NAME - 3]} {n}"
    return own


def bot_name(state: RoomState, seat: int) -> str:
    """What a bot is called that sits down there; one that sits there already keeps its name."""
    chair = state.chairs[seat]
    if chair.kind == "bot" and names.emblem(chair.name) is not None:
        return chair.name
    return names.name_for(seat, [other.name for at, other in enumerate(state.chairs) if at != seat])


def only_host(state: RoomState, guest: str) -> None:
    if guest != state.host:
        raise Refused("forbidden", N_("Only the host of this table can do that. Ask the host."))


def require_not_banned(state: RoomState) -> None:
    """Nobody sees or does anything at a table that whoever runs the server has closed."""
    if state.banned is not None:
        raise Refused("forbidden", BANNED_BECAUSE if state.banned else BANNED, words=state.banned)


def require_welcome(state: RoomState, guest: str) -> None:
    """Whoever was sent away is away everywhere."""
    require_not_banned(state)
    if device_of(guest) in state.kicked:
        raise Refused("forbidden", SENT_AWAY)


def require_own_device(state: RoomState, guest: str) -> None:
    """Where devices are not shared, nobody else may have a seat at this one."""
    device = device_of(guest)
    if not state.sharing and any(chair.device == device and chair.guest != guest for chair in state.chairs):
        raise Refused("forbidden", N_("At this table everyone plays on a device of their own. Open the link on yours."))


def sit(
    state: RoomState,
    guest: str,
    name: str,
    seat: int | None,
    emblem: Emblem | None = None,
    colour: Colour | None = None,
    help: HelpLevel = "pencil",
) -> RoomState:
    """Emblem and colour are wishes: whoever comes later gets what is left. Among people everyone deduces alone."""
    require_welcome(state, guest)
    kept = state.kept_for(guest)
    if seat is not None:
        chair_at(state, seat)
    if kept is not None and seat in (None, kept):
        chair = state.chairs[kept]
        return put(state, kept, replace(chair, bot=None, open=False))
    have = state.seat_of(guest)
    if have is not None:
        if seat is None or seat == have:
            return state
        if state.started:
            raise Refused("forbidden", N_("You have a seat in this game already. Stay there."))
        state = put(state, have, Chair())
    free = state.free
    if seat is None:
        if not free:
            raise Refused("forbidden", N_("Every seat is taken. You can watch until one is free."))
        seat = free[0]
    elif seat not in free:
        raise Refused("forbidden", N_("That seat is taken. Choose a free one."))
    if kept is not None:
        raise Refused("forbidden", N_("A bot is playing for you. Take your seat back."))
    watching.require_not_looked(state, guest)
    require_own_device(state, guest)
    emblem, colour = free_piece(state, seat, emblem, colour)
    link = state.chairs[seat].link + 1
    own = own_name(state, name, seat)
    return put(state, seat, Chair(guest, own, link=link, emblem=emblem, colour=colour, help=help))


def leave(state: RoomState, guest: str, bot: str) -> RoomState:
    seat = state.seat_of(guest)
    if seat is None:
        raise Refused("forbidden", N_("You have no seat to leave."))
    return vacate(state, seat, bot)


def vacate(state: RoomState, seat: int, bot: str) -> RoomState:
    """Before the start the seat is free again, afterwards a bot keeps it."""
    chair = state.chairs[seat]
    if state.started and not state.over:
        return put(state, seat, replace(chair, bot=bot))
    if state.over:
        return replace(state, wanted=tuple(at for at in state.wanted if at != seat))
    return put(state, seat, Chair(link=chair.link + 1))


def rename(state: RoomState, guest: str, name: str) -> RoomState:
    for seat, chair in enumerate(state.chairs):
        if chair.guest == guest:
            state = put(state, seat, replace(chair, name=own_name(state, name, seat)))
    return replace(state, host_name=name) if guest == state.host else state


def add_bot(state: RoomState, guest: str, seat: int, bot: str, connected: bool) -> RoomState:
    only_host(state, guest)
    chair = chair_at(state, seat)
    if state.over:
        raise Refused("forbidden", N_("The game is over. Ask for a rematch."))
    if chair.kind == "person":
        if connected:
            raise Refused("forbidden", N_("A person sits there. Choose another seat."))
        return put(state, seat, replace(chair, bot=bot, commitment=""))  # who is not there: the bot keeps the seat
    if chair.kind == "kept":
        return put(state, seat, replace(chair, bot=bot))
    return put(state, seat, Chair(None, bot_name(state, seat), bot, link=chair.link))


def invite_bot(state: RoomState, guest: str, seat: int, token: str, usual: str) -> RoomState:
    """Gives the seat to a network bot, with its usual name; an older token of this seat ends."""
    only_host(state, guest)
    chair = chair_at(state, seat)
    if state.over:
        raise Refused("forbidden", N_("The game is over. Ask for a rematch."))
    if chair.guest is not None:
        raise Refused("forbidden", N_("A person sits there. Choose another seat."))
    name = chair.name if chair.bot == NETWORK else own_name(state, usual, seat)
    return put(state, seat, Chair(None, name, NETWORK, link=chair.link, token=token))


def revoke_bot(state: RoomState, guest: str, seat: int, bot: str) -> RoomState:
    """The token ends. Before the start the seat is free again, afterwards this bot plays on."""
    only_host(state, guest)
    chair = chair_at(state, seat)
    if chair.bot != NETWORK or state.over:
        raise Refused("forbidden", N_("No network bot plays there. Choose its seat."))
    return put(
        state, seat, replace(chair, bot=bot, token="", about="") if state.started else Chair(link=chair.link + 1)
    )


def free_seat(state: RoomState, guest: str, seat: int) -> RoomState:
    only_host(state, guest)
    chair = chair_at(state, seat)
    if chair.reserved:
        return put(state, seat, Chair(link=chair.link + 1))
    if chair.bot is None or state.over:
        raise Refused("forbidden", N_("No bot plays there. Choose a bot's seat."))
    if chair.kind == "kept" and state.started:
        raise Refused("forbidden", N_("This seat is kept for someone. It is given away when everyone agrees."))
    if state.started:
        return put(state, seat, replace(chair, open=True))
    return put(state, seat, Chair(link=chair.link + 1))


def kick(state: RoomState, guest: str, seat: int, bot: str) -> RoomState:
    only_host(state, guest)
    device = others_device(state, guest, seat, N_("Nobody sits there whom you could send away."))
    state = replace(state, kicked=(*state.kicked, device)[-MOST_KICKED:])
    for at, chair in enumerate(state.chairs):
        if chair.device != device:
            continue
        if state.started:  # the game needs someone there: the bot stays, the person does not come back
            state = put(state, at, Chair(None, bot_name(state, at), chair.bot or bot, link=chair.link + 1))
        else:
            state = put(state, at, Chair(reserved=True, link=chair.link + 1))
    return state


def mute(state: RoomState, device: str, on: bool) -> RoomState:
    muted = tuple(other for other in state.muted if other != device)
    return replace(state, muted=(*muted, device)[-MOST_MUTED:] if on else muted)


def others_device(state: RoomState, guest: str, seat: int, nobody: str) -> str:
    """Of whoever sits there; who shares a device comes and goes together."""
    device = chair_at(state, seat).device
    if device is None or device == device_of(guest):
        raise Refused("forbidden", nobody)
    return device


def start(state: RoomState, guest: str) -> RoomState:
    only_host(state, guest)
    if state.started:
        raise Refused("forbidden", N_("The game has begun already."))
    if any(chair.kind == "free" for chair in state.chairs):
        raise Refused("forbidden", N_("A seat is still free. Wait for someone or seat a bot there."))
    return replace(state, starting=True)


def move_seat(state: RoomState, seat: int, link: int, guest: str) -> RoomState:
    """A private link was opened: the seat belongs to this device now."""
    chair = chair_at(state, seat)
    if chair.guest is None or chair.link != link:
        raise Refused("forbidden", N_("This link has been used or replaced. Ask for a new one."))
    require_welcome(state, guest)
    if chair.guest != guest and guest in state.guests:
        raise Refused("forbidden", N_("You have a seat in this game already. Stay there."))
    watching.require_not_looked(state, guest)
    require_own_device(put(state, seat, Chair()), guest)
    host = guest if chair.guest == state.host else state.host
    moved = replace(chair, guest=guest, bot=None, open=False, link=link + 1, own_link=False, commitment="")
    if not chair.own_link:  # the host gives it to someone else
        moved = replace(moved, call_at="")
    return replace(put(state, seat, moved), host=host)


def end_links(state: RoomState, device: str) -> RoomState:
    """What someone may have kept who had one of its devices in hand: private links of its seats, where it is called,
    and, if it is the host, the tokens of network bots. A house bot moves there until the host gives another."""
    host = device_of(state.host) == device
    for seat, chair in enumerate(state.chairs):
        if chair.device == device:
            state = put(state, seat, replace(chair, link=chair.link + 1, own_link=False, call_at=""))
        elif host and chair.bot == NETWORK:
            state = put(state, seat, replace(chair, token=f"ended {seat}"))  # no token has this hash
    return state


def forget(state: RoomState, guest: str, bot: str) -> RoomState:
    """A person wants to be gone from here altogether: their name as well."""
    for seat, chair in enumerate(state.chairs):
        if chair.guest == guest:
            name, plays = ("?", "random") if state.over else ("", None)
            if state.started and not state.over:
                name, plays = bot_name(state, seat), chair.bot or bot
            state = put(state, seat, Chair(None, name, plays, link=chair.link + 1))
    state = replace(
        state,
        promise=None if state.promise is None else nameless(state.promise, guest),
        kicked=tuple(other for other in state.kicked if other != guest),
        muted=tuple(other for other in state.muted if other != guest),
        looks=tuple(look for look in state.looks if look.device != guest),
    )
    if state.host == guest:
        heir = next((chair for chair in state.chairs if chair.guest is not None), Chair())
        state = replace(state, host=heir.guest or "", host_name=heir.name)
    return state


def nameless(promise: Promise, guest: str) -> Promise:
    """Without this person's name: the tag in the promise binds nobody any more."""
    theirs = [other == guest for other in promise.guests]
    return replace(
        promise,
        names=tuple("?" if gone else name for gone, name in zip(theirs, promise.names, strict=True)),
        salts=tuple("" if gone else salt for gone, salt in zip(theirs, promise.salts, strict=True)),
        guests=tuple(None if gone else other for gone, other in zip(theirs, promise.guests, strict=True)),
    )


def rotated(before: tuple[Chair, ...], friend: str) -> tuple[Chair, ...]:
    """The next game's seats: everyone moves on by one; a token ends with its table, and a friend plays instead."""
    chairs = [
        replace(
            chair,
            bot=friend if chair.bot == NETWORK else chair.bot,
            open=False,
            link=0,
            own_link=False,
            commitment="",
            token="",
            about="",
        )
        for chair in before
    ]
    return (*chairs[1:], chairs[0])


# ---- pieces: no two people at a table have the same emblem or colour


Shown = tuple[Emblem | Plant, Colour | Literal["lichen"]]
Name = TypeVar("Name", bound=str)


def pieces(state: RoomState) -> list[Shown]:
    """Emblem and colour of every seat: what its person chose, a bot's plant, or whatever nobody else has."""
    emblems: list[Emblem | Plant | None] = [chair.emblem for chair in state.chairs]
    colours: list[Colour | None] = [chair.colour for chair in state.chairs]
    shown: list[Shown] = []
    for seat, chair in enumerate(state.chairs):
        if chair.kind == "bot":
            plant = names.emblem(chair.name)
            emblems[seat] = None if plant in emblems else plant
    for seat, chair in enumerate(state.chairs):
        emblem = emblems[seat] = emblems[seat] or _left(EMBLEMS, emblems, seat)
        if chair.kind == "bot":
            shown.append((emblem, "lichen"))
        else:
            colour = colours[seat] = colours[seat] or _left(COLOURS, colours, _own(emblem))
            shown.append((emblem, colour))
    return shown


def free_piece(state: RoomState, seat: int, emblem: Emblem | None, colour: Colour | None) -> tuple[Emblem, Colour]:
    """What someone gets who sits down there with this wish; an emblem comes with its own colour where that is free."""
    others = [piece for at, piece in enumerate(pieces(state)) if at != seat and state.chairs[at].kind != "free"]
    emblems, colours = [one for one, _ in others], [one for _, one in others]
    if emblem is None or emblem in emblems:
        emblem = _left(EMBLEMS, emblems, seat)
    if colour is None or colour in colours:
        colour = _left(COLOURS, colours, _own(emblem))
    return emblem, colour


def choose_piece(state: RoomState, guest: str, emblem: Emblem, colour: Colour) -> RoomState:
    """A person takes another piece; nobody takes someone else's."""
    seat = next((at for at, chair in enumerate(state.chairs) if chair.guest == guest), None)
    if seat is None:
        raise Refused("forbidden", N_("You have no seat at this table. Sit down first."))
    for at, theirs in enumerate(pieces(state)):
        chair = state.chairs[at]
        if at != seat and chair.kind != "free" and (theirs[0] == emblem or theirs[1] == colour):
            raise Refused("forbidden", N_("That emblem or colour belongs to {name}. Choose another."), name=chair.name)
    return put(state, seat, replace(state.chairs[seat], emblem=emblem, colour=colour))


def _own(emblem: str) -> int:
    """The place of the colour that belongs to this emblem."""
    return next((at for at, one in enumerate(EMBLEMS) if one == emblem), 0)


def _left(names: Sequence[Name], taken: Sequence[str | None], first: int) -> Name:
    """The first that is left, beginning there; with more seats than names they begin again."""
    first %= len(names)
    return next((one for one in (*names[first:], *names[:first]) if one not in taken), names[first])
