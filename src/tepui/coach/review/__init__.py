"""A finished game looked at again through one seat's eyes: what was luck, what was decided, which moments mattered.

`result = start + luck + reading - decisions + others + rest`, exactly. A decision costs the best value on offer less
the value of what was chosen; luck is the value after chance spoke less the mean of all that it could have said. Both
are reckoned from the seat's own view of that moment, so nothing that a player could not know counts against them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from tepui.core.game import Game

Unit = Literal["points", "percent"]
Kind = Literal["mistake", "slip", "knew", "well", "lucky", "unlucky"]
DIGITS = 2  # what a review tells of a value

VERSION = 2  # raised when reviews are reckoned differently here; a game's own `VERSION` when they are there
KEY, ALIKE = 3, 2  # moments shown first; at most so many of them of one kind


class Event(msgspec.Struct, frozen=True):
    """A step of the curve: what a move changed, as it counts for the result."""

    move: int  # the number of the move that did it, from 1
    kind: str  # "decision", "reading", or the name of a kind of luck
    value: float


class Moment(msgspec.Struct, frozen=True):
    """A moment worth another look: the table as it stood after `move` moves."""

    move: int
    kind: Kind
    value: float  # what it cost or brought, in the unit of the result; of what was known: what it could have brought
    facts: dict[str, Any]  # all that its sentences say; "what" names the sentence
    plain: bool = True  # False: hard to see
    expert: int | None = None  # the code that an expert plays there
    weight: float = 1.0  # how much of the value counts for the result: early points are partly repaired later


class Left(msgspec.Struct, frozen=True):
    """In a game of deduction: how many worlds this seat held possible after so many moves."""

    move: int
    worlds: int


class SeatReview(msgspec.Struct, frozen=True):
    """A finished game through one seat's eyes; its parts add up to the result."""

    seat: int
    unit: Unit
    start: float
    luck: dict[str, float]  # by kind
    reading: float  # what the others' choices gave away, and this seat made use of
    decisions: float  # what they cost in all, 0 or more; where a sum says nothing (`summed`) 0
    others: float  # where one's loss is another's gain: luck and decisions of the others
    rest: float
    result: float
    events: list[Event]
    moments: list[Moment]  # in the order of the game
    curve: list[tuple[int, float]]  # (move, the result to be expected after it), from the start on
    left: list[Left] = []
    rounds: list[tuple[int, int]] = []  # (move, the round or turn that begins there)
    summed: bool = True  # may the losses be added up? Otherwise they are part of the rest, which then is "play"

    def marks(self) -> list[Moment]:
        """Decisions that cost something worth telling."""
        return [moment for moment in self.moments if moment.kind in ("mistake", "slip")]


class Reviewer(Protocol):
    """What a game brings to look at itself again. Nothing of it may depend on anything but this view."""

    def review(self, view: Any) -> SeatReview:
        """A finished game of the seat behind these eyes; `others` is not known yet."""

    def say(self, view: Any, moment: Moment, language: str) -> list[str]:
        """The moment in sentences, its proof (if there is one) after the first; `view` is that of the moment."""

    # It may also have a `VERSION` of its own, a `SCALE` (`numbers.Scale`) for the two numbers of a game, and
    # `MARKS`: by kind (`mark_of`) what costly decisions that recur are called, in English.


def of(game: Game) -> Reviewer | None:
    """How this game looks at itself again, if it does."""
    return game.brought("review", Reviewer)


