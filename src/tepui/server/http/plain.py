"""Pages for every installed game that need no script: text, buttons, forms; by keyboard and screen reader."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tepui.core import bot_names, find, levels
from tepui.core.reading import BOLD
from tepui.core.words import LANGUAGES, N_
from tepui.server.http import api, guests, http_guard
from tepui.server.http.site import site_of
from tepui.server.refusals import Refused, words
from tepui.server.rooms import dice, timing
from tepui.server.rooms.clocks import DAY, PRESETS
from tepui.server.rooms.handlers import handle
from tepui.server.rooms.room import Room
from tepui.server.rooms.room_message import room_message
from tepui.server.wire import messages
from tepui.server.wire.lobby import NewRoom
from tepui.server.wire.moments import Story
from tepui.server.wire.page import Page
from tepui.server.wire.shared_chance import EveningAct

FOLDER = Path(__file__).parent / "templates"
PAGES = Environment(
    loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True, auto_reload=False
)
PAGES.filters["said"] = lambda value: {True: "✓", False: "–"}[value] if isinstance(value, bool) else str(value)
PAGES.filters["levels_first"] = lambda bots: sorted(bots, key=lambda bot: levels.level_of(bot) is None)
PAGES.filters["signed"] = lambda number, language: ("+" if number > 0 else "") + levels.figure(number, language)
PAGES.globals["bot_title"] = bot_names.title
decode = msgspec.json.Decoder(messages.Incoming).decode
NUMBERS = {"turn", "pick", "seat", "person", "milliseconds"}


def page(request: Request, template: str, /, status: int = 200, **things: Any) -> Response:
    site_of(request).guest(request)  # a newcomer gets a cookie
    things = {"refusal": "", "back": request.scope["path"], **things}
    return HTMLResponse(PAGES.get_template(template).render(_=words(http_guard.language_of(request)), **things), status)


def trouble(request: Request, sentence: str, status: int) -> Response:
    html = PAGES.get_template("trouble.html").render(
        _=words(http_guard.language_of(request)), refusal=sentence, back="/plain/"
    )
    return HTMLResponse(html, status)


def ask_device(request: Request, room: Room, seat: int) -> Response:
    names = room.state.names
    name = names[seat] if seat < len(names) else ""
    return page(request, "device.html", title=room.game.title, name=name)


async def form(request: Request) -> dict[str, str]:
    """The fields of a form of this site's own page."""
    http_guard.require_same_origin(request, site_of(request).settings.url)
    data = await http_guard.body_of(request)
    try:
        return dict(parse_qsl(data.decode(), keep_blank_values=True, max_num_fields=50))
    except (UnicodeError, ValueError):
        raise Refused("unclear", N_("This form cannot be read; go back and try again.")) from None


async def home(request: Request) -> Response:
    return await show_home(request)


async def show_home(request: Request, refusal: str = "", status: int = 200) -> Response:
    site = site_of(request)
    guest, base = site.guest(request), site.base(request)
    return page(
        request,
        "home.html",
        status=status,
        name=await site.rooms.name_of(guest),
        clocks=[(name, limit_text(limit, http_guard.language_of(request))) for name, limit in PRESETS.items()],
        games=[api.game_info(game, http_guard.language_of(request)) for game in api.installed()],
        mine=await site.rooms.lobby.mine(guest, base),
        lobby=await site.rooms.lobby.public(guest, base),
        refusal=refusal,
        back="/plain/",
    )


async def rules(request: Request) -> Response:
    told = api.how_to_play(request)
    return page(
        request,
        "rules.html",
        title=told.title,
        turn=[bold(one.text) for one in told.turn],
        lines=[(one.kind, bold(one.text)) for one in told.blocks],
    )


def bold(text: str) -> Markup:
    """Every second piece between the marks is."""
    pieces = text.split(BOLD)
    return Markup().join(Markup("<b>{}</b>").format(one) if i % 2 else escape(one) for i, one in enumerate(pieces))


async def create(request: Request) -> Response:
    site = site_of(request)
    fields = await form(request)
    site.rates.check("room", http_guard.address_of(request))
    game = find.game(fields.get("game", ""))
    try:
        seats = int(fields.get("seats", str(game.seats[0])))
        options = {
            option.name: option.choices[int(fields[f"option.{option.name}"])]
            for option in game.options
            if f"option.{option.name}" in fields
        }
    except (ValueError, IndexError):
        raise Refused("unclear", N_("This form cannot be read; go back and try again.")) from None
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
    room = await site.rooms.create(site.guest(request), new)
    return RedirectResponse(f"/plain/t/{room.id}", 303)


async def join(request: Request) -> Response:
    site = site_of(request)
    fields = await form(request)
    site.rates.check("join", http_guard.address_of(request))
    found = await site.rooms.lobby.join(fields.get("code", ""), site.base(request))
    return RedirectResponse(f"/plain/t/{found.room}" if found.room else f"/plain/evening/{found.code}", 303)


