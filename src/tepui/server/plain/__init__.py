"""Pages for every installed game that need no script: text, buttons, forms; by keyboard and screen reader."""

from collections.abc import Callable
from typing import Any

import msgspec
from markupsafe import Markup, escape
from starlette.responses import RedirectResponse, Response

from tepui.coach.moments import Entry
from tepui.coach.story import Story
from tepui.core import find
from tepui.core.text import BOLD
from tepui.core.words import LANGUAGES, N_
from tepui.server import games
from tepui.server.duplicate import routes as together
from tepui.server.duplicate.messages import EveningAct
from tepui.server.pages import FOLDER, page
from tepui.server.people import identity
from tepui.server.people.asker import Asker
from tepui.server.people.signatures import YEAR
from tepui.server.refusals import Refused, words
from tepui.server.reviews import bot_words
from tepui.server.room import start as dice
from tepui.server.room.clocks import DAY, PRESETS
from tepui.server.room.commands import handle
from tepui.server.room.message import clock_message, room_message
from tepui.server.room.page import Page
from tepui.server.room.room import Room
from tepui.server.rooms import routes as api
from tepui.server.rooms.messages import NewRoom
from tepui.server.web import guard
from tepui.server.web.address import UNREADABLE, Fields, get, post
from tepui.server.web.files import HASHED
from tepui.server.wire import messages


async def home(at: Asker) -> Callable[[], Response]:
    found: dict[str, Any] = {
        "name": await at.rooms.name_of(at.guest),
        "clocks": [(name, limit_text(limit, at.language)) for name, limit in PRESETS.items()],
        "games": await games.games(at),
        "mine": await at.rooms.lobby.mine(at.guest, at.base),
        "lobby": await at.rooms.lobby.public(at.guest, at.base),
    }
    return lambda: page(at, "home.html", back="/plain/", **found)


def history(at: Asker) -> Callable[[], Response]:
    guest, before = at.guest, at.asked("before")
    return lambda: page(at, "history.html", found=at.site.history.page(guest, "", before))


async def rules(at: Asker) -> Response:
    rules = games.how_to_play(at)
    return page(
        at,
        "rules.html",
        title=rules.title,
        turn=[bold(one.text) for one in rules.turn],
        lines=[(one.kind, bold(one.text)) for one in rules.blocks],
    )


def bold(text: str) -> Markup:
    """Every second piece between the marks is."""
    pieces = text.split(BOLD)
    return Markup().join(Markup("<b>{}</b>").format(one) if i % 2 else escape(one) for i, one in enumerate(pieces))


async def create(at: Asker, fields: Fields) -> Response:
    game = find.game(fields.get("game", ""))
    try:
        seats = int(fields.get("seats", str(game.seats[0])))
        options = {
            option.name: option.choices[int(fields[f"option.{option.name}"])]
            for option in game.options
            if f"option.{option.name}" in fields
        }
    except (ValueError, IndexError):
        raise Refused("unclear", UNREADABLE) from None
    alone = fields.get("how") == "bots"
    bots = [fields.get("bot", "random")] * (seats - 1 if alone else 0)
    new = NewRoom(
        game=game.name,
        seats=seats,
        options=options,
        bots=bots,
        start=alone,
        clock=fields.get("clock", ""),
        public="public" in fields,
        sharing="own_device" not in fields,
    )
    room = await at.rooms.create(at.guest, new)
    return RedirectResponse(f"/plain/t/{room.id}", 303)


async def join(at: Asker, fields: Fields) -> Response:
    found = await at.rooms.lobby.join(fields.get("code", ""), at.base)
    return RedirectResponse(f"/plain/t/{found.room}" if found.room else f"/plain/evening/{found.code}", 303)


async def name(at: Asker, fields: Fields) -> Response:
    await at.rooms.rename(at.guest, identity.tidy_name(fields.get("name", "")))
    return RedirectResponse("/plain/", 303)


async def language(at: Asker, fields: Fields) -> Response:
    back = guard.parts_of(fields.get("back", ""))
    ours = back.path.startswith(("/plain/", "/me/", "/d/")) and not back.netloc
    response = RedirectResponse(back.path if ours else "/", 303)
    if fields.get("language") in LANGUAGES:
        response.set_cookie("language", fields["language"], max_age=YEAR, samesite="lax", httponly=True)
    return response


