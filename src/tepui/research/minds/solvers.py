"""Who answers: simple baselines, the exact answer, and anyone's program over lines of JSON."""

import json
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from tepui.bots import levels
from tepui.bots.process import BotProcess
from tepui.core import find
from tepui.core.refusal import BotFailed, Refusal, UnknownName
from tepui.core.text import offers, standing, story
from tepui.core.view import View
from tepui.research.minds.questions import Asked, belief_of, seen_by

Solver = Callable[[Asked], Any]


def uniform(asked: Asked) -> Any:
    """All values are alike; all facts together are a proof."""
    values = asked.question.values
    return list(range(values)) if asked.question.kind == "deduction" else [1.0] * values


def support(asked: Asked) -> Any:
    """Is told which values are possible, and takes them all for equally likely."""
    return [float(share > 0) for share in asked.exact] or uniform(asked)


def pencil(asked: Asked) -> Any:
    """Pencil and paper: crosses off what a single fact excludes, and takes all that is left for equally likely.

    A proof is one fact, or else all of them. Of another's mind it looks through the eyes of one world that fits.
    """
    question, view = asked.question, asked.view()
    if question.kind == "deduction":
        evidence = belief_of(view).evidence(view)
        alone = (fact for fact in range(question.values) if evidence.excludes(question.thing, question.value, [fact]))
        first = next(alone, None)
        return uniform(asked) if first is None else [first]
    if question.about >= 0:
        _, moves = next(belief_of(view).pasts(view, Random(0)))
        view = seen_by(view, question.about, moves, question.move if question.move >= 0 else None)
    evidence = belief_of(view).evidence(view)
    facts, values = range(len(evidence.facts)), range(question.values)
    return [float(not any(evidence.excludes(question.thing, value, [fact]) for fact in facts)) for value in values]


def exact(asked: Asked) -> Any:
    """The best that can be done."""
    if asked.exact:
        return asked.exact
    view = asked.view()
    return belief_of(view).evidence(view).proof(asked.question.thing, asked.question.value)


def egocentric(asked: Asked) -> Any:
    """Believes that others know what one sees oneself; of its own things it is as exact as can be."""
    return asked.ego or exact(asked)


def level(name: str, asked: Asked) -> Any:
    """What a level of the game's bots holds likely."""
    bot: Any = find.bot(asked.question.game, name)
    return bot.marginals(asked.view())[asked.question.thing]


BASELINES: dict[str, Solver] = {
    "uniform": uniform,
    "egocentric": egocentric,
    "pencil": pencil,
    "support": support,
    **{name: partial(level, name) for name in levels.NAMES},
    "exact": exact,
}


def is_asked(solver: str, kind: str) -> bool:
    """Levels and the network believe something about the game; they are asked for nothing else."""
    return kind == "belief" or solver not in (*levels.NAMES, "network")


class NoAnswer(Refusal):
    """The program has ended, or is too slow."""


class Program:
    """A child process: a question per line in, an answer per line out; as long as it takes, up to a limit."""

    def __init__(self, command: str, seconds: float = 120.0) -> None:
        words = shlex.split(command)
        if not words:
            raise UnknownName("--program needs a command line, for instance --program 'python3 my_solver.py'")
        self.seconds = seconds
        self.process = self.needed(BotProcess, words, memory=0)

    def ask(self, message: Any) -> Any:
        answer = self.needed(self.process.ask, msgspec.json.encode(message) + b"\n", self.seconds)
        try:
            found = json.loads(answer)
        except ValueError:
            return None
        return found.get("answer") if isinstance(found, dict) else None

    def needed(self, call: Callable[..., Any], *given: Any, **more: Any) -> Any:
        try:
            return call(*given, **more)
        except BotFailed as failed:
            raise NoAnswer(
                f"the program {failed.why}. It must answer one line for each line, within {self.seconds:g} seconds "
                f"(--seconds)"
            ) from None

    def __call__(self, asked: Asked) -> Any:
        return self.ask(asked.question)

    def close(self) -> None:
        self.process.close()


class Reader:
    """A program as a bot: it gets the view as text and answers with the number of a choice."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        choices = offers(view)
        prompt = view.game.words.prompt(view.position, view.eye, view.names, "en")
        text = f"{story(view)}\n{standing(view)}\n{prompt}"
        message = {
            "kind": "play",
            "game": view.game.name,
            "seat": view.eye,
            "text": text,
            "choices": choices,
            "may_pass": not view.must_act,
            "answer": 'one line of JSON: {"answer": the number of a choice, from 0}, or null to let it pass',
            "observation": view.observation(),
            "moves": view.moves,
        }
        pick = self.program.ask(message)
        if pick is None and not view.must_act:
            return None
        if not isinstance(pick, int) or not 0 <= pick < len(choices):
            pick = rng.randrange(len(choices))  # whatever that was
        return [float(at == pick) for at in range(len(choices))]
