"""The learned weights: one table for each number of players, with the command, seed and figures that made them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from librt.vecs import vec

from tepui.core.refusal import Refusal
from tepui.games.roll_and_write.chooser import Chooser
from tepui.games.roll_and_write.value import WEIGHTS, Value

FILE = Path(__file__).parent / "learned.npz"


class NoWeights(Refusal):
    """The learned weights are missing or do not fit: train them again."""


class Provenance(msgspec.Struct, frozen=True):
    """Where a table of weights comes from."""

    command: str
    seed: int
    games: dict[str, int]  # by number of players
    mean_score: dict[str, float]  # of the last lesson, greedy without a look at the next roll
    minutes: float
    cores: int
    features: int


@cache
def chooser(seats: int, file: Path = FILE) -> Chooser:
    """Play by the weights for so many players."""
    try:
        with np.load(file, allow_pickle=False) as found:
            weights = found[f"weights_{seats}"]
    except (OSError, KeyError, ValueError) as error:
        raise NoWeights(f"cannot read {file} ({error}); run `tepui train roll-and-write`") from None
    if weights.shape != (WEIGHTS,):
        raise NoWeights(f"{file} was made by other rules or features; run `tepui train roll-and-write`")
    return Chooser(Value(vec[float](weights.astype(float).tolist())))


def provenance(file: Path = FILE) -> Provenance:
    with np.load(file, allow_pickle=False) as found:
        return msgspec.json.decode(bytes(found["provenance"]), type=Provenance)


def curves(file: Path = FILE) -> dict[int, list[tuple[int, float]]]:
    """By number of players: (games played, mean score) in the course of the training."""
    with np.load(file, allow_pickle=False) as found:
        return {
            int(name.removeprefix("curve_")): [(int(games), float(mean)) for games, mean in found[name]]
            for name in found.files
            if name.startswith("curve_")
        }
