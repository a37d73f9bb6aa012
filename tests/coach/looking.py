"""Games played by bots, and every sentence of their reviews held against the engine by another way of reckoning."""

from __future__ import annotations

import re
from math import log2
from random import Random

import pytest

from tepui.bots.contract import asking_order, choose
from tepui.coach.review import Moment, SeatReview, settled
from tepui.coach.review import walk as look_back
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.core.view import View
from tepui.core.words import LANGUAGES
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.cards import QUESTIONS, yes_set
from tepui.games.lost_code import codes as c
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.lost_code.bots.steady import Steady

IN_NOBODYS_FACE = re.compile(r"\b[Bb]its?\b|\(0\s?%\)|(?<![\d.,])0[.,]0\b")
NAMES = ("Anna", "Ben", "Cleo", "Dora")


def played(game: str, bots: list[str], seed: str, options: dict[str, bool] | None = None) -> Table:
    of = find.game(game)
    table = Table(of, of.setting(len(bots), options), Dealer(seed).choose, NAMES[: len(bots)])
    rng, players = Random(seed), [find.bot(game, bot) for bot in bots]
    while not table.over:
        for seat in asking_order(table.look(0)):
            view = table.view(seat)
            pick = choose(players[seat], view, 1.0, rng) if view.codes() else None
            if pick is not None:
                table.pick(seat, pick)
                break
    return table


def reviews_of(table: Table) -> list[SeatReview]:
    found = settled([look_back.review(table.view(seat)) for seat in range(table.setting.seats)])
    for one in found:
        total = one.start + sum(one.luck.values()) + one.reading - one.decisions + one.others + one.rest
        assert total == pytest.approx(one.result, abs=0.01)
        assert one.decisions >= 0
        assert [move for move, _ in one.curve] == sorted(move for move, _ in one.curve)
        assert all(0 <= moment.move <= len(table.moves) for moment in one.moments)
    return found


def luck(one: SeatReview) -> float:
    return sum(one.luck.values())


def hold_against_the_engine(table: Table, one: SeatReview) -> int:
    """Every moment's facts by another reckoning, and its sentences in four languages; returns how many there were."""
    view = table.view(one.seat)
    for language in LANGUAGES:
        for lines in look_back.sentences(view, one.moments, language):
            assert lines and all(line and "{" not in line and "}" not in line for line in lines), lines
            assert not any(IN_NOBODYS_FACE.search(line) for line in lines), lines
    for moment in one.moments:
        facts = moment.facts
        if (
            moment.kind in ("mistake", "slip")
            and facts["what"] not in ("write", "move")
            and facts.get("reason") != "sure"
        ):
            names = [name for name in ("left", "chance", "points") if name + "2" in facts]
            assert not names or any(facts[name] != facts[name + "2"] for name in names), "it compares equals"
        then = view.past(moment.move)
        HELD[table.game.name](then, view, moment)
        if moment.kind in ("mistake", "slip") and "chosen" in moment.facts:
            by, code = view.moves[moment.move]
            assert (by, code) == (one.seat, moment.facts["chosen"])
            assert moment.facts["better"] in (*then.codes(), -1)
    return len(one.moments)


def percent(share: float) -> int:
    return round(100 * share)


def the_same(told: float, real: float, by: float = 1.0) -> None:
    assert abs(told - real) <= by, (told, real)


# ---- The Lost Code ----


