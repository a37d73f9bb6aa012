"""Every state that a learner can reach in a lesson, walked as the laws walk games: none of them is a dead end."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.file import Lesson
from tepui.coach.lessons.walk import NotThis, Walk
from tepui.core import find
from tepui.core.game import Game
from tepui.games.roll_and_write.actions import Take

LESSONS = [one for game in find.games() if isinstance(game, Game) for one in lessons.of(game).values()]


def tries(walk: Walk) -> list[list[int]]:
    """All that the learner can tap."""
    if walk.kind == "look":
        return [[]]
    return [[pick] for pick in range(len(walk.now.choices if walk.kind == "choose" else walk.view.offered()))]


def after(walk: Walk, picks: list[int]) -> Walk:
    """Where the learner stands then: one move on, or where a refusal leaves them."""
    try:
        return walk.answer(picks)
    except NotThis:
        return walk.refused()


def state(walk: Walk) -> Hashable:
    """By the moves that were made.

    Within a step that asks for certain moves, what is on offer is enough, and where the step began if another follows:
    what the lesson accepts depends on nothing else. (The Lost Code's final guesses alone would be half a million.)
    """
    if walk.kind == "choose":
        return walk.step, walk.line[: walk.step], frozenset(walk.found)
    if walk.kind != "move" or walk.now.goal or len(walk.line) == walk.step:
        return walk.step, tuple(walk.table.moves)
    began = walk.line[:-1] if walk.step + 2 < len(walk.lesson.steps) else ()
    return walk.step, began, len(walk.line[-1]), tuple(map(repr, walk.view.legal()))


def walked(lesson: Lesson) -> tuple[dict[Hashable, Walk], dict[Hashable, set[Hashable]]]:
    """All states, and from which states each is reached."""
    first = Walk(lesson)
    found: dict[Hashable, Walk] = {state(first): first}
    before: dict[Hashable, set[Hashable]] = {}
    todo = [first]
    while todo:
        walk = todo.pop()
        for picks in tries(walk) if not walk.over else ():
            then = after(walk, picks)
            there = state(then)
            before.setdefault(there, set()).add(state(walk))
            if there not in found:
                found[there] = then
                todo.append(then)
    return found, before


@pytest.mark.parametrize("lesson", LESSONS, ids=[f"{one.game.name}-{one.name}" for one in LESSONS])
def test_from_every_state_the_end_can_be_reached_and_show_me_goes_on(lesson: Lesson) -> None:
    found, before = walked(lesson)
    ends = {there for there, walk in found.items() if walk.over}
    reach, todo = set(ends), list(ends)
    while todo:
        for there in before.get(todo.pop(), set()) - reach:
            reach.add(there)
            todo.append(there)
    assert [found[there].line for there in found.keys() - reach] == []
    for walk in found.values():
        assert walk.kind != "move" or walk.view.offered()
        if not walk.over:
            assert walk.answer(walk.shown()).step > walk.step


@pytest.mark.parametrize("number", [3, 8])
def test_a_roll_that_is_wasted_is_refused_at_once(number: int) -> None:
    """Three rolls for the bridge: green now, and purple comes too late."""
    walk = Walk(lessons.lesson(find.game("roll-and-write")))
    while not walk.now.goal:
        walk = walk.answer(walk.shown())
    with pytest.raises(NotThis, match="Purple needs five boxes"):
        walk.answer([walk.view.legal().index(Take("green", number, "number"))])
