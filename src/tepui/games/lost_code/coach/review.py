"""A finished game of The Lost Code looked at again, in points: each decision against the best on offer, and luck.

A loss is the lesser of two: with all codes alike, and with what the others' guesses gave away. Nobody is blamed for
reading faces or for not reading them. An early point is not a whole point, because later rounds repair it: the weights
are least squares of scores on all parts (docs/review.md).
"""

from __future__ import annotations

from random import Random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tepui.coach.review import Gathered, Left, Moment, SeatReview
from tepui.coach.review.numbers import Scale
from tepui.coach.review.walk import steps
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.lost_code import codes
from tepui.games.lost_code.belief import the_game, times_of
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.levels import Player
from tepui.games.lost_code.bots.mind import Dials
from tepui.games.lost_code.bots.steady import Steady
from tepui.games.lost_code.bots.tables import Tables
from tepui.games.lost_code.bots.tells import Tells
from tepui.games.lost_code.coach.luck import Answers, Draws, Rolls, worth, written
from tepui.games.lost_code.coach.review_words import MARKS, say
from tepui.games.lost_code.parts import WHEELS

SLIP, MISTAKE = 1.5, 3.0  # points; below 1.2 one look ahead is noise
EARLY, LATE, DICE, STONES = 0.75, 0.95, 0.25, 0.9  # what a point counts in the end
LAST = 2  # rounds that are late
# By number of players: what `steady` scores among its like, and what these options change about it.
START = {2: 51.0, 3: 46.0, 4: 42.0}
X_RACE, SHORTCUT = {2: -4.0, 3: -3.0, 4: -2.5}, {2: 2.5, 3: 1.5, 4: 0.5}
KINDS = ("answers", "dice", "stones", "final")
SCALE = Scale(luck=0.07, expert=(75, 88))
POINTS = Dials(knowledge=0.0)  # knows all that can be known, and counts the points of the moment
ROW_BY_ROW = Dials(combines=0, knowledge=0.5)  # looks at the answers one by one
NO_CHANCE = Random(0)  # these players do not use it


def review(view: View) -> SeatReview:
    return Review(view).whole()


