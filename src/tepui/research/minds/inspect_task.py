"""Tepui Minds as a task of inspect-ai: `inspect eval tepui/minds -T kind=mind -T questions=100 --model ...`.

The answers stay here: neither a sample nor its log has them, and the scorer judges as `tepui minds run` does.
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, mean, scorer, stderr
from inspect_ai.solver import generate

from tepui.research.minds import questions as minds_questions
from tepui.research.minds.conditions import Condition, Form
from tepui.research.minds.questions import Asked, Kind
from tepui.research.minds.scoring import answer_in, judged


@task
def minds(
    kind: Kind = "belief",
    questions: int = 100,
    seed: str = "public",
    language: str = "en",
    condition: Condition = "example",
) -> Task:
    those = list(minds_questions.questions(kind, questions, seed, Form(language, condition)))
    samples = [
        Sample(
            id=one.question.id,
            input=one.question.prompt(),
            metadata={"kind": kind, "game": one.question.game, "of": one.of, "canary": one.question.canary},
        )
        for one in those
    ]
    asked = {one.question.id: one for one in those}
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=measures(asked), version="1.0")


@scorer(metrics=[{"*": [mean(), stderr(cluster="of")]}])
def measures(asked: dict[str, Asked]) -> Scorer:
    """Everything that is measured of an answer, each with a mean and an error by games."""

    async def score(state: Any, target: Any) -> Score:
        answer = answer_in(state.output.completion)
        result = judged(asked[state.sample_id], answer)
        values = {name: over / under for name, (over, under) in result.parts.items() if under}
        return Score(value=values, answer=str(answer))

    return score
