"""What a page says to its room. A command reads the room and gives a change; the room saves it and tells everyone."""

from collections.abc import Awaitable, Callable
from inspect import get_annotations
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tepui.bots import network
from tepui.coach.help import LEVELS
from tepui.core.game import no_secrets
from tepui.core.position import TABLE
from tepui.core.refusal import IllegalMove, Refusal
from tepui.core.words import N_
from tepui.server.people.identity import MOST_PEOPLE, device_of, person_of, tidy_name
from tepui.server.refusals import Refused, sentence, words
from tepui.server.room import absence, orders, sealed, seats, start, watching
from tepui.server.room import delay as late
from tepui.server.room.change import FORGOTTEN, NOTHING, Change, Dismissal, change_to, notice
from tepui.server.room.chat import Said, tidy_line
from tepui.server.room.page import Page
from tepui.server.room.room import Room
from tepui.server.room.state import Asking, chair_at, put
from tepui.server.store.contract import Marks
from tepui.server.web import outgoing, qr
from tepui.server.wire import messages

Command = TypeVar("Command", bound=Callable[..., Any])


async def handle(room: Room, page: Page, message: messages.In) -> None:
    """Refusals go to this page only."""
    state = room.state
    try:
        if state.kicked or state.banned is not None:  # a page that is not closed yet, or a plain one
            seats.require_welcome(state, page.guest)
        if state.series is not None:
            sealed.require_allowed(state.series, message)
        command = COMMANDS.get(type(message))
        if command is not None:
            await room.do(command, page, message)
        else:
            await OTHERS[type(message)](room, page, message)
    except Refused as no:
        page.tell(refused(no, page, message.id))
    except Refusal as refusal:
        page.tell(messages.RefusedMessage(id=message.id, sentence=sentence(refusal, page.language), why="illegal"))


def refused(no: Refused, page: Page, id: int | None = None) -> messages.RefusedMessage:
    why: Any = "forbidden" if no.why == "absent" else no.why
    return messages.RefusedMessage(id=id, sentence=no.sentence(page.language), why=why)


# ---- the game


async def hello(room: Room, page: Page, message: messages.Hello) -> None:
    """The first word of a page, and again when its reader wants another language, or motion."""
    async with room.lock:  # the page changes, not the room
        page.language, page.motion, page.ready = message.language, message.motion, True
        room.show_whole(page)


async def pick(room: Room, page: Page, message: messages.Pick) -> None:
    picks = message.pick if isinstance(message.pick, list) else [message.pick]
    while True:
        if room.state.series is not None:
            await room.bot_turns.have_answered()
        async with room.lock:
            if room.state.series is not None and room.bot_turns.busy:
                continue  # another pick has been faster, and bots were asked
            seat, session = room.playing(page)
            page.aloud = message.aloud
            try:
                await room.commit(Change(rows=session.pick(seat, message.turn, picks), tell="game"))
            finally:
                page.aloud = False
            return


def try_out(room: Room, page: Page, message: messages.Try) -> Change:
    if len(message.picks) > messages.CHAIN:
        raise Refused("unclear", N_("Send between 1 and {n} picks."), n=messages.CHAIN)
    seat, session = room.playing(page)
    session.check_current(seat, message.turn)
    story, moments = room.audience.story(session, seat, page.language).tried(message.picks)
    help = room.helping.of_try(story.view, seat) if message.help else None
    view = story.message(moments, help=help)
    return NOTHING._replace(page=page, answer=messages.Tried(id=message.id, picks=message.picks, view=view))


def take_back(room: Room, page: Page, message: messages.TakeBack) -> Change:
    """At once if nobody has learned from the move; otherwise the other people are asked.

    Nobody is asked to forget: who moved since and was answered keeps that.
    """
    seat, session = room.playing(page)
    try:
        return without_moves(room, seat, agreed=False)
    except IllegalMove:
        if sum(chair.kind == "person" for chair in room.state.chairs) > 1 and session.answered(seat):
            raise Refused("forbidden", N_("Others have moved and were answered since then. Play on.")) from None
        return if_agreed(room, Asking(seat, session.turn, (seat,)))