async def name(request: Request) -> Response:
    site = site_of(request)
    fields = await form(request)
    await site.rooms.rename(site.guest(request), guests.tidy_name(fields.get("name", "")))
    return RedirectResponse("/plain/", 303)


async def language(request: Request) -> Response:
    fields = await form(request)
    back = http_guard.parts_of(fields.get("back", ""))
    home = back.path if back.path.startswith(("/plain/", "/me/", "/d/")) and not back.netloc else "/plain/"
    response = RedirectResponse(home, 303)
    if fields.get("language") in LANGUAGES:
        response.set_cookie("language", fields["language"], max_age=guests.YEAR, samesite="lax", httponly=True)
    return response


async def forget(request: Request) -> Response:
    site = site_of(request)
    fields = await form(request)
    if "sure" not in fields:
        raise Refused("unclear", N_("Tick “I am sure”, then press again."))
    await site.rooms.forget(site.guest(request))
    response = RedirectResponse("/plain/", 303)
    response.delete_cookie(guests.COOKIE)
    request.scope["tepui"]["new"] = False
    return response


async def table(request: Request) -> Response:
    """A room as a page; a posted form is the same message that a socket would send."""
    site = site_of(request)
    room = await site.room(request)
    guest = site.guest(request)
    person = guests.asked_person(request.query_params.get("person"))
    guest = guests.person_of(guest, person or 1)
    asker = Page(guest, await site.rooms.name_of(guest), http_guard.language_of(request), site.base(request), person)
    await without_scripts(room, asker)
    if request.method == "POST":
        message = message_of(await form(request))
        await handle(room, asker, message)
        if not asker.answers:
            path = request.scope["path"]
            return RedirectResponse(path if person is None else f"{path}?person={person}", 303)
    return await show(request, room, asker)


async def without_scripts(room: Room, asker: Page) -> None:
    """Whoever looks at this page before the start has no word for the dice; a game that waits for it begins."""
    if not room.state.started and asker.person != 0:
        await room.decide(partial(_without_scripts, room, guests.device_of(asker.guest)))


async def _without_scripts(room: Room, device: str) -> None:
    async with room.lock:
        if not room.state.started:
            await room.save(dice.without_scripts(room.state, device))
            await dice.advance(room)


def message_of(fields: dict[str, str]) -> Any:
    """The form's fields as the message they stand for."""
    said: dict[str, Any] = dict(fields)
    if "yes" in said:
        said["yes"] = said["yes"] == "1"
    if said.get("type") in ("mute", "unmute"):
        said["on"] = said["type"] == "mute"
        said["type"] = "mute"
    if said.get("type") in ("kick", "mute", "free_seat", "give_link", "invite_bot", "revoke_bot"):
        said.pop("bot", None)  # the same form also seats bots
    try:
        for key in NUMBERS & said.keys():
            said[key] = int(said[key])
        return decode(msgspec.json.encode(said))
    except (msgspec.MsgspecError, ValueError):
        raise Refused("unclear", N_("This form cannot be read; go back and try again.")) from None


class Shown(msgspec.Struct):
    """A game as a page without a script shows it."""

    turn: int
    prompt: str
    must_act: bool
    over: bool
    legal: list[str]
    scores: list[int]
    result: list[str]  # how it ended, a line for each side
    journal: list[str]
    drawn: str | None
    picture: Any


def shown(story: Story, watched: bool) -> Shown:
    """Whoever only watches is offered nothing, also through a player's eyes."""
    view, now = story.view, story.now
    drawn = draw(view, story.language)
    return Shown(
        turn=story.turn,
        prompt=now.prompt or "",
        must_act=view.must_act and not watched,
        over=view.over,
        legal=[] if watched else [story.choice(code).label for code in view.offered()],
        scores=now.scores or [],
        result=now.result or [],
        journal=[msgspec.json.decode(entry, type=messages.Entry).text for entry in story.entries],
        drawn=drawn,
        picture=as_html(msgspec.to_builtins(view.picture())) if drawn is None else Markup(),
    )


