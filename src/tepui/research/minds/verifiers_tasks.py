"""Tepui Minds as tasks of verifiers (v1), with minus the bits lost as a dense reward: id `tepui_minds`.

The questions are fresh by their seed, so that what is learned is not the set. The answers are no part of a task's data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from tepui.research.minds.conditions import Condition, Form
from tepui.research.minds.questions import KINDS, Asked, Kind, questions
from tepui.research.minds.scoring import MAIN, answer_in, judged


class MindsConfig(vf.TasksetConfig):
    kind: Kind = "belief"
    questions: int = 100
    seed: str = "fresh"
    language: str = "en"
    condition: Condition = "example"


class MindsTask(vf.Task[vf.TaskData, vf.State, vf.TaskConfig]):
    """One question; what is right is kept beside the data, not in it."""

    asked: Asked

    @vf.reward
    async def exactness(self, trace: Any) -> float:
        """Minus the bits lost; of a proof how short it is, from 0 to 1."""
        result = judged(self.asked, answer_in(trace.last_reply))
        main = MAIN.get(result.kind, "bits")
        return -result.value(main) if main == "bits" else result.value(main)

    @vf.metric
    async def formed(self, trace: Any) -> float:
        return judged(self.asked, answer_in(trace.last_reply)).value("formed")


class MindsTaskset(vf.Taskset[MindsTask, MindsConfig]):
    def load(self) -> Iterator[MindsTask]:
        config = self.config
        assert config.kind in KINDS
        for one in questions(config.kind, config.questions, config.seed, Form(config.language, config.condition)):
            question = one.question
            found = MindsTask(vf.TaskData(id=question.id, name=question.id, prompt=question.prompt()), config.task)
            found.asked = one
            yield found


__all__ = ["MindsTaskset"]
