"""The moves of The Lost Code as people and files name them; their numbers inside the rules: codec.py."""

from __future__ import annotations

from typing import Literal

from tepui.core.actions import Action

Colour = Literal["blue", "yellow", "purple", "green", "pink", "red"]
Verdict = Literal["right", "lower", "higher", "wrong"]

COLOURS: tuple[Colour, ...] = ("blue", "yellow", "purple", "green", "pink", "red")
ANSWERS: tuple[Verdict, ...] = ("right", "lower", "higher", "wrong")


# ---- what a player does; seats, logs and dice count from 0 ----


class Leave(Action, frozen=True):
    """The shortcut token stays on the table."""


class Take(Action, frozen=True):
    """The shortcut token is taken; 1 to 3 numbers are written and stay fixed (null: seen from outside)."""

    numbers: tuple[int, ...] | None


class Keep(Action, frozen=True):
    """The roll stands."""


class Turn(Action, frozen=True):
    """A die is turned to another colour, by choice or, in the introductory game, because it shows red."""

    die: int
    colour: Colour


class Guess(Action, frozen=True):
    """A wheel, named by how many numbers it shows, is set; `low` is the lowest of them."""

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
    """The truth about a guess; a miss with the smallest wheel is only "wrong"."""

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
