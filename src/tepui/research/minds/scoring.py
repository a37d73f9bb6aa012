"""How answers are judged: bits lost against the exact distribution, or proofs that the engine accepts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean, stdev
from typing import Any

import msgspec

from tepui.research.minds.questions import Asked

FLOOR = 1e-6  # no chance counts as less: a wrong certainty costs 20 bits, not all


class Result(msgspec.Struct, frozen=True):
    """One answer judged."""

    kind: str
    game: str
    score: float  # bits lost (belief, mind: lower is better, 0 is exact); 0 to 1 (deduction: higher is better)
    valid: bool  # did it have the form that was asked for?


def judged(asked: Asked, answer: Any) -> Result:
    question = asked.question
    if question.kind == "deduction":
        score, valid = proven(asked, answer)
    else:
        score, valid = lost(asked.exact, answer)
    return Result(question.kind, question.game, score, valid)


def distribution(answer: Any, values: int) -> list[float] | None:
    """Chances as they were meant: not below 0, all together 1; None if it is something else."""
    if not isinstance(answer, Sequence) or isinstance(answer, str) or len(answer) != values:
        return None
    if not all(isinstance(chance, int | float) and math.isfinite(chance) and chance >= 0 for chance in answer):
        return None
    total = math.fsum(answer)
    return [chance / total for chance in answer] if total > 0 else None


def lost(exact: list[float], answer: Any) -> tuple[float, bool]:
    """The bits that believing the answer costs where the exact distribution is true (Kullback and Leibler)."""
    given = distribution(answer, len(exact))
    valid = given is not None
    given = given or [1 / len(exact)] * len(exact)
    floored = [max(chance, FLOOR) for chance in given]
    total = math.fsum(floored)
    bits = math.fsum(p * math.log2(p * total / q) for p, q in zip(exact, floored, strict=True) if p > 0)
    return max(bits, 0.0), valid


def proven(asked: Asked, answer: Any) -> tuple[float, bool]:
    """0 if the facts do not prove it; else the shortest proof's length over this one's."""
    question = asked.question
    ok = isinstance(answer, Sequence) and not isinstance(answer, str)
    if not ok or not all(isinstance(fact, int) and 0 <= fact < question.values for fact in answer):
        return 0.0, False
    view = asked.view
    evidence = view.game.belief(view).evidence(view)
    facts = set(answer)
    if not facts or not evidence.excludes(question.thing, question.value, sorted(facts)):
        return 0.0, True
    return min(1.0, asked.shortest / len(facts)), True


def summary(results: list[Result]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    scores = [result.score for result in results]
    half = 1.96 * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.inf
    return mean(scores), half