def answer(room: Room, page: Page, message: messages.Answer) -> Change:
    seat, _ = room.playing(page)
    asked = room.state.asked
    if asked is None or room.asked is None:
        raise Refused("forbidden", N_("Nobody has asked anything."))
    if message.yes:
        return if_agreed(room, replace(asked, agreed=tuple(sorted({*asked.agreed, seat}))))
    no = notice(N_("{name} would rather play on."), name=room.state.names[seat])
    return change_to(room, replace(room.state, asked=None), no, tell="room")


def if_agreed(room: Room, asked: Asking) -> Change:
    """Everyone who sits here has said yes; bots never mind."""
    people = {seat for seat, chair in enumerate(room.state.chairs) if chair.kind == "person"}
    if not people <= set(asked.agreed):
        return change_to(room, replace(room.state, asked=asked), tell="room")
    return without_moves(room, asked.seat, agreed=True)


def without_moves(room: Room, seat: int, agreed: bool) -> Change:
    session = room.session
    assert session is not None
    after = session.table.moves[session.undoes(seat) + 1 :] if agreed else []
    others = sum(by != TABLE for by, _ in after)
    rows = session.take_back(seat, agreed)
    text = N_("{name} has taken a move back.")
    if others:
        text = N_("{name} has taken a move back, and {n} more that came after it.")
    return Change(lines=(notice(text, name=room.state.names[seat], n=str(others)),), rows=rows)


def note(room: Room, page: Page, message: messages.Note) -> Change:
    marks = msgspec.json.encode(message.marks)
    if len(marks) > messages.NOTES:
        raise Refused("unclear", N_("Your notes are too long to be kept. Shorten them."))
    return NOTHING._replace(page=page, note=Marks(room.seat(page), page.guest, marks))


def say(room: Room, page: Page, message: messages.Say) -> Change:
    if room.state.is_muted(page.guest):
        raise Refused("forbidden", N_("The host has muted you at this table."))
    if not room.hears(page.guest):
        raise Refused("forbidden", N_("This table is not for watching. Sit down before you talk."))
    seat = room.audience.seat(page.guest, page.person)
    name = page.name if seat is None else room.state.chairs[seat].name
    line = page.guest, Said(0, tidy_line(message.text), name, seat)
    room.chat.check_pace(page.guest)
    return Change(lines=(line,), tell="room")


async def ping(room: Room, page: Page, message: messages.Ping) -> None:
    page.tell(messages.Pong(id=message.id))  # also while the disk is slow


# ---- seats


def meant(page: Page, person: int | None) -> str:
    """Whom a page means: itself, or another of the people who share its device."""
    if person is None:
        return page.guest
    if not 1 <= person <= MOST_PEOPLE:
        raise Refused("unclear", N_("There is no such person at this device. Say who you are."))
    return person_of(device_of(page.guest), person)


async def sit(room: Room, page: Page, message: messages.Sit) -> None:
    guest = meant(page, message.person)
    if message.name is None:
        name = await room.rooms.name_of(guest)
    else:
        name = await take_name(room, page, guest, message.name)
    await room.do(sit_down, message, guest, name)


def sit_down(room: Room, message: messages.Sit, guest: str, name: str) -> Change:
    state = seats.sit(room.state, guest, name, message.seat, message.emblem, message.colour)
    seat = state.seat_of(guest)
    if seat is None or room.state.seat_of(guest) is not None:
        return change_to(room, state)
    return change_to(room, state, notice(N_("{name} sits down."), name=state.chairs[seat].name))


async def rename(room: Room, page: Page, message: messages.Rename) -> None:
    name = await take_name(room, page, page.guest, message.name)
    await room.do(lambda room: change_to(room, seats.rename(room.state, page.guest, name)))


async def take_name(room: Room, page: Page, guest: str, name: str) -> str:
    """The name that this person, or another at the same device, goes by from now on, on disk."""
    name = tidy_name(name)
    room.change_name()
    await room.rooms.rename(guest, name)
    if guest == page.guest:
        page.name = name
    return name


def leave(room: Room, page: Page, message: messages.Leave) -> Change:
    guest = meant(page, message.person)
    seat = room.state.seat_of(guest)
    state = seats.leave(room.state, guest, room.friend)
    if seat is None or not state.started or state.over:
        return change_to(room, state)
    return change_to(room, state, notice(N_("{name} has left. A bot keeps the seat."), name=state.chairs[seat].name))


