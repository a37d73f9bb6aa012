"""Draws the picture of a view: reads the position and the notebook, decides nothing."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from msgspec.structs import replace

from tepui.core.view import View
from tepui.games.lost_code import codes, shapes
from tepui.games.lost_code.actions import COLOURS, Colour, numbers_in
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts import LOGS, WHEELS, Parts
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.state import BACK, GONE, UNSEEN

CONSTANTS = (  # of a whole game: a page gets them once
    *("me", "colours", "columns", "numbers", "top"),
    *("rounds", "token_rounds", "stakes", "token_stakes"),
)
PHASES: tuple[shapes.Phase, ...] = (  # in the order of codes.py
    *("setup", "setup", "roll", "token", "turn", "recolour", "guess", "exchange"),
    *("check", "exchange", "exchange", "final", "score", "score", "over"),
)


@dataclass(frozen=True)
class Constants:
    """What never changes during a game, and the wheels as they are when all are free."""

    colours: list[Colour]
    columns: list[Colour]
    wheels: list[shapes.Wheel]
    stakes: list[shapes.Stake]
    token_stakes: list[shapes.Stake]


@lru_cache(maxsize=256)
def constants(parts: Parts, columns: tuple[Colour, ...]) -> Constants:
    return Constants(
        colours=list(COLOURS[: parts.colours]),
        columns=[colour for colour in columns if colour in COLOURS[: parts.colours]],
        wheels=[
            shapes.Wheel(parts.sizes[at], parts.points[at], parts.settings(at), parts.blunt(at), None, None, None, None)
            for at in range(WHEELS)
        ],
        stakes=[shapes.Stake(n, parts.worth(n, n > 0, False), parts.worth(n, False, False)) for n in range(4)],
        token_stakes=[shapes.Stake(n, parts.worth(n, n > 0, True), parts.worth(n, False, True)) for n in range(4)],
    )


def picture(view: View) -> shapes.Picture:
    position: LostCode = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
    parts = position.parts
    seats, colours = range(parts.seats), range(parts.colours)
    fixed = constants(parts, view.setting.parts.order)
    me = view.eye if view.eye in seats else None
    rows = present_rows(position, notes)
    last = rows[-1] if rows else None
    scores, ranks = standing(position)
    return shapes.Picture(
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
        dice=dice(last),
        roller=last.order[0] if last else None,
        order=last.order if last else [],
        wheels=wheels(fixed.wheels, last),
        spaces=spaces(position),
        scores=scores,
        ranks=ranks,
        places=[position.place(seat) for seat in seats] if position.phase == codes.OVER else None,
        tokens=tokens(position, rows),
        token_rounds=parts.token_rounds,
        curse=curse(position),
        stakes=fixed.stakes,
        token_stakes=fixed.token_stakes,
        finals=[finals(position, seat, notes.points[seat], fixed) for seat in seats],
        totals=[sum(points) if points else None for points in notes.points],
        rows=rows,
        seen=[notes.seen[colour][: parts.numbers] for colour in colours],
        since=[] if me is None else notes.since[6 * me : 6 * me + parts.colours],
    )


def present_rows(position: LostCode, notes: Notebook) -> list[shapes.Row]:
    """The notebook's rows; a token is noted when somebody has answered, and is on offer before."""
    rows = notes.rows[:]
    if position.phase == codes.OFFERING:
        rows[-1] = replace(rows[-1], token=COLOURS[position.colour])
    return rows


def choice(position: LostCode, me: int | None) -> shapes.Choice | None:
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
        wrong = [position.miss(owing[0], wheel) for wheel in range(WHEELS)]
    return shapes.Choice(owing, colour, die, right, wrong, right is not None and position.exchanges())


def log_of(position: LostCode, notes: Notebook, log: int) -> shapes.Log:
    parts = position.parts
    numbers = [position.stone(log, colour) for colour in range(parts.colours)]
    owner = log if log < parts.seats else None
    return shapes.Log(owner, [None if number == BACK else number for number in numbers], notes.gone[log][:])


def dice(row: shapes.Row | None) -> list[shapes.Die]:
    rolled = row.rolled if row else []
    return [
        shapes.Die(rolled[at], row.dice[at]) if row and at < len(rolled) else shapes.Die(None, None) for at in range(3)
    ]


def wheels(free: list[shapes.Wheel], row: shapes.Row | None) -> list[shapes.Wheel]:
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


def spaces(position: LostCode) -> list[shapes.Space]:
    track = position.track
    row = [track.at(place) for place in range(track.pieces)]
    return [shapes.Space(space, list(pieces)[::-1]) for space, pieces in groupby(row, track.space)]


def tokens(position: LostCode, rows: list[shapes.Row]) -> list[shapes.Token] | None:
    if not position.parts.deadly_shortcut:
        return None
    taken = {row.token: row.token_by for row in rows if row.token_by is not None}
    found = []
    for colour in range(position.parts.colours):
        name = COLOURS[colour]
        found.append(shapes.Token(name, taken.get(name), name not in taken and not position.tokens >> colour & 1))
    return found


def curse(position: LostCode) -> shapes.Curse | None:
    parts = position.parts
    if not parts.cursed:
        return None
    holder = position.curse if position.curse >= 0 else None
    return shapes.Curse(holder, position.curse == GONE, parts.curse_begins, parts.curse_ends, parts.curse_rounds)


def finals(position: LostCode, seat: int, points: list[int], fixed: Constants) -> list[shapes.Final]:
    found = []
    for colour in range(position.parts.colours):
        token = position.with_token(seat, colour)
        code = position.final_guess(seat, colour)
        known = position.written_yet(seat, colour) and code != UNSEEN
        numbers = list(numbers_in(code)) if known else None
        found.append(
            shapes.Final(
                written=position.written_yet(seat, colour),
                fixed=token,
                numbers=numbers,
                points=points[colour] if colour < len(points) else None,
                stake=None if numbers is None else (fixed.token_stakes if token else fixed.stakes)[len(numbers)],
            )
        )
    return found
