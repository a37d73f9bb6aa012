"""Draws the picture of a view: reads the position and the notebook, decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from msgspec.structs import replace
from mypy_extensions import i64

from tepui.core.view import View
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.board import BACK, GONE, UNSEEN
from tepui.games.lost_code.codec import numbers_in
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts import LOGS, WHEELS, Parts
from tepui.games.lost_code.picture import (
    Choice,
    Curse,
    Die,
    Final,
    Log,
    Phase,
    Picture,
    Row,
    Space,
    Stake,
    Token,
    Wheel,
)
from tepui.games.lost_code.rounds import NONE, Round
from tepui.games.lost_code.rules import LostCode

PHASES: dict[int, Phase] = {
    codes.STACKING: "setup",
    codes.DEALING: "setup",
    codes.ROLLING: "roll",
    codes.OFFERING: "token",
    codes.TURNING: "turn",
    codes.RECOLOURING: "recolour",
    codes.GUESSING: "guess",
    codes.ANSWERING: "check",
    codes.EXCHANGING: "exchange",
    codes.DISCARDING: "exchange",
    codes.DRAWING: "exchange",
    codes.WRITING: "final",
    codes.UNCOVERING: "score",
    codes.SHOWING: "score",
    codes.OVER: "over",
}


@dataclass(frozen=True)
class Still:
    """What never changes during a game."""

    colours: list[Colour]
    columns: list[Colour]
    wheels: list[Wheel]  # all free
    stakes: list[Stake]
    token_stakes: list[Stake]


@lru_cache(maxsize=256)
def still(parts: Parts, columns: tuple[Colour, ...]) -> Still:
    return Still(
        colours=list(COLOURS[: parts.colours]),
        columns=[colour for colour in columns if colour in COLOURS[: parts.colours]],
        wheels=[
            Wheel(parts.size(at), parts.points[at], parts.settings(at), at == 0, None, None, None, None)
            for at in range(WHEELS)
        ],
        stakes=[Stake(n, parts.worth(n, n > 0, False), parts.miss) for n in range(4)],
        token_stakes=[Stake(n, parts.worth(n, n > 0, True), parts.worth(n, False, True)) for n in range(4)],
    )


def picture(view: View) -> Picture:
    position: LostCode = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
    parts = position.parts
    seats, colours = range(parts.seats), range(parts.colours)
    fixed = still(parts, view.setting.parts.order)
    me = view.eye if view.eye in seats else None
    rows = present_rows(position, notes)
    scores, ranks = standing(position)
    return Picture(
        me=me,
        colours=fixed.colours,
        columns=fixed.columns,
        numbers=parts.numbers,
        top=parts.top,
        round=position.round,
        rounds=parts.rounds,
        phase=PHASES[position.phase],
        choice=choice(position, me),
        logs=[log_of(position, notes, log) for log in range(LOGS)],
        piles=[position.pile(colour) for colour in colours],
        dice=dice(rows[-1] if rows else None),
        roller=rows[-1].order[0] if rows else None,
        order=rows[-1].order if rows else [],
        wheels=wheels(fixed.wheels, rows[-1] if rows else None),
        spaces=spaces(position),
        scores=scores,
        ranks=ranks,
        places=[position.place(seat) for seat in seats] if position.phase == codes.OVER else None,
        tokens=tokens(position, notes),
        token_rounds=parts.token_rounds,
        curse=curse(position),
        stakes=fixed.stakes,
        token_stakes=fixed.token_stakes,
        finals=[finals(position, seat, notes.points[seat]) for seat in seats],
        totals=[sum(points) if points else None for points in notes.points],
        rows=rows,
        seen=[notes.seen[colour][: parts.numbers] for colour in colours],
    )


def present_rows(position: LostCode, notes: Notebook) -> list[Row]:
    """The notebook's rows, with the token on offer."""
    shown = [token(position, line) for line in notes.lines]
    return [replace(row, token=None if at == NONE else COLOURS[at]) for row, at in zip(notes.rows, shown, strict=True)]


