"""What if: a game played on from any of its moments, through the eyes of one seat.

The world that it goes on in is drawn from what this seat could know, so nothing is used that it had not seen: hidden
things may lie otherwise than they did. Bots of a chosen level play the others. Nothing is kept but the line of what was
picked; with the seed it always leads to the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from tepui.bots.contract import choose
from tepui.bots.levels import seconds_for
from tepui.bots.self_play import interrupted
from tepui.coach.belief import Sampled
from tepui.coach.moments import View
from tepui.coach.story import PICTURES, Story
from tepui.core import find
from tepui.core import view as eyes
from tepui.core.dealer import Dealer
from tepui.core.game import no_secrets
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove, Unwilling
from tepui.core.table import Table
from tepui.core.words import N_

MOST_STEPS = 300
MOST_PICKS = 64  # in one step
LONGEST_SEED = 64
PASTS = 200  # drawn for a game that brings no belief of its own


class WhatIfAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/rooms/ROOM/what-if: from which moment, against whom, and what was picked since."""

    move: int
    level: str = "casual"
    seed: str = ""
    line: list[list[int]] = []
    tries: list[int] = []  # only as it would look after these picks; nobody answers them


class WhatIfShown(msgspec.Struct, frozen=True, kw_only=True):
    """Where that leads."""

    names: list[str]
    view: View
    happened: list[int]  # the points of the game as it was played


def some_past(view: eyes.View, rng: Random) -> list[tuple[int, int]]:
    """A whole past, open, that looks to this seat exactly like what it saw.

    From the game's own belief if it can (`belief.past(view, rng)`), else drawn at random (`coach.belief.Sampled`). In a
    game without secrets it is what was seen. Raises TooManyWorlds where chance finds none.
    """
    if view.game.secret is no_secrets:
        return list(view.moves)
    own = None if view.game.belief is None else view.game.belief(view)
    past = getattr(own, "past", None)
    if past is not None:
        found: list[tuple[int, int]] = past(view, rng)
        return found
    return Sampled(view, rng, PASTS).past(rng)


class WhatIf:
    """The game as it goes on; `pick` moves for the seat, and the others answer at once."""

    def __init__(self, view: eyes.View, level: str, seed: str) -> None:
        game, self.seat, self.seed = view.game, view.eye, seed
        self.seconds = seconds_for(level)
        self.seen = len(view.moves)  # before the last step
        self.bots = {seat: find.bot(game.name, level) for seat in range(view.setting.seats) if seat != self.seat}
        self.table = Table(game, view.setting, names=view.names)
        for by, code in some_past(view, Random(f"{seed} past")):
            self.table.replay(by, code)
        self.table.resume(Dealer(f"{seed} future").choose)

    def follow(self, line: Sequence[Sequence[int]] = ()) -> None:
        """To where the seat is asked again after these decisions of its own, or to the end."""
        for _ in self.steps(line):
            pass

    def steps(self, line: Sequence[Sequence[int]]) -> Iterator[None]:
        """The same, with a pause after each decision of another.

        One decision of the seat is an index into its legal list, or several in a row.
        """
        table = self.table
        for picks in ((), *line):
            self.seen = len(table.moves)
            for pick in picks:
                if not table.look(self.seat).must_act:
                    raise IllegalMove(NOT_ON_OFFER)
                table.pick(self.seat, pick)
            while table.to_act and self.seat not in table.to_act:
                first = table.to_act[0]
                chosen = self._ask(first)
                assert chosen is not None  # `choose` does not let a seat pass that must act
                table.pick(*interrupted(table, first, chosen, self._ask))
                yield

    def _ask(self, seat: int) -> int | None:
        if seat == self.seat:  # who is asked nothing now is not made to call out
            return None
        return choose(
            self.bots[seat], self.table.view(seat), self.seconds, Random(f"{self.seed} {seat} {len(self.table.moves)}")
        )


def begun(game: eyes.View, asked: WhatIfAsked) -> WhatIf:
    """At the moment that is asked for; `game` is the whole game as the seat saw it."""
    longest = max(map(len, [*asked.line, asked.tries]))
    if len(asked.line) > MOST_STEPS or longest > MOST_PICKS or len(asked.seed) > LONGEST_SEED:
        raise Unwilling(N_("That is too long for this server. Shorten it."))
    if not 0 <= asked.move <= len(game.moves):
        raise Unwilling(N_("The game has no such moment. Choose another one."))
    if asked.level not in ("random", *game.game.bots):
        raise Unwilling(N_("There is no such level. Choose another one."))
    return WhatIf(game.past(asked.move), asked.level, asked.seed)


def shown(on: WhatIf, game: eyes.View, tries: list[int], language: str) -> WhatIfShown:
    """Where the line has led, and as it would look after these picks."""
    view = on.table.look(on.seat)
    story = Story(view.game, view.setting, view.eye, view.names, language, view.moves)
    new = max(1, min(len(view.moves) - on.seen, PICTURES))
    message = story.message(story.advance(pictures=new) or [story.now], whole=True)
    if tries:
        twin, after = story.tried(tries)
        message = twin.message(after)
    return WhatIfShown(
        names=list(view.names),
        view=message,
        happened=[game.position.score(seat) for seat in range(game.setting.seats)],
    )
