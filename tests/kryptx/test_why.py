"""Every exclusion has a proof: its premises alone entail it, and without any one of them it falls."""

import time
from random import Random
from typing import Any

import pytest

from tepui.core.position import AUDIENCE
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.core.words import LANGUAGES
from tepui.games.kryptx import GAME
from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.belief.facts import Failed, Seen
from tepui.games.kryptx.belief.why import Reasons
from tepui.games.kryptx.cards import yes_set
from tepui.games.kryptx.coach import help


def guided(table: Table, rng: Random, stops: float) -> tuple[int, int]:
    truth: Any = table.truth
    (seat,) = table.to_act
    if truth.phase == k.P_CLAIM:
        right = k.NAME + truth.code(truth.claimed_stand(truth.named)) % 10
        codes = table.look(seat).codes()
        return seat, right if right in codes and rng.random() < 0.85 else rng.choice(codes)
    eager = [s for s in range(truth.seats) if k.STOP in table.look(s).codes()]
    if eager and rng.random() < stops:
        return rng.choice(eager), k.STOP
    return seat, rng.choice([code for code in table.look(seat).codes() if code != k.STOP])


def check(reasons: Reasons, stand: int, cards: int, impossible: bool) -> str:
    """Is the proof a proof? Says of which kind it is."""
    found = reasons.why(stand, cards)
    assert (found is not None) == impossible
    if found is None:
        return "possible"
    assert reasons.rules_out(stand, cards, found), "the premises alone entail it"
    for at in range(len(found)):
        assert not reasons.rules_out(stand, cards, found[:at] + found[at + 1 :]), "each of them is needed"
    if any(isinstance(reason, Failed) for reason in found):
        return "claim"
    return "alone" if all(reason.stands >> stand & 1 for reason in found) else "together"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_facts_together_leave_the_candidates(seats: int) -> None:
    """Help and bots ask for what is left, a proof for one fact after the other: it is the same knowledge."""
    rng = Random(f"facts {seats}")
    table = Table(GAME, GAME.setting(seats, {"pro": True}), lambda occasion, codes, weights: rng.choice(codes))
    while not table.over:
        table.play_code(*guided(table, rng, stops=0.04))
        for eye in (*range(seats), AUDIENCE):
            seen = Seen(table.look(eye))
            left = dict.fromkeys(seen.stands, seen.deck)
            for fact in seen.facts:
                for stand in left:
                    if fact.stands >> stand & 1:
                        left[stand] &= fact.leaves
            assert seen.candidates() == left


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_exclusion_is_proven(seats: int) -> None:
    rng = Random(f"why {seats}")
    kinds = set()
    for game in range(4):
        table = Table(GAME, GAME.setting(seats, {"pro": True}), lambda occasion, codes, weights: rng.choice(codes))
        while not table.over:
            table.play_code(*guided(table, rng, stops=0.04 * (game % 2)))
            if table.over or rng.random() > 0.08:
                continue
            view = table.view(rng.randrange(seats))
            belief, reasons = KryptxBelief(view), Reasons(view)
            for stand in belief.stands:
                for question in rng.sample(range(15), 4):
                    kinds.add(check(reasons, stand, yes_set(question), belief.yes(stand, question) == 0))
                for card in rng.sample(range(50), 4):
                    kinds.add(check(reasons, stand, 1 << card, belief.marginals()[stand][card] == 0))
    assert {"possible", "alone"} <= kinds
    print(f"seed 'why {seats}': {sorted(kinds)}")


def test_a_proof_of_several_stands_and_one_by_a_claim(deal: Any) -> None:
    """Two stands that must share the two nines left: no third one is a nine."""
    table = deal(2, "7b 3g 0o 8y 9b 9g 4y 6g")
    while table.truth.phase == k.P_OPENING:
        table.pick(table.to_act[0], 0)
    view = table.view(0)
    reasons = Reasons(view)
    full = [*reasons.facts]
    assert not reasons.rules_out(6, yes_set(9), full) or reasons.why(6, yes_set(9))
    for stand, cards in ((4, 1 << 9 | 1 << 19), (5, 1 << 9 | 1 << 19)):
        fact = next(f for f in full if f.kind == "shown")
        reasons.facts.append(type(fact)("front", 1 << stand, cards, card=29, stand=stand))
    gone = type(full[0])("shown", 1 << 6, ~(1 << 29 | 1 << 39 | 1 << 49), card=29)
    reasons.facts = [*reasons.facts[-2:], gone]
    assert check(reasons, 6, yes_set(9), True) == "together"