def piece(room: Room, page: Page, message: messages.Piece) -> Change:
    if room.state.started and not room.name_changes.take(room.rooms.time.monotonic()):
        raise Refused("busy", N_("Pieces change too often at this table. Wait a moment."))
    guest = meant(page, message.person)
    return change_to(room, seats.choose_piece(room.state, guest, message.emblem, message.colour), tell="room")


def call_me(room: Room, page: Page, message: messages.CallMe) -> Change:
    """Where this person is called when it is their move at this table; empty: nowhere."""
    if message.address:
        outgoing.checked(message.address, room.rooms.settings.calls_anywhere)
    seat = room.seat(page)
    chair = room.state.chairs[seat]
    chair = replace(chair, call_at=message.address, call_form=message.form, call_language=page.language)
    return change_to(room, put(room.state, seat, chair), tell="room")


def give_link(room: Room, page: Page, message: messages.GiveLink) -> Change:
    seat = room.seat(page) if message.seat is None else message.seat
    chair = chair_at(room.state, seat)
    if chair.guest != page.guest:
        seats.only_host(room.state, page.guest)
    if chair.guest is None:
        raise Refused("forbidden", N_("Nobody sits there. Send the table's own link."))
    number = chair.link + 1
    state = put(room.state, seat, replace(chair, link=number, own_link=chair.guest == page.guest))
    link = f"{page.base}/d/{room.rooms.signatures.link(room.id, seat, number)}"
    answer = messages.Link(id=message.id, seat=seat, link=link, qr=qr.as_svg(link))
    return change_to(room, state, page=page, answer=answer, tell="nobody")


def move_seat(room: Room, seat: int, number: int, guest: str) -> Change:
    """A private link was opened on another device."""
    if room.state.series is not None:
        raise Refused("forbidden", sealed.NOT_HERE)
    chair = chair_at(room.state, seat)
    old, state = chair.guest, seats.move_seat(room.state, seat, number, guest)
    if old == guest or old is None:
        return change_to(room, state)
    text = N_("The seat of {name} was taken over on another device.")
    if old == room.state.host:
        text = N_("The seat of {name}, the host, was taken over on another device.")
    marks = room.notes.get((seat, old)) if chair.own_link else None  # they go on elsewhere; the host's link gives none
    others = state.seats_at(device_of(old))  # who share the old device and play on there
    gone = Dismissal(
        lambda page: page.guest == old and bool(page.person or not others),
        N_("This seat has moved to another device."),
        {},
    )
    note = None if marks is None else Marks(seat, guest, marks)
    return change_to(room, state, notice(text, name=chair.name), note=note, dismisses=gone)


# ---- bots


def add_bot(room: Room, page: Page, message: messages.AddBot) -> Change:
    require_bot(room, message.bot)
    connected = chair_at(room.state, message.seat).device in room.devices_here
    state = seats.add_bot(room.state, page.guest, message.seat, message.bot, connected)
    return change_to(room, state, new_bot=message.seat, begins=True)


def invite_bot(room: Room, page: Page, message: messages.InviteBot) -> Change:
    """The token goes to the host's page and nowhere else; the room keeps its hash."""
    token = room.rooms.chance.hex(20)  # nobody finds one by trying
    usual = words(page.language)(N_("Network bot"))  # until it says its own
    state = seats.invite_bot(room.state, page.guest, message.seat, network.hash_of(token), usual)
    address = f"{page.base}/api/rooms/{room.id}/bot"
    answer = messages.Token(id=message.id, seat=message.seat, token=token, address=address)
    return change_to(room, state, page=page, answer=answer, new_bot=message.seat, begins=True)


def revoke_bot(room: Room, page: Page, message: messages.RevokeBot) -> Change:
    state = seats.revoke_bot(room.state, page.guest, message.seat, room.friend)
    return change_to(room, state, new_bot=message.seat)


def require_bot(room: Room, bot: str) -> None:
    if bot not in room.bots:
        raise Refused("unclear", N_("There is no such bot for this game. Choose one of the list."))


# ---- what only the host may do


