"""A first game that teaches: a lesson walked step by step, the learner making the moves on the real table.

Nothing is kept between two steps but the line of what the learner has done: one list of picks for each step. Whoever
holds it stands where they were, in another language, on another page, tomorrow.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from tepui.coach.lessons.file import BadLesson, Facts, Lesson, Step, fits, read
from tepui.core.game import Game
from tepui.core.position import TABLE
from tepui.core.record import replay
from tepui.core.refusal import IllegalMove, Refusal, UnknownName
from tepui.core.replay import decoder_of
from tepui.core.table import Table
from tepui.core.view import View
from tepui.core.words import CATALOGUE, N_, fill

log = logging.getLogger("tepui.lessons")
Line = tuple[tuple[int, ...], ...]
MOST_PICKS = 64  # in one step
ALSO = N_("That is possible too. But here, please do what the lesson says.")
LOOK_AGAIN = N_("Not quite. Look again and try another.")


class NotThis(Refusal):
    """A try that is not what the step asks for; it has cost nothing. The reason is English, `n` what was tried."""

    def __init__(self, reason: str, n: str = "") -> None:
        super().__init__(reason)
        self.reason, self.n = reason, n


def of(game: Game) -> dict[str, Lesson]:
    """The lessons that a game brings, by name; one that does not fit its rules is left out, with a sentence."""
    return _found(game)[0]


def refused(game: Game) -> list[BadLesson]:
    """Those that do not fit."""
    return _found(game)[1]


_kept: dict[str, tuple[Game, tuple[dict[str, Lesson], list[BadLesson]]]] = {}


def _found(game: Game) -> tuple[dict[str, Lesson], list[BadLesson]]:
    kept = _kept.get(game.name)
    if kept is None or kept[0] is not game:
        kept = _kept[game.name] = game, _read_all(game)
    return kept[1]


def _read_all(game: Game) -> tuple[dict[str, Lesson], list[BadLesson]]:
    lessons: dict[str, Lesson] = {}
    bad: list[BadLesson] = []
    folder = game.path("lessons")
    for file in sorted(folder.glob("*.toml")) if folder is not None else ():
        if file.name.startswith("parts"):  # printed numbers that a lesson names
            continue
        try:
            lessons[file.stem] = read(game, file)
        except BadLesson as error:
            bad.append(error)
        except Exception as error:  # whatever a stranger's rules raise that meet a move they do not know
            bad.append(BadLesson(f"the lesson {file.name} of {game.title} is left out: {error!r}. Fix it"))
    for refusal in bad:
        log.warning("%s", refusal)
    return lessons, bad


def lesson(game: Game, name: str = "") -> Lesson:
    """The lesson of that name, or the first; a sentence if there is none."""
    there = of(game)
    if not there:
        why = " ".join(f"({error})" for error in refused(game))
        raise UnknownName(f"{game.title} brings no lesson {why}".rstrip() + ". `tepui rules` says how it is played")
    if name and name not in there:
        raise UnknownName(f"{game.title} has no lesson {name!r}. It has {', '.join(there)}")
    return there[name or next(iter(there))]


def spoken(game: Game, text: str, language: str, n: str = "") -> str:
    """A sentence of a lesson by the game's catalogue; what it does not have, a word of ours, by the core's."""
    sentence = text if game.catalogue is None else game.catalogue.language(language)(text, n=n)
    return sentence if sentence != fill(text, {"n": n}) else CATALOGUE.language(language)(text, n=n)


class Walk:
    """A lesson under way. `answer` and `back` give another one; this one stays as it is."""

    def __init__(self, lesson: Lesson, line: Sequence[Sequence[int]] = ()) -> None:
        self.lesson = lesson
        self.game, self.seat = lesson.game, lesson.seat
        self.step = 0
        self._picks: list[list[int]] = [[]]
        self._decoder = decoder_of(self.game)
        first = lesson.steps[0].at
        rest = list(enumerate(lesson.record.moves))[first:]
        self._rolls = deque(raw for _, (by, raw) in rest if by == TABLE)
        self._others = deque((n, by, raw) for n, (by, raw) in rest if by not in (TABLE, self.seat))
        self.table: Table = replay(lesson.record, self.game, first)
        self.table.resume(self._chance)
        for picks in line:
            self._take(list(picks))

    @property
    def line(self) -> Line:
        """All that has to be kept."""
        return tuple(tuple(picks) for picks in (self._picks if self._picks[-1] else self._picks[:-1]))

    @property
    def now(self) -> Step:
        return self.lesson.steps[self.step]

    @property
    def kind(self) -> str:
        return self.lesson.kind(self.step)

    @property
    def view(self) -> View:
        return self.table.look(self.seat)

    @property
    def over(self) -> bool:
        return self.kind == "end"

    @property
    def marks(self) -> Any:
        """What the learner's sheet holds so far."""
        return next((one.marks for one in reversed(self.lesson.steps[: self.step + 1]) if one.marks is not None), None)

    @property
    def found(self) -> list[int]:
        """Of a question with several answers: those that the learner has given."""
        return self._picks[-1] if self.kind == "choose" else []

    def answer(self, picks: Sequence[int]) -> Walk:
        """One step on, or a part of it; NotThis, with a kind reason, if that is not what it asks for."""
        if self.kind == "move" and not picks:
            raise NotThis(ALSO)
        return Walk(self.lesson, (*self._picks[:-1], (*self._picks[-1], *picks)))

    def back(self) -> Walk:
        """One step back."""
        return Walk(self.lesson, self._picks[: -1 if self._picks[-1] else -2])

    def refused(self) -> Walk:
        """Where a refused try leaves the learner: here, but at its beginning where a whole turn has to reach a goal."""
        return self.back() if self.now.goal and self._picks[-1] else self

    def shown(self) -> list[int]:
        """What the lesson itself would answer now."""
        if self.kind == "choose":
            given = set(self.found)
            right = [at for at, one in enumerate(self.now.choices) if one in self.now.answer]
            return [at for at in right if at not in given]
        twin = Walk(self.lesson, self.line)
        picks: list[int] = []
        while twin.kind == "move" and twin.step == self.step:
            codes = twin.view.offered()
            wanted = self._plain(self._wanted(len(twin._picks[-1])))
            legal = [self._plain(self.game.say(twin.view.position, self.seat, code)) for code in codes]
            pick = next((at for at, one in enumerate(legal) if one == wanted), None)
            if pick is None:  # the learner went another way: whatever will do as well
                pick = next((at for at in range(len(legal)) if twin._accepts(at)), 0)
            picks.append(pick)
            twin._take([pick])
        return picks

    def _plain(self, action: Any) -> Any:
        return msgspec.json.decode(msgspec.json.encode(action))

    def _wanted(self, nth: int) -> Any:
        """The record's own move, the nth of this step; the last once more for whoever goes another way."""
        moves = self.lesson.moves_in(self.step)
        return self._decoder.decode(self.lesson.record.moves[moves[min(nth, len(moves) - 1)]][1])

    def _accepts(self, pick: int) -> bool:
        try:
            self.answer([pick])
        except NotThis:
            return False
        return True

    def _take(self, picks: list[int]) -> None:
        """The learner's answer to this step: whole, or as far as it goes."""
        step, kind = self.now, self.kind
        if len(self._picks[-1]) + len(picks) > MOST_PICKS:
            raise IllegalMove("that is too much for one step. Begin it again")
        if kind == "look":
            self._go_on()
            # whoever plays on has looked, if it is still the same question
            if picks and self.now.at == step.at:
                return self._take(picks)
            if picks:
                raise NotThis(LOOK_AGAIN)
            return None
        if kind == "choose":
            for pick in picks:
                self._choose(step, pick)
            return None
        if kind != "move":
            raise NotThis(LOOK_AGAIN)
        for pick in picks:  # a chain may go through several steps
            if self.kind != "move":
                raise NotThis(ALSO)
            self._move(self.now, pick)
        return None

    def _choose(self, step: Step, pick: int) -> None:
        if not 0 <= pick < len(step.choices):
            raise IllegalMove("there is no such choice. Take one of those that are shown")
        chosen = step.choices[pick]
        if chosen not in step.answer:
            reasons = [one for one in step.wrong if not one.when or chosen in one.when]
            raise NotThis(reasons[0].say if reasons else LOOK_AGAIN, chosen)
        if pick not in self._picks[-1]:
            self._picks[-1].append(pick)
        if len(self._picks[-1]) == len(step.answer):
            self._go_on()

    def _move(self, step: Step, pick: int) -> None:
        codes = self.view.offered()
        if not 0 <= pick < len(codes):
            raise IllegalMove("that is not possible now. Pick one of the actions on offer")
        nth = len(self._picks[-1])
        action = self._plain(self.game.say(self.view.position, self.seat, codes[pick]))
        also = any(fits(pattern, action) for pattern in step.also)
        if not step.goal and action != self._plain(self._wanted(nth)) and not also:
            raise self._not_this(step, action)
        self._picks[-1].append(pick)
        self.table.play_code(self.seat, codes[pick])
        own = self.lesson.moves_in(self.step)
        if step.goal:
            turn_over = self.table.moves[-1][0] != self.seat or not self.view.must_act
            same_turn = self.lesson.steps[self.step + 1].at == own[-1] + 1  # the next step goes on in it
            if Facts(self.view).holds(step.goal):
                if turn_over or same_turn:
                    self._go_on()
            elif turn_over:
                raise self._not_this(step, action)
        elif nth + 1 == len(own):
            self._go_on()
        if self.kind == "move" and not self.view.offered():  # it leads nowhere: better refused now than found out later
            raise self._not_this(step, action)

    def _not_this(self, step: Step, action: Any) -> NotThis:
        for one in step.wrong:
            if not isinstance(one.when, list) and fits(one.when, action):
                return NotThis(one.say)
        return NotThis(ALSO)

    def _go_on(self) -> None:
        """What others do before the next step."""
        self.step += 1
        self._picks.append([])
        while self._others and self._others[0][0] < self.now.at:
            n, by, raw = self._others.popleft()
            self._play_other(n, by, raw)

    def _play_other(self, n: int, by: int, raw: msgspec.Raw) -> None:
        """Their move of the record, else what the lesson has instead, else the last thing that they can do."""
        view = self.table.look(by)
        others = [msgspec.convert(one, self._decoder.type) for one in self.lesson.instead.get(n, [])]
        for action in [self._decoder.decode(raw), *others]:
            try:
                return self.table.play_code(by, view.hear(action))
            except IllegalMove:
                continue
        if view.must_act:
            self.table.play_code(by, view.offered()[-1])
        return None

    def _chance(self, event: int, codes: list[int], weights: list[int]) -> int:
        """The record's next outcome that is possible here; those that had no alternative were never asked for."""
        truth = self.table.truth
        for at, raw in enumerate(self._rolls):
            outcome = self._decoder.decode(raw)
            try:
                code = self.game.hear(truth, TABLE, outcome)
            except IllegalMove:
                continue
            if code in codes and self.game.say(truth, TABLE, code) == outcome:
                for _ in range(at + 1):
                    self._rolls.popleft()
                return code
        return codes[0]
