"""The Lost Code: random play against OpenSpiel's hanabi, then clone, state size, memory and picture.

Bounds: inside compiled code at least 12 times the anchor, stepped from Python at least 8 times.
"""

import resource
import time
from collections.abc import Callable
from random import Random
from statistics import median

import msgspec
from anchor import hanabi_inside, hanabi_stepped, row
from play import inside, stepped

from tepui import _switch
from tepui.core import find
from tepui.core.game import Game
from tepui.core.position import packed
from tepui.core.table import Table

EVERYTHING: dict[str, bool | int | str] = {"x_race": True, "deadly_shortcut": True, "curse": True}


def microseconds(work: Callable[[], object], times: int = 200, turns: int = 15) -> float:
    """CPU time of one call, the median of some turns."""
    found = []
    for _ in range(turns):
        begin = time.process_time()
        for _ in range(times):
            work()
        found.append((time.process_time() - begin) / times)
    return 1e6 * median(found)


def in_the_middle(game: Game, seats: int) -> Table:
    """A game with every expansion, in its sixth round."""
    rng = Random(4)
    table = Table(
        game, game.setting(seats, EVERYTHING), lambda occasion, codes, weights: rng.choices(codes, weights)[0]
    )
    while len(table.look(0).notebook.rows) < 6:
        seat = table.to_act[0]
        table.pick(seat, rng.randrange(len(table.look(seat).codes())))
    return table


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> int:
    print(
        f"rules {'interpreted: ' + _switch.why if _switch.why else 'compiled'}; anchor: OpenSpiel's hanabi, two players"
    )
    game = find.game("lost-code")
    good = True
    for seats in game.seats:
        good &= row(f"lost-code, {seats} players, inside", hanabi_inside(), inside(game, seats)) >= 12
        good &= row(f"lost-code, {seats} players, stepped from Python", hanabi_stepped(), stepped(game, seats)) >= 8
    table = in_the_middle(game, 4)
    view = table.look(0)
    print(f"clone of a position        {microseconds(view.position.clone, 2000):8.3f} us")
    print(f"copy of a view             {microseconds(view.copy):8.3f} us")
    print(f"picture                    {microseconds(view.picture):8.3f} us")
    print(f"picture as JSON            {microseconds(lambda: msgspec.json.encode(view.picture())):8.3f} us")
    before, many = memory(), 200_000
    kept = [view.position.clone() for _ in range(many)]
    print(f"state                      {len(packed(view.position)):8d} whole numbers")
    print(f"memory of a position       {(memory() - before) / len(kept):8.0f} bytes")
    if not good:
        print("too slow: a ratio is below its bound")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
