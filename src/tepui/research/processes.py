"""Random games in several processes: each writes its rows where they belong, and none are sent."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
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


def in_processes(of: Game, setting: Setting, games: int, seed: int, jobs: int) -> Batch:
    """Counted in all processes, then filled by all into one file that lies in memory."""
    parts = share_out(games, jobs)
    spec = spec_of(of, setting)
    with ProcessPoolExecutor(len(parts), get_context("spawn")) as pool, TemporaryDirectory(dir=in_memory()) as folder:
        counted = list(pool.map(count_part, [(spec, seed, part) for part in parts]))
        sizes = [
            {"rows": rows, "moves": moves, "games": len(part)}
            for (rows, moves), part in zip(counted, parts, strict=True)
        ]
        whole = {per: sum(size[per] for size in sizes) for per in sizes[0]}
        columns = mapped(Path(folder), widths_of(of, setting), whole, "w+")
        firsts = [{per: sum(size[per] for size in sizes[:at]) for per in whole} for at in range(len(parts))]
        tasks = [(spec, seed, part, sizes[at], folder, whole, firsts[at]) for at, part in enumerate(parts)]
        list(pool.map(fill_part, tasks))
    return Batch(of, setting, **columns)


def in_memory() -> str | None:
    """A folder whose files need no disk, where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108


def widths_of(of: Game, setting: Setting) -> dict[str, int]:
    """Numbers per row of the arrays that have two axes."""
    size = sum(of.layout(setting).values())
    return {"observation": size, "mask": of.codes + 1, "score": setting.seats, "place": setting.seats}


def mapped(folder: Path, widths: dict[str, int], whole: dict[str, int], mode: Any) -> dict[str, NDArray[Any]]:
    """One file per array. A mapped array outlives its file, which goes with the folder."""
    found: dict[str, NDArray[Any]] = {}
    for name, (kind, per) in COLUMNS.items():
        shape = (whole[per], widths[name]) if name in widths else (whole[per],)
        found[name] = np.memmap(folder / name, kind, mode, shape=shape)
    return found


def count_part(task: Any) -> list[int]:
    spec, seed, part = task
    return count(plan_of(*game_of(spec), False), seed, part.start, len(part))


def fill_part(task: Any) -> None:
    """One job: its games, written where they belong in the whole."""
    spec, seed, part, size, folder, whole, first = task
    of, setting = game_of(spec)
    plan = plan_of(of, setting, False)
    filled = Rows(plan, len(part), size["rows"], size["moves"])
    fill(plan, seed, part.start, len(part), filled)
    widths = widths_of(of, setting)
    for name, column in mapped(Path(folder), widths, whole, "r+").items():
        kind, per = COLUMNS[name]
        mine = array(getattr(filled, name), kind, size[per] if name in widths else None)
        column[first[per] : first[per] + size[per]] = mine + first["moves"] if name == "ends" else mine
