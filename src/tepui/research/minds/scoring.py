"""How answers are judged: bits lost against the exact distribution and what explains them, or proofs that hold.

Every measure of an answer is a numerator and a denominator. A figure is the sum of the first over the sum of the
second, over all questions, so that means, shares and slopes are drawn again in the same way: whole
games at a time, and two solvers on the same draws.
"""

import json
import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from tepui.research.minds.questions import Asked, belief_of

DRAWS = 2000
FLOOR = 1e-6  # no chance counts as less: a wrong certainty costs 20 bits, not all
MEASURES = {  # what a table says above each column
    "bits": "bits lost",
    "way": "of the way",
    "brier": "Brier",
    "impossible": "on the impossible",
    "missed": "possible at 0",
    "pull": "egocentric pull",
    "slope": "update slope",
    "proof": "proof, 0 to 1",
    "holds": "proofs that hold",
    "length": "length of those",
    "play": "per game, -1 to 1",
    "formed": "of the form",
}
MAIN = {"deduction": "proof", "play": "play"}  # what solvers are compared by; else bits
Parts = tuple[float, float]


class Result(msgspec.Struct, frozen=True):
    """One answer judged."""

    kind: str
    game: str
    of: str  # the game that the question came from
    parts: dict[str, Parts]

    def value(self, measure: str) -> float:
        over, under = self.parts[measure]
        return over / under


def judged(asked: Asked, answer: Any) -> Result:
    question = asked.question
    parts = of_proof(asked, answer) if question.kind == "deduction" else of_chances(asked, answer)
    return Result(question.kind, question.game, asked.of, parts)


def judged_all(those: Sequence[Asked], answers: Sequence[Any]) -> list[Result]:
    """One by one; where two questions ask for the same thing of one game, also how far the answer moved."""
    found = [judged(asked, answer) for asked, answer in zip(those, answers, strict=True)]
    for at, (early, late) in enumerate(pairwise(those)):
        if early.of == late.of and early.question.thing == late.question.thing and early.exact:
            steps = [
                [new - old for old, new in zip(was, now, strict=True)]
                for was, now in (
                    (early.exact, late.exact),
                    (meant(answers[at], early), meant(answers[at + 1], late)),
                )
            ]
            found[at + 1].parts["slope"] = dot(steps[1], steps[0]), dot(steps[0], steps[0])
    return found


def distribution(answer: Any, values: int) -> list[float] | None:
    """Chances as they were meant: not below 0, all together 1; None if it is something else."""
    if not isinstance(answer, Sequence) or isinstance(answer, str) or len(answer) != values:
        return None
    if not all(isinstance(chance, int | float) and math.isfinite(chance) and chance >= 0 for chance in answer):
        return None
    total = math.fsum(answer)
    return [chance / total for chance in answer] if total > 0 else None


def meant(answer: Any, asked: Asked) -> list[float]:
    """What has not the form counts as knowing nothing."""
    values = len(asked.exact)
    return distribution(answer, values) or [1 / values] * values


def lost(exact: list[float], given: list[float]) -> float:
    """The bits that believing the answer costs where the exact distribution is true (Kullback and Leibler)."""
    floored = [max(chance, FLOOR) for chance in given]
    total = math.fsum(floored)
    return max(0.0, math.fsum(p * math.log2(p * total / q) for p, q in zip(exact, floored, strict=True) if p > 0))


def of_chances(asked: Asked, answer: Any) -> dict[str, Parts]:
    exact, given = asked.exact, meant(answer, asked)
    bits, blind = lost(exact, given), lost(exact, [1 / len(exact)] * len(exact))
    error = [mine - true for mine, true in zip(given, exact, strict=True)]
    parts = {
        "bits": (bits, 1.0),
        "way": (blind - bits, blind),
        "brier": (dot(error, error), 1.0),  # above that of the exact distribution
        "impossible": (math.fsum(mine for mine, true in zip(given, exact, strict=True) if not true), 1.0),
        "missed": (math.fsum(true for mine, true in zip(given, exact, strict=True) if not mine), 1.0),
        "formed": (float(distribution(answer, len(exact)) is not None), 1.0),
    }
    if asked.ego:
        away = [mine - true for mine, true in zip(asked.ego, exact, strict=True)]
        parts["pull"] = dot(error, away), dot(away, away)
    return parts


def of_proof(asked: Asked, answer: Any) -> dict[str, Parts]:
    """A proof that does not hold is worth 0; else the shortest proof's length over this one's."""
    question = asked.question
    formed = isinstance(answer, Sequence) and not isinstance(answer, str)
    formed = formed and all(type(fact) is int and 0 <= fact < question.values for fact in answer)
    facts = sorted(set(answer)) if formed else []
    view = asked.view()
    holds = bool(facts) and belief_of(view).evidence(view).excludes(question.thing, question.value, facts)
    return {
        "proof": (min(1.0, asked.shortest / len(facts)) if holds else 0.0, 1.0),
        "holds": (float(holds), 1.0),
        "length": (len(facts) / asked.shortest, 1.0) if holds else (0.0, 0.0),
        "formed": (float(formed), 1.0),
    }


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def answer_in(text: str) -> Any:
    """The last line of JSON with an answer in what someone wrote; None if there is none."""
    for begin in reversed([found.start() for found in re.finditer(r'\{\s*"answer"', text)]):
        try:
            return json.JSONDecoder().raw_decode(text[begin:])[0]["answer"]
        except ValueError:
            continue
    return None


class Figure(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def text(self) -> str:
        if self.low == self.high:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def figure(measure: str, results: Sequence[Result], against: Sequence[Result] | None = None) -> Figure | None:
    """A measure of these results; with `against` how far it lies above that of others, who got the same questions.

    Questions of one game belong together, so it is games that are drawn. The same number of games gives the same draws.
    """
    import numpy as np

    games = {of: at for at, of in enumerate(dict.fromkeys(result.of for result in results))}
    sums = np.zeros((2, 2, len(games)))  # by solver, numerator or denominator, game
    for solver, those in enumerate((results, against or ())):
        for result in those:
            sums[solver, :, games[result.of]] += result.parts.get(measure, (0.0, 0.0))
    if not sums[0, 1].any():
        return None
    chances = np.full(len(games), 1 / len(games))
    times = np.random.default_rng(1).multinomial(len(games), chances, DRAWS)
    with np.errstate(invalid="ignore", divide="ignore"):
        drawn = [part[0] @ times.T / (part[1] @ times.T) for part in sums]
        whole = [float(part[0].sum() / part[1].sum()) for part in sums]
    value, draws = (whole[0], drawn[0]) if against is None else (whole[0] - whole[1], drawn[0] - drawn[1])
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return Figure(value, float(low), float(high))
