"""What a page says about the seats: sitting down, leaving, bots, and what only the host may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core import bot_network
from tepui.core.game import no_secrets
from tepui.core.words import N_
from tepui.server.calls import outgoing
from tepui.server.http import qr_code
from tepui.server.http.guests import MOST_PEOPLE, device_of, person_of, tidy_name
from tepui.server.refusals import Refused, words
from tepui.server.rooms import dice, looking, pieces, room_state, seating
from tepui.server.wire import messages
from tepui.server.wire.page import Page

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room


def meant(page: Page, person: int | None) -> str:
    """Whom a page means: itself, or another of the people who share its device."""
    if person is None:
        return page.guest
    if not 1 <= person <= MOST_PEOPLE:
        raise Refused("unclear", N_("There is no such person at this device; say who you are."))
    return person_of(device_of(page.guest), person)


async def sit(room: Room, page: Page, message: messages.Sit) -> None:
    guest = meant(page, message.person)
    if message.name is None:
        name = await room.rooms.name_of(guest)
    else:
        name = await called(room, page, guest, message.name)
    async with room.lock:
        before = room.state.seat_of(guest)
        state = seating.sit(room.state, guest, name, message.seat, message.emblem, message.colour)
        await room.save(state)
        seat = state.seat_of(guest)
        if seat is not None and before is None:
            await room.log(N_("{name} sits down."), name=state.chairs[seat].name)
        room.tell_everything()


async def commit(room: Room, page: Page, message: messages.Commit) -> None:
    if len(message.hash) != dice.HASH or not set(message.hash) <= set("0123456789abcdef"):
        raise Refused("unclear", N_("The hash of a word for the dice is a SHA-256 of {n} digits."), n=dice.HASH)
    async with room.lock:
        guest = meant(page, message.person)
        await room.save(dice.commit(room.state, guest, message.hash))
        await dice.advance(room)
        room.tell_room()


async def open_word(room: Room, page: Page, message: messages.Open) -> None:
    if len(message.word) > dice.WORD:
        raise Refused("unclear", N_("Your word for the dice is too long; {n} characters are enough."), n=dice.WORD)
    async with room.lock:
        seat = room.state.seat_of(meant(page, message.person))
        if seat is None:
            raise Refused("forbidden", N_("You have no seat at this table; sit down first."))
        await dice.opened(room, seat, message.word)


async def leave(room: Room, page: Page, message: messages.Leave) -> None:
    async with room.lock:
        guest = meant(page, message.person)
        seat = room.state.seat_of(guest)
        state = seating.leave(room.state, guest, room.friend)
        await room.save(state)
        if seat is not None and not room.state.over:
            name = room.state.chairs[seat].name
            if state.started:
                await room.log(N_("{name} has left; a bot keeps the seat."), name=name)
        room.tell_everything()


async def rename(room: Room, page: Page, message: messages.Rename) -> None:
    name = await called(room, page, page.guest, message.name)
    async with room.lock:
        await room.save(seating.rename(room.state, page.guest, name))
        room.tell_everything()


async def piece(room: Room, page: Page, message: messages.Piece) -> None:
    guest = meant(page, message.person)
    async with room.lock:
        if room.state.started and not room.name_changes.take():
            raise Refused("busy", N_("Pieces change too often at this table; wait a moment."))
        await room.save(pieces.choose(room.state, guest, message.emblem, message.colour))
        room.tell_room()


async def called(room: Room, page: Page, guest: str, name: str) -> str:
    """The name that this person, or another at the same device, goes by from now on."""
    told = tidy_name(name)
    room.change_name()
    await room.rooms.rename(guest, told)
    if guest == page.guest:
        page.name = told
    return told


def require_bot(room: Room, bot: str) -> None:
    if bot not in room.bots:
        raise Refused("unclear", N_("There is no such bot for this game; choose one of the list."))


async def add_bot(room: Room, page: Page, message: messages.AddBot) -> None:
    async with room.lock:
        require_bot(room, message.bot)
        chair = room_state.chair_at(room.state, message.seat)
        connected = chair.device in room.devices_here
        await room.save(seating.add_bot(room.state, page.guest, message.seat, message.bot, connected))
        room.bot_turns.forget(message.seat)
        await dice.advance(room)
        room.tell_everything()


async def invite_bot(room: Room, page: Page, message: messages.InviteBot) -> None:
    """The token goes to the host's page and nowhere else; the room keeps its hash."""
    token = bot_network.new_token()
    usual = words(page.language)(N_("Network bot"))  # until it says its own
    async with room.lock:
        state = seating.invite_bot(room.state, page.guest, message.seat, bot_network.hash_of(token), usual)
        await room.save(state)
        room.bot_turns.forget(message.seat)
        await dice.advance(room)
        room.tell_everything()
        address = f"{page.base}/api/rooms/{room.id}/bot"
        page.tell(messages.Token(id=message.id, seat=message.seat, token=token, address=address))


