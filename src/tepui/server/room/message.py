"""The message that says who sits where, as one page may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tepui.bots.levels import level_of
from tepui.coach.lessons import walk as lessons
from tepui.core.teams import team_of
from tepui.server.people.identity import device_of, number_of, speaker_of
from tepui.server.refusals import words
from tepui.server.room import absence, clocks, help, orders, outcome, sealed, watching
from tepui.server.room import start as dice
from tepui.server.room import state as room_state
from tepui.server.room.seats import pieces
from tepui.server.wire import messages

if TYPE_CHECKING:
    from tepui.server.room.page import Page
    from tepui.server.room.room import Room


def room_message(room: Room, page: Page) -> messages.RoomMessage:
    """Who sits where, as this page may know it."""
    state, stop = room.state, room.audience.late(page.guest)
    over = state.over if stop is None else stop.over
    here = room.devices_here
    device = device_of(page.guest)
    now = room.rooms.uptime.now()
    own = watching.of(state, device)
    teams = teams_at(room)
    shown = pieces(state)
    seats = [
        messages.Seat(
            seat=seat,
            name=chair.name,
            kind=chair.kind,
            bot=chair.bot,
            level=None if chair.bot is None else level_of(chair.bot),
            open=seat in state.free and not over and not (own is not None and own.looked),
            connected=room.is_connected(chair),
            shared=chair.device is not None and len(state.seats_at(chair.device)) > 1,
            emblem=shown[seat][0],
            colour=shown[seat][1],
            host=chair.guest is not None and chair.guest == state.host,
            muted=chair.guest is not None and state.is_muted(chair.guest),
            commitment=chair.commitment or None,
            help=help.level_at(state, seat) if room.game.has("help") and chair.kind == "person" else None,
            about=chair.about or None,
            team=None if teams is None else teams[seat],
            gone=absence.is_gone(state, seat, now),
            replacing=absence.agreed_at(state, seat),
        )
        for seat, chair in enumerate(state.chairs)
    ]
    host = page.guest == state.host
    trouble = sealed.TIMED_OUT if state.timed_out else room.trouble  # why nobody can play on
    playing = {chair.device for chair in state.chairs}
    seat = room.audience.seat(page.guest, page.person)
    people = [
        messages.Person(person=number_of(chair.guest), seat=at, kept=chair.kind == "kept")
        for at, chair in enumerate(state.chairs)
        if chair.guest is not None and chair.device == device
    ]
    return messages.RoomMessage(
        protocol=messages.PROTOCOL,
        room=room.id,
        code=room.code,
        link=f"{page.base}/t/{room.id}",
        game=room.game.name,
        title=room.game.title,
        secrets=room.audience.secrets,
        rules=room.game.has("how_to_play"),
        reconstructed=room.reconstructed,
        lessons=bool(lessons.of(room.game)),
        options=room.options,
        seats=seats,
        you=messages.You(
            name=page.name if seat is None else state.chairs[seat].name,
            seat=seat,
            kept=state.kept_for(page.guest) if page.person != 0 else None,
            person=page.person,
            people=people,
            next_person=state.next_at(device),
            host=host,
            muted=state.is_muted(page.guest),
            may_watch=(state.watching or over) and not room.sealed,
            called_at=None if seat is None else state.chairs[seat].call_at or None,
            called_form="text" if seat is None else state.chairs[seat].call_form,
            look=None if own is None else looking_message(room.id, state, own),
            orders=orders.shown(room, seat, page.language),
        ),
        watchers=len(here - playing),
        watching=state.watching,
        public=state.public,
        sharing=state.sharing,
        bots=room.bots,
        pace=state.pace,
        delay=state.delay,
        clock=state.clock,
        help=state.help if room.game.has("help") else None,
        started=state.started,
        over=over,
        starting=state.starting,
        commitment=room.commitment,
        promise=dice.hash_of(state.promise),
        rounds=state.rounds,
        asked=room.asked if stop is None else None,
        rematch=None if state.rematch is None or not over else f"{page.base}/t/{state.rematch}",
        rematch_wanted=list(state.wanted) if over else [],
        offer=outcome.offer(room) if host and over == state.over else None,
        record=f"{page.base}/api/rooms/{room.id}/record" if over and not room.sealed else None,
        trouble=None if trouble is None else words(page.language)(trouble),
        notice=None if room.rooms.notice is None else words(page.language)(room.rooms.notice),
        lines=room.chat.as_messages(page.language, device if host else None, device, stop)
        if room.hears(page.guest)
        else [],
        muted=[speaker_of(room.id, other) for other in state.muted] if host else [],
        looks=[looking_message(room.id, state, look) for look in watching.alive(state)],
        shared=sealed.shared_message(room),
    )


def clock_message(room: Room) -> messages.Clock:
    """For everyone, watchers too; made when it is sent, so that no time on the way is charged."""
    left, now = room.turn.clocks, room.rooms.uptime.now()
    assert left is not None
    return messages.Clock(
        left=[
            clocks.remaining(left, seat, now) if chair.kind == "person" else None
            for seat, chair in enumerate(room.state.chairs)
        ],
        running=[seat for seat, since in enumerate(left.since) if since is not None and since <= now],
        away=[max(0, until - now) // 1000 for until in left.away],
        holiday=[spare // (clocks.DAY * 1000) for spare in left.holiday],
    )


def teams_at(room: Room) -> tuple[int, ...] | None:
    """Who plays with whom, where there are sides to tell apart."""
    if room.game.teams is None:
        return None
    teams = team_of(room.game, room.game.setting(len(room.state.chairs), room.options))
    return teams if any(teams) else None


def looking_message(room: str, state: room_state.RoomState, look: watching.Look) -> messages.Looking:
    return messages.Looking(
        who=speaker_of(room, look.device),
        name=look.name,
        seat=look.seat,
        agreed=[seat for seat, chair in enumerate(state.chairs) if chair.guest in look.agreed],
        open=watching.granted(state, look),
        refused=look.refused,
    )
