"""Everything about a room that changes: its chairs and who sits on them, as values that are written to disk.

A `RoomState` never changes; each function of `seats.py` gives the next one, which counts once it is on disk.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from tepui.bots.names import Colour, Emblem
from tepui.coach.help import HelpLevel
from tepui.core.words import N_
from tepui.server.people.identity import MOST_PEOPLE, device_of, number_of
from tepui.server.refusals import Refused
from tepui.server.room import watching as looking
from tepui.server.wire import messages

Kind = Literal["free", "person", "bot", "kept"]
NETWORK = "network"  # the bot of a seat that is played by whoever brings its token


class Given(msgspec.Struct, frozen=True):
    """A standing order, and how the game stood when it was given (`room/orders.py`)."""

    name: str
    mark: tuple[int, ...]
    why: str = ""  # it has ended: one of `orders.WHY`


class Chair(msgspec.Struct, frozen=True, rename={"reserved": "closed"}):  # as it is called on disk
    """A seat: a person, a bot, a bot that keeps a person's seat, or nobody."""

    guest: str | None = None
    name: str = ""
    bot: str | None = None
    open: bool = False  # a bot's seat that the host gives to whoever comes
    reserved: bool = False  # someone was sent away from it: it waits for the host
    link: int = 0  # counts private links: only the newest works
    own_link: bool = False  # its person asked for that one, not the host
    help: HelpLevel = "referee"  # what the sheet may tell
    commitment: str = ""  # the hash of its word for the dice, while the game has not begun
    word: str = ""  # that word, opened, while not all are open
    plain: bool = False  # its person's page has no scripts: no word is waited for
    token: str = ""  # a network bot's seat: the hash of the token that plays it
    about: str = ""  # and what its owner says it is
    call_at: str = ""  # where its person is called when it is their move
    call_form: Literal["text", "json"] = "text"
    call_language: str = "en"
    kept_since: int = 0  # when a bot took it over (server/uptime.py)
    emblem: Emblem | None = None  # of a person's piece (`pieces.py`); a room of an older version knows none
    colour: Colour | None = None
    orders: tuple[Given, ...] = ()  # its person's, seen by nobody else

    @property
    def device(self) -> str | None:
        """At which its person plays, alone or with others."""
        return None if self.guest is None else device_of(self.guest)

    @property
    def kind(self) -> Kind:
        if self.guest is None:
            return "free" if self.bot is None else "bot"
        return "person" if self.bot is None else "kept"


class Promise(msgspec.Struct, frozen=True, kw_only=True):
    """The list of words for the dice is closed: what was promised then (`room/start.py`)."""

    line: str  # the first line of the record
    names: tuple[str, ...]
    salts: tuple[str, ...]
    guests: tuple[str | None, ...]  # whose names these are: whoever asks for it is forgotten here too


class Replacing(msgspec.Struct, frozen=True):
    """Some would like to give away the seat of someone who is gone (`room/absence.py`)."""

    seat: int
    agreed: tuple[str, ...] = ()  # guests


class Asking(msgspec.Struct, frozen=True):
    """Someone would like to take a move back; it counts while the game stands as it did then."""

    seat: int
    turn: int
    agreed: tuple[int, ...] = ()


OLD_NAMES = {"promise": "closed", "timed_out": "ended", "banned": "shut"}  # on disk


class RoomState(msgspec.Struct, frozen=True, kw_only=True, rename=OLD_NAMES):
    """Everything about a room that changes, its moves, lines and notes aside."""

    chairs: tuple[Chair, ...]
    host: str
    host_name: str = ""
    public: bool = False
    watching: bool = True
    sharing: bool = True  # several people may play at one device
    delay: int = 0  # seconds after which watchers see what happens (`room/delay.py`)
    pace: int = 900
    clock: messages.ClockLimit | None = None
    replacing: tuple[Replacing, ...] = ()  # seats that some would like to give to someone else
    help: HelpLevel = "teacher"  # the highest level that a player may choose
    starting: bool = False  # the host wants to begin: the words for the dice are gathered and opened
    rounds: int = 0  # how often that list was closed
    promise: Promise | None = None
    started: bool = False
    over: bool = False
    words: tuple[str, ...] = ()  # by seat, opened, mixed into the dice
    dealer: int = 1  # which dealer the game began with
    kicked: tuple[str, ...] = ()  # devices
    muted: tuple[str, ...] = ()  # devices
    looks: tuple[looking.Look, ...] = ()  # watchers who see, or would like to see, what one seat sees
    series: str | None = None  # whose chance this table shares with others (`sealed.py`)
    timed_out: bool = False  # such a table, not finished when its time was over: nobody plays on
    run: int = 0  # clear wins of the host in a row against these bots before this game; below 0: losses
    asked: Asking | None = None
    rematch: str | None = None
    wanted: tuple[int, ...] = ()
    wanted_bot: str | None = None  # whom the host wants to play against then; None: the same bots
    banned: str | None = None  # why whoever runs the server has closed this table (it may be empty); None: it is open

    def seat_of(self, guest: str) -> int | None:
        """Where this person plays now; a seat that a bot keeps for them is not taken."""
        return next((n for n, chair in enumerate(self.chairs) if chair.guest == guest and chair.bot is None), None)

    def kept_for(self, guest: str) -> int | None:
        return next((n for n, chair in enumerate(self.chairs) if chair.guest == guest and chair.bot is not None), None)

    def seats_at(self, device: str) -> list[int]:
        """Where the people play who share this device."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.device == device and chair.bot is None]

    @property
    def shared(self) -> frozenset[str]:
        """The devices at which several people play, while they have something to hide from each other."""
        if not self.started or self.over:
            return frozenset()
        devices = {chair.device for chair in self.chairs if chair.device is not None}
        return frozenset(device for device in devices if len(self.seats_at(device)) > 1)

    def next_at(self, device: str) -> int | None:
        """Who could still sit down there; the first is the device's owner."""
        if not self.sharing:
            return None
        there = {number_of(chair.guest) for chair in self.chairs if chair.guest is not None and chair.device == device}
        return next((person for person in range(2, MOST_PEOPLE + 1) if person not in there), None)

    def is_muted(self, guest: str) -> bool:
        return device_of(guest) in self.muted

    def hears(self, guest: str) -> bool:
        """May they hear and say things here? The host, who has a seat, and others where they may watch."""
        if self.watching or self.over:
            return True
        device = device_of(guest)
        return device == device_of(self.host) or any(chair.device == device for chair in self.chairs)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name or f"{seat + 1}" for seat, chair in enumerate(self.chairs))

    @property
    def guests(self) -> list[str]:
        return [chair.guest for chair in self.chairs if chair.guest is not None]

    @property
    def free(self) -> list[int]:
        """Seats that a newcomer can take."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.open or (chair.kind == "free" and not chair.reserved)
        ]

    @property
    def phase(self) -> int:
        return 2 if self.over or self.timed_out or self.banned is not None else int(self.started)


def put(state: RoomState, seat: int, chair: Chair) -> RoomState:
    return replace(state, chairs=(*state.chairs[:seat], chair, *state.chairs[seat + 1 :]))


def chair_at(state: RoomState, seat: int) -> Chair:
    if not 0 <= seat < len(state.chairs):
        raise Refused("unclear", N_("There is no such seat at this table. Choose one that is there."))
    return state.chairs[seat]
