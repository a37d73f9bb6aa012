"""Proves that the ladders of docs/ladder keep what the levels promise, and that their records play again.

With two players each rung beats the one below in 60 to 85 % of pairs, `beginner` beats `random` in 60 % or more, and
`master` the best house bot in 55 % or more where one was found that does.
"""

from itertools import pairwise
from pathlib import Path

from tepui.arena import records
from tepui.arena.results import result
from tepui.bots.levels import level_of
from tepui.core import find

FOLDER = Path(__file__).parents[2] / "docs" / "ladder"
BEATEN = {"kryptx": "steady", "roll-and-write": "learned"}


def main() -> None:
    for game in ("kryptx", "lost-code", "roll-and-write"):
        lines = records.read(FOLDER / f"{game}.jsonl")
        shares = {
            line.match.bots: result(line.match, line.played()).share[0] for line in lines if line.match.seats == 2
        }
        rungs = [bot for bot in find.bots(game) if level_of(bot)]
        steps = {(strong, weak): shares[strong, weak] for weak, strong in pairwise(rungs)}
        for (strong, weak), share in steps.items():
            assert 0.6 <= share <= 0.85, f"{game}: {strong} beats {weak} in {share:.1%}"
        assert shares["beginner", "random"] >= 0.6
        if game in BEATEN:
            assert shares["master", BEATEN[game]] >= 0.55
        wrong = records.differing(lines, 10)
        assert not wrong, wrong
        low, high = min(steps.values()), max(steps.values())
        print(f"{game}: {len(steps)} steps of {low:.1%} to {high:.1%}. 10 pairs play again as recorded", flush=True)


if __name__ == "__main__":
    main()
