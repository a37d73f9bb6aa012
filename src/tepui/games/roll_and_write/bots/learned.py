"""The learned weights: one table for each number of players, with the command, seed and figures that made them."""

import struct
from functools import cache
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import msgspec
from librt.vecs import vec

from tepui.core.refusal import Refusal
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.value import WEIGHTS, Value

KINDS = {"<f4": "f", "<f8": "d", "|u1": "B"}
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
        weights = numbers(file, f"weights_{seats}")
    except (OSError, KeyError, ValueError, BadZipFile, struct.error) as error:
        raise NoWeights(f"cannot read {file} ({error}). Run `tepui train roll-and-write`") from None
    if len(weights) != WEIGHTS:
        raise NoWeights(f"{file} was made by other rules or features. Run `tepui train roll-and-write`")
    return Chooser(Value(vec[float](weights)))


def provenance(file: Path = FILE) -> Provenance:
    return msgspec.json.decode(bytes(int(one) for one in numbers(file, "provenance")), type=Provenance)


def numbers(file: Path, name: str) -> list[float]:
    """One array of such a file, flat. Without numpy: it takes longer to load than all the rest of a game."""
    with ZipFile(file) as found:
        data = found.read(f"{name}.npy")
    if data[:8] != b"\x93NUMPY\x01\x00":
        raise ValueError(f"{name} is no array")
    (size,) = struct.unpack("<H", data[8:10])
    head, body = data[10 : 10 + size].decode("latin-1"), data[10 + size :]
    kind = next((letter for mark, letter in KINDS.items() if f"'descr': '{mark}'" in head), None)
    if kind is None or "'fortran_order': False" not in head:
        raise ValueError(f"{name} is an array of another kind")
    return [float(one[0]) for one in struct.iter_unpack(f"<{kind}", body)]
