"""`tepui train roll-and-write`: learn the weights of the Roll & Write bots by self-play.

Each number of players has weights of its own and learns by itself; nothing is shared between them, so cores and
machines only decide how long it takes.
"""

import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from librt.vecs import vec

from tepui.cli_args import Parser, more_than_nothing, unused
from tepui.core.playout import Rng
from tepui.core.refusal import UnknownName
from tepui.games.roll_and_write.bots.learned import FILE, Provenance
from tepui.games.roll_and_write.bots.learning import Learner, lesson
from tepui.games.roll_and_write.bots.value import FEATURES, HOPE, WEIGHTS
from tepui.games.roll_and_write.parts_file import load
from tepui.spread import spread

NAME = "roll-and-write"
GAMES = {1: 160_000, 2: 100_000, 3: 50_000, 4: 36_000, 5: 28_000}
HOPES = {1: 760.0, 2: 400.0, 3: 300.0, 4: 250.0, 5: 220.0}  # what an unknown sheet promises: more than it will keep
LESSONS = 50  # points of a learning curve
SAY = 5  # lessons between two lines that say how far it is
RATE = 1.0
TRACE = 0.9

Curve = list[tuple[int, float]]


def school(seed: int, course: tuple[int, int]) -> tuple[int, np.ndarray[Any, Any], Curve]:
    """One table of weights from its first game to its last."""
    seats, games = course
    weights = zeros()
    weights[HOPE] = HOPES[seats]
    learner = Learner(weights, zeros(), zeros(), RATE / seats, TRACE)  # as many sheets speak at once
    rng = Rng(seed * 8 + seats)
    curve: Curve = []
    played = 0
    for k in range(1, LESSONS + 1):
        now = games * k // LESSONS - played
        if now == 0:
            continue
        mean = lesson(learner, seats, load(None), rng, now)
        played += now
        curve.append((played, mean))
        if k % SAY == 0:
            print(f"players: {seats}  games: {played} of {games}  mean score: {mean:.0f}", file=sys.stderr, flush=True)
    return seats, np.array(list(weights), dtype=np.float32), curve


def zeros() -> vec[float]:
    return vec[float]([0.0] * WEIGHTS)


def train(
    games: dict[int, int], seed: int, cores: int, ray: str | None = None
) -> tuple[dict[int, Any], dict[int, Curve]]:
    """All of them, as many at a time as there are cores; the longest first."""
    courses = sorted(games.items(), key=lambda course: -course[0] * course[1])
    weights: dict[int, Any] = {}
    curves: dict[int, Curve] = {}
    for seats, table, curve in spread(partial(school, seed), courses, cores, ray):
        weights[seats], curves[seats] = table, curve
    return weights, curves


def save(file: Path, weights: dict[int, Any], curves: dict[int, Curve], made: Provenance) -> None:
    arrays: dict[str, Any] = {f"weights_{seats}": table for seats, table in sorted(weights.items())}
    arrays |= {f"curve_{seats}": np.array(curve) for seats, curve in sorted(curves.items())}
    arrays["provenance"] = np.frombuffer(msgspec.json.encode(made), dtype=np.uint8)
    with file.open("wb") as out:
        np.savez_compressed(out, **arrays)


def command(words: list[str]) -> int:
    parser = Parser("train", "Learns the weights of the Roll & Write bots by self-play. The same seed gives the same.")
    parser.add_argument("game", metavar="GAME", help=NAME)
    parser.option("--seed", "S", "decides everything", 1, int)
    parser.option("--share", "X", "of the published number of games", 1.0, more_than_nothing)
    parser.add_jobs()
    parser.option("--ray", "ADDRESS", "on the machines of a Ray head, --jobs at a time")
    parser.add_out(f"where the weights go (.npz). Ours are {FILE.name} beside the bots", required=True)
    asked = parser.parse_args(words)
    if asked.game != NAME:
        raise UnknownName(f"there is nothing to train for {asked.game!r}. `tepui train {NAME}` is what there is")
    unused(asked.out, asked)
    games = {seats: max(LESSONS, int(number * asked.share)) for seats, number in GAMES.items()}
    began = time.monotonic()
    weights, curves = train(games, asked.seed, asked.jobs, asked.ray)
    made = Provenance(
        command=f"tepui train {NAME} --seed {asked.seed} --share {asked.share:g}",
        seed=asked.seed,
        games={str(seats): number for seats, number in games.items()},
        mean_score={str(seats): round(curve[-1][1], 1) for seats, curve in sorted(curves.items())},
        minutes=round((time.monotonic() - began) / 60, 1),
        cores=asked.jobs,
        features=FEATURES,
    )
    save(asked.out, weights, curves, made)
    print(f"{asked.out}: {made.mean_score} after {made.minutes} minutes")
    return 0
