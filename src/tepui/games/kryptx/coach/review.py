"""A finished game of Kryptx looked at again, in per cent to win: questions, cards shown, Stop, and luck."""

from __future__ import annotations

from typing import Any

from tepui.coach.review import Gathered, Left, Moment, SeatReview
from tepui.coach.review.numbers import Scale
from tepui.coach.review.walk import steps
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.bots.steady import CERTAIN, extra_card, the_game
from tepui.games.kryptx.cards import QUESTIONS
from tepui.games.kryptx.coach.luck import Outlook
from tepui.games.kryptx.coach.review_words import MARKS, say
from tepui.games.kryptx.state import HAND

SLIP, MISTAKE = 0.1, 0.24  # of the chance that everyone starts with: 5 and 12 per cent at a table of two
WHOLE = 100.0
KINDS = ("answers", "cards", "verdict")
SCALE = Scale(luck=0.61, expert=(50, 99))
VERSION = 3  # 1: the same thresholds at every table; 2: moments about which there was nothing to say


def review(view: View) -> SeatReview:
    return Review(view).whole()


class Review:
    def __init__(self, view: View) -> None:
        self.view, self.eye = view, view.eye
        fair = WHOLE / view.setting.seats
        self.found = Gathered(SLIP * fair, MISTAKE * fair)
        self.pile = Pile()
        self.waited: set[int] = set()  # numbers of worlds with which a Stop was let pass: told once
        self.certain: Moment | None = None  # the first window in which every number was certain, not used
        self.stopped = False

    def whole(self) -> SeatReview:
        for at, (past, by, code) in enumerate(steps(self.view)):
            position = the_game(past)
            self.found.reached(at, int(position.turns))
            if by == self.eye:
                self.decide(past, at, code)
            elif by == TABLE:
                self.befall(past, at, code)
            if by != self.eye and position.may_stop(self.eye) and not self.stopped:
                self.let_pass(past, at)
            self.pile.watch(past, by, code)
        if self.certain is not None and not self.stopped:
            self.found.moments.append(self.certain)
        winner, seats = int(the_game(self.view).winner), self.view.setting.seats
        result = WHOLE * (winner == self.eye) if winner >= 0 else WHOLE / seats
        return self.found.whole(self.eye, "percent", WHOLE / seats, result, KINDS, len(self.view.moves))

    # ---- decisions ----

    def decide(self, past: View, at: int, code: int) -> None:
        position = the_game(past)
        if position.phase == k.P_CLAIM:
            if position.named + 1 == position.to_name():
                self.named(past, at, code - k.NAME)
            return
        look = Outlook(past)
        offered = past.codes()
        if code != k.STOP and k.STOP in offered and look.belief.worlds() in self.waited:
            offered.remove(k.STOP)
        values = {one: look.value(one) for one in offered}
        if k.STOP in values and look.belief.best[0] > CERTAIN:  # whoever waits now may be overtaken
            values = {one: value if one == k.STOP else min(value, look.win()) for one, value in values.items()}
        better = max(values, key=values.__getitem__)
        best = values[better]
        if code == k.STOP:
            self.stopped = True
            if not past.must_act and look.win() > best:
                better, best = -1, look.win()  # to wait
        elif k.STOP in values:
            self.waited.add(look.belief.worlds())
        loss = WHOLE * (best - values[code])
        facts = {"turn": int(position.turns), "chosen": code, "better": better}
        if loss >= self.found.slip:
            facts |= why(look, code, better)
        else:
            self.well(look, at, code, values, loss)
        self.found.course.append((at + 1, WHOLE * values[code]))
        self.found.decided(at, loss, facts)

    def named(self, past: View, at: int, last: int) -> None:
        """The numbers of a claim, all of them said: against the likeliest ones."""
        look = Outlook(past)
        said = {**dict(past.notebook.claims[-1].numbers), int(look.position.due()): last}
        right, best = look.right(said), look.belief.best[0]
        facts = {
            "what": "named",
            "turn": int(look.position.turns),
            "chance": percent(right),
            "chance2": percent(best),
            "likelier": sorted(look.belief.claim().items()),
        }
        self.found.decided(at, WHOLE * (look.stop(best) - look.stop(right)), facts)

    def well(self, look: Outlook, at: int, code: int, values: dict[int, float], loss: float) -> None:
        """A better question than the one with the likeliest Yes?"""
        if look.position.phase != k.P_ASK or code in (k.STOP, k.EXTRA) or loss > 0.1:
            return
        questions = [one for one in values if one >= k.ASK]
        tempting = max(questions, key=lambda one: (look.belief.yes(*k.question_in(one)[:2]) < 1, yes(look, one)))
        gain = WHOLE * (values[code] - values[tempting])
        facts: dict[str, Any] = {"what": "well", "turn": int(look.position.turns), "chosen": code, "tempting": tempting}
        facts |= asked(look, code, "") | asked(look, tempting, "2")
        if facts["left"] < facts["left2"]:
            self.found.once("well", at, gain, facts)

    def let_pass(self, past: View, at: int) -> None:
        """Someone else's turn, in which this seat could have said Stop."""
        if self.certain is not None:
            return
        look = Outlook(past)
        if look.belief.best[0] > CERTAIN:
            facts = {"what": "knew", "turn": int(look.position.turns), "numbers": sorted(look.belief.claim().items())}
            self.certain = Moment(at, "knew", WHOLE * (1 - look.win()), facts)

    # ---- chance ----

    def befall(self, past: View, at: int, code: int) -> None:
        position = the_game(past)
        if position.phase == k.P_BALLOT and position.claimant == self.eye:
            self.judged(past, at, code - k.REDS)
        elif position.turn != self.eye:
            return
        elif position.phase == k.P_ANSWER:
            self.answered(past, at, code == k.YES)
        elif k.DRAWING >> position.phase & 1 and code < k.HIDDEN:
            self.drew(past, at, code)

    def answered(self, past: View, at: int, said: bool) -> None:
        look = Outlook(past)
        position = look.position
        answers = look.answers(
            (k.SECRET if position.secretly else k.ASK) + int(position.asked) * QUESTIONS + int(position.question)
        )
        mean = sum(chance * value for chance, value in answers.values())
        chance, value = answers[said]
        worlds = look.belief.worlds()
        left = round(worlds * chance)
        facts = {"what": "answer", "yes": said, "chance": percent(chance), "left": left, "of": worlds}
        self.found.left.append(Left(at + 1, left))
        self.fortune(past, at, "answers", value, mean, facts)

    def drew(self, past: View, at: int, card: int) -> None:
        look = Outlook(past)
        if self.pile.mine >> card & 1:  # an old acquaintance: nothing is learnt
            value = look.ahead()
        else:
            value = look.drawn(card)
        facts = {"what": "card", "card": card, "chance": percent(look.held[card])}
        self.fortune(past, at, "cards", value, self.pile.mean(look), facts)

    def judged(self, past: View, at: int, reds: int) -> None:
        look = Outlook(past)
        right = look.right(dict(past.notebook.claims[-1].numbers))
        value = 1.0 if reds == 0 else look.failed()
        facts = {"what": "verdict", "right": reds == 0, "chance": percent(right)}
        if reds:
            self.stopped = False
            self.certain = None
        self.fortune(past, at, "verdict", value, look.stop(right), facts)

    def fortune(self, past: View, at: int, kind: str, value: float, mean: float, facts: dict[str, Any]) -> None:
        self.found.course.append((at + 1, WHOLE * value))
        self.found.fortune(at + 1, kind, WHOLE * (value - mean), 1.0, facts | {"turn": int(the_game(past).turns)})


