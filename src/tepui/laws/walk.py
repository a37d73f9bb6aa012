"""Random games, each from its own seed: every moment just before it happens."""

from collections.abc import Callable, Iterator
from random import Random

from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, TABLE, TABLE_BIT, Position, legal_codes, odds_of
from tepui.core.refusal import Refusal
from tepui.core.table import Table
from tepui.laws.finding import Asked, Broken, Finding

LONGEST = 50_000  # moves; a game that is longer does not end
NAMES = (
    *("Anna", "Bilal", "Chiara", "Dmitri", "Élise", "Farid", "Gül", "Hana"),
    *("Iker", "Jun", "Katya", "Lior", "Mateo", "Nour", "Oskar", "Priya"),
)


def some_setting(game: Game, rng: Random, asked: Asked) -> Setting:
    """A number of players and a set of options, drawn from those the game allows; what was asked for stays."""
    for _ in range(200):
        seats = rng.choice(game.seats) if asked.seats is None else asked.seats
        options = {option.name: rng.choice(option.choices) for option in game.options}
        try:
            setting = game.setting(seats, {**options, **asked.options})
            game.start(setting)
        except Refusal:
            if asked.seats is not None and len(asked.options) == len(game.options):
                raise  # nothing was left to choice
            continue  # some options want more players
        return setting
    return game.setting(asked.seats, asked.options)


def names_of(setting: Setting) -> tuple[str, ...]:
    return NAMES[: setting.seats]


def eyes_of(setting: Setting) -> tuple[int, ...]:
    return (*range(setting.seats), AUDIENCE)


def fresh_table(game: Game, setting: Setting) -> Table:
    """A table that hears every move."""
    return Table(game, setting, names=names_of(setting))


def owing(position: Position, seats: int) -> list[int]:
    who = position.to_act()
    return [seat for seat in range(seats) if who >> seat & 1]


def next_move(truth: Position, seats: int, rng: Random) -> tuple[int, int] | None:
    """Anything that could happen now: mostly whoever must act, sometimes someone who only may."""
    if truth.to_act() & TABLE_BIT:
        codes, weights = odds_of(truth)
        if not codes:
            raise Broken("the table must move, but nothing is on offer")
        return TABLE, rng.choices(codes, weights)[0]
    must = owing(truth, seats)
    if not must:
        return None
    if rng.random() < 0.125:
        may = [seat for seat in range(seats) if seat not in must and legal_codes(truth, seat)]
        if may:
            seat = rng.choice(may)
            return seat, rng.choice(legal_codes(truth, seat))
    seat = rng.choice(must)
    codes = legal_codes(truth, seat)
    if not codes:
        raise Broken(f"seat {seat} must act, but nothing is on offer")
    return seat, rng.choice(codes)


def moments(table: Table, rng: Random) -> Iterator[tuple[int, int]]:
    """Yields each next move, then plays it."""
    for _ in range(LONGEST):
        move = next_move(table.truth, table.setting.seats, rng)
        if move is None:
            return
        yield move
        table.replay(*move)
    raise Broken(f"the game is not over after {LONGEST} moves")


def each(law: str, game: Game, seeds: range, asked: Asked, case: Callable[[Table, Random, Finding], None]) -> Finding:
    """A case for every seed, at a fresh table of some setting; whatever it raises has broken the law."""
    finding = Finding(law)
    for seed in seeds:
        rng, setting, table = Random(seed), None, None
        try:
            setting = some_setting(game, rng, asked)
            table = fresh_table(game, setting)
            case(table, rng, finding)
        except Exception as error:  # whatever a stranger's rules raise
            finding.broke(seed, setting, error, table)
    return finding
