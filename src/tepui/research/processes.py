"""Random games in several processes: each writes its rows where they belong, and none are sent.

The processes stay for the next call, because to start one takes as long as some ten thousand games. They play a few
games at a time into the same small memory and write those away: fresh memory costs more than a game does.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.core.game import Game, Setting
from tepui.research.batch import COLUMNS, Batch, game_of, share_out, spec_of
from tepui.research.filling import Rows, count, fill
from tepui.research.setup import plan_of
from tepui.research.vector import array
from tepui.spread import Broken, begin_worker

BLOCK = 100  # games: some megabytes of rows
Sizes = dict[str, int]
"""How many rows, moves and games."""


def in_processes(of: Game, setting: Setting, games: int, seed: int, jobs: int) -> Batch:
    """Counted in all processes, then filled by all into one file that lies in memory."""
    parts = share_out(games, jobs)
    spec = spec_of(of, setting)
    try:
        with TemporaryDirectory(dir=in_memory()) as folder:
            counted = list(workers(jobs).map(count_part, [(spec, seed, part) for part in parts]))
            firsts, whole = places_of(counted)
            columns = mapped(Path(folder), widths_of(of, setting), whole)
            tasks = [(spec, seed, folder, *one) for one in zip(parts, counted, firsts, strict=True)]
            list(workers(jobs).map(fill_part, tasks))
            return Batch(of, setting, **columns)  # a mapped array outlives its file, which goes with the folder
    except BrokenProcessPool:
        workers.cache_clear()
        raise Broken("a worker process was ended (no memory left?). Start again with fewer jobs") from None


@lru_cache(maxsize=1)
def workers(jobs: int) -> ProcessPoolExecutor:
    """The processes; those of another number of jobs end when these begin."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), begin_worker, (os.getpid(),))


def in_memory() -> str | None:
    """A folder whose files need no disk, where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108


def places_of(counted: list[list[Sizes]]) -> tuple[list[Sizes], Sizes]:
    """Where each job's rows, moves and games begin, and how many there are in all."""
    firsts, at = [], {"rows": 0, "moves": 0, "games": 0}
    for blocks in counted:
        firsts.append(at)
        at = {per: at[per] + sum(block[per] for block in blocks) for per in at}
    return firsts, at


def widths_of(of: Game, setting: Setting) -> dict[str, int]:
    """Numbers per row of the arrays that have two axes."""
    size = sum(of.layout(setting).values())
    return {"observation": size, "mask": of.codes + 1, "score": setting.seats, "place": setting.seats}


def mapped(folder: Path, widths: dict[str, int], whole: Sizes) -> dict[str, NDArray[Any]]:
    """One file per array."""
    found: dict[str, NDArray[Any]] = {}
    for name, (kind, per) in COLUMNS.items():
        shape = (whole[per], widths[name]) if name in widths else (whole[per],)
        found[name] = np.memmap(folder / name, kind, "w+", shape=shape)
    return found


def blocks_of(part: range) -> list[range]:
    return [range(first, min(first + BLOCK, part.stop)) for first in range(part.start, part.stop, BLOCK)]


def count_part(task: Any) -> list[Sizes]:
    """One job's games, block by block."""
    spec, seed, part = task
    plan = plan_of(*game_of(spec), False)
    found = []
    for block in blocks_of(part):
        rows, moves = count(plan, seed, block.start, len(block))
        found.append({"rows": rows, "moves": moves, "games": len(block)})
    return found


def fill_part(task: Any) -> None:
    """The same games again, written where they belong in the whole."""
    spec, seed, folder, part, counted, first = task
    of, setting = game_of(spec)
    plan, widths = plan_of(of, setting, False), widths_of(of, setting)
    moves = first["moves"]
    with ExitStack() as opened:
        files = {name: opened.enter_context(Path(folder, name).open("r+b")) for name in COLUMNS}
        for name, file in files.items():
            kind, per = COLUMNS[name]
            file.seek(first[per] * widths.get(name, 1) * np.dtype(kind).itemsize)
        for block, size in zip(blocks_of(part), counted, strict=True):
            filled = Rows(plan, len(block), size["rows"], size["moves"])
            fill(plan, seed, block.start, len(block), filled)
            for name, file in files.items():
                mine: Any = array(getattr(filled, name), COLUMNS[name][0])
                file.write(mine + moves if name == "ends" else mine)
            moves += size["moves"]