class Review:
    def __init__(self, view: View) -> None:
        self.view, self.eye = view, view.eye
        self.found = Gathered(SLIP, MISTAKE)
        self.steady = Steady()
        self.tells = Tells(view)
        self.reading: Tables | None = None  # when this seat guessed: how likely its codes were
        self.mean = 0.0  # of what has been chosen and is not known yet
        self.known: dict[int, tuple[int, int]] = {}  # by colour of a stone that is certain: after which move and round
        self.writing = False
        self.final = 0.0
        self.gained = 0

    def whole(self) -> SeatReview:
        for at, (past, by, code) in enumerate(steps(self.view)):
            self.found.reached(at, int(the_game(past).round))
            if by == self.eye:
                self.decide(past, at, code)
            elif by == TABLE:
                self.befall(past, at, code)
        last = len(self.view.moves)
        luck = self.gained - self.final
        self.found.fortune(last, "final", luck, 1.0, {"what": "final", "points": self.gained, "expected": self.final})
        seats, options = self.view.setting.seats, self.view.setting.options
        start = START[seats] + X_RACE[seats] * bool(options["x_race"])
        score = float(the_game(self.view).score(self.eye))
        start += SHORTCUT[seats] * bool(options["deadly_shortcut"])
        return self.found.whole(self.eye, "points", start, score, KINDS, last)

    def weight(self, past: View) -> float:
        position = the_game(past)
        return LATE if position.round > position.parts.rounds - LAST else EARLY

    # ---- decisions ----

    def decide(self, past: View, at: int, code: int) -> None:
        position, offered = the_game(past), past.codes()
        expect = Expect(past)
        worths = self.steady.worths(expect, past)
        chosen, better = offered.index(code), max(range(len(offered)), key=worths.__getitem__)
        loss = worths[better] - worths[chosen]
        self.tells.hear(past)
        reading = Tables(expect.parts, expect.tables.codes, expect.tables.fixed)
        reading.weigh(vec[i64](self.tells.weigh(past, expect.tables.codes)))
        if position.phase == codes.GUESSING:
            self.reading = reading
        if position.phase == codes.EXCHANGING:
            self.mean = worths[chosen]
        if loss >= SLIP / 4:  # otherwise the other reckoning cannot make it worth a word
            read = Expect(past)
            read.tables = reading
            other = self.steady.worths(read, past)
            loss = min(loss, max(other) - other[chosen])
        facts = {"round": int(position.round), "chosen": code, "better": offered[better]}
        weight = self.weight(past)
        if position.phase == codes.WRITING:
            if not self.writing:
                self.writing = True
                self.round_ended(past, at, int(position.round))
            facts, weight = facts | self.writes(past, expect, at, code, loss), 1.0
        elif loss >= SLIP:
            facts |= self.why(past, expect, code, offered[better])
        elif position.phase == codes.GUESSING:
            self.well(past, at, code, worths, weight)
        plain = loss < SLIP or self.plain(past, chosen)
        self.found.decided(at, max(0.0, loss), facts, weight, plain=plain)

    def plain(self, past: View, chosen: int) -> bool:
        """Is it a slip also to someone who looks at the answers one by one?"""
        values = Player(ROW_BY_ROW).rank(past, 1.0, NO_CHANCE)
        return values is not None and max(values) - values[chosen] >= SLIP

    def why(self, past: View, expect: Expect, code: int, better: int) -> dict[str, Any]:
        match the_game(past).phase:
            case codes.GUESSING:
                return wheels(expect, code, better)
            case codes.EXCHANGING:
                open_ones = [numbers_left(row) for row in expect.tally]
                colours = code - codes.EXCHANGE, better - codes.EXCHANGE
                return {"what": "exchange", "numbers": open_ones[colours[0]], "others": open_ones[colours[1]]}
            case codes.TURNING | codes.RECOLOURING:
                return turned(past, expect, better)
        return {"what": "token"}

    def writes(self, past: View, expect: Expect, at: int, code: int, loss: float) -> dict[str, Any]:
        position = the_game(past)
        colour, numbers = int(position.next_colour(self.eye)), code - codes.WRITE
        certain = self.known.get(colour)
        if certain is not None and loss > 0:
            number = int(expect.tables.codes[0]) >> 4 * colour & 15
            facts = {"what": "known", "colour": colour, "number": number, "since": certain[1], "proven": certain[0]}
            if loss < SLIP:
                self.found.moments.append(Moment(at, "knew", loss, facts | {"chosen": code}))
            return facts
        best = max(past.codes(), key=lambda one: expect.write(colour, one - codes.WRITE)) - codes.WRITE
        return {
            "what": "write",
            "colour": colour,
            "chance": percent(int(expect.tables.share(colour, numbers)) / expect.n),
            "chance2": percent(int(expect.tables.share(colour, best)) / expect.n),
        }

    def well(self, past: View, at: int, code: int, worths: list[float], weight: float) -> None:
        """Better than the setting with most points at once?"""
        offered = past.codes()
        spread = Player(POINTS).rank(past, 1.0, NO_CHANCE)
        if max(worths) - worths[offered.index(code)] > 0.01 or spread is None:
            return
        tempting = max(range(len(offered)), key=spread.__getitem__)
        gain = worths[offered.index(code)] - worths[tempting]
        if gain >= SLIP:
            facts = {"what": "well", "round": int(the_game(past).round), "chosen": code, "tempting": offered[tempting]}
            self.found.once("well", at, gain, facts, weight)

    # ---- chance ----

    def befall(self, past: View, at: int, code: int) -> None:
        position = the_game(past)
        mine = position.who == self.eye
        match position.phase:
            case codes.ROLLING if position.rolled == 0:
                self.round_ended(past, at, int(position.round) - 1)
            case codes.ROLLING if position.rolled == 2:
                self.rolled(past, at, code)
            case codes.ANSWERING if mine:
                self.answered(past, at, code - codes.ANSWER)
            case codes.DISCARDING if mine:
                self.known.pop(int(position.colour), None)
            case codes.DRAWING if mine:
                after = past.copy()
                after.observe(TABLE, code)
                luck = worth(Expect(after).tables) - self.mean
                number = past.notebook.gone[self.eye][-1].number
                facts = {"what": "stone", "colour": int(position.colour), "number": number}
                self.fortune(past, at, "stones", luck, STONES, facts)
            case codes.DRAWING if code < codes.STONE_HIDDEN:
                self.another_draws(past, at, code - codes.STONE)
            case codes.UNCOVERING if self.final == 0.0:
                self.final = written(Expect(past))
            case codes.SHOWING if mine:
                self.gained += int(position.worth(code - codes.SHOW))

    def fortune(self, past: View, at: int, kind: str, luck: float, weight: float, facts: dict[str, Any]) -> None:
        self.found.fortune(at + 1, kind, luck, weight, facts | {"round": int(the_game(past).round)})

    def round_ended(self, past: View, at: int, number: int) -> None:
        """What is certain now, and how many codes are left."""
        expect = Expect(past)
        self.found.left.append(Left(at, int(expect.n)))
        for colour in range(expect.colours):
            if numbers_left(expect.tally[colour]) == 1:
                self.known.setdefault(colour, (at, number))
            else:
                self.known.pop(colour, None)

    def rolled(self, past: View, at: int, code: int) -> None:
        position = the_game(past)
        rolls = Rolls(Expect(past), int(position.order & 15) == self.eye)
        luck = rolls.value((int(position.die(0)), int(position.die(1)), code)) - rolls.mean()
        self.fortune(past, at, "dice", luck, DICE, {"what": "dice"})

    def answered(self, past: View, at: int, answer: int) -> None:
        expect = Expect(past)
        answers = Answers(expect, int(the_game(past).guess(self.eye)))
        plain, read = answers.mean(None), answers.mean(self.reading)
        weight = self.weight(past)
        self.found.happened(at + 1, "reading", weight * (read - plain))
        facts = {
            "what": "answer",
            "answer": answer,
            "chance": percent(answers.chances(None)[answer]),
            "left": answers.left(answer),
            "of": int(expect.n),
        }
        self.fortune(past, at, "answers", answers.values[answer] - read, weight, facts)

    def another_draws(self, past: View, at: int, number: int) -> None:
        position = the_game(past)
        expect, colour = Expect(past), int(position.colour)
        draws = Draws(expect, colour)
        facts = {
            "what": "draw",
            "colour": colour,
            "number": number,
            "by": int(position.who),
            "left": draws.without(number),
            "of": int(expect.n),
        }
        self.fortune(past, at, "stones", draws.value(number) - draws.mean(), STONES, facts)


