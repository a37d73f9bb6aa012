"""The moments of a review of Kryptx in sentences; every figure in them is a fact of the moment."""

from __future__ import annotations

from typing import Any

from tepui.bots.levels import figure
from tepui.coach.review import Moment
from tepui.coach.review.walk import button
from tepui.core.view import View
from tepui.core.words import N_, Language
from tepui.games.kryptx.actions import card_name
from tepui.games.kryptx.bots.steady import the_game
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.words import card_words

MARKS = {  # kinds of decisions that recur, for statistics
    "ask": N_("A question that tells more"),
    "place": N_("A card that gives less away"),
    "reveal": N_("Which card to show"),
    "stop": N_("Waiting a little with the Stop"),
    "missed": N_("Calling Stop earlier"),
    "named": N_("Likelier numbers in a claim"),
}


def mark(kind: str, language: str) -> str:
    """A kind of decision in a few words; empty: it has none."""
    return CATALOGUE.language(language)(MARKS[kind]) if kind in MARKS else ""


def say(view: View, moment: Moment, language: str) -> list[str]:
    _, facts = CATALOGUE.language(language), moment.facts
    gain = figure(moment.value, language, 0)
    match facts["what"]:
        case "ask":
            sentence = decision(_, view, facts, gain, language)
            return [f"{sentence} {questions(_, facts)}"]
        case "place" | "reveal":
            why = _("It gives less away: {left2}% of your possible codes stay possible, after yours {left}%.", **facts)
            return [f"{decision(_, view, facts, gain, language)} {why}"]
        case "stop" if facts["chance"] == 0:
            return [
                _(
                    "Turn {turn}: you called Stop with a claim that could hardly be right. Waiting gave {gain}% more chance to win.",  # noqa: E501
                    **facts,
                    gain=gain,
                )
            ]
        case "stop":
            sentence = _(
                "Turn {turn}: you called Stop with a claim that was right with {chance}%. Waiting gave {gain}% more chance to win.",  # noqa: E501
                **facts,
                gain=gain,
            )
            return [sentence]
        case "missed" if facts["chance"] == 100:
            return [
                _("Turn {turn}: you could name every number. Stop would have won.", **facts),
                *numbers(_, view, facts),
            ]
        case "missed":
            sentence = _(
                "Turn {turn}: your best claim was right with {chance}%. Calling Stop gave {gain}% more chance to win.",
                **facts,
                gain=gain,
            )
            return [sentence]
        case "knew":
            sentence = _("From turn {turn} on you could name every number, and called no Stop.", **facts)
            return [sentence, *numbers(_, view, facts)]
        case "named" if facts["chance"] == 0:
            sentence = _(
                "Turn {turn}: the numbers you claimed could hardly be right. The likeliest ones were right with {chance2}%.",  # noqa: E501
                **facts,
            )
            return [sentence, *numbers(_, view, {"numbers": facts["likelier"]})]
        case "named":
            sentence = _(
                "Turn {turn}: the numbers you claimed were right with {chance}%. The likeliest ones with {chance2}%.",
                **facts,
            )
            return [sentence, *numbers(_, view, {"numbers": facts["likelier"]})]
        case "well":
            sentence = _(
                "Turn {turn}: well asked. “{tempting}” was likelier to be a Yes ({chance2}%), but usually leaves {left2}% of what is possible, yours {left}%.",  # noqa: E501
                **{**facts, "tempting": button(view, facts["tempting"], language)},
            )
            return [sentence]
    return [luck(_, view, moment, gain, language)]


def decision(_: Language, view: View, facts: dict[str, Any], gain: str, language: str) -> str:
    return _(
        "Turn {turn}. Yours: “{chosen}”. Better, with {gain}% more chance to win: “{better}”.",
        turn=facts["turn"],
        chosen=button(view, facts["chosen"], language),
        better=button(view, facts["better"], language),
        gain=gain,
    )


def questions(_: Language, facts: dict[str, Any]) -> str:
    if facts["because"] == "tells":
        return _("It tells more: usually {left2}% of what is possible are left, after yours {left}%.", **facts)
    return _("A No makes you place another card. It is a Yes with {chance2}%, yours with {chance}%.", **facts)


def numbers(_: Language, view: View, facts: dict[str, Any]) -> list[str]:
    letters = the_game(view).deck.letters
    said = [f"{letters[stand]} {number}" for stand, number in facts.get("numbers", ())]
    return [_("The numbers: {numbers}.", numbers=", ".join(said))] if said else []


def luck(_: Language, view: View, moment: Moment, gain: str, language: str) -> str:
    things, good = dict(moment.facts), moment.kind == "lucky"
    if "card" in things:
        things["card"] = card_words(_, card_name(the_game(view).deck, things["card"]))
    match things["what"]:
        case "answer":
            things["answer"] = _("yes") if things["yes"] else _("no")
            things |= {name: figure(things[name], language, 0) for name in ("left", "of")}
            sentence = _("Turn {turn}: “{answer}” (chance {chance}%). Possibilities left: {left} of {of}.", **things)
        case "card" if things["chance"] == 0:
            sentence = _("Turn {turn}: you drew {card}, and it was no news to you.", **things)
        case "card" if not good:
            sentence = _(
                "Turn {turn}: you drew {card}. That was little news: it was hardly in a code ({chance}%).", **things
            )
        case "card":
            sentence = _(
                "Turn {turn}: you drew {card}. It could be in a code ({chance}%), and now is in none.", **things
            )
        case _verdict if things["right"]:
            sentence = _("Turn {turn}: your claim was right (chance {chance}%).", **things)
        case _verdict:
            things["chance"] = 100 - things["chance"]
            sentence = _("Turn {turn}: your claim was wrong (chance {chance}%).", **things)
    worth = _("{gain}% more chance to win.", gain=gain) if good else _("{gain}% less chance to win.", gain=gain)
    return f"{sentence} {worth}"
