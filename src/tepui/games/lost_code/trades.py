"""What the others' exchanges give away: which stone they miss least depends on what they see of mine."""

from __future__ import annotations

from math import exp

from tepui.core.view import View
from tepui.games.lost_code import codes as code
from tepui.games.lost_code.belief import add_rows, the_game
from tepui.games.lost_code.expect import Expect
from tepui.games.lost_code.possible import Codes
from tepui.games.lost_code.tells import HEATS

COST = 2000  # of one code of mine, in codes of theirs: a dozen tables


class Trade:
    """One exchange of another player, and all that they knew then but my stones."""

    def __init__(self, view: View, by: int, action: int) -> None:
        position = the_game(view)
        self.by = by
        self.gone = len(view.notebook.gone[view.eye])
        self.chosen = action - code.EXCHANGE
        self.view = view.copy()
        self.view.eye = by  # as they see the table, but for their own log, which `notes` replaces
        self.offered = [colour for colour in range(position.parts.colours) if position.left >> colour & 1]
        self.notes = Codes(position.parts.colours)
        add_rows(self.notes, view, by)
        self.unseen = [int(position.covered >> 9 * colour & 511) for colour in range(position.parts.colours)]
        self.theirs = [1 << int(position.stone(by, colour)) for colour in range(position.parts.colours)]
        # Where no answer of theirs counts a colour, all of my numbers leave them as many of theirs.
        self.matters = [colour for colour in range(position.parts.colours) if self.notes.times[colour]]
        for colour in range(position.parts.colours):
            self.sees(colour, self.unseen[colour].bit_length() - 1)
        self.cost = COST
        self.known: dict[int, tuple[float, ...]] = {}

    def sees(self, colour: int, number: int) -> None:
        """They see this number in my log."""
        self.notes.candidates[colour] = self.unseen[colour] & ~(1 << number) | self.theirs[colour]

    def chances(self, mine: int) -> tuple[float, ...]:
        found = self.known.get(mine)
        if found is None:
            for colour in self.matters:
                self.sees(colour, mine >> 4 * colour & 15)
            expect = Expect(self.view, self.notes)
            values = {colour: expect.exchange(colour) for colour in self.offered}
            best = max(values.values())
            found = self.known[mine] = (*(likely(values, self.chosen, best, heat) for heat in HEATS), 1 / len(values))
        return found


def likely(values: dict[int, float], chosen: int, best: float, heat: float) -> float:
    """For somebody to whom a stone that is worth `heat` points more is less likely given away by a factor of e."""
    return exp((values[chosen] - best) / heat) / sum(exp((value - best) / heat) for value in values.values())


def exchanges(view: View, by: int, action: int) -> Trade | None:
    """What a move tells that is an exchange; nothing of any other."""
    position = the_game(view)
    if position.phase != code.EXCHANGING or action not in range(code.EXCHANGE, code.LEAVE):
        return None
    return Trade(view, by, action) if position.left & position.left - 1 else None
