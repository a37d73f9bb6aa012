"""The master of Kryptx: what others can know of all codes, numbers before colours, and the price of a No."""

from random import Random

import pytest

from tepui.bots.contract import choose
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.bots.levels import Dials, Mind
from tepui.games.kryptx.bots.master import learns, next_card
from tepui.games.kryptx.bots.steady import Steady, the_game
from tepui.games.kryptx.cards import NUMBERS, QUESTIONS


def tables(seats: int, seed: str, moves: int) -> Table:
    """A game of steady players after so many decisions."""
    table, rng, bot = Table(GAME, GAME.setting(seats), Dealer(seed).choose), Random(seed), Steady()
    for _ in range(moves):
        if table.over:
            break
        seat = table.to_act[0]
        pick = choose(bot, table.view(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
    return table


@pytest.mark.parametrize("seats", GAME.seats)
def test_an_opponent_must_name_every_code_but_their_own(seats: int) -> None:
    for seed in range(4):
        table = tables(seats, f"threats {seed}", 20)
        view = table.view(0)
        exposed = Exposed(view)
        for seat in exposed.others:
            assert exposed.threat(seat) <= exposed.chance(seat) + 1e-9
            if seats == 2:
                assert exposed.threat(seat) == pytest.approx(exposed.chance(seat))
            stands = [stand for stand in range(table.truth.stands) if table.truth.owner(stand) != seat]  # type: ignore[attr-defined]
            for stand, cards in zip(stands, exposed.candidates(seat, stands), strict=True):
                assert cards >> table.truth.code(stand) & 1, "the truth is possible"  # type: ignore[attr-defined]


def test_a_number_is_worth_its_bits_and_a_colour_less() -> None:
    belief = KryptxBelief(tables(2, "bits", 16).view(0))
    less = 0
    for stand in belief.stands:
        for question in range(QUESTIONS):
            bits, worth = belief.teaches(stand, question), learns(belief, stand, question)
            assert worth == bits if question < NUMBERS else worth <= bits + 1e-9
            less += worth < bits - 1e-6
    assert less > 0


def test_the_price_of_a_no_is_that_of_the_cheapest_card_in_hand() -> None:
    compared = 0
    for moves in range(7, 40):
        table = tables(2, "price", moves)
        if table.over:
            break
        seat = table.to_act[0]
        view = table.view(seat)
        if the_game(view).phase in (k.P_PLAY, k.P_AGAIN):
            exposed = Exposed(view)
            offers = [divmod(code - k.PLACE, k.PLACES) for code in view.codes() if code >= k.PLACE]
            cheapest = min(max(exposed.gives(card, where).values()) for card, where in offers)
            assert next_card(view) == pytest.approx(cheapest)
            compared += 1
    assert compared > 3


def test_whoever_forgets_still_holds_the_truth_possible() -> None:
    dials = Dials(discards=0.0, answers=0.5, beside=0.5)
    for seed in range(5):
        table = tables(3, f"forgets {seed}", 25)
        view = table.view(0)
        exact, loose = KryptxBelief(view), KryptxBelief(view, Mind(view, dials).keeps)
        assert loose.worlds() > exact.worlds()
        assert loose.likelihood(loose.world(table.truth)) > 0  # type: ignore[arg-type]


def test_whoever_forgets_nothing_knows_what_the_exact_belief_knows() -> None:
    view = tables(2, "all", 20).view(1)
    assert KryptxBelief(view, Mind(view, Dials()).keeps).puzzle.candidates == KryptxBelief(view).puzzle.candidates
