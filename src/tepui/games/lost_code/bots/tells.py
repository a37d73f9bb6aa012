"""What the others' guesses give away: they see my stones, so what they hold possible, and choose, depends on them.

Their stones and answers are open to me. So for every code that I could have I know what their notes would say, and how
likely the guess that they made would then have been. That makes some of my codes likelier than others. Nothing is ever
excluded for good by it alone but what is too unlikely to count: `belief.py` is what is certain, this is reading faces.
"""

from librt.vecs import vec
from mypy_extensions import i64

from tepui.bots.levels import Memory
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.lost_code import codes as code
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import add_rows, the_game, times_of
from tepui.games.lost_code.belief.worlds import Codes
from tepui.games.lost_code.bots.ahead import Ahead
from tepui.games.lost_code.bots.expect import fresh_worth
from tepui.games.lost_code.bots.tables import ROOM, Likely
from tepui.games.lost_code.parts import WHEELS

# Three kinds of players: one values settings exactly as Steady does, one roughly, one sets a wheel anyhow. How well
# a player's guesses fit decides which kind they are taken for; whoever plays anyhow tells nothing.
HEATS = (0.03, 0.4)  # points; see Ahead.chance
KINDS = [0.5, 0.3, 0.2]  # how likely each kind is before a guess was seen
BUDGET = 400_000  # a tell that costs more (my codes times theirs) has to wait until I know more
LOOK = 300  # what a look costs besides, in codes
FAINT = 1e-5  # codes that are less likely than the likeliest by this much no longer count
FINE = 1 << 16  # weights are whole numbers up to this


class Tell:
    """One guess of another player, and all that they knew then but my stones."""

    def __init__(self, view: View, by: int, action: int) -> None:
        position = the_game(view)
        parts = position.parts
        self.by = by
        self.round = int(position.round)
        self.chosen = action - code.GUESS
        self.taken = int(position.taken)
        self.dice = times_of([int(position.die(die)) for die in range(3)])
        self.notes = Codes(parts.colours)
        add_rows(self.notes, view, by)
        free = self.notes.free(self.dice)
        self.matters = [colour for colour in range(parts.colours) if not free >> colour & 1]
        # Of each colour: all that they see nowhere, but for my stone, which they do see.
        self.unseen = [int(position.covered >> 9 * colour & 511) for colour in range(parts.colours)]
        self.theirs = [1 << int(position.stone(by, colour)) for colour in range(parts.colours)]
        self.ahead = Ahead(parts)
        self.ahead.ask(position, by)
        for colour in range(parts.colours):
            self.ahead.fresh[colour] = fresh_worth(parts, int(position.fresh(colour)))
            self.sees(colour, self.unseen[colour].bit_length() - 1)
        self.cost = int(self.notes.list_bound(self.dice, ROOM)) + LOOK
        self.anyhow = 1 / sum(int(parts.settings(wheel)) for wheel in range(WHEELS) if not self.taken >> wheel & 1)
        self.known: dict[int, tuple[float, ...]] = {}

    def sees(self, colour: int, number: int) -> None:
        """They see this number in my log."""
        self.notes.candidates[colour] = self.unseen[colour] & ~(1 << number) | self.theirs[colour]

    def chances(self, mine: int) -> tuple[float, ...]:
        """How likely this guess is for each kind of player, if this is my code (of the colours that matter)."""
        found = self.known.get(mine)
        if found is None:
            for colour in self.matters:
                self.sees(colour, mine >> 4 * colour & 15)
            self.ahead.look(self.notes, self.dice)
            likely = [float(self.ahead.chance(self.chosen, self.taken, heat)) for heat in HEATS]
            found = self.known[mine] = (*likely, self.anyhow)
        return found


class Tells:
    """Those of one game, as one seat saw it. What was thought once is remembered; it follows from the view alone."""

    def __init__(self, view: View, reads: float = 1.0) -> None:
        self.reads = reads  # this share of the others' guesses
        self.past = view.past(0)
        self.memory: Memory | None = None
        self.found: list[Tell] = []

    def precedes(self, view: View) -> bool:
        """Is this view a later moment of the same game?"""
        past = self.past
        return (past.eye, past.setting) == (view.eye, view.setting) and view.moves[: len(past.moves)] == past.moves

    def hear(self, view: View) -> None:
        for by, action in view.moves[len(self.past.moves) :]:
            if by < TABLE and by != view.eye and the_game(self.past).phase == code.GUESSING and self.minds(by):
                self.found.append(Tell(self.past, by, action))
            self.past.observe(by, action)

    def minds(self, by: int) -> bool:
        """Does this guess of theirs set it thinking?"""
        if self.memory is None:
            self.memory = Memory(self.past)
        return self.memory.keeps(self.reads, "guess", by, int(the_game(self.past).round))

    def weigh(self, view: View, codes: vec[i64]) -> list[int]:
        """How likely each of these codes is against the likeliest: from 0 to FINE."""
        players = list(dict.fromkeys(tell.by for tell in self.found))
        likely = Likely(codes, len(players), KINDS)
        for tell in self.found:
            seen = likely.seen(*self.seen_then(view, tell), FAINT)
            each = {int(one) for one in seen} - {-1}
            if len(each) * tell.cost <= BUDGET:
                likely.tell(players.index(tell.by), seen, {one: tell.chances(one) for one in each})
        most = float(likely.most())
        return [round(weight / most * FINE) for weight in likely.weights]

    def seen_then(self, view: View, tell: Tell) -> tuple[int, int]:
        """Which stones of a code they saw, as its bits, and what is known by now: the numbers that left the log."""
        stones = known = 0
        for colour in tell.matters:
            gone = [one for one in view.notebook.gone[view.eye] if one.colour == COLOURS[colour]]
            left = [one.number for one in gone if one.round >= tell.round]  # it was in the log when the guess was made
            if left:
                known |= left[0] << 4 * colour
            else:
                stones |= 15 << 4 * colour
        return stones, known