def free_seat(room: Room, page: Page, message: messages.FreeSeat) -> Change:
    return change_to(room, seats.free_seat(room.state, page.guest, message.seat))


def start_game(room: Room, page: Page, message: messages.Start) -> Change:
    return change_to(room, seats.start(room.state, page.guest), begins=True, tell="room")


def kick(room: Room, page: Page, message: messages.Kick) -> Change:
    whom = chair_at(room.state, message.seat)
    state = seats.kick(room.state, page.guest, message.seat, room.friend)
    gone = Dismissal(lambda page: device_of(page.guest) == whom.device, seats.SENT_AWAY, {})
    return change_to(room, state, notice(N_("{name} was sent away by the host."), name=whom.name), dismisses=gone)


def mute(room: Room, page: Page, message: messages.Mute) -> Change:
    seats.only_host(room.state, page.guest)
    if message.who is not None:
        device = room.speaker(message.who, page.guest)
    elif message.seat is not None:
        nobody = N_("Nobody sits there whom you could mute.")
        device = seats.others_device(room.state, page.guest, message.seat, nobody)
    else:
        raise Refused("unclear", N_("Say whom: a seat, or who said something."))
    return change_to(room, seats.mute(room.state, device, message.on), tell="room")


def pace(room: Room, page: Page, message: messages.Pace) -> Change:
    seats.only_host(room.state, page.guest)
    if not 0 <= message.milliseconds <= 10_000:
        raise Refused("unclear", N_("A bot can wait 0 to 10000 milliseconds."))
    return change_to(room, replace(room.state, pace=message.milliseconds), tell="room")


def delay(room: Room, page: Page, message: messages.Delay) -> Change:
    seats.only_host(room.state, page.guest)
    if message.seconds not in late.SECONDS:
        raise Refused("unclear", N_("Watchers can see everything at once, or 15, 60, 300 or 900 seconds later."))
    if message.seconds == room.state.delay:
        return NOTHING
    return change_to(room, replace(room.state, delay=message.seconds), notice(late.CHANGED[message.seconds]))


def help_at_most(room: Room, page: Page, message: messages.HelpAtMost) -> Change:
    seats.only_host(room.state, page.guest)
    return change_to(room, replace(room.state, help=message.level))


async def rematch(room: Room, page: Page, message: messages.Rematch) -> None:
    async with room.lock:  # another room is made here
        seat, state = room.seat(page), room.state
        if not state.over:
            raise Refused("forbidden", N_("The game is not over yet."))
        if state.rematch is None:
            if message.bot is not None:
                seats.only_host(state, page.guest)
                require_bot(room, message.bot)
            together = state.seats_at(device_of(page.guest))  # one of them speaks for all
            wanted = {*state.wanted, seat, *together}
            here = room.guests_here
            people = {at for at, chair in enumerate(state.chairs) if chair.kind == "person" and chair.guest in here}
            state = replace(state, wanted=tuple(sorted(wanted)), wanted_bot=message.bot or state.wanted_bot)
            if people <= wanted:
                state = replace(state, rematch=(await room.rooms.rematch(room, state.wanted_bot)).id)
        await room.commit(change_to(room, state, tell="room"))


# ---- watching, help, absence


def look(room: Room, page: Page, message: messages.AskLook) -> Change:
    if room.game.secret is no_secrets and message.seat is not None:
        raise Refused("forbidden", N_("Nothing is hidden in this game. You see everything already."))
    return change_to(room, watching.ask(room.state, page.guest, page.name, message.seat))


def let_look(room: Room, page: Page, message: messages.LetLook) -> Change:
    room.seat(page)
    device = room.speaker(message.who, page.guest)
    return change_to(room, watching.answer(room.state, page.guest, device, message.yes))


def help_me(room: Room, page: Page, message: messages.HelpMe) -> Change:
    seat = room.seat(page)
    if LEVELS.index(message.level) > LEVELS.index(room.state.help):
        raise Refused("forbidden", N_("The host allows less help at this table. Choose a lower level."))
    return change_to(room, put(room.state, seat, replace(room.state.chairs[seat], help=message.level)))


