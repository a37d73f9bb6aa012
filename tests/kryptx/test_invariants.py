"""What holds at every moment of every game: K-1 to K-8 and the bounds of section 9, over random games."""

from random import Random

import pytest

from tepui.core.position import TABLE
from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.cards import fits, yes_set
from tepui.games.kryptx.rules import Kryptx

MOST_TURNS = {2: 42, 3: 41, 4: 42}


def some(rng: Random):
    return lambda occasion, codes, weights: rng.choices(codes, weights)[0]


def bits(cards: int) -> list[int]:
    return [card for card in range(50) if cards >> card & 1]


def check_table(truth: Kryptx) -> None:
    laid = [bits(truth.laid[i]) for i in range(13)]
    everywhere = (
        [truth.code(s) for s in range(truth.dealt)] + [card for cards in laid for card in cards] + bits(truth.hand)
    )
    if truth.phase > k.P_DEAL:
        everywhere += bits(truth.discarded) + bits(truth.unseen())
        assert sorted(everywhere) == list(range(50)), "K-1: every card once"
        assert len(bits(truth.unseen())) == truth.pile and len(bits(truth.discarded)) == truth.discards
        assert len(bits(truth.hand)) == truth.held
        for stand in range(truth.stands):
            owner, code = truth.owner(stand), truth.code(stand)
            assert all(fits(card) >> code & 1 for card in laid[stand]), "K-3: what lies in front fits"
            assert not any(fits(card) >> code & 1 for card in laid[9 + owner]), "K-3: what lies beside does not"


def random_move(table: Table, rng: Random, stops: float) -> tuple[int, int]:
    """Whoever must act, or now and then somebody's Stop; a claim is half right, so that all counts of reds come up."""
    truth: Kryptx = table.truth
    (seat,) = table.to_act
    eager = [s for s in range(truth.seats) if k.STOP in table.look(s).codes()]
    if eager and rng.random() < stops:
        return rng.choice(eager), k.STOP
    codes = [code for code in table.look(seat).codes() if code != k.STOP]
    if truth.phase == k.P_CLAIM and rng.random() < 0.7:
        right = k.NAME + truth.code(truth.claimed_stand(truth.named)) % 10
        if right in codes:
            return seat, right
    return seat, rng.choice(codes)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pro", [False, True])
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.clause("KX-08")
def test_invariants(seats: int, pro: bool, seed: int) -> None:
    rng = Random(f"{seats} {pro} {seed}")
    table = Table(GAME, GAME.setting(seats, {"pro": pro}), some(rng))
    truth: Kryptx = table.truth
    codes, locked, attempts = truth.codes, -1, 0
    while not table.over:
        before = truth.clone()
        seat, code = random_move(table, rng, stops=0.1)
        told = len(table.moves)
        table.play_code(seat, code)
        check_table(truth)
        assert truth.codes == codes and truth.open & before.open == before.open, "K-2"
        assert all(truth.laid[i] & before.laid[i] == before.laid[i] for i in range(13)), "K-4"
        ends = before.phase in (k.P_OPENING, k.P_ASK, k.P_AGAIN)
        assert truth.turn == before.turn or ends, "K-5: a turn ends with a question or a card"
        for by, answer in table.moves[told:]:
            if by == TABLE and answer in (k.YES, k.NO):
                right = yes_set((code - k.ASK) % 15) >> truth.code(truth.asked) & 1
                assert (answer == k.YES) == bool(right), "K-6"
            if by == TABLE and answer >= k.REDS:
                wrong = {
                    truth.owner(stand)
                    for stand in range(truth.stands)
                    if truth.owner(stand) != truth.claimant and truth.code(stand) % 10 != truth.claimed(stand)
                }
                assert answer - k.REDS == len(wrong), "K-6"
                attempts += 1
                if wrong:
                    assert truth.claimant != locked, "K-7: whoever failed last may not try"
                    locked = truth.claimant
                    check_reveal(before, truth)
        assert truth.locked == locked
    assert truth.turns <= MOST_TURNS[seats] and attempts <= 5 * seats * truth.turns
    assert (truth.winner >= 0) == (sorted(table.places()).count(1) == 1)


def check_reveal(before: Kryptx, after: Kryptx) -> None:
    """K-8: one more card opens, and it had the fewest in front (or is being chosen)."""
    closed = [s for s in range(after.stands) if after.owner(s) == after.claimant and not before.open >> s & 1]
    fewest = min((len(bits(before.laid[s])) for s in closed), default=0)
    candidates = [s for s in closed if len(bits(before.laid[s])) == fewest]
    opened = [s for s in closed if after.open >> s & 1]
    if len(candidates) > 1:
        assert after.phase == k.P_REVEAL and not opened
    else:
        assert opened == candidates


@pytest.mark.clause("KX-11", "KX-13", "KX-21")
def test_hands_are_empty_between_turns_and_discards_are_as_the_answer_says() -> None:
    """K-4 and K-5 by turns, without claims."""
    rng = Random(5)
    seen = set()
    for seats in (2, 3, 4):
        for _ in range(20):
            position = GAME.start(GAME.setting(seats, {"pro": True}))
            table = Table(GAME, GAME.setting(seats, {"pro": True}), some(rng))
            position = table.truth
            turn, shown, gone, ask, shuffles = 0, 0, 0, None, 0
            while not table.over and position.pile + position.discards > 6:
                seat, code = random_move(table, rng, stops=0)
                if k.ASK <= code < k.PLACE or code == k.EXTRA:
                    ask = code
                known = len(table.moves)
                table.play_code(seat, code)
                answers = [c for by, c in table.moves[known:] if by == TABLE and c in (k.YES, k.NO)]
                if answers:
                    answer = answers[0]
                if position.turns != turn:
                    if turn and shuffles == position.shuffles:
                        kind = (
                            "extra"
                            if ask == k.EXTRA
                            else "yes"
                            if answer == k.YES
                            else "secret"
                            if ask >= k.SECRET
                            else "no"
                        )
                        placed = len(bits(position.shown)) - shown
                        assert placed == {"extra": 1, "yes": 1, "no": 2, "secret": 3}[kind]
                        assert position.discards - gone == {"extra": 3, "yes": 2, "no": 1, "secret": 0}[kind]
                        seen.add(kind)
                    turn, shown, gone, shuffles = (
                        position.turns,
                        len(bits(position.shown)),
                        position.discards,
                        position.shuffles,
                    )
    assert seen == {"extra", "yes", "secret", "no"}


def test_a_locked_player_who_knows_it_all_must_wait_for_the_draw() -> None:
    """Section 9: if nobody else tries, the game ends by the guard."""
    rng = Random(8)
    table = Table(GAME, GAME.setting(2), some(rng))
    while table.truth.phase == k.P_OPENING:
        table.pick(table.to_act[0], 0)
    for code in (k.STOP, k.NAME, k.NAME, k.NAME):
        table.play_code(1, code)
    last = k.NAME + (table.truth.code(3) % 10 + 1) % 10
    table.play_code(1, last)
    while not table.over:
        (seat,) = table.to_act
        table.play_code(seat, next(code for code in table.look(seat).codes() if code != k.STOP))
        assert k.STOP not in table.look(1).codes()
    assert table.truth.winner == -1