def wheels(expect: Expect, code: int, better: int) -> dict[str, Any]:
    """Two settings side by side, and in what they differ most of what can be said; nothing, if there is nothing."""
    facts: dict[str, Any] = {"what": "wheel", "reason": ""}
    parts = []
    for name, one in (("", code), ("2", better)):
        answers = Answers(expect, one - codes.GUESS)
        facts["chance" + name] = percent(answers.chances(None).get(codes.RIGHT, 0.0))
        facts["points" + name] = int(answers.points)
        facts["left" + name] = percent(2 ** -answers.bits())  # of the codes, usually
        parts.append(answers.parts())
    gains = [after - before for before, after in zip(*parts, strict=True)]
    chance, chance2 = facts["chance"], facts["chance2"]
    true = (chance2 * facts["points2"] > chance * facts["points"], facts["left2"] < facts["left"], chance2 > chance)
    for gain, reason, holds in sorted(zip(gains, ("points", "tells", "stake"), true, strict=True)):
        if holds and gain > 0:
            facts["reason"] = reason
    sums = [total for total, n in enumerate(expect.codes.spread(expect.dice)) if n]
    if len(sums) == 1:
        facts |= {"reason": "sure", "sum": sums[0]}
    return facts if facts["reason"] else {}


def turned(past: View, expect: Expect, better: int) -> dict[str, Any]:
    """With the dice that would have been better: the best guess, all wheels being free."""
    after = the_game(past).clone()
    after.apply(expect.eye, better)
    if after.phase != codes.GUESSING:  # more red dice to turn
        return {"what": "die"}
    dice = [int(after.die(die)) for die in range(3)]
    values, parts = expect.guess(dice), expect.parts
    offered = [wheel * codes.LOWS + low for wheel in range(WHEELS) for low in range(int(parts.settings(wheel)))]
    best = max(offered, key=values.__getitem__)
    wheel, low = divmod(best, codes.LOWS)
    hits = int(expect.tables.count(times_of(dice), low, low + int(parts.sizes[wheel]), True))
    return {"what": "die", "best": codes.GUESS + best, "chance": percent(hits / expect.n)}


def numbers_left(row: list[int]) -> int:
    """How many numbers a stone can still have."""
    return sum(n > 0 for n in row)


def percent(share: float) -> int:
    return round(100 * share)


__all__ = ["MARKS", "SCALE", "review", "say"]