class Gathered:
    """What a game's own review collects on its way through the moves."""

    def __init__(self, slip: float, mistake: float) -> None:
        self.slip, self.mistake = slip, mistake
        self.events: list[Event] = []
        self.moments: list[Moment] = []
        self.left: list[Left] = []
        self.rounds: list[tuple[int, int]] = []
        self.course: list[
            tuple[int, float]
        ] = []  # for a game that can say better than the sum of events what it expects
        self._best: dict[str, Moment] = {}  # of each kind that is shown once: the greatest

    def reached(self, move: int, round: int) -> None:
        """The round or turn in which this move is made."""
        if not self.rounds or self.rounds[-1][1] < round:
            self.rounds.append((move, round))

    def happened(self, move: int, kind: str, value: float) -> None:
        """A step of the curve: this move changed what is to be expected by so much."""
        if abs(value) > 1e-9:
            self.events.append(Event(move, kind, value))

    def decided(
        self,
        move: int,
        loss: float,
        facts: dict[str, Any],
        weight: float = 1.0,
        counted: bool = True,
        plain: bool = True,
    ) -> None:
        """A decision of this seat after `move` moves; without a "what" there is nothing to be said about it."""
        if counted:
            self.happened(move + 1, "decision", -weight * loss)
        if loss >= self.slip and "what" in facts:
            kind: Kind = "mistake" if loss >= self.mistake else "slip"
            self.moments.append(Moment(move, kind, loss, facts, plain, weight=weight))

    def once(self, kind: Kind, move: int, value: float, facts: dict[str, Any], weight: float = 1.0) -> None:
        """A moment of which only the greatest is shown: luck either way, one well done."""
        before = self._best.get(kind)
        if value >= self.slip and (before is None or value > before.value):
            self._best[kind] = Moment(move, kind, value, facts, weight=weight)

    def fortune(self, move: int, kind: str, value: float, weight: float, facts: dict[str, Any]) -> None:
        """Chance spoke with move number `move`; its moment is the table after it."""
        self.happened(move, kind, weight * value)
        self.once("lucky" if value > 0 else "unlucky", move, abs(value), facts, weight)

    def whole(
        self, seat: int, unit: Unit, start: float, result: float, kinds: Sequence[str], last: int, summed: bool = True
    ) -> SeatReview:
        """All of it; `last` is the number of the last move: there the curve ends, with the result."""
        moments = sorted([*self.moments, *self._best.values()], key=lambda moment: moment.move)
        return SeatReview(
            seat=seat,
            unit=unit,
            start=start,
            luck={kind: self._sum(kind) for kind in kinds},
            reading=self._sum("reading"),
            decisions=-self._sum("decision"),
            others=0.0,
            rest=0.0,
            result=result,
            events=self.events,
            moments=moments,
            curve=[(0, start), *(self.course or self._added_up(start)), (last, result)],
            left=self.left,
            rounds=self.rounds,
            summed=summed,
        )

    def _added_up(self, value: float) -> list[tuple[int, float]]:
        found = []
        for event in self.events:
            value += event.value
            found.append((event.move, value))
        return found

    def _sum(self, kind: str) -> float:
        return sum(event.value for event in self.events if event.kind == kind)


def luck_of(one: SeatReview) -> float:
    """All kinds of luck together."""
    return sum(one.luck.values())


def play_of(one: SeatReview) -> float:
    """What decisions cost, below 0; where a sum says nothing, all that is neither start nor luck."""
    return -one.decisions if one.summed else one.result - one.start - luck_of(one) - one.reading


def mark_of(moment: Moment) -> str:
    """The kind of a decision that cost something: what was decided, and why another was better if there is a word."""
    what, reason = str(moment.facts.get("what", "")), moment.facts.get("reason")
    return f"{what}.{reason}" if isinstance(reason, str) and reason else what


def marks_of(one: SeatReview) -> dict[str, int]:
    """How many of each kind."""
    return dict(Counter(mark_of(moment) for moment in one.marks()))


def settled(reviews: Sequence[SeatReview]) -> list[SeatReview]:
    """The reviews of all seats, each with what the others did to it, and what is left over."""
    found = []
    for one in reviews:
        others = 0.0
        if one.unit == "percent" and len(reviews) > 1:
            rivals = [other for other in reviews if other.seat != one.seat]
            others = sum(other.decisions - sum(other.luck.values()) for other in rivals) / len(rivals)
        found.append(rounded(replace(one, others=others)))
    return found


def rounded(one: SeatReview) -> SeatReview:
    """Shown with two digits, so that what is shown adds up: whatever is left over is the rest."""
    luck = {kind: tidy(value) for kind, value in one.luck.items()}
    sums = {name: tidy(getattr(one, name)) for name in ("start", "reading", "decisions", "others", "result")}
    left = sums["result"] - sums["start"] - sum(luck.values()) - sums["reading"] + sums["decisions"] - sums["others"]
    return replace(
        one,
        **sums,
        luck=luck,
        rest=tidy(left),
        events=[replace(event, value=tidy(event.value)) for event in one.events],
        moments=[replace(moment, value=tidy(moment.value)) for moment in one.moments],
        curve=[(move, tidy(value)) for move, value in one.curve],
    )


def tidy(value: float) -> float:
    """Rounded to what is shown, so that the parts still add up."""
    return round(value, DIGITS) + 0.0


def key_moments(moments: Iterable[Moment]) -> list[Moment]:
    """The few to be shown first: by how much they counted, not too many of a kind; those hard to see come last."""
    chosen: list[Moment] = []
    for moment in sorted(moments, key=lambda moment: (not moment.plain, -moment.value * moment.weight, moment.move)):
        alike = sum(other.kind == moment.kind for other in chosen)
        if len(chosen) < KEY and alike < ALIKE:
            chosen.append(moment)
    return chosen