def lost_code(then: View, whole: View, moment: Moment) -> None:
    facts = moment.facts
    position = then.position
    belief = LostCodeBelief(then) if position.phase < c.UNCOVERING else None
    if moment.kind in ("mistake", "slip", "well"):
        ranked = dict(zip(then.codes(), Steady().rank(then, 1.0, Random(0)) or [], strict=True))
        other = facts.get("better", facts.get("tempting"))
        assert moment.value <= abs(ranked[other] - ranked[facts["chosen"]]) + 0.006
        assert max(ranked.values()) - ranked[facts.get("better", facts["chosen"])] < 0.02
    match facts["what"]:
        case "wheel":
            assert belief is not None
            dice = [int(position.die(die)) for die in range(3)]
            for name, code in (("", facts["chosen"]), ("2", facts["better"])):
                wheel, low = divmod(code - c.GUESS, c.LOWS)
                high = low + int(position.parts.sizes[wheel]) - 1
                inside = sum(belief.sums(dice)[low : high + 1]) / belief.worlds()
                the_same(facts["chance" + name], 100 * inside)
                below = sum(belief.sums(dice)[:low]) / belief.worlds()
                parts = [inside, 1 - inside] if position.parts.blunt(wheel) else [below, inside, 1 - below - inside]
                the_same(facts["left" + name], 100 * 2 ** sum(p * log2(p) for p in parts if p > 1e-9))
            if facts["reason"] == "sure":
                assert [total for total, n in enumerate(belief.sums(dice)) if n] == [facts["sum"]]
        case "exchange":
            assert belief is not None
            assert len(belief.candidates(facts["chosen"] - c.EXCHANGE)) == facts["numbers"]
            assert len(belief.candidates(facts["better"] - c.EXCHANGE)) == facts["others"]
        case "known":
            assert LostCodeBelief(whole.past(facts["proven"])).candidates(facts["colour"]) == [facts["number"]]
            assert facts["chosen"] - c.WRITE != 1 << facts["number"]
        case "write":
            assert belief is not None
            shares = belief.marginals()[facts["colour"]]
            for name, code in (("", facts["chosen"]), ("2", facts["better"])):
                hit = sum(share for number, share in enumerate(shares) if (code - c.WRITE) >> number & 1)
                the_same(facts["chance" + name], 100 * hit)
        case "answer" | "draw":
            before = LostCodeBelief(whole.past(moment.move - 1))
            assert belief is not None
            assert (before.worlds(), belief.worlds()) == (facts["of"], facts["left"])
        case "final":
            assert facts["points"] == sum(whole.notebook.points[whole.eye])


# ---- Kryptx ----


def kryptx(then: View, whole: View, moment: Moment) -> None:
    facts = moment.facts
    belief = KryptxBelief(then)
    match facts["what"]:
        case "ask" | "well":
            second = facts["better"] if facts["what"] == "ask" else facts["tempting"]
            for name, code in (("", facts["chosen"]), ("2", second)):
                if code >= k.ASK:
                    base = k.SECRET if code >= k.SECRET else k.ASK
                    stand, question = divmod(code - base, QUESTIONS)
                    row = belief.marginals()[stand]
                    yes = sum(share for card, share in enumerate(row) if yes_set(question) >> card & 1)
                    the_same(facts["chance" + name], 100 * yes)
                    bits = -sum(p * log2(p) for p in (yes, 1 - yes) if 1e-12 < p < 1)
                    the_same(facts["left" + name], 100 * 2**-bits)
        case "place":
            for name, code in (("", facts["chosen"]), ("2", facts["better"])):
                given = max(Exposed(then).gives(*divmod(code - k.PLACE, k.PLACES)).values())
                the_same(facts["left" + name], 100 * 2**-given)
        case "stop" | "missed":
            the_same(facts["chance"], 100 * belief.best[0])
        case "knew":
            assert belief.best[0] == pytest.approx(1.0)
            assert dict(facts["numbers"]) == belief.claim()
            assert k.STOP in then.codes()
        case "named":
            the_same(facts["chance2"], 100 * belief.best[0])
            assert facts["chance"] <= facts["chance2"]
        case "answer":
            before = KryptxBelief(whole.past(moment.move - 1))
            assert (before.worlds(), belief.worlds()) == (facts["of"], facts["left"])
        case "card":
            before = KryptxBelief(whole.past(moment.move - 1))
            held = sum(row[facts["card"]] for at, row in enumerate(before.marginals()) if at in before.stands)
            the_same(facts["chance"], 100 * held)


# ---- Roll & Write ----


def roll_and_write(then: View, whole: View, moment: Moment) -> None:
    from tepui.games.roll_and_write.bots.learned import chooser

    facts = moment.facts
    if facts["what"] not in ("move", "well"):
        return
    position = then.position
    ranked = dict(zip(then.codes(), chooser(then.setting.seats).rank(position, then.eye, 0.0), strict=True))
    best = facts["better"] if facts["what"] == "move" else facts["chosen"]
    worse = facts["chosen"] if facts["what"] == "move" else facts["tempting"]
    assert max(ranked.values()) - ranked[best] < 0.51
    assert ranked[best] - ranked[worse] == pytest.approx(moment.value, abs=0.51)
    for code, points, fits in ((worse, "points", "fits"), (best, "points2", "fits2")):
        if facts["what"] == "well":
            points = "points2" if points == "points" else "points"
        after = position.clone()
        after.apply(then.eye, code)
        sheet = after.sheets[then.eye]
        assert facts[points] == sheet.points() - position.sheets[then.eye].points()
        if fits in facts:
            assert facts[fits] == int(sheet.fits).bit_count()


HELD = {"lost-code": lost_code, "kryptx": kryptx, "roll-and-write": roll_and_write}
