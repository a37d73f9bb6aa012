"""Every message on the socket of a page, in and out: `docs/protocol.md` says what each field means.

A test compares that page with this file and with the lists of what goes over HTTP: `games.py`, and `messages.py` of
each feature. What the server does not know it refuses; what a page does not know it
ignores, so both can grow. It is long because it is one list: whoever writes a page reads it whole.
"""

from functools import reduce
from operator import or_
from typing import Any, Literal

import msgspec

from tepui.bots.names import Colour, Emblem, Plant
from tepui.coach.help import HelpLevel
from tepui.coach.moments import View
from tepui.core.game import Value
from tepui.core.words import LanguageCode

PROTOCOL = 3

# Bounds of what anyone may send; the socket refuses a frame above FRAME before it is read.
FRAME = 64 * 1024
NAME = 24
TEXT = 300
NOTES = 32 * 1024
CHAIN = 64  # picks in one `pick` or `try`

Language = LanguageCode


# ---------------------------------------------------------------- from the page


class In(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Anything a page says. `id` comes back in the answer, if there is one."""

    id: int | None = None


class Hello(In, frozen=True, tag="hello"):
    language: Language = "en"
    motion: bool = False


class Pick(In, frozen=True, tag="pick"):
    turn: int
    pick: int | list[int]
    aloud: bool = False  # everyone looks now: a device that several share shows nobody's own view any more


class Try(In, frozen=True, tag="try"):
    turn: int
    picks: list[int] = msgspec.field(name="try")
    help: bool = False


class Note(In, frozen=True, tag="note"):
    marks: Any


class TakeBack(In, frozen=True, tag="take_back"):
    pass


class Answer(In, frozen=True, tag="answer"):
    yes: bool


class Say(In, frozen=True, tag="say"):
    text: str


class Sit(In, frozen=True, tag="sit"):
    seat: int | None = None
    person: int | None = None
    name: str | None = None
    emblem: Emblem | None = None
    colour: Colour | None = None


class CommitWord(In, frozen=True, tag="commit"):
    hash: str
    person: int | None = None


class Open(In, frozen=True, tag="open"):
    word: str
    person: int | None = None


class Leave(In, frozen=True, tag="leave"):
    person: int | None = None


class Rename(In, frozen=True, tag="rename"):
    name: str


class Piece(In, frozen=True, tag="piece"):
    emblem: Emblem
    colour: Colour
    person: int | None = None


class AddBot(In, frozen=True, tag="add_bot"):
    seat: int
    bot: str


class InviteBot(In, frozen=True, tag="invite_bot"):
    seat: int


class RevokeBot(In, frozen=True, tag="revoke_bot"):
    seat: int


class FreeSeat(In, frozen=True, tag="free_seat"):
    seat: int


class Start(In, frozen=True, tag="start"):
    pass


class Kick(In, frozen=True, tag="kick"):
    seat: int


class Mute(In, frozen=True, tag="mute"):
    seat: int | None = None
    who: str | None = None
    on: bool = True


class AskLook(In, frozen=True, tag="look"):
    seat: int | None = None


class LetLook(In, frozen=True, tag="let_look"):
    who: str
    yes: bool = True


class Replace(In, frozen=True, tag="replace"):
    seat: int
    yes: bool = True


class Holiday(In, frozen=True, tag="holiday"):
    days: int


class CallMe(In, frozen=True, tag="call_me"):
    address: str
    form: Literal["text", "json"] = "text"


class Pace(In, frozen=True, tag="pace"):
    milliseconds: int


class Delay(In, frozen=True, tag="delay"):
    seconds: int


class GiveLink(In, frozen=True, tag="give_link"):
    seat: int | None = None


class Order(In, frozen=True, tag="order"):
    order: str
    on: bool = True


class HelpMe(In, frozen=True, tag="help_me"):
    level: HelpLevel


class HelpAtMost(In, frozen=True, tag="help_at_most"):
    level: HelpLevel


class Why(In, frozen=True, tag="why"):
    claim: Any


class Rematch(In, frozen=True, tag="rematch"):
    bot: str | None = None


class Ping(In, frozen=True, tag="ping"):
    pass


Incoming: Any = reduce(or_, In.__subclasses__())  # one of all these


# ---------------------------------------------------------------- to the page


class ClockLimit(msgspec.Struct, frozen=True, kw_only=True):
    """How much time everyone has: a bank for the whole game with an increment for each move, or so much a move."""

    kind: Literal["bank", "move"]
    seconds: int
    increment: int


class Tried(msgspec.Struct, frozen=True, tag_field="type", tag="tried", kw_only=True):
    """The view as it would be after these picks; nobody else hears of it."""

    id: int | None
    picks: list[int] = msgspec.field(name="try")
    view: View


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    kind: Literal["free", "person", "bot", "kept"]
    bot: str | None
    level: str | None
    open: bool
    connected: bool
    shared: bool
    emblem: Emblem | Plant
    colour: Colour | Literal["lichen"]
    host: bool
    muted: bool
    commitment: str | None
    help: HelpLevel | None
    about: str | None
    team: int | None  # those with the same number play together; None: each for themselves, or all together
    gone: bool
    replacing: list[int] | None


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """One of the people at this device, and where they sit."""

    person: int
    seat: int
    kept: bool


class Looking(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who watches would like to see what one seat sees, and these seats have agreed so far."""

    who: str
    name: str
    seat: int | None
    agreed: list[int]
    open: bool
    refused: bool


class StandingOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What one can order ahead in a slow game; for the owner's pages only."""

    order: str
    text: str
    given: bool
    ended: str  # why, if it counted and has ended


class You(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    seat: int | None
    kept: int | None
    person: int | None
    people: list[Person]
    next_person: int | None
    host: bool
    muted: bool
    may_watch: bool
    called_at: str | None
    called_form: Literal["text", "json"]
    look: Looking | None
    orders: list[StandingOrder]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at the table; without `name` it is the room's own notice."""

    at: int
    name: str | None
    seat: int | None
    who: str | None
    text: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Someone would like to take a move back, and these seats have agreed so far."""

    seat: int
    agreed: list[int]


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """A table that shares its chance with others."""

    kind: Literal["daily", "evening"]
    closed: bool
    ended: bool
    page: str


class RoomMessage(msgspec.Struct, frozen=True, tag_field="type", tag="room", kw_only=True):
    """Everything about a table but the game on it."""

    protocol: int
    room: str
    code: str
    link: str
    game: str
    title: str
    secrets: bool
    rules: bool
    reconstructed: bool
    lessons: bool
    options: dict[str, Value]
    seats: list[Seat]
    you: You
    watchers: int
    watching: bool
    public: bool
    sharing: bool
    bots: list[str]
    pace: int
    delay: int
    clock: ClockLimit | None
    help: HelpLevel | None
    started: bool
    over: bool
    starting: bool
    commitment: str
    promise: str | None
    rounds: int
    asked: Asked | None
    rematch: str | None
    rematch_wanted: list[int]
    offer: str | None
    record: str | None
    trouble: str | None
    notice: str | None
    lines: list[Line]
    muted: list[str]
    looks: list[Looking]
    shared: Shared | None


class Clock(msgspec.Struct, frozen=True, tag_field="type", tag="clock", kw_only=True):
    """How much time each seat has left, and whose clocks run from the moment this was sent."""

    left: list[int | None]
    running: list[int]
    away: list[int]
    holiday: list[int]


class Notes(msgspec.Struct, frozen=True, tag_field="type", tag="notes", kw_only=True):
    seat: int
    marks: Any


class Because(msgspec.Struct, frozen=True, tag_field="type", tag="because", kw_only=True):
    """The proof that was asked for with `why`, a sentence a line."""

    id: int | None
    lines: list[str]


class Link(msgspec.Struct, frozen=True, tag_field="type", tag="link", kw_only=True):
    """A private address that moves a seat to the device that opens it; works once."""

    id: int | None
    seat: int
    link: str
    qr: str


class Token(msgspec.Struct, frozen=True, tag_field="type", tag="token", kw_only=True):
    """What lets a program play a seat over the network; said once, to whoever asked for it."""

    id: int | None
    seat: int
    token: str
    address: str


class RefusedMessage(msgspec.Struct, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """That was not done, and why, in a sentence. `stale`: the game has moved on, look again."""

    id: int | None
    sentence: str
    why: Literal["stale", "illegal", "forbidden", "unclear", "busy", "trouble"]


class Gone(msgspec.Struct, frozen=True, tag_field="type", tag="gone", kw_only=True):
    """The last message of a socket that will not be served again: do not reconnect by yourself."""

    sentence: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong", kw_only=True):
    id: int | None


Outgoing = View | Tried | RoomMessage | Clock | Notes | Because | Link | Token | RefusedMessage | Gone | Pong


# ---------------------------------------------------------------- over HTTP


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """What every refused request carries."""

    sentence: str