async def forget(at: Asker, fields: Fields) -> Response:
    if "sure" not in fields:
        raise Refused("unclear", N_("Tick “I am sure”, then press again."))
    await api.forget(at)
    return RedirectResponse("/plain/", 303)


async def table(at: Asker) -> Response:
    """A room as a page."""
    room, reader = await reader_of(at)
    return await show(at, room, reader)


async def act(at: Asker, fields: Fields) -> Response:
    """A posted form is the same message that a socket would send."""
    room, reader = await reader_of(at)
    reader.acting = [] if room.session is None else room.session.table.to_act
    await handle(room, reader, message_of(fields))
    if reader.answers:
        return await show(at, room, reader)
    path, session, person = at.scope["path"], room.session, reader.person
    if session is not None and room.audience.has_moved(reader, session.table.to_act):
        person = None  # they look no more
    return RedirectResponse(path if person is None else f"{path}?person={person}", 303)


async def reader_of(at: Asker) -> tuple[Room, Page]:
    room, person = await at.room(), at.person
    guest = identity.person_of(at.guest, person or 1)
    reader = Page(guest, await at.rooms.name_of(guest), at.language, at.base, person)
    if not room.state.started and person != 0:  # they have no word for the dice; a game that waits for it begins
        await room.do(dice.page_without_scripts, at.guest)
    return room, reader


def message_of(fields: dict[str, str]) -> Any:
    """The form's fields as the message they stand for."""
    said: dict[str, Any] = dict(fields)
    if said.get("type") in ("mute", "unmute"):
        said |= {"type": "mute", "on": said["type"] == "mute"}
    if said.get("type") in ("kick", "mute", "free_seat", "give_link", "invite_bot", "revoke_bot"):
        said.pop("bot", None)  # the same form also seats bots
    try:
        return msgspec.convert(said, messages.Incoming, strict=False)  # a form's numbers are texts
    except msgspec.ValidationError:
        raise Refused("unclear", UNREADABLE) from None


def shown(story: Story, watched: bool) -> dict[str, Any]:
    """A game as the page shows it. Whoever only watches is offered nothing, also through a player's eyes."""
    view, now = story.view, story.now
    drawn = draw(view, story.language)
    return {
        "turn": story.turn,
        "prompt": now.prompt or "",
        "must_act": view.must_act and not watched,
        "over": view.over,
        "legal": [] if watched else [story.choice(code).label for code in view.offered()],
        "scores": now.scores or [],
        "result": now.result or [],  # how it ended, a line for each side
        "journal": [line for one in story.entries if (line := msgspec.json.decode(one, type=Entry).text)],
        "drawn": drawn,
        "picture": msgspec.to_builtins(view.picture()) if drawn is None else None,
    }


async def show(at: Asker, room: Room, asker: Page) -> Response:
    """What may be seen is decided under the lock; the story is made again, and put on the page, by a thread."""
    refusal = next((said.sentence for said in asker.answers if isinstance(said, messages.RefusedMessage)), "")
    link = next((said.link for said in asker.answers if isinstance(said, messages.Link)), "")
    token = next((said.token for said in asker.answers if isinstance(said, messages.Token)), "")
    async with room.lock:
        eye = room.audience.eye(asker)
        table = room_message(room, asker)
        again = None
        if room.session is not None and eye is not None:
            again = room.audience.told_again(room.session, eye, asker)
        marks, state = room.notes_of(asker), room.state
    tells = table.over and room.session is not None and not room.sealed
    said = await bot_words.forgot(room, asker.guest, asker.language) if tells else []
    notes: Any = "" if marks is None else msgspec.json.decode(marks)
    return await at.rooms.slow.run(
        lambda: page(
            at,
            "room.html",
            status=409 if refusal else 200,
            room=table,
            view=None if again is None else shown(again(), table.you.seat is None),
            notes=notes if isinstance(notes, str) else msgspec.json.encode(notes).decode(),
            looks=table.looks if table.you.seat is not None else [],
            may_talk=room.hears(asker.guest) and not table.you.muted,
            kept=state.kept_for(asker.guest) is not None,
            shared=identity.device_of(asker.guest) in state.shared,
            friend=room.friend,
            forgot=[(table.seats[one.seat].name, one.lines) for one in said],
            left=times_left(room, asker),
            rematch=guard.parts_of(table.rematch).path if table.rematch else "",
            refusal=refusal,
            link=link,
            token=token,
        )
    )


