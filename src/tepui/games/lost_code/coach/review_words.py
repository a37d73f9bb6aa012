"""The moments of a review of The Lost Code in sentences; every figure in them is a fact of the moment."""

from __future__ import annotations

from typing import Any

from tepui.bots.levels import figure
from tepui.coach.review import Moment
from tepui.coach.review.walk import button
from tepui.core.view import View
from tepui.core.words import N_, Language
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ANSWERS, COLOURS
from tepui.games.lost_code.belief import the_game
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.coach import help
from tepui.games.lost_code.text import answer_word
from tepui.games.lost_code.words import colour_words, span, spans_of

MARKS = {  # kinds of decisions that recur, for statistics
    "wheel.sure": N_("A wheel whose sum was certain"),
    "wheel.points": N_("A wheel that promised more points"),
    "wheel.tells": N_("A wheel whose answer tells more"),
    "wheel.stake": N_("A wheel that seldom costs a stone"),
    "exchange": N_("Which stone to exchange"),
    "die": N_("The colour of a die"),
    "token": N_("When to take a token"),
    "known": N_("A number that was certain by the final guess"),
    "write": N_("The numbers of the final guess"),
}


def mark(kind: str, language: str) -> str:
    """A kind of decision in a few words; empty: it has none."""
    return CATALOGUE.language(language)(MARKS[kind]) if kind in MARKS else ""


def say(view: View, moment: Moment, language: str) -> list[str]:
    _, facts = CATALOGUE.language(language), moment.facts
    points = figure(moment.value, language)
    match facts["what"]:
        case "wheel":
            return wheel(_, view, facts, points, language)
        case "exchange":
            return exchange(_, facts, points)
        case "die" | "token":
            sentence = _(
                "Round {n}. Yours: {chosen}. Better by {points} points: {better}.",
                n=facts["round"],
                chosen=button(view, facts["chosen"], language),
                better=button(view, facts["better"], language),
                points=points,
            )
            if "best" not in facts:
                return [sentence]
            why = _(
                "The best guess with those dice: {guess}, right with {chance}%.",
                guess=setting(_, view, facts["best"]),
                chance=facts["chance"],
            )
            return [f"{sentence} {why}"]
        case "known":
            return known(_, view, facts, language)
        case "write" if facts["chance"] == 0:
            return [
                _(
                    "Final guess, {colour}: {written}, which could not be right. Better by {points} points: {better}, right with {chance2}%.",  # noqa: E501
                    **guesses(_, facts, points),
                )
            ]
        case "write":
            return [
                _(
                    "Final guess, {colour}: {written}, right with {chance}%. Better by {points} points: {better}, right with {chance2}%.",  # noqa: E501
                    **guesses(_, facts, points),
                )
            ]
        case "well":
            return [
                _(
                    "Round {n}, well seen: {chosen}. Most points at once: {tempting}. Yours was worth {points} points more in the end.",  # noqa: E501
                    n=facts["round"],
                    tempting=setting(_, view, facts["tempting"]),
                    chosen=setting(_, view, facts["chosen"]),
                    points=points,
                )
            ]
    return [luck(_, view, moment, points, language)]


def wheel(_: Language, view: View, facts: dict[str, Any], points: str, language: str) -> list[str]:
    sentence = _(
        "Round {n}. Yours: {chosen}. Better by {points} points: {better}.",
        n=facts["round"],
        chosen=setting(_, view, facts["chosen"]),
        better=setting(_, view, facts["better"]),
        points=points,
    )
    match facts["reason"]:
        case "sure":
            why = _("Your sum could only be {sum}.", **facts)
        case "points":
            why = _("It was right with {chance2}% for {points2} points, yours with {chance}% for {points}.", **facts)
        case "tells":
            why = _("Its answer tells more: it usually leaves {left2}% of the codes, that of yours {left}%.", **facts)
        case _stake:
            why = _(
                "A miss costs a stone: with yours you were wrong with {miss}%, with that one {miss2}%.",
                miss=100 - facts["chance"],
                miss2=100 - facts["chance2"],
            )
    return [f"{sentence} {why}"]