@pytest.mark.clause("KX-22")
def test_what_cannot_be_is_crossed_out_and_what_can_be_is_not(deal: Any) -> None:
    """Stand C is asked about: its answer, the cards at the side and the own cards each cross out, and nothing else."""
    table = deal(4, "7b 3g 1o 2v 4y 5b 6g 8o", "9o 9y 0v")
    while table.truth.phase != k.P_ASK:
        table.pick(table.to_act[0], 0)
    asker = table.to_act[0]
    stand = "C" if asker != 1 else "E"
    owner = 1 if asker != 1 else 2

    def possible() -> set[str]:
        shown = help.shown(table.view(asker), "referee", None)
        assert shown is not None
        return set(shown.possible[stand])

    before = possible()
    real = table.truth.code("ABCDEFGH".index(stand))
    number = next(n for n in range(10) if n != real % 10 and any(cell.endswith(f" {n}") for cell in before))
    table.play(asker, a.Ask(owner, stand, "number", number, False))
    assert possible() == {cell for cell in before if not cell.endswith(f" {number}")} != before


def test_three_levels(deal: Any) -> None:
    table = deal(3, "7b 3g 0o 1o 2v 9v 4y 5b 6g", pro=True)
    helper = help
    while table.truth.phase == k.P_OPENING:
        table.pick(table.to_act[0], 0)
    view = table.view(0)
    assert helper.shown(view, "pencil", None) is None
    referee = helper.shown(view, "referee", {"cells": {"D": dict.fromkeys(every_cell(), "x")}})
    assert referee and referee.empty == ["D"] and referee.clash and referee.cards is None and referee.gives is None
    teacher = helper.shown(view, "teacher", {"cells": ["rubbish"]})
    assert teacher and not teacher.clash and teacher.worlds == KryptxBelief(view).worlds()
    assert teacher.yes and all(
        abs(sum(shares[str(n)] for n in range(10)) - 1) < 0.01 for shares in teacher.yes.values()
    )
    assert teacher.gives and {move.where for move in teacher.gives} <= {"A", "B", "C", "beside"}
    assert helper.shown(table.view(17), "teacher", None) is None


def every_cell() -> list[str]:
    return [f"{colour} {number}" for colour in ("blue", "green", "orange", "purple", "yellow") for number in range(10)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_in_words(deal: Any, language: str) -> None:
    table = deal(4, "7b 3g 1o 2v 4y 5b 6g 8o", "9o 9y 0v")
    for _ in range(3):
        table.pick(0, 0)
    lines = help.why(table.view(1), {"stand": "A", "number": 9}, language)
    assert lines[0].startswith(("Player 1 placed to the side", "Player 1 a posé", "Player 1 ha messo", "Player 1 hat"))
    assert (
        lines[-1]
        == {
            "en": "So stand A is not: 9.",
            "fr": "Donc le support A n’est pas\u00a0: 9.",
            "it": "Quindi il supporto A non è: 9.",
            "de": "Also ist Halter A nicht: 9.",
        }[language]
    )
    with pytest.raises(IllegalMove):
        help.why(table.view(1), {"stand": "C", "number": 9}, language)
    with pytest.raises(IllegalMove):
        help.why(table.view(1), ["rubbish"], language)
    assert help.as_text(table.view(1), "teacher", language)


def test_a_reason_by_a_failed_claim_names_ones_own_control_card(deal: Any) -> None:
    table = deal(3, "7b 3g 0o 1o 2v 9v 4y 5b 6g")
    while table.truth.phase == k.P_OPENING:
        table.pick(table.to_act[0], 0)
    table.play(0, a.Stop())
    for stand, number in zip("DEFGHI", (0, 0, 0, 4, 5, 6), strict=True):
        table.play(0, a.Name(stand, number))
    proofs = [help.why(table.view(1), {"stand": s, "number": n}, "en") for s in "GHI" for n in range(10)]
    by_claim = [
        lines for lines in proofs if "claimed D 0, E 0, F 0, G 4, H 5, I 6. 1 control card was red." in lines[0]
    ]
    assert by_claim and all(lines[0].endswith("Your control card was red.") for lines in by_claim)


@pytest.mark.slow
def test_a_reason_takes_milliseconds() -> None:
    rng = Random(3)
    spent = []
    table = Table(GAME, GAME.setting(4), lambda occasion, codes, weights: rng.choice(codes))
    while not table.over:
        table.play_code(*guided(table, rng, stops=0))
        view = table.view(0)
        belief = KryptxBelief(view)
        for stand in belief.stands[:2]:
            begin = time.process_time()
            Reasons(view).why(stand, yes_set(rng.randrange(15)))
            spent.append(time.process_time() - begin)
    spent.sort()
    print(f"seed 3: why median {1e3 * spent[len(spent) // 2]:.2f} ms, most {1e3 * spent[-1]:.2f} ms")
    assert spent[len(spent) // 2] < 0.02
