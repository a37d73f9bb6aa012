"""A finished game walked through again: what its own reviewer finds, and what an expert would have done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from tepui.bots.levels import SECONDS, level_of
from tepui.coach.review import Moment, SeatReview, of
from tepui.core.refusal import BadRecord
from tepui.core.view import View

EXPERT = "expert"


def steps(view: View) -> Iterator[tuple[View, int, int]]:
    """The view before each of its moves, who moved and how. It is one view, taken further with every step."""
    past = view.past(0)
    for by, code in view.moves:
        yield past, by, code
        past.observe(by, code)


def review(view: View) -> SeatReview:
    """Of the seat behind these eyes; refused where there is nothing to look at again."""
    game = view.game
    reviewer = of(game)
    if reviewer is None:
        raise BadRecord(f"{game.title} brings no review. `tepui replay` shows the game")
    if not view.over:
        raise BadRecord("the game is not over. Finish it, then it can be reviewed")
    found = reviewer.review(view)
    return replace(found, moments=with_expert(view, found.moments))


def with_expert(view: View, moments: list[Moment]) -> list[Moment]:
    """What an expert plays at each decision that cost something, by its own lights."""
    rungs = [make for name, make in view.game.bots.items() if level_of(name) == EXPERT]
    if not rungs:
        return moments
    wanted = {moment.move for moment in moments if moment.kind in ("mistake", "slip")}
    picks: dict[int, int] = {}
    bot = rungs[-1]()  # the strongest of them: it has forgotten nothing
    for at, (past, _by, _code) in enumerate(steps(view)):
        if at in wanted:
            values = bot.rank(past.copy(), SECONDS, Random(0))
            if values is not None:
                picks[at] = past.codes()[max(range(len(values)), key=values.__getitem__)]
    return [replace(one, expert=picks.get(one.move)) if one.move in wanted else one for one in moments]


def sentences(view: View, moments: list[Moment], language: str) -> list[list[str]]:
    """Each moment in sentences, and what an expert would have done if that is something else than was best."""
    from tepui.core.words import CATALOGUE

    reviewer = of(view.game)
    assert reviewer is not None
    _ = CATALOGUE.language(language)
    found = []
    for moment in moments:
        past = view.past(moment.move)
        lines = reviewer.say(past, moment, language)
        if moment.expert is not None and moment.expert == moment.facts.get("chosen"):
            lines.append(_("An expert would have played the same."))
        elif moment.expert not in (None, moment.facts.get("better")):
            lines.append(_("An expert would have played: “{action}”.", action=button(past, moment.expert, language)))
        found.append(lines)
    return found


def button(view: View, code: int, language: str) -> str:
    """What a button says of this action, to stand within a sentence."""
    action = view.game.say(view.position, view.eye, code)
    return view.game.words.button(view.position, view.eye, action, view.names, language).rstrip(".")
