"""`tepui laws`: every law on every installed game, on all cores."""

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from tepui.cli_args import Parser, at_least, option_values
from tepui.core import find
from tepui.core.game import Game
from tepui.core.refusal import UnknownName
from tepui.laws import FAMILIES, chosen, closed, small
from tepui.laws.finding import Asked, Finding
from tepui.laws.modes import INTERPRETED, compiled
from tepui.laws.smaller import command_of, story_lines
from tepui.progress import counted


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
    p = Parser("laws", "Tries the laws on installed games. Exit code 1 says that one is broken.")
    p.add_argument("game", nargs="*", metavar="GAME", help="its name, or package.module:GAME (default: all installed)")
    p.option("--games", "N", "games, pairs and records per law", 100, at_least(1))
    p.option("--seed", "S", "the first case. Case n has seed S + n", 1, int)
    p.option("--seats", "N", "only tables with so many players", type=int)
    p.add_option()
    p.many("--law", "NAME", "only the laws with this in their name")
    p.add_json("one JSON object per law, for programs")
    p.switch("--interpreted", "run the rules as they are written, not compiled")
    p.switch("--thorough", "compare every byte after every move")
    p.add_jobs()
    return p


def command(words: list[str]) -> int:
    args = parser().parse_args(words)
    if args.interpreted and os.environ.get(INTERPRETED) != "1":
        sys.stdout.flush()
        again = [sys.executable, "-m", "tepui.cli", "laws", *words]  # decided when Tepui is first imported
        return subprocess.run(again, env={**os.environ, INTERPRETED: "1"}).returncode
    wanted = chosen(args.law)
    names = args.game or list(find.names())
    if not names:
        raise UnknownName("no game is installed. Install one, or name it as package.module:GAME")
    good = True
    for name in names:
        game = find.game_at(name)
        asked = Asked(args.seats, option_values(game, args.option), args.thorough)
        game.setting(asked.seats, asked.options)  # a clear refusal before the work begins
        todo = list(tasks(name, args.games, args.seed, asked, wanted))
        findings = closed(game, done(todo, args.jobs, game.title), asked)
        show(findings, game, name, args, asked)
        good = good and all(finding.holds for finding in findings)
    return 0 if good else 1


def done(todo: list[Task], jobs: int, title: str) -> Iterator[Finding]:
    """Every finding as it comes in, from as many processes as there are cores."""
    jobs = min(jobs, len(todo))
    if jobs == 1:
        for task in counted(todo, title):
            yield from work(task)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        coming: list[Future[list[Finding]]] = [pool.submit(work, task) for task in todo]
        for future in counted(as_completed(coming), title, len(todo)):
            yield from future.result()


def show(findings: list[Finding], game: Game, name: str, args: argparse.Namespace, asked: Asked) -> None:
    for finding in findings:
        if not finding.holds:
            finding.failures = [small(game, finding, asked)]
    if args.json:
        for finding in findings:
            row = {"game": game.name, **finding.row()}
            if not finding.holds:
                row["again"] = command_of(name, finding.first, finding.law, asked, args.games, args.seed)
            print(json.dumps(row, ensure_ascii=False))
        return
    print(f"{game.title}, {'compiled' if compiled(game) else 'interpreted'}")
    width = max(len(finding.law) for finding in findings)
    for finding in findings:
        about = ", ".join(f"{key.replace('_', ' ')} {as_text(value)}" for key, value in finding.about.items())
        holds = "BROKEN" if not finding.holds else "holds" if finding.cases or finding.about.get("asked") else "untried"
        print(f"  {finding.law:{width}}  {holds:7}  {finding.cases:>9,} cases  {about}".rstrip())
    for finding in findings:
        if not finding.holds:
            first = finding.first
            print(f"\n{finding.law}: {first.sentence}")
            print(*(f"  {line}" for line in [first.where, *story_lines(first)] if line), sep="\n")
            print(f"  again: {command_of(name, first, finding.law, asked, args.games, args.seed)}")
    print()


def as_text(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {n:,}" for key, n in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
