"""`tepui arena`: bots against each other in duplicate pairs, as a table or as JSON."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec

from tepui.arena import games_file
from tepui.arena.matches import Progress, arranged, play
from tepui.arena.results import Result, result
from tepui.core import find
from tepui.core.cli_args import Parser, option_values
from tepui.core.refusal import UnknownName


def command(words: list[str]) -> int:
    parser = Parser("arena", "bots against each other: the same chance for all, every bot once on every seat")
    parser.add_argument("game")
    parser.add_argument(
        "bots", nargs="+", metavar="bot", help="an installed bot, a level, program:'COMMAND', or join:NAME"
    )
    parser.add_argument("--pairs", type=int, default=100, help="duplicate pairs (100)")
    parser.add_argument("--seats", type=int, help="players at the table (as many as bots); two bots sit in turns")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each decision (5)")
    parser.add_argument("--memory", type=int, default=2048, help="megabytes for a program (2048)")
    parser.add_argument("--seed", default="arena", help="another word is another match")
    parser.add_argument("--out", type=Path, metavar="GAMES.parquet", help="every game, with its moves")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished pairs there and go on from them")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the machines of this Ray head")
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    said = parser.parse_args(words)
    if said.pairs < 1 or said.jobs < 1 or said.seconds <= 0 or said.memory < 1:
        raise UnknownName("--pairs, --jobs, --seconds and --memory are at least 1 (seconds more than 0)")
    options = option_values(find.game(said.game), said.option)
    match = arranged(said.game, said.bots, said.seats, options, said.seconds, said.memory, said.seed)
    if said.out is not None:
        games_file.parquet()
    pairs = play(match, said.pairs, said.jobs, said.resume, said.ray, progress())
    if said.out is not None:
        games_file.write(said.out, match, pairs)
    found = result(match, pairs)
    print(msgspec.json.encode(found).decode() if said.json else as_text(found), flush=True)
    return 0


def progress() -> Progress:
    """On standard error: one line that changes in a terminal, ten lines in a file."""
    began, shown = time.monotonic(), -1
    live = sys.stderr.isatty()

    def tell(done: int, pairs: int) -> None:
        nonlocal shown
        step = done * (1000 if live else 10) // pairs
        if step == shown and done < pairs:
            return
        shown = step
        left = (time.monotonic() - began) / done * (pairs - done)
        end = "\r" if live and done < pairs else "\n"
        print(f"{done} of {pairs} pairs, {minutes(left)} to go   ", end=end, file=sys.stderr, flush=True)

    return tell


def minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def as_text(found: Result) -> str:
    options = "".join(f", {name}={value}" for name, value in found.options.items() if value)
    head = f"{found.game}, {found.seats} seats{options}: {found.pairs} duplicate pairs, {found.games} games"
    rows = [("bot", "pairs won", "95 %", "games won", "points", "above the others", "slowest")]
    for bot, name in enumerate(found.bots):
        low, high = found.interval[bot]
        rows.append(
            (
                name,
                f"{found.share[bot]:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{found.won[bot]:.1%}",
                f"{found.scores[bot]:.2f} ± {found.spread[bot]:.2f}",
                f"{found.difference[bot]:+.2f} ± {found.margin[bot]:.2f}",
                f"{1000 * found.slowest[bot]:.0f} ms",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [head, ""]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    for failure in found.failed:
        lines.append(f"{failure.bot} lost {failure.games} games by failing: {failure.why}")
    if found.luck_removed is not None:
        lines += ["", f"The same chance for all removed {found.luck_removed:.0%} of the luck."]
    return "\n".join(lines)
