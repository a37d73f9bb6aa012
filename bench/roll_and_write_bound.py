"""100,000 random games of Roll & Write: how long they last, and that none goes beyond 73 turns."""

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.find import game
from tepui.core.playout import Rng, play_out

GAMES = 10_000
BOUND = 73


def main() -> None:
    rules = game("roll-and-write")
    out, weights = vec[i64]([0] * 256), vec[i64]([0] * 256)
    for seats in rules.seats:
        for together in (False, True):
            start = rules.start(rules.setting(seats, {"together": together}))
            turns = []
            for seed in range(GAMES):
                position = start.clone()
                play_out(position, Rng(seed), out, weights)
                turns.append(getattr(position, "turn"))  # noqa: B009  the core's type does not know it
            assert max(turns) <= BOUND, f"seats {seats}: {max(turns)} turns"
            order = "together" if together else "clockwise"
            print(f"{seats} players, {order}: {GAMES} games of {min(turns)} to {max(turns)} turns", flush=True)


if __name__ == "__main__":
    main()
