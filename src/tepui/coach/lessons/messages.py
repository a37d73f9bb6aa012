"""What a page and a lesson say to each other: the line of what was done there, where the learner stands back."""

from typing import Any, Literal

import msgspec

from tepui.coach.moments import View


class LessonInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A first game that teaches."""

    name: str
    title: str
    minutes: int
    steps: int


class LessonAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/games/GAME/lessons/LESSON: where the learner stands, and what they do there."""

    line: list[list[int]] = []
    do: Literal["look", "answer", "try", "show", "back"] = "look"
    picks: list[int] = []


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """Where the learner stands now."""

    line: list[list[int]]
    step: int
    steps: int
    kind: Literal["look", "choose", "move", "end"]
    say: str
    point: list[str]
    choices: list[str]
    found: list[int]
    challenge: bool
    label: str | None
    refused: str | None
    title: str
    names: list[str]
    marks: Any
    view: View
