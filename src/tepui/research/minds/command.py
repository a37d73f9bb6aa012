"""`tepui minds`: the benchmark of minds, run by a baseline or by anyone's program.

tepui minds run --program 'python3 my_solver.py' --questions 50
tepui minds run --baseline uniform
tepui minds table --out docs/research/minds-results.md      every baseline, with intervals
tepui minds questions --out minds.jsonl                     the questions, without their answers
"""

import hashlib
import json
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from tepui.bots import levels
from tepui.bots.contract import Bot
from tepui.cli_args import Parser, at_least, more_than_nothing
from tepui.core import find
from tepui.core.refusal import UnknownName
from tepui.progress import counted
from tepui.research.bot_games import pair_score
from tepui.research.minds.conditions import CONDITIONS, LANGUAGES, Form
from tepui.research.minds.questions import KINDS, Asked, digest, questions
from tepui.research.minds.scoring import MAIN, MEASURES, Result, figure, judged_all
from tepui.research.minds.solvers import BASELINES, Program, Reader, Solver, is_asked

Found = dict[str, list[Result]]  # by solver
PLAYED = ("lost-code", "roll-and-write", "kryptx")  # the fourth kind of question


def command(words: list[str]) -> int:
    it = Parser("minds", "Tepui Minds: belief, deduction, theory of mind and play, with exact answers.")
    it.add_argument("what", choices=["run", "table", "questions"], help="ask one solver, all of ours, or print them")
    it.option("--program", "CMD", "answers lines of JSON on its standard input")
    it.add_argument("--baseline", choices=list(BASELINES), help="a simple solver, or the exact one")
    it.option("--questions", "N", "of each kind", 50, at_least(1))
    it.add_argument("--kind", action="append", choices=KINDS, default=[], help="only these kinds (repeat)")
    it.add_argument("--language", choices=LANGUAGES, default="en", help="of the text (en)")
    it.add_argument(
        "--condition",
        choices=CONDITIONS,
        default="example",
        help="the game alone, with the rules, or both and an example (example)",
    )
    it.option("--seed", "TEXT", "the set of questions", "public")
    it.option("--seed-file", "FILE", "a seed that stays private: nothing that is sent or printed tells it", type=Path)
    it.add_argument("--against", choices=list(BASELINES), default="pencil", help="whom it is compared with (pencil)")
    it.option("--pairs", "N", "pairs of play per game", 0, at_least(0))
    it.option("--opponent", "BOT", "whom it plays against", "steady")
    it.option("--network", "N", "one that learns from N games", 0, at_least(0))
    it.option("--seconds", "S", "for an answer", 120.0, more_than_nothing)
    it.add_jobs()
    it.option("--out", "FILE", "where questions, or the table, go. A folder with --dataset", type=Path)
    it.option("--answers", "FILE", "questions: and the exact answers, in a file of their own", type=Path)
    it.switch("--dataset", "questions: Parquet files, a card and Croissant")
    it.add_json("one line of JSON per solver, kind and game")
    said = it.parse_args(words)
    if said.what == "questions":
        return write_questions(said)
    if said.what == "run" and (said.program is None) == (said.baseline is None):
        raise UnknownName("say who answers: --program CMD or --baseline NAME")
    those = wanted(said)
    found: Found = {}
    if said.program is not None:
        program = Program(said.program, said.seconds)
        try:
            found[said.program] = [*results(said.program, program, those), *played(said, Reader(program))]
        finally:
            program.close()
        found.setdefault(said.against, results(said.against, BASELINES[said.against], those))
    else:
        names = [said.baseline] if said.what == "run" else list(BASELINES)
        solvers: dict[str, Solver] = {name: BASELINES[name] for name in dict.fromkeys([*names, said.against])}
        if said.what == "table" and said.network:
            from tepui.research.minds.network import Learner

            solvers["network"] = Learner(said.network)
        found = {name: results(name, solver, those) for name, solver in solvers.items()}
        for bot in ("random", *levels.NAMES) if said.what == "table" else ():
            found.setdefault(bot, []).extend(played(said, bot))
    text = "".join(f"{json.dumps(row)}\n" for row in rows(said, found)) if said.json else page(said, words, found)
    if said.out is None:
        print(text, end="", flush=True)
    else:
        said.out.write_text(text, "utf-8")
    return 0