def exchange(_: Language, facts: dict[str, Any], points: str) -> list[str]:
    gone, better = facts["chosen"] - codes.EXCHANGE, facts["better"] - codes.EXCHANGE
    sentence = _(
        "Round {n}. You exchanged: {colour}. Better by {points} points: {better}.",
        n=facts["round"],
        colour=colour_of(_, gone),
        better=colour_of(_, better),
        points=points,
    )
    if facts["numbers"] == 1:
        why = _("You knew that stone. The other had {n} numbers left.", n=facts["others"])
    elif facts["numbers"] < facts["others"]:
        why = _(
            "Numbers still possible: {n} for the one you gave, {m} for the other.",
            n=facts["numbers"],
            m=facts["others"],
        )
    else:
        return [sentence]
    return [f"{sentence} {why}"]


def known(_: Language, view: View, facts: dict[str, Any], language: str) -> list[str]:
    """A stone that was certain: since when, and why the number written with it, or for it, was impossible."""
    colour, number = facts["colour"], facts["number"]
    sentence = _(
        "Final guess, {colour}: {written}. After round {n} it could only be {number}.",
        colour=colour_of(_, colour),
        written=numbers(_, facts["chosen"]),
        n=facts["since"],
        number=number,
    )
    wrong = [other for other in members(facts["chosen"] - codes.WRITE) if other != number]
    if not wrong:
        return [sentence]
    then = view.past(facts["proven"])
    return [sentence, *help.why(then, {"colour": COLOURS[colour], "number": wrong[0]}, language)]


def guesses(_: Language, facts: dict[str, Any], points: str) -> dict[str, Any]:
    """The final guess for a colour and a better one, in words."""
    written, better = numbers(_, facts["chosen"]), numbers(_, facts["better"])
    return {**facts, "colour": colour_of(_, facts["colour"]), "written": written, "better": better, "points": points}


def luck(_: Language, view: View, moment: Moment, points: str, language: str) -> str:
    things = {**moment.facts, "n": moment.facts.get("round")}
    good = moment.kind == "lucky"
    worth = _("Worth {points} points more than to be expected.", points=points)
    if not good:
        worth = _("Worth {points} points less than to be expected.", points=points)
    if "colour" in things:
        things["colour"] = colour_of(_, things["colour"])
    if "left" in things:
        things |= {name: figure(things[name], language, 0) for name in ("left", "of")}
    match things["what"]:
        case "answer":
            things["answer"] = answer_word(_, ANSWERS[things["answer"]])
            sentence = _("Round {n}: “{answer}” (chance {chance}%). Codes left: {left} of {of}.", **things)
        case "dice" if good:
            sentence = _("Round {n}: a good roll for your stones.", **things)
        case "dice":
            sentence = _("Round {n}: a bad roll for your stones.", **things)
        case "stone":
            sentence = _("Round {n}. The stone that you exchanged was {colour} {number}.", **things)
        case "draw":
            things["name"] = view.names[things["by"]]
            sentence = _("Round {n}: {name} drew {colour} {number}. Codes left: {left} of {of}.", **things)
        case _final:
            return _(
                "Your final guesses brought {points} points. {expected} were to be expected.",
                points=figure(things["points"], language, 0),
                expected=figure(things["expected"], language),
            )
    return f"{sentence} {worth}"


def setting(_: Language, view: View, code: int) -> str:
    wheel, low = divmod(code - codes.GUESS, codes.LOWS)
    size = int(the_game(view).parts.sizes[wheel])
    return _("{size}-wheel, {range}", size=size, range=span(low, low + size - 1))


def colour_of(_: Language, colour: int) -> str:
    return colour_words(_)[COLOURS[colour]]


def members(numbers: int) -> tuple[int, ...]:
    return tuple(number for number in range(9) if numbers >> number & 1)


def numbers(_: Language, code: int) -> str:
    return spans_of(members(code - codes.WRITE)) or _("nothing")
