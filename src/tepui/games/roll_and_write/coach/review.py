"""A finished game of Roll & Write looked at again, in points: what the dice gave, and the moves that cost most.

Single losses are right; their sum is not, because the learned value has never seen bad sheets and prices them too low
(docs/review.md). So all that is not start or dice is told as play, and no losses are added up.
"""

from __future__ import annotations

from typing import Any

from tepui.coach.review import Gathered, SeatReview
from tepui.coach.review.numbers import Scale
from tepui.coach.review.walk import steps
from tepui.core.bits import count
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.value import rivals_of
from tepui.games.roll_and_write.coach.luck import Fall, Prospects, falling
from tepui.games.roll_and_write.coach.review_words import MARKS, say
from tepui.games.roll_and_write.outlook import outlook
from tepui.games.roll_and_write.rules import ACCELERATE, CHOOSE, DICE, ROLL, RollAndWrite

SLIP, MISTAKE = 20.0, 40.0  # points; to an expert two moves that differ by less than 20 are the same
START = {1: 750.0, 2: 455.0, 3: 370.0, 4: 325.0, 5: 296.0}  # by number of players: what `learned` scores among its like
KINDS = ("dice",)
SCALE = Scale(luck=0.22, expert=(46, 85))
AT_ONCE = 5  # points that are worth a word
ROOM = 3  # pairs of dice, of sixty, that are worth a word


def review(view: View) -> SeatReview:
    return Review(view).whole()


class Review:
    def __init__(self, view: View) -> None:
        from tepui.games.roll_and_write.bots.learned import chooser

        self.view, self.eye = view, view.eye
        self.player: Chooser = chooser(view.setting.seats)
        self.found = Gathered(SLIP, MISTAKE)
        self.fall: Fall | None = None
        self.mean = 0.0

    def whole(self) -> SeatReview:
        for at, (past, by, code) in enumerate(steps(self.view)):
            position = past.position
            assert isinstance(position, RollAndWrite)
            self.found.reached(at, int(position.turn))
            if by == self.eye:
                self.decide(past, position, at, code)
            elif position.phase == ROLL and position.rolled == 0:
                self.before(position, at)
            elif position.phase == ROLL and position.rolled == DICE - 1:
                self.rolled(position, at, code)
        seats, score = self.view.setting.seats, float(self.view.position.score(self.eye))
        return self.found.whole(self.eye, "points", START[seats], score, KINDS, len(self.view.moves), summed=False)

    def before(self, position: RollAndWrite, at: int) -> None:
        """What this seat can expect before the dice fall."""
        roller = int(position.roller)
        mine = Prospects(self.player, position.sheets[self.eye], rivals_of(position, self.eye))
        theirs = mine
        if roller != self.eye:
            theirs = Prospects(self.player, position.sheets[roller], rivals_of(position, roller))
        self.fall = Fall(theirs, mine, roller == self.eye)
        self.mean = self.fall.mean()
        self.found.course.append((at, self.mean))

    def rolled(self, position: RollAndWrite, at: int, code: int) -> None:
        assert self.fall is not None
        after = position.clone()
        after.apply(TABLE, code)
        worth = self.fall.worth(falling(after.dice & 0xFFF), falling(after.dice >> 12))
        self.found.course.append((at + 1, worth))
        self.found.fortune(at + 1, "dice", worth - self.mean, 1.0, {"what": "roll", "turn": int(position.turn)})

    def decide(self, past: View, position: RollAndWrite, at: int, code: int) -> None:
        offered, values = past.codes(), self.player.rank(position, self.eye, 0.0)
        chosen, best = offered.index(code), max(range(len(offered)), key=values.__getitem__)
        loss = values[best] - values[chosen]
        facts: dict[str, Any] = {"turn": int(position.turn), "chosen": code, "better": offered[best]}
        if loss >= SLIP:
            facts |= why(position, self.eye, code, offered[best])
        elif loss < 0.5 and position.phase in (CHOOSE, ACCELERATE):
            changes = [outlook(position, self.eye, one).change for one in offered]
            tempting = max(range(len(offered)), key=changes.__getitem__)
            well = {"what": "well", "turn": int(position.turn), "chosen": code, "tempting": offered[tempting]}
            well |= {"points": int(changes[chosen]), "points2": int(changes[tempting])}
            if changes[tempting] > changes[chosen]:
                self.found.once("well", at, values[best] - values[tempting], well)
        self.found.decided(at, loss, facts, counted=False)


def why(position: RollAndWrite, seat: int, code: int, better: int) -> dict[str, Any]:
    """In what the two differ most: points at once, bridges, an arrow, an artefact, or the pairs that still fit."""
    one, two = outlook(position, seat, code), outlook(position, seat, better)
    fits = [fitting(position, seat, move) for move in (code, better)]
    facts = {
        "what": "move",
        "points": int(one.change),
        "points2": int(two.change),
        "fits": fits[0],
        "fits2": fits[1],
        "refuses": one.use == "refuse",
    }
    if two.bonus > one.bonus:
        reason = "bridge"
    elif two.arrow and not one.arrow:
        reason = "arrow"
    elif two.use == "circle" != one.use:
        reason = "circle"
    elif two.change - one.change >= AT_ONCE:
        reason = "points"
    elif fits[1] - fits[0] >= ROOM:
        reason = "room"
    elif two.artefacts is not None and one.artefacts is None:
        reason = "artefact"
    else:
        reason = ""
    return facts | {"reason": reason}


def fitting(position: RollAndWrite, seat: int, code: int) -> int:
    """How many of the sixty pairs of dice the sheet takes after this move."""
    twin = position.clone()
    twin.apply(seat, code)
    return int(count(twin.sheets[seat].fits))


__all__ = ["MARKS", "SCALE", "review", "say"]