def secret_of(said: Namespace) -> tuple[str, str]:
    """The seed, and the name of the set, from which a private seed does not follow."""
    if said.seed_file is None:
        return said.seed, said.seed
    try:
        seed = said.seed_file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnknownName(f"cannot read a seed from {said.seed_file} ({error}). Check the name of the file") from None
    if len(seed) < 16:
        raise UnknownName("a private seed has 16 letters or more, so that nobody finds it by trying")
    return seed, f"private-{hashlib.sha256(seed.encode()).hexdigest()[:16]}"


def wanted(said: Namespace) -> list[Asked]:
    seed, label = secret_of(said)
    form = Form(said.language, said.condition)
    kinds = said.kind or KINDS
    return [one for kind in kinds for one in questions(kind, said.questions, seed, form, label, said.jobs)]


def results(name: str, solver: Solver, those: Sequence[Asked]) -> list[Result]:
    mine = [one for one in those if is_asked(name, one.question.kind)]
    return judged_all(mine, [solver(one) for one in counted(mine, name)])


def played(said: Namespace, bot: Bot | str) -> list[Result]:
    seed, _ = secret_of(said)
    found = []
    for name in PLAYED if said.pairs else ():
        mine, other = find.bot(name, bot) if isinstance(bot, str) else bot, find.bot(name, said.opponent)
        for n in range(said.pairs):
            score = pair_score(name, mine, other, f"{seed} play {n}")
            found.append(Result("play", name, f"play-{n}", {"play": (score, 1.0)}))
    return found


def write_questions(said: Namespace) -> int:
    """Without answers, unless someone wants them: then in a file of their own."""
    those = wanted(said)
    if said.dataset:
        if said.out is None:
            raise UnknownName("say where the dataset goes: --out FOLDER")
        try:
            from tepui.research.minds.dataset import write
        except ImportError:
            raise UnknownName("Parquet needs pyarrow. Run `pip install 'tepui[research]'`") from None
        write(said.out, those, said.answers is not None, secret_of(said)[1])
        return 0
    lines = b"".join(msgspec.json.encode(one.question) + b"\n" for one in those)
    if said.out is None:
        sys.stdout.buffer.write(lines)
    else:
        said.out.write_bytes(lines)
    if said.answers is not None:
        said.answers.write_bytes(b"".join(msgspec.json.encode(one.key()) + b"\n" for one in those))
    for kind in dict.fromkeys(one.question.kind for one in those):
        mine = [one for one in those if one.question.kind == kind]
        print(f"{kind}: {len(mine)} questions, sha256 {digest(mine)}", file=sys.stderr)
    return 0


# ---- what came out ----


def rows(said: Namespace, found: Found) -> Iterator[dict[str, Any]]:
    """One for each kind, game and solver; what was not measured is not in it."""
    about = {"set": secret_of(said)[1], "language": said.language, "condition": said.condition}
    for kind, game in dict.fromkeys((result.kind, result.game) for those in found.values() for result in those):
        main = MAIN.get(kind, "bits")
        mine = {who: [one for one in those if (one.kind, one.game) == (kind, game)] for who, those in found.items()}
        for who, those in mine.items():
            figures = {measure: figure(measure, those) for measure in MEASURES if those}
            if who != said.against and mine.get(said.against):
                figures[f"{main}, above {said.against}"] = figure(main, those, mine[said.against])
            if those:
                row = {"solver": who, "kind": kind, "game": game, "n": len(those), **about}
                yield row | {measure: one for measure, one in figures.items() if one}


def page(said: Namespace, words: Sequence[str], found: Found) -> str:
    """A page in Markdown: one table for each kind and game."""
    without = [word for at, word in enumerate(words) if word != "--out" and words[max(0, at - 1)] != "--out"]
    parts = [
        f"# Tepui Minds: the set `{secret_of(said)[1]}`\n",
        f"`tepui minds {shlex.join(without)}`. What the columns are: [Tepui Minds](minds.md).\n",
        f"In brackets 95 % intervals, from games drawn again. `{said.against}` is compared on the same draws.\n",
    ]
    for (kind, game), group in groupby(rows(said, found), lambda row: (row["kind"], row["game"])):
        those, main = list(group), MAIN.get(kind, "bits")
        columns = {**MEASURES, f"{main}, above {said.against}": f"{MEASURES[main]}, above `{said.against}`"}
        shown = [measure for measure in columns if any(measure in row for row in those)]
        lines = [["solver", *map(columns.__getitem__, shown)], ["---"] * (1 + len(shown))]
        for row in those:
            cells = [row[measure].text() if measure in row else "" for measure in shown]
            lines.append([f"`{row['solver']}`", *cells])
        parts.append(f"## {kind.capitalize()}, {find.game(game).title}: {those[0]['n']} questions\n")
        parts.append("".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(parts)
