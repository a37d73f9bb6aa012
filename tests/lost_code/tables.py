"""Tables that several tests of The Lost Code begin from."""

from itertools import product
from random import Random

from tepui.core.position import legal_codes
from tepui.core.table import Table
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import Exchange, Guess, Keep
from tepui.games.lost_code.rules import DICE, PIECES

OPTIONS = [option.name for option in GAME.options]
SETTINGS = [
    (seats, dict(zip(OPTIONS, chosen, strict=True)))
    for seats in GAME.seats
    for chosen in product((False, True), repeat=len(OPTIONS))
]


def some_table(rng: Random, seats: int, options: dict[str, bool], moves: int | None = None) -> Table:
    """A game played at random for a while."""
    table = Table(GAME, GAME.setting(seats, options), lambda occasion, offered, weights: rng.choice(offered))
    moves = rng.randrange(120) if moves is None else moves
    while not table.over and len(table.moves) < moves and table.truth.phase < codes.WRITING:
        seat = rng.choice(table.to_act)
        table.play_code(seat, rng.choice(legal_codes(table.truth, seat)))
    return table


JIM, DIANA, YVONNE, CHRISTOPHER = range(4)
BLUE, YELLOW, PURPLE, GREEN, PINK, RED = range(6)
WHEELS = {CHRISTOPHER: 10, YVONNE: 7, DIANA: 4}


def jims_table(yellows: list[int]) -> Table:
    """Jim holds yellow 1 and purple 2; the others' purples are 1, 3 and 4. He rolls first."""
    stones = {colour: iter(range(8)) for colour in (BLUE, GREEN, PINK, RED)}
    stones |= {YELLOW: iter([1, *yellows]), PURPLE: iter([2, 1, 3, 4, 7])}
    dice = iter([PURPLE, PURPLE, YELLOW, PURPLE, GREEN, PINK])
    pieces = iter([DIANA, YVONNE, CHRISTOPHER, JIM])  # Jim on top: last, so he rolls

    def chance(occasion: int, offered: list[int], weights: list[int]) -> int:
        if occasion >= DICE:
            return next(dice, BLUE)
        return codes.STACK + next(pieces) if occasion == PIECES else codes.STONE + next(stones[occasion])

    return Table(GAME, GAME.setting(4), chance, ("Jim", "Diana", "Yvonne", "Christopher"))


def jim_hears_of_purple_and_yellow(table: Table) -> None:
    """Round 1: purple, purple, yellow is 1 to 5."""
    table.play(JIM, Keep())
    table.play(JIM, Guess(wheel=5, low=1))
    for seat in (CHRISTOPHER, YVONNE, DIANA):
        table.play(seat, Guess(wheel=WHEELS[seat], low=0))
    while table.truth.phase == codes.EXCHANGING:
        table.play(table.to_act[0], Exchange("blue"))
