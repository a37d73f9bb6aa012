"""One step of a lesson: the line of what the learner has done comes in, where they stand comes out.

Nothing is stored and no table is opened: each answer is folded again from the lesson and the line.
"""

from tepui.coach import moments
from tepui.coach.help import HelpLevel
from tepui.coach.lessons.file import Lesson
from tepui.coach.lessons.messages import LessonAnswer, LessonInfo, LessonStep
from tepui.coach.lessons.walk import NotThis, Walk, spoken
from tepui.coach.story import PICTURES, Story, help_shown
from tepui.core.refusal import IllegalMove, Unwilling
from tepui.core.words import CATALOGUE, N_

MOST_STEPS = 200
LEVEL: HelpLevel = "referee"  # the sheet shows what was seen; what follows from it is the learner's to find


def lesson_info(lesson: Lesson, language: str) -> LessonInfo:
    return LessonInfo(
        name=lesson.name,
        title=spoken(lesson.game, lesson.title, language),
        minutes=lesson.minutes,
        steps=len(lesson.steps),
    )


def taken(lesson: Lesson, asked: LessonAnswer, language: str) -> LessonStep:
    """Where the learner stands after this; a line that leads nowhere (of an older lesson, say) begins again."""
    if len(asked.line) > MOST_STEPS:
        raise Unwilling(N_("That is too long for this server. Shorten it."))
    try:
        walk = Walk(lesson, asked.line)
    except (NotThis, IllegalMove, IndexError):
        return step_of(Walk(lesson), language)
    before = len(walk.view.moves)
    try:
        match asked.do:
            case "answer":
                return step_of(walk.answer(asked.picks), language, before)
            case "show":
                return step_of(walk.answer(walk.shown()), language, before)
            case "back":
                return step_of(walk.back(), language)
            case "try":
                return tried(walk, asked.picks, language)
    except NotThis as no:
        return step_of(walk.refused(), language, refused=spoken(lesson.game, no.reason, language, no.n))
    except IllegalMove as no:
        return step_of(walk, language, refused=CATALOGUE.language(language)(str(no)))
    return step_of(walk, language)


def story_of(walk: Walk, language: str, before: int | None = None) -> tuple[Story, moments.View]:
    """All that the learner's eyes have seen; what is new since `before` with its pictures."""
    view = walk.view
    story = Story(walk.game, walk.lesson.setting, walk.seat, view.names, language, view.moves)
    new = len(view.moves) - before if before is not None else 1
    moments = story.advance(pictures=min(max(1, new), PICTURES)) or [story.now]
    return story, story.message(moments, whole=True, help=help_shown(view, LEVEL, walk.marks))


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


def step_of(walk: Walk, language: str, before: int | None = None, refused: str | None = None) -> LessonStep:
    return described(walk, walk, language, story_of(walk, language, before)[1], refused)


def described(
    walk: Walk, at: Walk, language: str, view: moments.View, refused: str | None
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
