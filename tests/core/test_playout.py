"""Random play: the same everywhere, as likely as the weights say, and equal interpreted and compiled."""

import os
import subprocess
import sys
from collections import Counter

import pytest

from tepui.core import find
from tepui.core.playout import Rng, play_out, step, weighted
from tepui.core.position import Position, zeros

STEPS = 100_000  # bench/core.py plays the whole million

CHECKSUM = """
import hashlib, sys
from tepui import _switch
from tepui.core import find
from tepui.core.playout import Rng, step
from tepui.core.position import zeros
from tepui.core.position import packed
game, rng, out, weights = find.game("forehead"), Rng(2026), zeros(256), zeros(256)
total, done = hashlib.sha256(), 0
while done < int(sys.argv[1]):
    for seats in (2, 3, 4, 5):
        position = game.start(game.setting(seats))
        while step(position, rng, out, weights):
            done += 1
            total.update(bytes(packed(position)[:2]) + position.to_act().to_bytes(4, "little"))
        total.update(repr((packed(position), [position.score(s) for s in range(seats)])).encode())
print("interpreted" if _switch.why else "compiled", total.hexdigest())
"""


def checksum(steps: int, **more: str) -> list[str]:
    env = {**{name: value for name, value in os.environ.items() if name != "TEPUI_INTERPRETED"}, **more}
    answer = subprocess.run([sys.executable, "-c", CHECKSUM, str(steps)], env=env, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.split()


@pytest.mark.once
def test_interpreted_and_compiled_play_the_same_steps() -> None:
    native, plain = checksum(STEPS), checksum(STEPS, TEPUI_INTERPRETED="1")
    assert plain[0] == "interpreted"
    assert native[1] == plain[1], "the compiled rules play another game"
    if native[0] == "interpreted":
        pytest.skip("the rules are not compiled here: both runs were interpreted")


def test_the_generator_is_the_same_for_ever() -> None:
    rng = Rng(2026)
    assert [rng.word() for _ in range(4)] == [again.word() for again in [Rng(2026)] for _ in range(4)]
    assert [Rng(1).word(), Rng(2).word(), Rng(1 << 40).word()] == [573063952, 2236792190, 2838698169]


def test_below_is_even() -> None:
    rng, hits = Rng(7), Counter[int]()
    for _ in range(60_000):
        hits[rng.below(6)] += 1
    assert sorted(hits) == list(range(6))
    assert sum((n - 10_000) ** 2 / 10_000 for n in hits.values()) < 20.5  # chi-square, 5 degrees: 0.1 %


def test_weights_count() -> None:
    rng, hits, out, weights = Rng(8), Counter[int](), zeros(3), zeros(3)
    for i, (code, weight) in enumerate(((5, 1), (7, 0), (9, 3))):
        out[i], weights[i] = code, weight
    for _ in range(40_000):
        hits[weighted(rng, out, weights, 3)] += 1
    assert set(hits) == {5, 9} and abs(hits[5] - 10_000) < 400


def test_without_weights_the_first_is_taken() -> None:
    assert weighted(Rng(1), zeros(2), zeros(2), 2) == 0


class Coin(Position):
    """Two throws of a fair coin by `chances`, then seat 1 says something out of a list."""

    def __init__(self) -> None:
        self.done = 0

    def to_act(self) -> int:
        return {0: 65536, 1: 65536, 2: 2}.get(self.done, 0)

    def chances(self) -> int:
        return 2

    def legal(self, seat: int, out: object) -> int:
        out[0], out[1] = 100, 200  # type: ignore[index]
        return 2

    def apply(self, by: int, action: int) -> None:
        assert action in ((0, 1) if by == 16 else (100, 200))
        self.done += 1


def test_chances_and_lists() -> None:
    game, rng, out, weights = Coin(), Rng(3), zeros(256), zeros(256)
    assert play_out(game, rng, out, weights) == 3
    assert not step(game, rng, out, weights)


def test_a_position_by_itself_says_what_is_missing() -> None:
    bare = Position()
    assert (bare.legal_set(0), bare.chances(), bare.seen(5, 0, 0), bare.legal(0, zeros(1))) == (0, 0, 5, 0)
    for ask in (
        bare.to_act,
        bare.occasion,
        bare.clone,
        lambda: bare.odds(zeros(1), zeros(1)),
        lambda: bare.apply(0, 0),
        lambda: bare.score(0),
        lambda: bare.place(0),
        lambda: bare.pack(zeros(1)),
    ):
        with pytest.raises(NotImplementedError):
            ask()


def test_forehead_ends_after_three_rounds() -> None:
    game = find.game("forehead")
    for seats in game.seats:
        assert play_out(game.start(game.setting(seats)), Rng(seats), zeros(256), zeros(256)) == 3 * seats
