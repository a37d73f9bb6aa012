"""Every message between a page and the server, in and out: `docs/protocol.md` says what each field means.

A test compares that page with this file. What the server does not know it refuses; what a page does
not know it ignores, so both can grow. It is long because it is one list: whoever writes a page reads it whole.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tepui.core.game import Value
from tepui.core.help import Level
from tepui.core.pieces import Colour, Emblem, Plant
from tepui.core.reading import Block
from tepui.core.review_told import Told
from tepui.core.words import LanguageCode

PROTOCOL = 3

# Bounds of what anybody may send; the socket refuses a frame above FRAME before it is read.
FRAME = 64 * 1024
NAME = 24
TEXT = 300
NOTES = 32 * 1024
CHAIN = 64  # picks in one `pick` or `try`

Eye = int | Literal["audience", "all"]
Depth = Literal["sheet", "referee"]
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

    @property
    def picks(self) -> list[int]:
        return self.pick if isinstance(self.pick, list) else [self.pick]


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


class Commit(In, frozen=True, tag="commit"):
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


class Look(In, frozen=True, tag="look"):
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


class GiveLink(In, frozen=True, tag="give_link"):
    seat: int | None = None


class HelpMe(In, frozen=True, tag="help_me"):
    level: Level


class HelpAtMost(In, frozen=True, tag="help_at_most"):
    level: Level


class Why(In, frozen=True, tag="why"):
    claim: Any


class Rematch(In, frozen=True, tag="rematch"):
    bot: str | None = None


class Ping(In, frozen=True, tag="ping"):
    pass


Incoming = (
    Hello
    | Pick
    | Try
    | Note
    | TakeBack
    | Answer
    | Say
    | Sit
    | Commit
    | Open
    | Leave
    | Rename
    | Piece
    | AddBot
    | InviteBot
    | RevokeBot
    | FreeSeat
    | Start
    | Kick
    | Mute
    | Look
    | LetLook
    | Replace
    | Holiday
    | CallMe
    | Pace
    | GiveLink
    | HelpMe
    | HelpAtMost
    | Why
    | Rematch
    | Ping
)


# ---------------------------------------------------------------- to the page


class Choice(msgspec.Struct, frozen=True):
    """One legal action; its place in the list is what a page sends."""

    action: Any
    label: str


class Entry(msgspec.Struct, frozen=True):
    """One move as these eyes saw it."""

    by: int | Literal["table"]
    action: Any
    text: str


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game after move `n`, and that move. Without a picture it is a line of the journal."""

    n: int
    entry: Entry | None = None
    prompt: str | None = None
    to_act: list[int] | None = None
    scores: list[int] | None = None
    result: list[str] | None = None  # the game is over: how it ended, a line for each side
    picture: Any = None


class ClockLimit(msgspec.Struct, frozen=True, kw_only=True):
    """How much time everybody has: a bank for the whole game with an increment for each move, or so much a move."""

    kind: Literal["bank", "move"]
    seconds: int
    increment: int


class HelpShown(msgspec.Struct, frozen=True):
    """What a seat's own sheet may show at its level of help; to this seat only."""

    level: Level
    shown: Any


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view", kw_only=True, omit_defaults=True):
    """What is new to a page; what it holds from the first of these moments on is void."""

    turn: int
    eye: Eye
    moments: list[Moment]
    legal: list[Choice]
    watched: bool = False
    places: list[int] | None = None
    printed: dict[str, Any] | None = None
    help: HelpShown | None = None


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
    help: Level | None
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
    """Somebody who watches would like to see what one seat sees, and these seats have agreed so far."""

    who: str
    name: str
    seat: int | None
    agreed: list[int]
    open: bool
    refused: bool


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


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at the table; without `name` it is the room's own notice."""

    at: int
    name: str | None
    seat: int | None
    who: str | None
    text: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody would like to take a move back, and these seats have agreed so far."""

    seat: int
    agreed: list[int]


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """A table that shares its chance with others."""

    kind: Literal["daily", "evening"]
    closed: bool
    ended: bool
    page: str


class Room(msgspec.Struct, frozen=True, tag_field="type", tag="room", kw_only=True):
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
    clock: ClockLimit | None
    help: Level | None
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


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """That was not done, and why, in a sentence. `stale`: the game has moved on, look again."""

    id: int | None
    sentence: str
    why: Literal["stale", "illegal", "forbidden", "unclear", "busy", "trouble"]


class Gone(msgspec.Struct, frozen=True, tag_field="type", tag="gone", kw_only=True):
    """The last message of a socket that will not be served again: do not reconnect by yourself."""

    sentence: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong", kw_only=True):
    id: int | None


Outgoing = View | Tried | Room | Clock | Notes | Because | Link | Token | Refused | Gone | Pong


# ---------------------------------------------------------------- over HTTP


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    about: str
    default: Value
    choices: list[Value]


class LessonInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A first game that teaches."""

    name: str
    title: str
    minutes: int
    steps: int


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games: one of the installed games."""

    game: str
    title: str
    about: str
    seats: list[int]
    minutes: int
    languages: list[str]
    options: list[OptionInfo]
    bots: list[str]
    rules: bool
    parts: bool  # can its printed numbers be replaced by those of one's own box?
    lessons: list[LessonInfo]
    puzzles: bool  # is there a puzzle of the day?
    companion: list[Depth]  # how a companion can keep it at a real table (docs/companion.md)


class LessonAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/games/GAME/lessons/LESSON: where the learner stands, and what they do there."""

    line: list[list[int]] = []
    do: Literal["look", "answer", "try", "show", "back"] = "look"
    picks: list[int] = []


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """Where the learner stands now."""

    line: list[list[int]]
    step: int
    steps: int
    kind: Literal["look", "choose", "move", "end"]
    say: str
    point: list[str]
    choices: list[str]
    found: list[int]
    challenge: bool
    label: str | None
    refused: str | None
    title: str
    names: list[str]
    marks: Any
    view: View


