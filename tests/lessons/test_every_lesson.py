"""Every lesson of every installed game, walked on the real engine in every language that the game speaks."""

from __future__ import annotations

import re

import pytest

from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.file import Facts, Lesson
from tepui.coach.lessons.walk import NotThis, Walk, spoken
from tepui.core import find
from tepui.core.game import Game
from tepui.core.record import replay

GAMES = [game for game in find.games() if isinstance(game, Game)]
LESSONS = [lesson for game in GAMES for lesson in lessons.of(game).values()]
IDS = [f"{lesson.game.name}-{lesson.name}" for lesson in LESSONS]
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
every_language = pytest.mark.parametrize(
    ("lesson", "language"),
    [(lesson, language) for lesson in LESSONS for language in lesson.game.languages],
    ids=[f"{lesson.game.name}-{language}" for lesson in LESSONS for language in lesson.game.languages],
)
WORDS_A_MINUTE = 250
SECONDS_A_STEP = 8  # to find what is pointed at, and to do it
SECONDS_A_MOVE = 1  # while others play


def words_in(text: str) -> int:
    return len([word for word in text.split() if re.search(r"\w", word)])


def on(walk: Walk) -> Walk:
    return walk.answer(walk.shown())


def test_all_games_of_the_house_and_the_little_one_teach() -> None:
    assert {lesson.game.name for lesson in LESSONS} >= {"lost-code", "roll-and-write", "kryptx", "forehead"}
    assert [refused for game in GAMES for refused in lessons.refused(game)] == []


@every_lesson
def test_done_as_it_says_it_is_the_prepared_game(lesson: Lesson) -> None:
    walk = Walk(lesson)
    while not walk.over:
        step, facts = walk.now, Facts(walk.view)
        assert len(walk.table.moves) == step.at
        assert all(facts.holds(condition) for condition in step.true)
        assert all(facts.has(f"picture.{thing}") for thing in step.point)
        assert (walk.kind == "move") <= bool(walk.view.offered())
        if step.goal:
            assert not facts.holds(step.goal)  # something is left to be done
        walk = on(walk)
    assert walk.table.moves == replay(lesson.record, lesson.game).moves[: len(walk.table.moves)]
    assert len(walk.table.moves) == lesson.steps[-1].at


@every_language
def test_every_sentence_is_short_and_in_the_readers_language(lesson: Lesson, language: str) -> None:
    for text in lesson.sentences():
        said = spoken(lesson.game, text, language, "4")
        assert language == "en" or said != spoken(lesson.game, text, "en", "4"), text
        assert words_in(said) <= 24 and len(said) <= 150, said  # four lines on a phone
        assert "violet" not in said or language == "fr"
        assert "{" not in said


@every_language
def test_a_wrong_try_is_refused_with_a_reason_and_costs_nothing(lesson: Lesson, language: str) -> None:
    walk = Walk(lesson)
    while not walk.over:
        tries = range(len(walk.now.choices)) if walk.kind == "choose" else range(len(walk.view.offered()))
        refused = 0
        for pick in tries if walk.kind in ("choose", "move") else ():
            try:
                other = walk.answer([pick])
            except NotThis as no:
                assert spoken(lesson.game, no.reason, language, no.n)
                refused += 1
            else:
                assert other.line != walk.line and other.step in (walk.step, walk.step + 1)
        assert walk.kind != "choose" or refused > 0
        assert Walk(lesson, walk.line).table.moves == walk.table.moves
        walk = on(walk)


@every_lesson
def test_whatever_else_it_accepts_leads_to_its_end(lesson: Lesson) -> None:
    """Every other way through one step, then as the lesson says."""
    walk = Walk(lesson)
    while not walk.over:
        for pick in range(len(walk.view.offered())) if walk.kind == "move" and not walk.now.goal else ():
            try:
                other = walk.answer([pick])
            except NotThis:
                continue
            while not other.over:
                other = on(other)
            if lesson.steps[-1].true:
                facts = Facts(other.view)
                assert all(facts.holds(one) for one in lesson.steps[-1].true if not one.startswith("scores"))
        walk = on(walk)


@every_lesson
def test_whoever_comes_back_stands_where_they_were(lesson: Lesson) -> None:
    walk, before = Walk(lesson), []
    while not walk.over:
        before.append(walk)
        again = Walk(lesson, walk.line)
        assert (again.step, again.table.moves, again.line) == (walk.step, walk.table.moves, walk.line)
        walk = on(walk)
        back = walk.back()
        assert (back.step, back.table.moves) == (before[-1].step, before[-1].table.moves)


@every_language
def test_a_reader_needs_less_than_ten_minutes(lesson: Lesson, language: str) -> None:
    words = sum(words_in(spoken(lesson.game, step.say, language)) for step in lesson.steps)
    moves = len(lesson.record.moves) - lesson.steps[0].at
    minutes = words / WORDS_A_MINUTE + (SECONDS_A_STEP * len(lesson.steps) + SECONDS_A_MOVE * moves) / 60
    assert minutes < 10
    assert minutes <= lesson.minutes  # what the page promises
