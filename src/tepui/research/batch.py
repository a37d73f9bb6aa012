"""Whole games as arrays, one row per decision: what was seen, what was possible, what was played, how it ended."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.core import find
from tepui.core.game import Game, Setting
from tepui.research.filling import Rows
from tepui.research.stepping import BY
from tepui.research.vector import array

COLUMNS: dict[str, tuple[Any, str]] = {
    # an array's name: its numbers, and what its first axis counts
    "observation": (np.int16, "rows"),
    "mask": (np.bool_, "rows"),
    "code": (np.int16, "rows"),
    "seat": (np.int16, "rows"),
    "game": (np.int32, "rows"),
    "turn": (np.int32, "rows"),
    "score": (np.int32, "games"),
    "place": (np.int32, "games"),
    "moves": (np.int32, "moves"),
    "ends": (np.int64, "games"),
}


@dataclass(frozen=True)
class Batch:
    """One row per decision; `game` says of which game, `turn` after how many of its moves."""

    of: Game
    setting: Setting
    observation: NDArray[np.int16]  # [rows, size], of the seat that decides, from its own view
    mask: NDArray[np.bool_]  # [rows, codes + 1]; the last column is passing an interrupt
    code: NDArray[np.int16]  # [rows]: what was played
    seat: NDArray[np.int16]
    game: NDArray[np.int32]
    turn: NDArray[np.int32]
    score: NDArray[np.int32]  # [games, seats], at the end
    place: NDArray[np.int32]
    moves: NDArray[np.int32] = field(repr=False)  # all games one after the other, each by * 65536 + code; open
    ends: NDArray[np.int64] = field(repr=False)  # where each game's moves end
    belief: NDArray[np.float32] | None = None  # [rows, things, values] if asked for

    def moves_of(self, game: int) -> list[tuple[int, int]]:
        """All moves of a game, the table's included, as the dealer saw them: by whom, and the code."""
        first = int(self.ends[game - 1]) if game else 0
        return [divmod(move, BY) for move in self.moves[first : int(self.ends[game])].tolist()]


def batch_of(of: Game, setting: Setting, filled: Rows, counted: dict[str, int]) -> Batch:
    columns = {}
    for name, (kind, per) in COLUMNS.items():
        wide = name in ("observation", "mask", "score", "place")
        columns[name] = array(getattr(filled, name), kind, counted[per] if wide else None)
    return Batch(of, setting, **columns)


def share_out(games: int, jobs: int) -> list[range]:
    """The games of each job."""
    edges = [games * job // jobs for job in range(jobs + 1)]
    return [range(low, high) for low, high in pairwise(edges) if high > low]


Spec = tuple[str, int, dict[str, Any], str | None]
"""A game and its setting as another process can read them."""


def spec_of(of: Game, setting: Setting) -> Spec:
    return of.name, setting.seats, setting.options, setting.parts_text


def game_of(spec: Spec) -> tuple[Game, Setting]:
    name, seats, options, parts_text = spec
    of = find.game(name)
    return of, of.setting(seats, options, parts_text)
