"""The moves of The Lost Code as people and files name them, and how the rules' codes are said so."""

from typing import Final, Literal

from tepui.core.actions import Action
from tepui.core.position import TABLE
from tepui.games.lost_code import codes
from tepui.games.lost_code.rules import LostCode

Colour = Literal["blue", "yellow", "purple", "green", "pink", "red"]
Verdict = Literal["right", "lower", "higher", "wrong"]

COLOURS: tuple[Colour, ...] = ("blue", "yellow", "purple", "green", "pink", "red")
ANSWERS: tuple[Verdict, ...] = ("right", "lower", "higher", "wrong")


# ---- what a player does; seats, logs and dice count from 0 ----


class Leave(Action, frozen=True):
    """The shortcut token stays on the table."""


class Take(Action, frozen=True):
    """The shortcut token is taken, 1 to 3 numbers are written and stay fixed (null: seen from outside)."""

    numbers: tuple[int, ...] | None


class Keep(Action, frozen=True):
    """The roll stands."""


class Turn(Action, frozen=True):
    """A die is turned to another colour, by choice or, in the introductory game, because it shows red."""

    die: int
    colour: Colour


class Guess(Action, frozen=True):
    """A wheel, named by how many numbers it shows, is set. `low` is the lowest of them."""

    wheel: int
    low: int


class Exchange(Action, frozen=True):
    """After a wrong guess: the own stone of this colour goes."""

    colour: Colour


class Write(Action, frozen=True):
    """The final guess for a colour: 0 to 3 numbers (null: seen from outside)."""

    colour: Colour
    numbers: tuple[int, ...] | None


# ---- what the table does ----


class Stack(Action, frozen=True):
    """A piece is put on top of those on space 0, before the first round."""

    piece: int


class Deal(Action, frozen=True):
    """A stone comes into a log before the first round (number null: seen from behind)."""

    log: int
    colour: Colour
    number: int | None


class Roll(Action, frozen=True):
    die: int
    colour: Colour


class Answer(Action, frozen=True):
    """The truth about a guess. A miss with the smallest wheel is only "wrong"."""

    seat: int
    answer: Verdict


class Discard(Action, frozen=True):
    """The exchanged stone is laid open beside its log, for good."""

    seat: int
    colour: Colour
    number: int


class Draw(Action, frozen=True):
    """The new stone comes into the log (number null: seen from behind)."""

    seat: int
    colour: Colour
    number: int | None


class Uncover(Action, frozen=True):
    """At the end a stone is turned over."""

    log: int
    colour: Colour
    number: int


class Show(Action, frozen=True):
    """At the end a final guess is laid open."""

    seat: int
    colour: Colour
    numbers: tuple[int, ...]


ACTIONS: tuple[type[Action], ...] = (
    *(Leave, Take, Keep, Turn, Guess, Exchange, Write),
    *(Stack, Deal, Roll, Answer, Discard, Draw, Uncover, Show),
)


# ---- the rules' code as a move with its names ----

SETS: Final[list[tuple[int, ...]]] = [tuple(n for n in range(9) if mask >> n & 1) for mask in range(512)]


def numbers_in(mask: int) -> tuple[int, ...]:
    return SETS[mask]


def say(position: LostCode, by: int, code: int) -> Action:
    """The rules' code as a move with its names."""
    return table_says(position, code) if by == TABLE else player_says(position, by, code)


def naming(position: LostCode, seat: int) -> object:
    """All that decides this seat's legal actions beside their codes: the wheels' sizes, what is written for what."""
    phase = position.phase
    if phase == codes.GUESSING:
        return tuple(position.parts.sizes)
    return (phase, position.next_colour(seat)) if phase == codes.WRITING else phase


def player_says(position: LostCode, by: int, code: int) -> Action:
    if code >= codes.WRITE:
        numbers = None if code == codes.WRITE_HIDDEN else numbers_in(code - codes.WRITE)
        if position.phase == codes.OFFERING:
            return Take(numbers)
        return Write(COLOURS[position.next_colour(by)], numbers)
    if code >= codes.GUESS:
        wheel, low = divmod(code - codes.GUESS, codes.LOWS)
        return Guess(position.parts.sizes[wheel], low)
    if code == codes.LEAVE:
        return Leave()
    if code >= codes.EXCHANGE:
        return Exchange(COLOURS[code - codes.EXCHANGE])
    if code >= codes.TURN:
        die, colour = divmod(code - codes.TURN, 6)
        return Turn(die, COLOURS[colour])
    return Keep()


def table_says(position: LostCode, code: int) -> Action:
    log = position.who
    colour = COLOURS[position.colour]
    if code >= codes.SHOW:
        return Show(log, colour, numbers_in(code - codes.SHOW))
    if code >= codes.UNCOVER:
        return Uncover(log, colour, code - codes.UNCOVER)
    if code >= codes.ANSWER:
        return Answer(log, ANSWERS[code - codes.ANSWER])
    if code >= codes.DISCARD:
        return Discard(log, colour, code - codes.DISCARD)
    if code >= codes.STONE:
        number = None if code == codes.STONE_HIDDEN else code - codes.STONE
        return Deal(log, colour, number) if position.phase == codes.DEALING else Draw(log, colour, number)
    if code >= codes.STACK:
        return Stack(code - codes.STACK)
    return Roll(position.rolled, COLOURS[code])