class HowToPlay(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/GAME/rules: how it is played, to read."""

    title: str
    blocks: list[Block]
    turn: list[Block]  # a turn in one look, for somebody in the middle of one; empty if the game brings none
    lessons: bool


class NewRoom(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/rooms: what to set up. `bots` sit down at once; `start` begins when every seat is taken."""

    game: str
    seats: int | None = None
    options: dict[str, Value] = {}
    parts: str | None = None
    public: bool = False
    watching: bool = True
    sharing: bool = True
    sit: bool = True
    emblem: Emblem | None = None
    colour: Colour | None = None
    bots: list[str] = []
    start: bool = False
    pace: int | None = None
    clock: str | None = None


class PartsFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/games/GAME/parts: printed numbers to be read and checked, as `NewRoom.parts` takes them."""

    parts: str | None = None


class PartsRead(msgspec.Struct, frozen=True, kw_only=True):
    """What these parts print, in the game's own structure; or why they cannot be, and where.

    A game that brings no such structure prints null: then only an empty `sentence` says that the file is good.
    """

    printed: Any
    sentence: str = ""
    line: int = 0
    where: str = ""


class OwnParts(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/GAME/parts: the game's own printed numbers, as a file to be copied and changed."""

    text: str


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/join: a table code, as people say it."""

    code: str


class RoomLink(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table is."""

    room: str
    code: str
    link: str


class RoomSummary(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/lobby and GET /api/mine: a table in a list."""

    room: str
    link: str
    game: str
    title: str
    names: list[str]
    free: int
    started: bool
    over: bool
    your_move: bool
    left: int | None
    slow: bool
    changed: int


class Vacation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/holiday: at all slow tables of this device; 0: back."""

    days: int


class VacationTaken(msgspec.Struct, frozen=True, kw_only=True):
    """At how many tables."""

    tables: int


class PushKey(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/push: this server's public key, for a browser's push service."""

    key: str


class PushOn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/push: a browser of this device would like to be called."""

    endpoint: str
    p256dh: str
    auth: str
    language: Language = "en"


class PushOff(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """DELETE /api/push: no longer."""

    endpoint: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/me, POST /api/me: who the cookie says you are."""

    name: str


class DeviceLink(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/devices/link: opened on another device, it becomes the same person. Works once."""

    link: str
    qr: str
    seconds: int


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/devices: one of the devices that are the same person."""

    id: str
    label: str
    added: int
    here: bool
    first: bool


class HistorySeat(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat of a finished game ended, the first place first."""

    name: str
    bot: str | None
    place: int
    score: int
    yours: bool


class HistoryGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of this device."""

    room: str
    game: str
    title: str
    ended: int
    sides: int
    closed: bool
    review: bool
    seats: list[HistorySeat]


class HistoryCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many finished games of one game there are."""

    game: str
    title: str
    games: int


class History(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/history: finished games of this device, the newest first, some at a time."""

    games: list[HistoryGame]
    next: str
    counts: list[HistoryCount]
    missing: int


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """A mean, and what it may be off by."""

    value: float
    off: float


class StatisticsPerson(msgspec.Struct, frozen=True, kw_only=True):
    """One of the people at this device."""

    person: int
    name: str
    games: int


class StatisticsPoint(msgspec.Struct, frozen=True, kw_only=True):
    """One game, as a small picture shows it."""

    room: str
    ended: int
    place: int
    sides: int
    score: int
    luck: float | None
    play: float | None


class StatisticsGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Games against bots of one level with one number of players."""

    level: str
    seats: int
    games: int
    places: list[int]


class MarkCount(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of decision that recurs, in the game's own words."""

    text: str
    times: int
    games: int


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One game, as one person has played it."""

    game: str
    title: str
    games: int
    wins: int
    places: list[int]
    longest: int
    running: int
    groups: list[StatisticsGroup]
    recent: list[StatisticsPoint]
    reviewable: bool
    reviewed: int
    unit: str
    summed: bool
    luck: Mean | None
    play: Mean | None
    marks: list[MarkCount]


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/statistics: what the finished games of one person at this device say together."""

    person: int
    people: list[StatisticsPerson]
    games: int
    wins: int
    longest: int
    enough: int
    reviewing: int
    of: list[GameStatistics]


class BotSaid(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/forgot: what a bot had forgotten or overlooked, when the game is over; maybe nothing."""

    seat: int
    lines: list[str]


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/weigh: what a master would weigh in your place now, for a pupil of the teacher."""

    lines: list[str]


class ReviewTotal(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's game in one line."""

    seat: int
    result: float
    line: str


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/review: a finished game looked at again. While it is `working`, ask again for the rest."""

    state: Literal["working", "done", "stopped"]
    done: int  # of so many seats
    seats: int
    seat: int  # through whose eyes
    told: Told | None  # not done yet
    totals: list[ReviewTotal]
    trouble: str = ""  # why it was stopped, if nobody stopped it


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/replay: some moments of a game as one pair of eyes saw them, each with its picture."""

    room: str
    eye: Eye
    names: list[str]
    moves: int
    moments: list[Moment]
    printed: dict[str, Any]


class DailyOwn(msgspec.Struct, frozen=True, kw_only=True):
    """This device's own table of a day."""

    room: str
    over: bool
    ended: bool
    points: int | None
    place: int | None


class DailyStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a day's standings."""

    place: int
    name: str
    points: int
    at_table: int
    room: str
    you: bool


class DailyTable(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/daily (a list), GET /api/daily/GAME, GET /api/daily/GAME/DATE: a day's table of a game."""

    game: str
    title: str
    date: str
    today: bool
    seats: int
    bot: str
    hash: str
    seed: str | None
    ends: int
    closes: int
    begun: int
    finished: int
    yours: DailyOwn | None
    standings: list[DailyStanding]
    days: list[str]


class NewEvening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/evenings: what to play, at how many tables."""

    game: str
    seats: int | None = None
    options: dict[str, Value] = {}
    parts: str | None = None
    tables: int = 2
    bot: str = "casual"


class EveningAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/evenings/CODE: take a seat or leave it; of the host: start or end a round, a bot for who is away."""

    do: Literal["sit", "leave", "start", "end", "let_bot"]
    table: int = 0
    seat: int = 0


class EveningSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a seat in a round, and how it went."""

    name: str
    bot: bool
    away: bool
    points: int | None
    difference: float | None


class EveningTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round; `room` is told to its own players, and to all when the round is over."""

    number: int
    room: str | None
    yours: bool
    over: bool
    ended: bool
    seats: list[EveningSeat]


class EveningRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round: the hash of its seed at once, the seed when its last table is over."""

    number: int
    hash: str
    seed: str | None
    tables: list[EveningTable]


class EveningStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's differences, added up."""

    place: int
    name: str
    difference: float
    rounds: int
    you: bool


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/evenings/CODE: how an evening stands, as this device may know it."""

    code: str
    link: str
    game: str
    title: str
    options: dict[str, Value]
    bot: str
    host_name: str
    host: bool
    name: str
    round: int
    running: bool
    plan: list[list[str | None]]
    your_table: int | None
    your_seat: int | None
    your_room: str | None
    rounds: list[EveningRound]
    standings: list[EveningStanding]


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """What every refused request carries."""

    sentence: str


Http = (
    GameInfo
    | LessonAnswer
    | LessonStep
    | HowToPlay
    | NewRoom
    | PartsFile
    | PartsRead
    | OwnParts
    | Join
    | RoomLink
    | RoomSummary
    | Vacation
    | VacationTaken
    | PushKey
    | PushOn
    | PushOff
    | Me
    | DeviceLink
    | Device
    | History
    | Statistics
    | BotSaid
    | Weighed
    | Review
    | Replay
    | DailyTable
    | NewEvening
    | EveningAct
    | Evening
    | Trouble
)
