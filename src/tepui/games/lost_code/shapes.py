"""What a board, a sheet or a bot reads of a view: typed, whole, and null where these eyes see a back.

Seats, logs and dice count from 0, and so do the places in every list that is "by colour" (the order of `colours`) or
"by seat". Nothing here asks its reader to know a rule.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tepui.games.lost_code.actions import Colour, Verdict

Phase = Literal["setup", "roll", "token", "turn", "recolour", "guess", "check", "exchange", "final", "score", "over"]


class Shape(msgspec.Struct, frozen=True, gc=False):
    """Base of all parts of the picture."""


class Log(Shape, frozen=True):
    """A log and the stones that were exchanged out of it."""

    owner: int | None  # null: a neutral log
    numbers: list[int | None]  # by colour, null if these eyes see the back
    discards: list[Gone]  # oldest first


class Gone(Shape, frozen=True):
    round: int
    colour: Colour
    number: int


class Die(Shape, frozen=True):
    rolled: Colour | None  # null: not rolled yet this round
    shows: Colour | None  # differs from `rolled` once it was turned


class Wheel(Shape, frozen=True):
    """One of the seven, smallest first. It shows `size` numbers in a row, none below 0 or above `top`."""

    size: int
    points: int
    settings: int  # it can begin at 0, 1, ... settings - 1
    blunt: bool  # a miss is only answered "wrong"
    by: int | None  # who took it this round, null while it is free
    low: int | None
    high: int | None
    answer: Verdict | None


class Space(Shape, frozen=True):
    """A space of the track with pieces on it."""

    space: int
    pieces: list[int]  # seats, from the bottom. The bottom piece is ahead of those on top of it


class Token(Shape, frozen=True):
    colour: Colour
    by: int | None  # who took it
    gone: bool  # out of the game, taken by nobody


class Curse(Shape, frozen=True):
    holder: int | None
    gone: bool
    begins: int  # the first piece on or beyond this space takes it
    ends: int  # it leaves the game when a round ends with a piece on or beyond this space
    last_round: int  # ... or at the end of this round at the latest


class Stake(Shape, frozen=True):
    """What a final guess of so many numbers is worth. Index 0: nothing written."""

    numbers: int
    hit: int
    miss: int


class Final(Shape, frozen=True):
    """One seat's final guess for one colour."""

    written: bool
    fixed: bool  # made with a token: counts double
    numbers: list[int] | None  # null: not written, or these eyes may not see it yet
    points: int | None  # once it is laid open
    stake: Stake | None  # what it brings, null if it is not written, or these eyes may not know


class Note(Shape, frozen=True):
    """A number that has become known since, written back into a row: a stone that stood in the log then."""

    colour: Colour
    number: int
    times: int  # as often as the dice of that row show the colour


class Guessed(Shape, frozen=True):
    """One seat's guess of one round, as its sheet keeps it."""

    wheel: int  # its size
    points: int
    low: int
    high: int
    answer: Verdict | None  # null: not checked yet
    sums: list[tuple[int, int]]  # the ranges in which the sum lies, by the answer, empty before it
    known: list[Note]  # discards written back
    known_sum: int  # their numbers times their times, added up
    curse: int  # what the curse has moved this piece in this round


class Swap(Shape, frozen=True):
    """An exchange: what left the log, and what came (null: these eyes see the back)."""

    seat: int
    colour: Colour
    number: int | None  # null: not laid open yet
    drawn: int | None


class Row(Shape, frozen=True):
    """One round of the sheet."""

    round: int
    order: list[int]  # seats as they chose, last on the track first. The first is the roller
    rolled: list[Colour]
    dice: list[Colour]  # as they were turned
    times: list[int]  # by colour: how often the dice show it
    token: Colour | None  # the token on offer
    token_by: int | None  # who took it
    cursed: int | None  # who held the curse when the round began
    guesses: list[Guessed | None]  # by seat
    swaps: list[Swap]  # in their order


class Seen(Shape, frozen=True):
    """Where a number was seen: in a log (round null), or laid open beside it in a round."""

    log: int
    round: int | None


class Choice(Shape, frozen=True):
    """What is being decided, the same for all eyes."""

    seats: list[int]
    colour: Colour | None  # token: the colour on offer. final: the colour that the own seat writes next
    die: int | None  # recolour: the die that must be turned now
    right: list[int] | None  # guess: by wheel, what a right guess moves the piece
    wrong: list[int] | None  # guess: by wheel, what a wrong one moves it (0, or minus the points under the curse)
    exchange: bool  # guess: a wrong guess will cost a stone


class Picture(Shape, frozen=True):
    me: int | None  # the seat whose eyes these are, null for the audience
    colours: list[Colour]  # those in play
    columns: list[Colour]  # the same, in the order of the sheet's columns
    numbers: int  # stones of a colour carry 0, 1, ... numbers - 1
    top: int  # the highest number on the wheels
    round: int  # 0 before the first
    rounds: int
    phase: Phase
    choice: Choice | None  # null while the table moves and when the game is over
    logs: list[Log]  # four: the players', then the neutral ones
    piles: list[int]  # by colour: stones left to draw
    dice: list[Die]  # three
    roller: int | None
    order: list[int]  # of this round: last on the track first
    wheels: list[Wheel]
    spaces: list[Space]  # of the track, those with pieces, from the last to the first
    scores: list[int]  # by seat: the space of its piece
    ranks: list[int]  # by seat: 1 is in front
    places: list[int] | None  # by seat, when the game is over
    tokens: list[Token] | None  # null: played without
    token_rounds: int  # tokens are on offer up to this round
    curse: Curse | None  # null: played without
    stakes: list[Stake]  # by how many numbers: 0 to 3
    token_stakes: list[Stake]  # the same with a token (index 0 is not allowed and has no worth)
    finals: list[list[Final]]  # by seat, by colour
    totals: list[int | None]  # by seat: points of the final guesses laid open so far, null before
    rows: list[Row]  # the sheet's rounds, the present one last
    seen: list[list[Seen | None]]  # by colour, by number: where these eyes saw it, null if it may be the own stone
    since: list[int]  # by colour: the round in which the own stone came, 0 from the start. The audience has none
