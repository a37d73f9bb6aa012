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
SENTENCES = {
    "move": N_("Turn {turn}. Yours: “{chosen}”. Better by {points} points in the end: “{better}”."),
    "well": N_("Turn {turn}: well seen. “{tempting}” brought more points at once ({points2}, not {points1}). Yours is worth {points} more in the end."),  # noqa: E501
    "lucky": N_("Turn {turn}: this roll was worth {points} points more to you than a usual one."),
    "unlucky": N_("Turn {turn}: this roll was worth {points} points less to you than a usual one."),
}  # fmt: skip
REASONS = {  # what a better move has that the other has not
    "bridge": N_("It passes a bridge first."),
    "arrow": N_("It fills an arrow, so another expedition climbs as well."),
    "circle": N_("The circle doubles all that this expedition will bring."),
    "circle at a cost": N_("The circle is {points} points now, and doubles all that this expedition will bring."),
    "points": N_("It brings {points2} points at once, yours {points1}."),
    "room": N_("It leaves more room: {fits2} of 60 rolls would still help you, after yours {fits}."),
    "artefact": N_("It finds an artefact."),
}


def say(view: View, moment: Moment, language: str) -> list[str]:
    _, things = CATALOGUE.language(language), dict(moment.facts)
    what = things["what"] if things["what"] in SENTENCES else moment.kind
    for name in things.keys() & {"chosen", "better", "tempting"}:
        things[name] = button(view, things[name], language)
    if what == "well":
        things |= {"points1": signed(things["points"]), "points2": signed(things["points2"])}
    sentence = _(SENTENCES[what], **things | {"points": figure(moment.value, language, 0)})
    return [" ".join([sentence, *(reason(_, moment.facts) if what == "move" else [])])]


def reason(_: Language, facts: dict[str, Any], said: dict[str, str] = REASONS) -> list[str]:
    """In what the two differ most; nothing, if there is no word for it."""
    why, points, points2 = facts["reason"], signed(facts["points"]), signed(facts["points2"])
    if why == "circle" and facts["points2"] < 0:
        why, points = "circle at a cost", points2
    things = {"points": points, "points1": points, "points2": points2, "fits": facts["fits"], "fits2": facts["fits2"]}
    return [_(said[why], **things)] if why else []
