"""The sheet of The Lost Code at the three levels of help; all of it from the seat's own view and pencil."""

from typing import Any

import msgspec

from tepui.coach.help import HelpLevel
from tepui.core.position import TABLE
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.belief import LostCodeBelief, possible_codes, the_game
from tepui.games.lost_code.belief.proof import proof
from tepui.games.lost_code.belief.why import leaving
from tepui.games.lost_code.belief.why import why as facts_why
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.codes import DEALING
from tepui.games.lost_code.parts import WHEELS
from tepui.games.lost_code.shapes import Shape
from tepui.games.lost_code.words import colour_words, letters, spans_of


class Best(Shape, frozen=True):
    """The final guess that the odds recommend for a colour."""

    numbers: list[int]
    points: float


class Shown(Shape, frozen=True, kw_only=True):
    """What the page adds to the sheet. Lists are by colour, then by number; null: not at this level."""

    level: HelpLevel
    clash: bool  # the pencil's crosses leave no code that fits what was seen
    empty: list[Colour]  # columns in which seen numbers and crosses leave nothing
    left: list[int]  # by colour: how many numbers the stone can still have, as far as this level tells
    worlds: int | None = None  # how many codes are possible
    shares: list[list[float]] | None = None  # how likely each number is
    sums: list[float] | None = None  # by sum: how likely the dice on the table add up to it
    windows: list[list[float]] | None = None  # by wheel, by its lowest number: how likely it is right
    best: list[Best] | None = None  # final guesses by the odds
    best_points: float | None = None  # all of them together, and in `own_points` what the pencil has written so far
    own_points: float | None = None
    bits: float | None = None  # what is not known yet


def shown(view: View, level: HelpLevel, marks: Any) -> Shown | None:
    position = the_game(view)
    if level == "pencil" or view.eye >= TABLE or position.phase <= DEALING:
        return None
    crossed = crosses(marks)
    absent = position.absent(view.eye)  # crosses in its column were about a stone that has left
    colours, parts = range(position.parts.colours), position.parts
    left = [
        sum(where is None and not (crossed[colour] >> number & 1 and not absent >> colour & 1)
            for number, where in enumerate(view.notebook.seen[colour][: parts.numbers]))
        for colour in colours
    ]  # fmt: skip
    if level == "referee" and not any(crossed):  # without a cross the true code itself fits
        return Shown(level=level, clash=False, empty=[], left=left)
    codes = possible_codes(view)
    empty: list[Colour] = []
    for colour in colours:
        if absent >> colour & 1:
            continue
        codes.candidates[colour] &= ~crossed[colour]
        if codes.candidates[colour] == 0:
            empty.append(COLOURS[colour])
    clash = not codes.possible()
    if level == "referee":
        return Shown(level=level, clash=clash, empty=empty, left=left)
    belief = LostCodeBelief(view)
    dice = [int(position.die(die)) for die in range(position.rolled)]
    sums = windows = None
    if len(dice) == 3 and not position.must_recolour() and not any(absent >> die & 1 for die in dice):
        sums = [count / (belief.worlds() or 1) for count in belief.sums(dice)[: parts.top + 1]]
        windows = [
            [round(sum(sums[low : low + parts.sizes[wheel]]), 4) for low in range(parts.settings(wheel))]
            for wheel in range(WHEELS)
        ]
    marginals = belief.marginals()
    finals = [belief.final_for(shares) for shares in marginals]
    open_colours = [colour for colour in colours if not position.with_token(view.eye, colour)]
    written = drafts(marks, parts.numbers)
    return Shown(
        level=level,
        clash=clash,
        empty=empty,
        left=[sum(share > 0 for share in shares) for shares in marginals],
        worlds=belief.worlds(),
        shares=[[round(share, 4) for share in shares] for shares in marginals],
        sums=sums and [round(share, 4) for share in sums],
        windows=windows,
        best=[Best(numbers, round(points, 2)) for numbers, points in finals],
        best_points=round(sum(finals[colour][1] for colour in open_colours), 2),
        own_points=round(sum(belief.final_points(written[colour], marginals[colour]) for colour in open_colours), 2),
        bits=round(belief.entropy(), 2),
    )


def why(view: View, claim: Any, language: str) -> list[str]:
    """The proof that a number is impossible; the claim is `{"colour": "blue", "number": 5}`."""
    try:
        wanted = msgspec.convert(claim, Claim)
    except msgspec.ValidationError:
        raise IllegalMove('ask about a colour and a number: {"colour": "blue", "number": 5}') from None
    parts = the_game(view).parts
    colour = COLOURS.index(wanted.colour)
    if view.eye >= TABLE or colour >= parts.colours or not 0 <= wanted.number < parts.numbers:
        raise IllegalMove("that stone is not in this game. Ask about one of your own")
    facts = facts_why(view, colour, wanted.number)
    if facts is None:
        _ = CATALOGUE.language(language)
        name = colour_words(_)[wanted.colour]
        return [_("Your stone, {colour}, can still be {number}.", colour=name, number=wanted.number)]
    return proof(facts, leaving(view), wanted.colour, wanted.number, language)


def claim(view: View, text: str, language: str) -> Any:
    """`blue 5`, in English or the reader's language; a colour's letter will do."""
    name, _, number = text.strip().casefold().rpartition(" ")
    words = CATALOGUE.language(language)
    known: dict[str, str] = dict(zip(COLOURS, COLOURS, strict=True))
    for said in (letters(words), colour_words(words)):
        known.update({word.casefold(): colour for colour, word in said.items() if colour in COLOURS})
    if name.strip() not in known or not number.isdecimal():
        raise IllegalMove("ask about a colour and a number: blue 5")
    return {"colour": known[name.strip()], "number": int(number)}


def as_text(view: View, level: HelpLevel, language: str) -> str:
    help = shown(view, level, None)
    if help is None or help.shares is None or help.best is None:
        return ""
    _ = CATALOGUE.language(language)
    lines = [_.ngettext("{n} code is possible.", "{n} codes are possible.", help.worlds or 0)]
    for colour, (shares, best) in enumerate(zip(help.shares, help.best, strict=True)):
        chances = "  ".join(f"{number}: {share:.0%}" for number, share in enumerate(shares) if share)
        name = colour_words(_)[COLOURS[colour]]
        numbers = spans_of(tuple(best.numbers))
        lines.append(f"{name}: {chances}  " + _("(best final guess: {numbers})", numbers=numbers))
    return "\n".join(lines)


class Claim(msgspec.Struct):
    colour: Colour
    number: int


def crosses(marks: Any) -> list[int]:
    """By colour: the numbers crossed out by hand, as a bit set. Marks are a page's: `{"cells": {"blue 3": "x"}}`."""
    crossed = [0] * len(COLOURS)
    cells = marks.get("cells") if isinstance(marks, dict) else None
    for place, mark in cells.items() if isinstance(cells, dict) else ():
        colour, _, number = str(place).partition(" ")
        if mark == "x" and colour in COLOURS and number.isdecimal() and int(number) < 9:
            crossed[COLOURS.index(colour)] |= 1 << int(number)
    return crossed


def drafts(marks: Any, numbers: int) -> list[list[int]]:
    """By colour: the final guess that the pencil has written, `{"finals": {"blue": [3]}}`; at most three numbers."""
    finals = marks.get("finals") if isinstance(marks, dict) else None
    kept = [finals.get(colour) if isinstance(finals, dict) else None for colour in COLOURS]
    return [
        [n for n in one if isinstance(n, int) and 0 <= n < numbers][:3] if isinstance(one, list) else [] for one in kept
    ]
