"""Chance that anyone can check: fair, weighted, bound by its promise, alike at two tables."""

import hashlib
from collections import Counter

from tepui.core import find
from tepui.core.dealer import Dealer, commitment, drawn, new_seed
from tepui.core.table import Table


def test_a_die_is_fair() -> None:
    dealer, hits = Dealer("fair"), Counter[int]()
    for occasion in range(12_000):
        hits[dealer.choose(occasion, range(6), [1] * 6)] += 1
    assert sum((n - 2000) ** 2 / 2000 for n in hits.values()) < 20.5  # chi-square, 5 degrees of freedom: 0.1 %


def test_weights_are_tickets() -> None:
    dealer, hits = Dealer("weights"), Counter[int]()
    for occasion in range(10_000):
        hits[dealer.choose(occasion, [3, 4, 5], [1, 0, 4])] += 1
    assert set(hits) == {3, 5}
    assert (hits[3] - 2000) ** 2 / 2000 + (hits[5] - 8000) ** 2 / 8000 < 10.8  # 1 degree: 0.1 %


def test_the_formula_of_the_docstring() -> None:
    text = '["seed",["Ünited","a\\"b"],7,3,0]'
    assert drawn(Dealer("seed", ["Ünited", 'a"b']).event(7), 3, 0) == hashlib.sha256(text.encode()).digest()
    assert commitment("seed") == hashlib.sha256(b"seed").hexdigest()


def test_one_occasion_is_one_shuffled_row() -> None:
    dealer, free, row = Dealer("row"), list(range(10)), []
    while free:
        row.append(dealer.choose(0, free, [1] * len(free)))
        free.remove(row[-1])
    assert row == sorted(range(10), key=lambda number: drawn(dealer.event(0), number, 0))


def test_words_of_the_players_change_everything() -> None:
    def throws(*words: str) -> list[int]:
        dealer = Dealer("seed", words)
        return [dealer.choose(n, range(6), [1] * 6) for n in range(40)]

    assert throws() == throws()
    assert throws() != throws("a") != throws("b") != throws("a", "b") != throws("ab")


def test_two_tables_of_one_seed_deal_alike_whatever_the_players_do() -> None:
    game = find.game("forehead")
    tables = [Table(game, game.setting(3), Dealer("duplicate").choose) for _ in range(2)]
    for bet, table in enumerate(tables):
        while not table.over:
            table.pick(table.to_act[0], bet)
    assert list(tables[0].truth.numbers) == list(tables[1].truth.numbers)  # type: ignore[attr-defined]


def test_a_seed_has_128_bits_and_is_never_the_same() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000 and all(len(bytes.fromhex(seed)) == 16 for seed in seeds)
