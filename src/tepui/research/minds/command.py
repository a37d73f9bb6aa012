"""`tepui minds`: the benchmark of minds, run by a baseline or by anybody's program.

tepui minds run --program 'python3 my_solver.py' --questions 50
tepui minds run --baseline uniform
tepui minds table                            every baseline, with intervals
tepui minds questions --out minds.jsonl      the questions, without their answers
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tepui.core import find, levels
from tepui.core.bots import Bot
from tepui.core.cli_args import Parser
from tepui.core.refusal import UnknownName
from tepui.research.minds import play
from tepui.research.minds.network import Learner
from tepui.research.minds.questions import KINDS, Asked, questions
from tepui.research.minds.scoring import Result, judged, summary
from tepui.research.minds.solvers import BASELINES, Program, Reader, Solver

BITS = "bits lost"
UNIT = {
    "belief": BITS,
    "deduction": "proof, 0 to 1",
    "mind": BITS,
    "foresight": BITS,
    "play": "per game, -1 to 1",
}


def parser() -> Parser:
    it = Parser("minds", "Tepui Minds: belief, deduction, theory of mind and play, with exact answers.")
    it.add_argument("what", choices=["run", "table", "questions"])
    it.add_argument("--program", metavar="CMD", help="answers lines of JSON on its standard input")
    it.add_argument("--baseline", choices=sorted(BASELINES), help="a simple solver, or the exact one")
    it.add_argument("--questions", type=int, default=50, metavar="N", help="of each kind (default 50)")
    it.add_argument("--pairs", type=int, default=0, metavar="N", help="duplicate pairs of play per game (default none)")
    it.add_argument("--opponent", default="steady", metavar="BOT", help="whom it plays against (default steady)")
    it.add_argument("--network", type=int, default=0, metavar="N", help="table: and a network that learns from N games")
    it.add_argument("--seed", default="public", metavar="TEXT", help="the set of questions (default public)")
    it.add_argument("--seconds", type=float, default=120.0, metavar="S", help="for an answer (default 120)")
    it.add_argument("--kind", action="append", choices=KINDS, default=[], help="only these kinds (repeat)")
    it.add_argument("--out", type=Path, metavar="FILE", help="where questions go")
    it.add_argument("--json", action="store_true", help="one line of JSON per kind and game")
    return it


def command(words: list[str]) -> int:
    asked = parser().parse_args(words)
    if asked.questions < 1 or asked.pairs < 0 or asked.network < 0 or not asked.seconds > 0:
        raise UnknownName("--questions is at least 1, --pairs and --network not below 0, --seconds more than 0")
    if asked.what == "questions":
        return write_questions(asked)
    if asked.what == "table":
        those = wanted(asked)
        for name, solver in BASELINES.items():
            show(name, [judged(one, solver(one)) for one in those], asked.json)
        if asked.network:
            learner = Learner(asked.network)
            show("network", [judged(one, learner(one)) for one in those if one.question.kind == "belief"], asked.json)
        for bot in ("random", *levels.NAMES):
            show(bot, played(asked, bot), asked.json)
        return 0
    if (asked.program is None) == (asked.baseline is None):
        raise UnknownName("say who answers: --program CMD or --baseline NAME")
    if asked.baseline is not None:
        show(asked.baseline, results(asked, BASELINES[asked.baseline]), asked.json)
        return 0
    program = Program(asked.program, asked.seconds)
    try:
        show(asked.program, [*results(asked, program), *played(asked, Reader(program))], asked.json)
    finally:
        program.close()
    return 0


def wanted(asked: Namespace) -> list[Asked]:
    return [one for kind in asked.kind or KINDS for one in questions(kind, asked.questions, asked.seed)]


def results(asked: Namespace, solver: Solver) -> list[Result]:
    return [judged(one, solver(one)) for one in wanted(asked)]


def played(asked: Namespace, bot: Bot | str) -> list[Result]:
    found = []
    for name in play.GAMES if asked.pairs else ():
        mine = find.bot(name, bot) if isinstance(bot, str) else bot
        scores = play.pair_scores(name, mine, asked.opponent, asked.pairs, asked.seed)
        found += [Result("play", name, score, True) for score in scores]
    return found


def write_questions(asked: Namespace) -> int:
    """Without answers: whoever wants them asks the exact solver."""
    out: Any = sys.stdout.buffer if asked.out is None else asked.out.open("wb")
    for one in wanted(asked):
        out.write(msgspec.json.encode(one.question) + b"\n")
    if asked.out is not None:
        out.close()
    return 0


def show(who: str, found: Sequence[Result], as_json: bool) -> None:
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in found:
        groups.setdefault((result.kind, result.game), []).append(result)
    for (kind, game), group in groups.items():
        mean, half = summary(group)
        valid = sum(result.valid for result in group) / len(group)
        if as_json:
            row = {
                "solver": who,
                "kind": kind,
                "game": game,
                "n": len(group),
                "mean": mean,
                "half": half,
                "valid": valid,
            }
            print(json.dumps(row))
        else:
            told = f"{mean:7.3f} ± {half:.3f} {UNIT[kind]}"
            print(f"{who:12} {kind:10} {game:15} {told:34} {len(group)} questions, {valid:.0%} of the form", flush=True)