def limit_text(limit: messages.ClockLimit, language: str) -> str:
    _ = words(language)
    time = duration(limit.seconds, language)
    if limit.kind == "move":
        return _("{time} per move", time=time)
    return _("{time} each, {more} more per move", time=time, more=duration(limit.increment, language))


def times_left(room: Room, reader: Page) -> list[str]:
    """By seat; empty for bots, at a table without a clock, and for who sees everything later."""
    if room.turn.clocks is None or room.state.over or room.audience.late(reader.guest) is not None:
        return [""] * len(room.state.chairs)
    _, language = words(reader.language), reader.language
    left = clock_message(room).left
    return ["" if one is None else _("{time} left", time=duration(one // 1000, language)) for one in left]


def duration(seconds: int, language: str) -> str:
    """In the largest unit that says enough."""
    _ = words(language)
    if seconds >= DAY:
        return _.ngettext("{n} day", "{n} days", seconds // DAY)
    if seconds >= 3600:
        return _.ngettext("{n} hour", "{n} hours", seconds // 3600)
    if seconds >= 60:
        return _.ngettext("{n} minute", "{n} minutes", seconds // 60)
    return _.ngettext("{n} second", "{n} seconds", seconds)


def draw(view: Any, language: str) -> str | None:
    """The board as the game's own lines of text, if it draws any."""
    try:
        draw = view.game.function("text", "draw")
        return draw(view, language) if draw else None
    except Exception:  # a mistake of the game's author: the picture as a list still tells everything
        return None


async def daily(at: Asker) -> Callable[[], Response]:
    day = await together.daily(at)
    return lambda: page(at, "daily.html", day=day())


async def sit(at: Asker, fields: Fields) -> Response:
    return RedirectResponse(f"/plain/t/{(await together.sit(at)).room}", 303)


async def show_evening(at: Asker, refusal: str = "") -> Response:
    made, status = await together.evening(at), 409 if refusal else 200
    return await at.rooms.slow.run(lambda: page(at, "evening.html", status=status, evening=made(), refusal=refusal))


async def act_evening(at: Asker, fields: Fields) -> Response:
    """A posted form is what someone does there."""
    try:
        await together.act(at, msgspec.convert(fields, EveningAct, strict=False))
    except msgspec.ValidationError:
        raise Refused("unclear", UNREADABLE) from None
    except Refused as no:
        if no.why == "absent":
            raise
        return await show_evening(at, no.sentence(at.language))
    return RedirectResponse(at.scope["path"], 303)


LETTERS = {"Atkinson": "atkinson-*.woff2", "Marcellus": "marcellus-*.woff2"}


def letters() -> str:
    """Those of the front end, if it is built; the names of its files change with every build."""
    built = FOLDER.parents[1] / "static" / HASHED
    return "".join(
        f'@font-face {{ font-family: {family}; font-weight: 200 800; src: url("/{HASHED}/{found.name}"); }}\n'
        for family, pattern in LETTERS.items()
        for found in built.glob(pattern)
    )


def file(name: str, kind: str) -> Any:
    text = (FOLDER / name).read_text()

    async def served(at: Asker) -> Response:
        more = letters() if kind == "text/css" else ""
        return Response(more + text, media_type=kind, headers={"cache-control": "no-cache"})

    return served


ROUTES = [
    get("/plain", lambda at: RedirectResponse("/plain/", 303)),
    get("/plain/", home, slow="slow"),
    get("/plain/history", history, slow="slow"),
    get("/plain/rules/{game}", rules),
    get("/plain/daily/{game}", daily, slow="slow"),
    post("/plain/daily/{game}", sit, Fields, limit="room"),
    get("/plain/daily/{game}/{date}", daily, slow="slow"),
    get("/plain/evening/{code}", show_evening, guesses="join"),
    post("/plain/evening/{code}", act_evening, Fields, guesses="join"),
    post("/plain/rooms", create, Fields, limit="room"),
    post("/plain/join", join, Fields, limit="join"),
    post("/plain/name", name, Fields),
    post("/plain/language", language, Fields),
    post("/plain/forget", forget, Fields),
    get("/plain/t/{room}", table),
    post("/plain/t/{room}", act, Fields),
    get("/plain/style.css", file("style.css", "text/css")),
    get("/plain/live.js", file("live.js", "text/javascript")),
]
