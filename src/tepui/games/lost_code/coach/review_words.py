"""The moments of a review of The Lost Code in sentences; every figure in them is a fact of the moment."""

from __future__ import annotations

from typing import Any

from tepui.bots.levels import figure
from tepui.coach.review import Moment
from tepui.coach.review.walk import button
from tepui.core.view import View
from tepui.core.words import N_, Language
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ANSWERS, COLOURS, numbers_in
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
YOURS = N_("Round {n}. Yours: {chosen}. Better by {points} points: {better}.")
BETTER = {  # why, after `YOURS`
    "die": N_("The best guess with those dice: {guess}, right with {chance}%."),
    "sure": N_("Your sum could only be {sum}."),
    "points": N_("It was right with {chance2}% for {points2} points, yours with {chance}% for {points}."),
    "tells": N_("Its answer tells more: it usually leaves {left2}% of the codes, that of yours {left}%."),
    "stake": N_("A miss costs a stone: with yours you were wrong with {miss}%, with that one {miss2}%."),
}
WRITTEN = N_(
    "Final guess, {colour}: {written}, right with {chance}%. Better by {points} points: {better}, right with {chance2}%."  # noqa: E501
)
HOPELESS = N_(
    "Final guess, {colour}: {written}, which could not be right. Better by {points} points: {better}, right with {chance2}%."  # noqa: E501
)
WELL = N_(
    "Round {n}, well seen: {chosen}. Most points at once: {tempting}. Yours was worth {points} points more in the end."
)
LUCK = {
    "answer": N_("Round {n}: “{answer}” (chance {chance}%). Codes left: {left} of {of}."),
    "dice lucky": N_("Round {n}: a good roll for your stones."),
    "dice unlucky": N_("Round {n}: a bad roll for your stones."),
    "stone": N_("Round {n}. The stone that you exchanged was {colour} {number}."),
    "draw": N_("Round {n}: {name} drew {colour} {number}. Codes left: {left} of {of}."),
}


def say(view: View, moment: Moment, language: str) -> list[str]:
    _, facts = CATALOGUE.language(language), moment.facts
    points, n = figure(moment.value, language), facts.get("round")
    match facts["what"]:
        case "wheel":
            chosen, better = setting(_, view, facts["chosen"]), setting(_, view, facts["better"])
            missed = {"miss": 100 - facts["chance"], "miss2": 100 - facts["chance2"]}
            sentence = _(YOURS, n=n, chosen=chosen, better=better, points=points)
            return [f"{sentence} {_(BETTER[facts['reason']], **facts, **missed)}"]
        case "exchange":
            return [" ".join(exchange(_, facts, points))]
        case "die" | "token":
            chosen, better = button(view, facts["chosen"], language), button(view, facts["better"], language)
            sentence = _(YOURS, n=n, chosen=chosen, better=better, points=points)
            if "best" not in facts:
                return [sentence]
            return [f"{sentence} {_(BETTER['die'], guess=setting(_, view, facts['best']), chance=facts['chance'])}"]
        case "known":
            return known(_, view, facts, language)
        case "write":
            things = {**facts, "colour": colour_of(_, facts["colour"]), "better": numbers(_, facts["better"])}
            said = WRITTEN if facts["chance"] else HOPELESS
            return [_(said, **things, written=numbers(_, facts["chosen"]), points=points)]
        case "well":
            chosen, tempting = setting(_, view, facts["chosen"]), setting(_, view, facts["tempting"])
            return [_(WELL, n=n, tempting=tempting, chosen=chosen, points=points)]
    return [luck(_, view, moment, points, language)]


def exchange(_: Language, facts: dict[str, Any], points: str) -> list[str]:
    gone, better = (colour_of(_, facts[name] - codes.EXCHANGE) for name in ("chosen", "better"))
    sentence = _(
        "Round {n}. You exchanged: {colour}. Better by {points} points: {better}.",
        n=facts["round"],
        colour=gone,
        better=better,
        points=points,
    )
    left, others = facts["numbers"], facts["others"]
    if left == 1:
        return [sentence, _("You knew that stone. The other had {n} numbers left.", n=others)]
    if left < others:
        why = _("Numbers still possible: {n} for the one you gave, {m} for the other.", n=left, m=others)
        return [sentence, why]
    return [sentence]


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
    wrong = [other for other in numbers_in(facts["chosen"] - codes.WRITE) if other != number]
    if not wrong:
        return [sentence]
    then = view.past(facts["proven"])
    return [sentence, *help.why(then, {"colour": COLOURS[colour], "number": wrong[0]}, language)]


def luck(_: Language, view: View, moment: Moment, points: str, language: str) -> str:
    things = {**moment.facts, "n": moment.facts.get("round")}
    kind, good = things["what"], moment.kind == "lucky"
    if kind == "final":
        return _(
            "Your final guesses brought {points} points. {expected} were to be expected.",
            points=figure(things["points"], language, 0),
            expected=figure(things["expected"], language),
        )
    if "colour" in things:
        things["colour"] = colour_of(_, things["colour"])
    if "left" in things:
        things |= {name: figure(things[name], language, 0) for name in ("left", "of")}
    if kind == "answer":
        things["answer"] = answer_word(_, ANSWERS[things["answer"]])
    elif kind == "draw":
        things["name"] = view.names[things["by"]]
    which = f"dice {moment.kind}" if kind == "dice" else kind
    sentence = _(LUCK[which], **things)
    if good:
        return f"{sentence} {_('Worth {points} points more than to be expected.', points=points)}"
    return f"{sentence} {_('Worth {points} points less than to be expected.', points=points)}"


def setting(_: Language, view: View, code: int) -> str:
    wheel, low = divmod(code - codes.GUESS, codes.LOWS)
    size = int(the_game(view).parts.sizes[wheel])
    return _("{size}-wheel, {range}", size=size, range=span(low, low + size - 1))


def colour_of(_: Language, colour: int) -> str:
    return colour_words(_)[COLOURS[colour]]


def numbers(_: Language, code: int) -> str:
    return spans_of(numbers_in(code - codes.WRITE)) or _("nothing")
