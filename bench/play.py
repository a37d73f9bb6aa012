"""Random play of every installed game against OpenSpiel's hanabi: inside compiled code, and stepped from Python."""

from anchor import Run, hanabi_inside, hanabi_stepped, row
from librt.vecs import vec
from mypy_extensions import i64

from tepui import _switch
from tepui.core import find
from tepui.core.bits import lowest
from tepui.core.game import Game
from tepui.core.playout import Rng, play_out, weighted
from tepui.core.position import TABLE, TABLE_BIT

WIDTH = 256


def inside(game: Game, seats: int) -> Run:
    """Whole games by the generic play-out."""
    start = game.start(game.setting(seats))
    out, weights, rng = vec[i64]([0] * WIDTH), vec[i64]([0] * WIDTH), Rng(1)

    def run() -> int:
        return sum(play_out(start.clone(), rng, out, weights) for _ in range(200))

    return run


def stepped(game: Game, seats: int) -> Run:
    """The same, each step chosen and applied from Python."""
    start = game.start(game.setting(seats))
    out, weights, rng = vec[i64]([0] * WIDTH), vec[i64]([0] * WIDTH), Rng(1)

    def run() -> int:
        steps = 0
        for _ in range(50):
            position = start.clone()
            while who := position.to_act():
                if who & TABLE_BIT:
                    equal = position.chances()
                    if equal:
                        position.apply(TABLE, rng.below(equal))
                    else:
                        position.apply(TABLE, weighted(rng, out, weights, position.odds(out, weights)))
                else:
                    seat = lowest(who)
                    position.apply(seat, out[rng.below(position.legal(seat, out))])
                steps += 1
        return steps

    return run


def main() -> None:
    print(
        f"rules {'interpreted: ' + _switch.why if _switch.why else 'compiled'}; anchor: OpenSpiel's hanabi, two players"
    )
    for game in find.games():
        if not isinstance(game, Game):
            print(game.sentence)
            continue
        for seats in sorted({game.seats[0], game.seats[-1]}):
            row(f"{game.name}, {seats} players, inside", hanabi_inside(), inside(game, seats))
            row(f"{game.name}, {seats} players, stepped from Python", hanabi_stepped(), stepped(game, seats))


if __name__ == "__main__":
    main()