async def revoke_bot(room: Room, page: Page, message: messages.RevokeBot) -> None:
    async with room.lock:
        await room.save(seating.revoke_bot(room.state, page.guest, message.seat, room.friend))
        room.bot_turns.forget(message.seat)
        room.tell_everything()


async def free_seat(room: Room, page: Page, message: messages.FreeSeat) -> None:
    async with room.lock:
        await room.save(seating.free_seat(room.state, page.guest, message.seat))
        room.tell_everything()


async def kick(room: Room, page: Page, message: messages.Kick) -> None:
    async with room.lock:
        whom = room_state.chair_at(room.state, message.seat)
        await room.save(seating.kick(room.state, page.guest, message.seat, room.friend))
        await room.log(N_("{name} was sent away by the host."), name=whom.name)
        theirs = [other for other in room.audience.pages if device_of(other.guest) == whom.device]
        room.dismiss(theirs, seating.SENT_AWAY)
        room.tell_everything()


async def mute(room: Room, page: Page, message: messages.Mute) -> None:
    async with room.lock:
        seating.only_host(room.state, page.guest)
        if message.who is not None:
            device = room.speaker(message.who, page.guest)
        elif message.seat is not None:
            nobody = N_("Nobody sits there whom you could mute.")
            device = seating.others_device(room.state, page.guest, message.seat, nobody)
        else:
            raise Refused("unclear", N_("Say whom: a seat, or who said something."))
        await room.save(seating.mute(room.state, device, message.on))
        room.tell_room()


async def look(room: Room, page: Page, message: messages.Look) -> None:
    async with room.lock:
        if room.game.secret is no_secrets and message.seat is not None:
            raise Refused("forbidden", N_("Nothing is hidden in this game; you see everything already."))
        await room.save(looking.ask(room.state, page.guest, page.name, message.seat))
        room.tell_everything()


async def let_look(room: Room, page: Page, message: messages.LetLook) -> None:
    async with room.lock:
        room.seat(page)
        device = room.speaker(message.who, page.guest)
        await room.save(looking.answer(room.state, page.guest, device, message.yes))
        room.tell_everything()


async def call_me(room: Room, page: Page, message: messages.CallMe) -> None:
    """Where this person is called when it is their move at this table; empty: nowhere."""
    if message.address:
        outgoing.checked(message.address, room.rooms.settings.calls_anywhere)
    async with room.lock:
        seat = room.seat(page)
        chair = replace(
            room.state.chairs[seat], call_at=message.address, call_form=message.form, call_language=page.language
        )
        await room.save(room_state.put(room.state, seat, chair))
        room.tell_room()


async def pace(room: Room, page: Page, message: messages.Pace) -> None:
    async with room.lock:
        seating.only_host(room.state, page.guest)
        if not 0 <= message.milliseconds <= 10_000:
            raise Refused("unclear", N_("A bot can wait 0 to 10000 milliseconds."))
        await room.save(replace(room.state, pace=message.milliseconds))
        room.tell_room()


async def start(room: Room, page: Page, message: messages.Start) -> None:
    async with room.lock:
        await room.save(seating.start(room.state, page.guest))
        await dice.advance(room)
        room.tell_room()


async def give_link(room: Room, page: Page, message: messages.GiveLink) -> None:
    async with room.lock:
        seat = room.seat(page) if message.seat is None else message.seat
        chair = room_state.chair_at(room.state, seat)
        if chair.guest != page.guest:
            seating.only_host(room.state, page.guest)
        if chair.guest is None:
            raise Refused("forbidden", N_("Nobody sits there; send the table's own link."))
        number = chair.link + 1
        own = chair.guest == page.guest
        await room.save(room_state.put(room.state, seat, replace(chair, link=number, own_link=own)))
        link = f"{page.base}/d/{room.rooms.signatures.link(room.id, seat, number)}"
        page.tell(messages.Link(id=message.id, seat=seat, link=link, qr=qr_code.as_svg(link)))


async def rematch(room: Room, page: Page, message: messages.Rematch) -> None:
    async with room.lock:
        seat = room.seat(page)
        if not room.state.over:
            raise Refused("forbidden", N_("The game is not over yet."))
        if room.state.rematch is not None:
            room.tell_room()
            return
        if message.bot is not None:
            seating.only_host(room.state, page.guest)
            require_bot(room, message.bot)
        together = room.state.seats_at(device_of(page.guest))  # one of them speaks for all
        wanted = tuple(sorted({*room.state.wanted, seat, *together}))
        here = room.guests_here
        waiting = [
            at
            for at, chair in enumerate(room.state.chairs)
            if chair.kind == "person" and chair.guest in here and at not in wanted
        ]
        state = replace(room.state, wanted=wanted, wanted_bot=message.bot or room.state.wanted_bot)
        if waiting:
            await room.save(state)
        else:
            await room.rooms.rematch(room, state)
        room.tell_room()