class Pile:
    """Which cards the draw pile can hold, as one seat knows it: after a shuffle also those that it put away itself."""

    def __init__(self) -> None:
        self.mine = 0  # own discards that were shuffled into the pile and have not been seen since
        self.cards = 0.0  # that were in the pile then, and have not been seen since
        self.older = 0  # cards in someone's hand that they drew before the shuffle ...
        self.until = 0  # ... and in which turn

    def watch(self, past: View, by: int, code: int) -> None:
        position, notes = the_game(past), past.notebook
        if by == TABLE and code == k.SHUFFLE:
            self.mine = notes.handled & ~int(position.shown | position.hand | position.fixed)
            self.cards = float(position.discards)
            self.older, self.until = int(position.held), int(position.turns)
        elif self.cards:
            if by == TABLE and k.DRAWING >> position.phase & 1 and code < k.HIDDEN:
                self.leaves(code, 1.0)
            elif by != TABLE and code >= k.PLACE and by != past.eye:
                new = 1.0 if position.turns != self.until else 1 - self.older / HAND
                self.leaves((code - k.PLACE) // k.PLACES, new)

    def leaves(self, card: int, chance: float) -> None:
        """A card is seen that was in the pile, with this chance."""
        self.cards = max(1.0, self.cards - (1.0 if self.mine >> card & 1 else chance))
        self.mine &= ~(1 << card)

    def mean(self, look: Outlook) -> float:
        """The chance to win over all cards that can be on top: a card is as likely as it is in no code."""
        unseen = int(look.position.unseen()) & ~self.mine & ~look.view.notebook.handled
        known = min(1.0, self.mine.bit_count() / self.cards) if self.cards else 0.0
        chances = {card: 1 - look.held[card] for card in range(50) if unseen >> card & 1 and look.held[card] < 1}
        total = sum(chances.values())
        if total <= 0:
            return look.ahead()
        return (
            known * look.ahead()
            + (1 - known) * sum(chance * look.drawn(card) for card, chance in chances.items()) / total
        )


def why(look: Outlook, code: int, better: int) -> dict[str, Any]:
    """What the sentence about a decision tells of both; nothing, if it would tell the same of both."""
    right = percent(look.belief.best[0])
    if code == k.STOP:
        return {"what": "stop", "chance": right}
    if better == k.STOP:
        numbers = sorted(look.belief.claim().items()) if right == WHOLE else []
        return {"what": "missed", "chance": right, "numbers": numbers}
    if code >= k.PLACE:
        return given_away("place", look.gives(code), look.gives(better))
    if code >= k.ASK or code == k.EXTRA:
        facts = {"what": "ask", **asked(look, code, ""), **asked(look, better, "2")}
        if facts["left2"] < facts["left"]:
            return facts | {"because": "tells"}
        return facts | {"because": "yes"} if facts.get("chance2", 0) > facts.get("chance", 100) else {}
    return given_away("reveal", look.opens(code - k.REVEAL), look.opens(better - k.REVEAL))


def given_away(what: str, yours: float, better: float) -> dict[str, Any]:
    left, left2 = share(yours), share(better)
    return {"what": what, "left": left, "left2": left2} if left < left2 else {}


def asked(look: Outlook, code: int, name: str) -> dict[str, Any]:
    if code == k.EXTRA:
        return {"left" + name: share(extra_card(look.belief))}
    stand, question, _ = k.question_in(code)
    return {"chance" + name: percent(yes(look, code)), "left" + name: share(look.belief.teaches(stand, question))}


def yes(look: Outlook, code: int) -> float:
    return look.belief.yes(*k.question_in(code)[:2])


def share(bits: float) -> int:
    """Of what is possible, in per cent, so much is usually left after so many bits."""
    return percent(2**-bits)


def percent(share: float) -> int:
    return round(WHOLE * share)


__all__ = ["MARKS", "SCALE", "VERSION", "review", "say"]
