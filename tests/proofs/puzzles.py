"""Proves a hundred puzzles of each game: one right answer by brute force, every wrong one refuted, play-outs again.

With a number (`puzzles.py 20`) only so many of each.
"""

import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from coach.solving import prove

from tepui.coach.puzzles import of_the_day, puzzler_of
from tepui.core import find

MOST = int(sys.argv[1]) if len(sys.argv) > 1 else 100


def main() -> None:
    for name in ("lost-code", "kryptx", "roll-and-write"):
        game = find.game(name)
        shipped, puzzler = of_the_day.list_of(game), puzzler_of(game)
        kinds: Counter[str] = Counter()
        wrong, held, began = 0, 0, process_time()
        for day in range(min(MOST, len(shipped.puzzles))):
            one = shipped.on(shipped.head.first + timedelta(day))
            view = one.view(game)
            wrong += prove(view, one.puzzle)
            kinds[one.puzzle.kind] += 1
            if held < MOST // 10 and one.puzzle.kind in ("wheel", "pair"):
                assert puzzler.holds(view, one.puzzle)
                held += 1
        print(
            f"{name}: {kinds.total()} puzzles {dict(kinds)}: one right answer each, {wrong} wrong answers refuted, "
            f"{held} played out again, {process_time() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
