"""The belief is what counting one by one gives, from the picture alone, on small decks; and what the vectors say."""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tepui.coach.belief import BruteForce
from tepui.core.game import Setting
from tepui.core.position import AUDIENCE
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.kryptx import GAME
from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.cards import Deck
from tepui.games.kryptx.parts_file import Parts, load

POSITIONS = int(os.environ.get("TEPUI_POSITIONS", "300"))  # per number of players
MOST = 4000  # worlds that are counted one by one
Pair = tuple[int, str]


def small_setting(seats: int, rng: Random) -> Setting:
    """A deck of few cards: some numbers, some colours, some cards missing."""
    while True:
        numbers = rng.sample(range(10), rng.randint(4, 7))
        colours = rng.sample(range(5), rng.randint(3, 5))
        cards = [10 * colour + number for colour in colours for number in numbers]
        need = seats * (6 - seats) + 3 * seats + 3
        if len(cards) >= need:
            cards = rng.sample(cards, min(len(cards), need + rng.randint(0, 3)))
            own = load()
            deck = Deck(sum(1 << card for card in cards), own.deck.colour_names, own.deck.letters)
            return Setting(seats, {"pro": rng.random() < 0.5}, Parts(deck, own.colours))


def one_by_one(view: View) -> Iterator[dict[str, Pair]]:
    """Every way to fill the closed stands, read off the picture and checked clue by clue."""
    now = GAME.picture(view)
    deck = view.position.deck
    stands = [stand for player in now.players for stand in player.stands]
    known = {stand.letter: (stand.card.number, stand.card.colour) for stand in stands if stand.card}
    seen = {(card.number, card.colour) for card in now.seen} | set(known.values())
    for player in now.players:
        for card in [*player.beside, *(card for stand in player.stands for card in stand.front)]:
            seen.add((card.number, card.colour))
    every = [(code % 10, deck.colour_names[code // 10]) for code in range(50) if deck.cards >> code & 1]
    closed = [stand for stand in stands if stand.card is None]
    choices = []
    for stand in closed:
        beside = now.players[stand.owner].beside
        fitting = [
            card
            for card in every
            if card not in seen
            and all(card[0] == c.number or card[1] == c.colour for c in stand.front)
            and not any(card[0] == c.number or card[1] == c.colour for c in beside)
            and all(
                asked.yes == ((card[0] if asked.kind == "number" else card[1]) == asked.value)
                for asked in now.questions
                if asked.stand == stand.letter and asked.kind is not None and asked.yes is not None
            )
        ]
        choices.append(fitting)

    def fill(at: int, used: dict[str, Pair]) -> Iterator[dict[str, Pair]]:
        if at == len(closed):
            world = {**known, **used}
            if all(reds_of(now, claim, world) == claim.reds for claim in now.claims if claim.reds is not None):
                yield world
            return
        for card in choices[at]:
            if card not in used.values():
                yield from fill(at + 1, {**used, closed[at].letter: card})

    size = 1
    for fitting in choices:
        size *= len(fitting)
    if size <= 30 * MOST:
        yield from fill(0, {})


def reds_of(now: Any, claim: Any, world: dict[str, Pair]) -> int:
    wrong = set()
    for seat, player in enumerate(now.players):
        for stand in player.stands:
            if seat != claim.claimant and world[stand.letter][0] != claim.numbers[stand.letter]:
                wrong.add(seat)
    return len(wrong)


def guided(table: Table, rng: Random) -> tuple[int, int]:
    """A random move; claims come from the truth with a slip here and there, so that red counts tell something."""
    truth: Any = table.truth
    (seat,) = table.to_act
    if truth.phase == k.P_CLAIM:
        right = k.NAME + truth.code(truth.claimed_stand(truth.named)) % 10
        codes = table.look(seat).codes()
        return seat, right if right in codes and rng.random() < 0.8 else rng.choice(codes)
    eager = [s for s in range(truth.seats) if k.STOP in table.look(s).codes()]
    if eager and rng.random() < 0.15:
        return rng.choice(eager), k.STOP
    return seat, rng.choice([code for code in table.look(seat).codes() if code != k.STOP])


def small_views(seats: int, rng: Random) -> Iterator[tuple[Table, View]]:
    """Moments of small games, for some eye."""
    while True:
        table = Table(GAME, small_setting(seats, rng), lambda occasion, codes, weights: rng.choice(codes))
        while not table.over:
            table.play_code(*guided(table, rng))
            if rng.random() < 0.25:
                yield table, table.view(rng.randrange(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_belief_equals_counting_one_by_one(seats: int) -> None:
    rng = Random(f"belief {seats}")
    compared = claims = 0
    for table, view in small_views(seats, rng):
        belief = KryptxBelief(view)
        assert belief.likelihood(belief.world(table.truth)) > 0, "the truth is believed"
        if not 0 < belief.worlds() <= MOST:
            continue
        worlds = list(one_by_one(view))
        if not worlds:
            continue
        compare(belief, worlds, view, rng)
        compared += 1
        claims += bool(belief.seen.failed)
        if compared == POSITIONS:
            break
    assert claims > POSITIONS / 10


def compare(belief: KryptxBelief, worlds: list[dict[str, Pair]], view: View, rng: Random) -> None:
    deck = view.position.deck
    assert belief.worlds() == len(worlds)
    shares = Counter((stand, card) for world in worlds for stand, card in world.items())
    for stand in belief.stands:
        for code, share in enumerate(belief.puzzle.cards(stand)):
            assert share == shares[deck.letters[stand], (code % 10, deck.colour_names[code // 10])]
    votes = Counter(tuple(world[deck.letters[stand]][0] for stand in belief.stands) for world in worlds)
    chance, numbers = belief.best
    assert chance == pytest.approx(max(votes.values()) / len(worlds))
    assert votes[tuple(numbers[stand] for stand in belief.stands)] == max(votes.values())
    assert belief.likelihood(belief.sample(rng)) == 1 / len(worlds)
    if belief.stands:
        stand, question = rng.choice(belief.stands), rng.randrange(15)
        value = question if question < 10 else deck.colour_names[question - 10]
        said = [world[deck.letters[stand]][question >= 10] == value for world in worlds]
        assert belief.yes(stand, question) == pytest.approx(sum(said) / len(worlds))


def test_all_worlds_are_equally_likely_over_whole_histories() -> None:
    """The core's brute force replays every hidden deal, draw and discard of a deck too small for a whole game."""
    rng = Random(4)
    own = load()
    cards = [0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 2, 12, 22, 32]
    deck = Deck(sum(1 << card for card in cards), own.deck.colour_names, own.deck.letters)
    setting = Setting(2, {"pro": False}, Parts(deck, own.colours))
    table = Table(GAME, setting, lambda occasion, codes, weights: rng.choice(codes))
    while table.truth.placed == 0:
        table.pick(table.to_act[0], 0)
    view = table.view(1 - table.truth.turn)  # the player whose cards lie open sees the other draw
    belief, brute = KryptxBelief(view), BruteForce(view, 200_000)
    true = brute.grouped(belief.world)
    assert belief.worlds() == len(true) > 100
    assert {round(belief.likelihood(world) - likely, 12) for world, likely in true.items()} == {0.0}


def test_cc28_one_red_card_and_it_is_mine(deal: Any) -> None:
    """Three players; P1's claim is wrong about P2 alone: P2 knows P3's numbers from then on."""
    table = deal(3, "7b 3g 0o 1o 2v 9v 4y 5b 6g")
    while table.truth.phase == k.P_OPENING:
        table.pick(table.to_act[0], 0)
    table.play(0, a.Stop())
    for stand, number in zip("DEFGHI", (0, 0, 0, 4, 5, 6), strict=True):
        table.play(0, a.Name(stand, number))
    belief = KryptxBelief(table.view(1))
    assert [belief.yes(stand, number) for stand, number in ((6, 4), (7, 5), (8, 6))] == [1.0, 1.0, 1.0]
    assert KryptxBelief(table.view(2)).yes(3, 0) < 1  # P3 was right, and learns that P2 was not


def test_two_players_a_failed_claim_excludes_itself(deal: Any) -> None:
    table = deal(2, "7b 3g 0o 8y 1o 2v 4y 6g")
    while table.truth.phase == k.P_OPENING:
        table.pick(table.to_act[0], 0)
    before = KryptxBelief(table.view(0))
    _, numbers = before.best
    right = {stand: table.truth.code(stand) % 10 for stand in numbers}
    wrong = numbers if numbers != right else {**numbers, 7: (numbers[7] + 1) % 10}
    table.play(0, a.Stop())
    for stand, number in wrong.items():
        table.play(0, a.Name("ABCDEFGH"[stand], number))
    after = KryptxBelief(table.view(0))
    assert after.worlds() < before.worlds() and after.best[1] != wrong


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_of_worlds_only_shrinks_and_keeps_the_truth(seats: int) -> None:
    """K-9, for every seat and every moment of whole games."""
    rng = Random(seats)
    table = Table(GAME, GAME.setting(seats, {"pro": True}), lambda occasion, codes, weights: rng.choice(codes))
    last: dict[int, int] = {}
    while not table.over:
        table.play_code(*guided(table, rng))
        for seat in range(seats):
            belief = KryptxBelief(table.look(seat))
            assert belief.likelihood(belief.world(table.truth)) > 0
            assert belief.worlds() <= last.get(seat, 10**20)
            last[seat] = belief.worlds()
    assert KryptxBelief(table.view(AUDIENCE)).worlds() == 1