def why(room: Room, page: Page, message: messages.Why) -> Change:
    seat, help = room.seat(page), room.helping.help
    if help is None or room.session is None:
        raise Refused("forbidden", N_("There is nothing to prove at this table."))
    if room.helping.levels[seat] != "teacher":
        raise Refused("forbidden", N_("“Why?” needs the help level Teacher. Choose it first."))
    lines = help.why(room.session.look(seat), message.claim, page.language)
    return NOTHING._replace(page=page, answer=messages.Because(id=message.id, lines=lines))


def replace_player(room: Room, page: Page, message: messages.Replace) -> Change:
    name = chair_at(room.state, message.seat).name
    state = absence.answer(room.state, page.guest, message.seat, message.yes, room.rooms.uptime.now())
    return change_to(room, state, *([notice(absence.GIVEN, name=name)] if state.chairs[message.seat].open else []))


def order(room: Room, page: Page, message: messages.Order) -> Change:
    seat, session = room.playing(page)
    return change_to(room, orders.give(room, seat, session, message), page=page, tell="own")


def holiday(room: Room, page: Page, message: messages.Holiday) -> Change:
    return absence.holiday(room, [room.seat(page)], message.days)


# ---- the dice


def commit(room: Room, page: Page, message: messages.CommitWord) -> Change:
    if len(message.hash) != start.HASH or not set(message.hash) <= set("0123456789abcdef"):
        raise Refused("unclear", N_("The hash of a word for the dice is a SHA-256 of {n} digits."), n=start.HASH)
    state = start.commit(room.state, meant(page, message.person), message.hash)
    return change_to(room, state, begins=True, tell="room")


def open_word(room: Room, page: Page, message: messages.Open) -> Change:
    if len(message.word) > start.WORD:
        raise Refused("unclear", N_("Your word for the dice is too long. {n} characters are enough."), n=start.WORD)
    seat = room.state.seat_of(meant(page, message.person))
    if seat is None:
        raise Refused("forbidden", N_("You have no seat at this table. Sit down first."))
    return change_to(room, start.open_word(room.state, seat, message.word), begins=True, tell="nobody")


# ---- what is not said by a page


def forget(room: Room, guest: str) -> Change:
    """A person wants to be forgotten: a bot plays on, the name is gone."""
    gone = Dismissal(lambda page: page.guest == guest, FORGOTTEN, {})
    return change_to(room, seats.forget(room.state, guest, room.friend), forgets=guest, dismisses=gone)


def ban(room: Room, why: str | None) -> Change:
    """Whoever runs the server closes this table, and everyone there hears why; None: it is open again.

    Nothing is lost and nothing of the game is shown: neither its seed nor its moves.
    """
    gone = None
    if why is not None:
        gone = Dismissal(lambda page: True, seats.BANNED_BECAUSE if why else seats.BANNED, {"words": why})
    return change_to(room, replace(room.state, banned=why), dismisses=gone, tell="nobody")


def time_out(room: Room) -> Change:
    """A table that shares its chance is not over in time."""
    return NOTHING if room.state.phase == 2 else change_to(room, replace(room.state, timed_out=True))


def let_bot(room: Room, seat: int, bot: str) -> Change:
    """The host of an evening does not wait for someone who is away."""
    chair = room.state.chairs[seat]
    if chair.kind != "person" or chair.device in room.devices_here:
        raise Refused("forbidden", N_("That player is at the table. A bot plays only for someone who is away."))
    return change_to(room, put(room.state, seat, replace(chair, bot=bot)))


def by_message(*commands: Command) -> dict[type[messages.In], Command]:
    """Each under the message that it is for, as it says itself."""
    return {get_annotations(one, eval_str=True)["message"]: one for one in commands}


COMMANDS: dict[type[messages.In], Callable[[Room, Page, Any], Change]] = (
    by_message(try_out, note, take_back, answer, say)
    | by_message(leave, piece, call_me, give_link)
    | by_message(add_bot, invite_bot, revoke_bot)
    | by_message(free_seat, start_game, kick, mute, pace, delay, help_at_most)
    | by_message(look, let_look, help_me, why, replace_player, holiday, order)
    | by_message(commit, open_word)
)
# These wait first, or for nothing.
OTHERS: dict[type[messages.In], Callable[[Room, Page, Any], Awaitable[None]]]
OTHERS = by_message(hello, pick, sit, rename, rematch, ping)
