"""A review as it is read: in the reader's language, with what adds up to the result and the moments in sentences."""

from __future__ import annotations

import msgspec

from tepui.bots.levels import figure
from tepui.coach.review import Left, Moment, SeatReview, Unit, key_moments, of, tidy
from tepui.coach.review.numbers import luck_number, play_number
from tepui.coach.review.walk import sentences
from tepui.core.view import View
from tepui.core.words import CATALOGUE, N_

LUCK = {
    "answers": N_("Luck: answers"),
    "dice": N_("Luck: dice"),
    "stones": N_("Luck: stones"),
    "cards": N_("Luck: cards drawn"),
    "verdict": N_("Luck: claims"),
    "final": N_("Luck: final guesses"),
}
KINDS = {
    "mistake": N_("Mistake"),
    "slip": N_("Slip"),
    "knew": N_("You knew enough"),
    "well": N_("Well done"),
    "lucky": N_("Luck"),
    "unlucky": N_("Bad luck"),
}


class Part(msgspec.Struct, frozen=True):
    """One of the things that add up to the result."""

    kind: str
    label: str
    value: float


class ToldMoment(msgspec.Struct, frozen=True):
    move: int  # the table as it stood after so many moves
    kind: str
    label: str
    value: float
    plain: bool  # False: hard to see
    key: bool  # one of those to read first
    lines: list[str]
    better: int | None = None  # what was better there, as an index into what was on offer


class Told(msgspec.Struct, frozen=True):
    seat: int
    unit: Unit
    parts: list[Part]  # the first is the start; all together they are the result
    result: float
    play: int | None  # 0 to 99, and what eight of ten games of an expert have; null: the game brings no scale
    luck: int | None  # 0 to 99: of a hundred games so many are less lucky
    expert: tuple[int, int] | None
    line: str  # the same in one line
    curve: list[tuple[int, float]]
    rounds: list[tuple[int, int]]  # (move, the round or turn that begins there)
    left: list[Left]
    moments: list[ToldMoment]


def in_sentences(view: View, review: SeatReview, language: str) -> Told:
    _ = CATALOGUE.language(language)
    key = key_moments(review.moments)
    lines = sentences(view, review.moments, language)
    parts = parts_of(review, language)
    scale = getattr(of(view.game), "SCALE", None)
    return Told(
        seat=review.seat,
        unit=review.unit,
        parts=parts,
        result=review.result,
        play=scale and play_number(review),
        luck=scale and luck_number(review, scale),
        expert=scale and scale.expert,
        line=line_of(parts, review, language),
        curve=review.curve,
        rounds=review.rounds,
        left=review.left,
        moments=[
            ToldMoment(
                one.move,
                one.kind,
                _(KINDS[one.kind]),
                one.value,
                one.plain,
                one in key,
                said,
                better_of(view, one),
            )
            for one, said in zip(review.moments, lines, strict=True)
        ],
    )


def better_of(view: View, moment: Moment) -> int | None:
    better = moment.facts.get("better")
    offered = [] if better is None else view.past(moment.move).codes()
    return offered.index(better) if better in offered else None


def parts_of(review: SeatReview, language: str) -> list[Part]:
    """What is nothing in this game is left out; what is left over is always shown."""
    _ = CATALOGUE.language(language)
    found = [Part("start", _("To be expected at the start"), review.start)]
    found += [Part(kind, _(LUCK.get(kind, kind)), value) for kind, value in review.luck.items() if value]
    if review.reading:
        found.append(Part("reading", _("Reading the others’ guesses"), review.reading))
    if review.summed:
        found.append(Part("decisions", _("Decisions"), 0.0 - review.decisions))
    rest = _("The others, and what stays unexplained") if review.summed else _("Play, your own and the others’")
    return [*found, Part("rest", rest, tidy(review.others + review.rest))]


def line_of(parts: list[Part], review: SeatReview, language: str) -> str:
    """Expected 52.0 · dice +1.0 · ... = 48.0"""
    _ = CATALOGUE.language(language)

    def amount(value: float) -> str:
        number = figure(value, language)
        return _("{number}%", number=number) if review.unit == "percent" else number

    said = [f"{parts[0].label} {amount(parts[0].value)}"]
    said += [f"{part.label} {'+' if part.value > 0 else ''}{amount(part.value)}" for part in parts[1:]]
    return " · ".join(said) + f" = {amount(review.result)}"
