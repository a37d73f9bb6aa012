"""A review as it is read: in the reader's language, with what adds up to the result and the moments in sentences."""

from __future__ import annotations

import msgspec

from tepui.bots.levels import figure
from tepui.coach.review import Left, SeatReview, Unit, key_moments
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


class Told(msgspec.Struct, frozen=True):
    seat: int
    unit: Unit
    parts: list[Part]  # the first is the start; all together they are the result
    result: float
    line: str  # the same in one line
    curve: list[tuple[int, float]]
    left: list[Left]
    moments: list[ToldMoment]


def in_sentences(view: View, review: SeatReview, language: str) -> Told:
    _ = CATALOGUE.language(language)
    key = key_moments(review.moments)
    lines = sentences(view, review.moments, language)
    parts = parts_of(review, language)
    return Told(
        seat=review.seat,
        unit=review.unit,
        parts=parts,
        result=review.result,
        line=line_of(parts, review, language),
        curve=review.curve,
        left=review.left,
        moments=[
            ToldMoment(one.move, one.kind, _(KINDS[one.kind]), one.value, one.plain, one in key, said)
            for one, said in zip(review.moments, lines, strict=True)
        ],
    )


def parts_of(review: SeatReview, language: str) -> list[Part]:
    """What is nothing in this game is left out; what is left over is always shown."""
    _ = CATALOGUE.language(language)
    found = [Part("start", _("To be expected at the start"), review.start)]
    found += [Part(kind, _(LUCK.get(kind, kind)), value) for kind, value in review.luck.items()]
    if review.reading:
        found.append(Part("reading", _("Reading the others’ guesses"), review.reading))
    if review.summed:
        found.append(Part("decisions", _("Your decisions"), 0.0 - review.decisions))
    if review.others:
        found.append(Part("others", _("The others’ luck and decisions"), review.others))
    rest = _("The others, and what cannot be told apart") if review.summed else _("Your play, and the others’")
    return [*found, Part("rest", rest, review.rest)]


def line_of(parts: list[Part], review: SeatReview, language: str) -> str:
    """Expected 52.0 · dice +1.0 · ... = 48.0"""
    said = [f"{parts[0].label} {figure(parts[0].value, language)}"]
    said += [f"{part.label} {'+' if part.value > 0 else ''}{figure(part.value, language)}" for part in parts[1:]]
    return " · ".join(said) + f" = {figure(review.result, language)}"
