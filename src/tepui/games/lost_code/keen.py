"""Keen: decides as Steady does, but also minds what the others' guesses give away."""

from __future__ import annotations

from tepui.core.view import View
from tepui.games.lost_code.bots import Steady
from tepui.games.lost_code.expect import Expect
from tepui.games.lost_code.tells import Tells


class Keen(Steady):
    """To it the codes that fit are not equally likely. It remembers the game of each seat that it plays for."""

    def __init__(self, reads: float = 1.0) -> None:
        self.reads = reads  # this share of the others' guesses
        self.tells: dict[int, Tells] = {}

    def expect(self, view: View) -> Expect:
        tells = self.tells.get(view.eye)
        if tells is None or not tells.precedes(view):
            tells = self.tells[view.eye] = Tells(view, self.reads)
        tells.hear(view)
        expect = Expect(view)
        expect.weigh(tells.weigh(view, expect.stones))
        return expect