async def show(request: Request, room: Room, asker: Page) -> Response:
    """What may be seen is decided under the lock; the story is told again, and put on the page, by a thread."""
    refusal = next((said.sentence for said in asker.answers if isinstance(said, messages.Refused)), "")
    link = next((said.link for said in asker.answers if isinstance(said, messages.Link)), "")
    token = next((said.token for said in asker.answers if isinstance(said, messages.Token)), "")
    async with room.lock:
        eye = room.audience.eye(asker)
        told = room_message(room, asker)
        again = None
        if room.session is not None and eye is not None:
            again = room.audience.told_again(room.session, eye, asker.language)
        marks, state = room.notes_of(asker), room.state
    tells = state.over and room.session is not None and not room.secret
    said = await room.said.forgot(asker.language) if tells else []
    notes: Any = "" if marks is None else msgspec.json.decode(marks)
    return await site_of(request).rooms.slow.run(
        lambda: page(
            request,
            "room.html",
            status=409 if refusal else 200,
            room=told,
            view=None if again is None else shown(again(), told.you.seat is None),
            notes=notes if isinstance(notes, str) else msgspec.json.encode(notes).decode(),
            looks=told.looks if told.you.seat is not None else [],
            asks_look=asks_look(told),
            may_talk=room.hears(asker.guest) and not told.you.muted,
            kept=state.kept_for(asker.guest) is not None,
            shared=guests.device_of(asker.guest) in state.shared,
            friend=room.friend,
            forgot=[(told.seats[one.seat].name, one.lines) for one in said],
            left=times_left(room, asker.language),
            rematch=http_guard.parts_of(told.rematch).path if told.rematch else "",
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


def times_left(room: Room, language: str) -> list[str]:
    """By seat; empty for bots, and at a table without a clock."""
    if room.turn.clocks is None or room.state.over:
        return [""] * len(room.state.chairs)
    _ = words(language)
    left = timing.clock_message(room).left
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


def asks_look(room: messages.Room) -> bool:
    """May this reader ask to see what a player sees? Only where something is hidden, and not from a seat."""
    running = room.started and not room.over and room.watching and room.secrets
    return running and not room.you.people and any(seat.kind in ("person", "kept") for seat in room.seats)


def draw(view: Any, language: str) -> str | None:
    """The board as the game's own lines of text, if it draws any."""
    try:
        return view.game.draw(view, language) if view.game.draw else None
    except Exception:  # a mistake of the game's author: the picture as a list still tells everything
        return None


def as_html(thing: Any) -> Markup:
    """Any picture as nested lists."""
    if isinstance(thing, dict):
        rows = (
            Markup("<dt>{}</dt><dd>{}</dd>").format(str(key).replace("_", " "), as_html(value))
            for key, value in thing.items()
        )
        return Markup("<dl>{}</dl>").format(Markup().join(rows))
    if isinstance(thing, list):
        if all(not isinstance(one, dict | list) for one in thing):
            return escape(", ".join(plain_value(one) for one in thing) or "–")
        return Markup("<ol>{}</ol>").format(Markup().join(Markup("<li>{}</li>").format(as_html(one)) for one in thing))
    return escape(plain_value(thing))


def plain_value(thing: Any) -> str:
    if thing is None:
        return "?"
    return {True: "✓", False: "–"}[thing] if isinstance(thing, bool) else str(thing)


async def daily(request: Request) -> Response:
    site, game = site_of(request), request.path_params["game"]
    guest, shared = site.guest(request), site.rooms.shared
    if request.method == "POST":
        await form(request)
        site.rates.check("room", http_guard.address_of(request))
        return RedirectResponse(f"/plain/t/{(await shared.daily.sit(guest, game)).id}", 303)
    day = await shared.daily.told(guest, game, request.path_params.get("date", ""))
    return page(request, "daily.html", day=day)


async def evening(request: Request) -> Response:
    """The page of an evening; a posted form is what somebody does there."""
    site, code = site_of(request), request.path_params["code"]
    evenings, guest = site.rooms.shared.evenings, site.guest(request)
    refusal = ""
    try:
        if request.method == "POST":
            fields = await form(request)
            act = msgspec.convert(fields, EveningAct, strict=False)
            await evenings.act(code, guest, act)
            return RedirectResponse(request.scope["path"], 303)
    except msgspec.ValidationError:
        raise Refused("unclear", N_("This form cannot be read; go back and try again.")) from None
    except Refused as no:
        if no.why == "absent":
            site.rates.check("join", http_guard.address_of(request))
            raise
        refusal = no.sentence(http_guard.language_of(request))
    told = await evenings.told(code, guest, site.base(request))
    return page(request, "evening.html", status=409 if refusal else 200, evening=told, refusal=refusal)


def file(name: str, kind: str) -> Any:
    text = (FOLDER / name).read_text()

    async def served(request: Request) -> Response:
        return Response(text, media_type=kind, headers={"cache-control": "no-cache"})

    return served


ROUTES = [
    Route("/plain", lambda request: RedirectResponse("/plain/", 303)),
    Route("/plain/", home),
    Route("/plain/rules/{game}", rules),
    Route("/plain/daily/{game}", daily, methods=["GET", "POST"]),
    Route("/plain/daily/{game}/{date}", daily),
    Route("/plain/evening/{code}", evening, methods=["GET", "POST"]),
    Route("/plain/rooms", create, methods=["POST"]),
    Route("/plain/join", join, methods=["POST"]),
    Route("/plain/name", name, methods=["POST"]),
    Route("/plain/language", language, methods=["POST"]),
    Route("/plain/forget", forget, methods=["POST"]),
    Route("/plain/t/{room}", table, methods=["GET", "POST"]),
    Route("/plain/style.css", file("style.css", "text/css")),
    Route("/plain/live.js", file("live.js", "text/javascript")),
]
