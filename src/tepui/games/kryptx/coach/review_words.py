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
YOURS = N_("Turn {turn}. Yours: “{chosen}”. Better, with {gain}% more chance to win: “{better}”.")
BETTER = {  # why, after `YOURS`
    "tells": N_("It tells more: usually {left2}% of what is possible are left, after yours {left}%."),
    "yes": N_("A No makes you place another card. It is a Yes with {chance2}%, yours with {chance}%."),
    "gives": N_("It gives less away: {left2}% of your possible codes stay possible, after yours {left}%."),
}
SENTENCES = {  # of the others; some for one chance alone
    "stop": N_("Turn {turn}: you called Stop with a claim that was right with {chance}%. Waiting gave {gain}% more chance to win."),  # noqa: E501
    "stop 0": N_("Turn {turn}: you called Stop with a claim that could hardly be right. Waiting gave {gain}% more chance to win."),  # noqa: E501
    "missed": N_("Turn {turn}: your best claim was right with {chance}%. Calling Stop gave {gain}% more chance to win."),  # noqa: E501
    "missed 100": N_("Turn {turn}: you could name every number. Stop would have won."),
    "knew": N_("From turn {turn} on you could name every number, and called no Stop."),
    "named": N_("Turn {turn}: the numbers you claimed were right with {chance}%. The likeliest ones with {chance2}%."),
    "named 0": N_("Turn {turn}: the numbers you claimed could hardly be right. The likeliest ones were right with {chance2}%."),  # noqa: E501
    "well": N_("Turn {turn}: well asked. “{tempting}” was likelier to be a Yes ({chance2}%), but usually leaves {left2}% of what is possible, yours {left}%."),  # noqa: E501
}  # fmt: skip
LUCK = {
    "answer": N_("Turn {turn}: “{answer}” (chance {chance}%). Possibilities left: {left} of {of}."),
    "card": N_("Turn {turn}: you drew {card}. It could be in a code ({chance}%), and now is in none."),
    "card 0": N_("Turn {turn}: you drew {card}, and it was no news to you."),
    "card hardly": N_("Turn {turn}: you drew {card}. That was little news: it was hardly in a code ({chance}%)."),
    "right": N_("Turn {turn}: your claim was right (chance {chance}%)."),
    "wrong": N_("Turn {turn}: your claim was wrong (chance {chance}%)."),
}


def say(view: View, moment: Moment, language: str) -> list[str]:
    _, gain = CATALOGUE.language(language), figure(moment.value, language, 0)
    things = {**moment.facts, "gain": gain}
    what = things["what"]
    if what in ("ask", "place", "reveal"):
        shown = {name: button(view, things[name], language) for name in ("chosen", "better")}
        return [f"{_(YOURS, **things | shown)} {_(BETTER[things.get('because', 'gives')], **things)}"]
    if what not in SENTENCES:
        return [luck(_, view, moment, gain, language)]
    if what == "well":
        things["tempting"] = button(view, things["tempting"], language)
    sentence = SENTENCES.get(f"{what} {things.get('chance')}", SENTENCES[what])
    return [_(sentence, **things), *numbers(_, view, things)]


def numbers(_: Language, view: View, facts: dict[str, Any]) -> list[str]:
    letters = the_game(view).deck.letters
    said = [f"{letters[stand]} {number}" for stand, number in facts.get("numbers", facts.get("likelier", ()))]
    return [_("The numbers: {numbers}.", numbers=", ".join(said))] if said else []


def luck(_: Language, view: View, moment: Moment, gain: str, language: str) -> str:
    things, good, kind = dict(moment.facts), moment.kind == "lucky", moment.facts["what"]
    if kind == "answer":
        things["answer"] = _("yes") if things["yes"] else _("no")
        things |= {name: figure(things[name], language, 0) for name in ("left", "of")}
    elif kind == "card":
        things["card"] = card_words(_, card_name(the_game(view).deck, things["card"]))
        kind = "card 0" if things["chance"] == 0 else "card" if good else "card hardly"
    else:
        kind = "right" if things["right"] else "wrong"
        things["chance"] = things["chance"] if things["right"] else 100 - things["chance"]
    worth = _("{gain}% more chance to win.", gain=gain) if good else _("{gain}% less chance to win.", gain=gain)
    return f"{_(LUCK[kind], **things)} {worth}"
