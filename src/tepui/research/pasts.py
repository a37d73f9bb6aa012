"""A whole past, open, that looks to one seat exactly like what it saw."""

from __future__ import annotations

from random import Random

from tepui.coach.belief import Sampled
from tepui.core.game import no_secrets
from tepui.core.view import View


def some_past(view: View, rng: Random) -> list[tuple[int, int]]:
    """From the game's own belief if it can (`belief.past(view, rng)`), else drawn at random (`coach.belief.Sampled`).

    In a game without secrets it is what was seen. Raises TooManyWorlds where chance finds none.
    """
    if view.game.secret is no_secrets:
        return list(view.moves)
    own = None if view.game.belief is None else view.game.belief(view)
    past = getattr(own, "past", None)
    if past is not None:
        found: list[tuple[int, int]] = past(view, rng)
        return found
    return Sampled(view, rng, 200).past(rng)
