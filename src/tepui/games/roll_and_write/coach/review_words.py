"""The moments of a review of Roll & Write in sentences; every figure in them is a fact of the moment."""

from __future__ import annotations

from typing import Any

from tepui.bots.levels import figure
from tepui.coach.review import Moment
from tepui.coach.review.walk import button
from tepui.core.view import View
from tepui.core.words import N_, Language
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.words import signed

MARKS = {  # kinds of decisions that recur, for statistics
    "move": N_("Another choice with the same dice"),
    "move.bridge": N_("Passing a bridge first"),
    "move.arrow": N_("Filling an arrow"),
    "move.circle": N_("A circle that doubles"),
    "move.points": N_("More points at once"),
    "move.room": N_("Leaving more room on the sheet"),
    "move.artefact": N_("Finding an artefact"),
}


def mark(kind: str, language: str) -> str:
    """A kind of decision in a few words; empty: it has none."""
    return CATALOGUE.language(language)(MARKS[kind]) if kind in MARKS else ""


def say(view: View, moment: Moment, language: str) -> list[str]:
    _, facts = CATALOGUE.language(language), moment.facts
    points, turn = figure(moment.value, language, 0), facts["turn"]
    match facts["what"]:
        case "move":
            sentence = _(
                "Turn {turn}. Yours: “{chosen}”. Better by {points} points in the end: “{better}”.",
                turn=turn,
                chosen=button(view, facts["chosen"], language),
                better=button(view, facts["better"], language),
                points=points,
            )
            return [" ".join([sentence, *reason(_, facts)])]
        case "well":
            sentence = _(
                "Turn {turn}: well seen. “{tempting}” brought more points at once ({points2}, not {points1}). Yours is worth {points} more in the end.",  # noqa: E501
                turn=turn,
                tempting=button(view, facts["tempting"], language),
                points1=signed(facts["points"]),
                points2=signed(facts["points2"]),
                points=points,
            )
            return [sentence]
    if moment.kind == "lucky":
        return [
            _(
                "Turn {turn}: this roll was worth {points} points more to you than a usual one.",
                turn=turn,
                points=points,
            )
        ]
    return [
        _("Turn {turn}: this roll was worth {points} points less to you than a usual one.", turn=turn, points=points)
    ]


def reason(_: Language, facts: dict[str, Any]) -> list[str]:
    match facts["reason"]:
        case "bridge":
            return [_("It passes a bridge first.")]
        case "arrow":
            return [_("It fills an arrow, so another expedition climbs as well.")]
        case "circle":
            if facts["points2"] < 0:
                now = signed(facts["points2"])
                return [
                    _("The circle is {points} points now, and doubles all that this expedition will bring.", points=now)
                ]
            return [_("The circle doubles all that this expedition will bring.")]
        case "points":
            return [
                _(
                    "It brings {points2} points at once, yours {points1}.",
                    points1=signed(facts["points"]),
                    points2=signed(facts["points2"]),
                )
            ]
        case "room":
            return [_("It leaves more room: {fits2} of 60 rolls would still help you, after yours {fits}.", **facts)]
        case "artefact":
            return [_("It finds an artefact.")]
    return []
