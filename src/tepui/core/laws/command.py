"""`tepui laws`: every law on every installed game, on all cores."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from tepui.core import find
from tepui.core.cli_args import Parser
from tepui.core.game import Game, Value
from tepui.core.laws import FAMILIES, chosen, closed, small
from tepui.core.laws.finding import Asked, Finding
from tepui.core.laws.modes import INTERPRETED, compiled
from tepui.core.laws.smaller import story_lines, words_of
from tepui.core.refusal import UnknownName


@dataclass(frozen=True)
class Task:
    """Some cases of some laws of one game: what a process does at a time."""

    game: str
    family: int
    seeds: range
    asked: Asked
    wanted: frozenset[str]


def work(task: Task) -> list[Finding]:
    return FAMILIES[task.family].run(find.game_at(task.game), task.seeds, task.asked, task.wanted)


def tasks(name: str, games: int, seed: int, asked: Asked, wanted: frozenset[str]) -> Iterator[Task]:
    """Long enough to be worth a process, short enough to show progress."""
    size = max(1, min(500, games // 16))
    for family, laws in enumerate(FAMILIES):
        if wanted & set(laws.laws):
            step = games if laws.at_once else size
            for start in range(seed, seed + games, step):
                yield Task(name, family, range(start, min(start + step, seed + games)), asked, wanted)


def parser() -> Parser:
    p = Parser("laws", "Tries the laws on installed games.")
    p.add_argument(
        "game", nargs="*", help="a game's name, or package.module:GAME; every installed game if none is named"
    )
    p.add_argument("--games", type=int, default=100, metavar="N", help="games, pairs and records per law (100)")
    p.add_argument("--seed", type=int, default=1, metavar="S", help="the first case; case n has seed S + n (1)")
    p.add_argument("--seats", type=int, metavar="N", help="only tables with so many players")
    p.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="fix an option of the game")
    p.add_argument("--law", action="append", default=[], metavar="NAME", help="only the laws with this in their name")
    p.add_argument("--json", action="store_true", help="one JSON object per law, for programs")
    p.add_argument("--interpreted", action="store_true", help="run the rules as they are written, not compiled")
    p.add_argument("--thorough", action="store_true", help="compare every byte after every move")
    p.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (as many as there are cores)")
    return p


def command(words: list[str]) -> int:
    args = parser().parse_args(words)
    if args.games < 1:
        raise UnknownName("--games must be at least 1")
    if args.interpreted and os.environ.get(INTERPRETED) != "1":
        return again_interpreted(words)
    wanted = chosen(args.law)
    names = args.game or list(find.names())
    if not names:
        raise UnknownName("no game is installed; install one, or name it as package.module:GAME")
    good = True
    for name in names:
        game = find.game_at(name)
        asked = Asked(args.seats, options_of(game, args.option), args.thorough)
        game.setting(asked.seats, asked.options)  # a clear refusal before the work begins
        todo = list(tasks(name, args.games, args.seed, asked, wanted))
        findings = closed(game, done(todo, args.jobs, game.title), asked)
        show(findings, game, name, args, asked)
        good = good and all(finding.holds for finding in findings)
    return 0 if good else 1


def again_interpreted(words: list[str]) -> int:
    """The choice is made when Tepui is first imported, so this takes a new process."""
    environment = {**os.environ, INTERPRETED: "1"}
    sys.stdout.flush()
    command = [sys.executable, "-m", "tepui.cli", "laws", *words]
    return subprocess.run(command, env=environment).returncode


def options_of(game: Game, given: list[str]) -> dict[str, Value]:
    """`curse=on` as the game's own value."""
    chosen: dict[str, Value] = {}
    for text in given:
        name, _, value = text.partition("=")
        option = next((option for option in game.options if option.name == name), None)
        choices = option.choices if option else ()
        found = [choice for choice in choices if shown(choice) == value]
        chosen[name] = found[0] if found else value  # a name or value that is not there is refused by the game
    return chosen


def shown(value: Value) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def done(todo: list[Task], jobs: int, title: str) -> Iterator[Finding]:
    """Every finding as it comes in, from as many processes as there are cores."""
    jobs = min(jobs or os.cpu_count() or 1, len(todo))
    if jobs == 1:
        for n, task in enumerate(todo):
            progress(title, n, len(todo))
            yield from work(task)
        progress(title, len(todo), len(todo))
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        coming: list[Future[list[Finding]]] = [pool.submit(work, task) for task in todo]
        for n, future in enumerate(as_completed(coming)):
            progress(title, n, len(todo))
            yield from future.result()
        progress(title, len(todo), len(todo))


def progress(title: str, n: int, of: int) -> None:
    if sys.stderr.isatty():
        full = 30 * n // of
        line = f"\r{title}: [{'#' * full}{'.' * (30 - full)}] {100 * n // of} %"
        print(line if n < of else "\r" + " " * len(line) + "\r", end="", file=sys.stderr, flush=True)


def show(findings: list[Finding], game: Game, name: str, args: argparse.Namespace, asked: Asked) -> None:
    for finding in findings:
        if not finding.holds:
            finding.failures = [small(game, finding, asked)]
    if args.json:
        for finding in findings:
            row = {"game": game.name, **finding.row()}
            if not finding.holds:
                row["again"] = again(finding, name, args, asked)
            print(json.dumps(row, ensure_ascii=False))
        return
    print(f"{game.title}, {'compiled' if compiled(game) else 'interpreted'}")
    width = max(len(finding.law) for finding in findings)
    for finding in findings:
        about = ", ".join(f"{key.replace('_', ' ')} {told(value)}" for key, value in finding.about.items())
        holds = "holds" if finding.holds else "BROKEN"
        print(f"  {finding.law:{width}}  {holds:6}  {finding.cases:>9,} cases  {about}".rstrip())
    for finding in findings:
        if not finding.holds:
            first = finding.first
            print(f"\n{finding.law}: {first.sentence}")
            print(*(f"  {line}" for line in [first.where, *story_lines(first)] if line), sep="\n")
            print(f"  again: {again(finding, name, args, asked)}")
    print()


def told(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {n:,}" for key, n in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)


def again(finding: Finding, name: str, args: argparse.Namespace, asked: Asked) -> str:
    """The command that plays the broken case again."""
    words = ["tepui", "laws", name, *words_of(finding.first, finding.law, asked, args.games, args.seed)]
    words += [word for word, on in (("--interpreted", args.interpreted), ("--thorough", args.thorough)) if on]
    return shlex.join(words)
