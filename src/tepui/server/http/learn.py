"""Lessons over HTTP: a page sends the line of what its learner has done, and gets where they stand.

Nothing is stored and no table is opened: each answer is folded anew from the lesson and the line (core/lessons.py).
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tepui.core import find, lessons
from tepui.core.help import Level
from tepui.core.lesson_file import Lesson
from tepui.core.lessons import NotThis, Walk, spoken
from tepui.core.refusal import IllegalMove
from tepui.core.words import N_
from tepui.server.http import http_guard
from tepui.server.http.site import site_of
from tepui.server.refusals import Refused, words
from tepui.server.wire import messages
from tepui.server.wire.games import LessonAnswer, LessonInfo, LessonStep
from tepui.server.wire.moments import PICTURES, Story

MOST_STEPS = 200
LEVEL: Level = "referee"  # the sheet shows what was seen; what follows from it is the learner's to find
encode = msgspec.json.Encoder().encode


def lesson_info(lesson: Lesson, language: str) -> LessonInfo:
    return LessonInfo(
        name=lesson.name,
        title=spoken(lesson.game, lesson.title, language),
        minutes=lesson.minutes,
        steps=len(lesson.steps),
    )


async def step(request: Request) -> Response:
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    lesson = lessons.lesson(find.game(request.path_params["game"]), request.path_params["lesson"])
    asked: LessonAnswer = await http_guard.read(request, LessonAnswer)
    if len(asked.line) > MOST_STEPS:
        raise Refused("unclear", N_("That is too long for this server; shorten it."))
    language = http_guard.language_of(request)
    made = await site.rooms.slow.run(lambda: encode(taken(lesson, asked, language)))
    return Response(made, media_type="application/json")


def taken(lesson: Lesson, asked: LessonAnswer, language: str) -> LessonStep:
    """Where the learner stands after this; a line that leads nowhere (of an older lesson, say) begins anew."""
    try:
        walk = Walk(lesson, asked.line)
    except (NotThis, IllegalMove, IndexError):
        return told(Walk(lesson), language)
    before = len(walk.view.moves)
    try:
        match asked.do:
            case "answer":
                return told(walk.answer(asked.picks), language, before)
            case "show":
                return told(walk.answer(walk.shown()), language, before)
            case "back":
                return told(walk.back(), language)
            case "try":
                return tried(walk, asked.picks, language)
    except NotThis as no:
        return told(walk, language, refused=spoken(lesson.game, no.reason, language, no.n))
    except IllegalMove as no:
        return told(walk, language, refused=words(language)(str(no)))
    return told(walk, language)


def story_of(walk: Walk, language: str, before: int | None = None) -> tuple[Story, messages.View]:
    """All that the learner's eyes have seen; what is new since `before` with its pictures."""
    view = walk.view
    story = Story(walk.game, walk.lesson.setting, walk.seat, view.names, language, view.moves)
    new = len(view.moves) - before if before is not None else 1
    moments = story.advance(pictures=min(max(1, new), PICTURES)) or [story.now]
    return story, story.message(moments, whole=True, help=helped(walk, view))


def helped(walk: Walk, view: Any) -> bytes | None:
    help = walk.game.help
    if help is None or view.over:
        return None
    return encode(messages.HelpShown(LEVEL, help.shown(view, LEVEL, walk.marks)))


def tried(walk: Walk, picks: list[int], language: str) -> LessonStep:
    """As it would be after these picks; what the lesson does not want is refused now, unless it gives no hints."""
    after = walk
    if not walk.now.challenge:
        after = walk.answer(picks)
    story, _ = story_of(walk, language)
    twin, moments = story.tried(picks)
    if after.now.at != len(twin.view.moves):  # the next step comes when others have played on
        after = walk
    return described(walk, after, language, twin.message(moments), None)


def told(walk: Walk, language: str, before: int | None = None, refused: str | None = None) -> LessonStep:
    return described(walk, walk, language, story_of(walk, language, before)[1], refused)


def described(
    walk: Walk, at: Walk, language: str, view: messages.View, refused: str | None
) -> LessonStep:  # fmt: skip
    step = at.now
    return LessonStep(
        line=[list(picks) for picks in walk.line],
        step=at.step,
        steps=len(at.lesson.steps),
        kind=at.kind,  # type: ignore[arg-type]
        say=spoken(at.game, step.say, language),
        point=[] if step.challenge else step.point,
        choices=step.choices,
        found=at.found,
        challenge=step.challenge,
        label=label_of(at, language),
        refused=refused,
        title=at.game.title,
        names=list(at.view.names),
        marks=at.marks,
        view=view,
    )


def label_of(walk: Walk, language: str) -> str | None:
    """The button that the step waits for, where there is one and the lesson gives hints."""
    picks = walk.shown() if walk.kind == "move" and not walk.now.challenge else []
    if len(picks) != 1:
        return None
    view = walk.view
    action = view.legal()[picks[0]]
    return walk.game.words.button(view.position, walk.seat, action, view.names, language)