def token(position: LostCode, line: Round) -> i64:
    """The colour of a round's token: it is on offer before anybody has answered."""
    if position.phase == codes.OFFERING and line.round == position.round:
        return position.colour
    return line.token


def choice(position: LostCode, me: int | None) -> Choice | None:
    acting = position.to_act()
    parts = position.parts
    owing = [seat for seat in range(parts.seats) if acting >> seat & 1]
    if not owing:
        return None
    colour: Colour | None = None
    die: int | None = None
    right: list[int] | None = None
    wrong: list[int] | None = None
    if position.phase == codes.OFFERING:
        colour = COLOURS[position.colour]
    elif position.phase == codes.WRITING and me is not None and me in owing:
        colour = COLOURS[position.next_colour(me)]
    elif position.phase == codes.RECOLOURING:
        die = position.red_die()
    elif position.phase == codes.GUESSING:
        right = [parts.points[wheel] for wheel in range(WHEELS)]
        wrong = [0 for _ in right]
        if position.curse == owing[0]:
            wrong = [-points for points in right]
    return Choice(owing, colour, die, right, wrong, right is not None and position.left != 0)


def log_of(position: LostCode, notes: Notebook, log: int) -> Log:
    parts = position.parts
    numbers = [position.stone(log, colour) for colour in range(parts.colours)]
    owner = log if log < parts.seats else None
    return Log(owner, [None if number == BACK else number for number in numbers], notes.gone[log][:])


def dice(row: Row | None) -> list[Die]:
    rolled = row.rolled if row else []
    return [Die(rolled[at], row.dice[at]) if row and at < len(rolled) else Die(None, None) for at in range(3)]


def wheels(free: list[Wheel], row: Row | None) -> list[Wheel]:
    """All seven; those of the last round stay where they were set until the dice roll again."""
    found = free[:]
    if row:
        places = {wheel.size: at for at, wheel in enumerate(free)}
        for seat, guess in enumerate(row.guesses):
            if guess:
                at = places[guess.wheel]
                found[at] = replace(free[at], by=seat, low=guess.low, high=guess.high, answer=guess.answer)
    return found


def standing(position: LostCode) -> tuple[list[int], list[int]]:
    """Points and ranks on the track; until every piece stands there nobody is ahead."""
    track = position.track
    seats = range(position.parts.seats)
    if track.pieces != position.parts.seats:
        return [0 for _ in seats], [1 for _ in seats]
    return [track.space(seat) for seat in seats], [track.ahead(seat) + 1 for seat in seats]


def spaces(position: LostCode) -> list[Space]:
    track = position.track
    row = [track.at(place) for place in range(track.pieces)]
    return [Space(space, list(pieces)[::-1]) for space, pieces in groupby(row, track.space)]


def tokens(position: LostCode, notes: Notebook) -> list[Token] | None:
    if not position.parts.deadly_shortcut:
        return None
    taken = {line.token: line.token_by for line in notes.lines if line.token_by != NONE}
    return [
        Token(COLOURS[colour], taken.get(colour), colour not in taken and not position.tokens >> colour & 1)
        for colour in range(position.parts.colours)
    ]


def curse(position: LostCode) -> Curse | None:
    parts = position.parts
    if not parts.cursed:
        return None
    holder = position.curse if position.curse >= 0 else None
    return Curse(holder, position.curse == GONE, parts.curse_begins, parts.curse_ends, parts.curse_rounds)


def finals(position: LostCode, seat: int, points: list[int]) -> list[Final]:
    found = []
    for colour in range(position.parts.colours):
        blank = bool(position.blank >> (6 * seat + colour) & 1)
        numbers = position.final_guess(seat, colour)
        found.append(
            Final(
                written=not blank,
                fixed=bool(position.fixed >> (6 * seat + colour) & 1),
                numbers=None if blank or numbers == UNSEEN else list(numbers_in(numbers)),
                points=points[colour] if colour < len(points) else None,
            )
        )
    return found
