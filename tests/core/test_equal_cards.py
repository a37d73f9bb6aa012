"""Equal cards of one pile: drawn without replacement, exactly, and alike at two tables."""

from collections import Counter
from math import comb

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.actions import Action
from tepui.core.dealer import NUMBERED, Dealer
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, TABLE_BIT, Position
from tepui.core.table import Table

PILE = (5, 2, 2, 2, 2, 1, 1, 1)  # sixteen letters, five of them alike
HANDS = 4
DEALS = 3000


class Letters(Position):
    """Four hands of one card each from one pile, and one card more that somebody asks for."""

    def __init__(self) -> None:
        self.left = list(PILE)
        self.dealt: i64 = 0

    def to_act(self) -> i64:
        if self.dealt < HANDS:
            return TABLE_BIT
        return 1 if self.dealt == HANDS else TABLE_BIT if self.dealt == HANDS + 1 else 0

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        out[0] = 0
        return 1

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n = 0
        for card, copies in enumerate(self.left):
            if copies:
                out[n], weights[n] = card, copies
                n += 1
        return n

    def occasion(self) -> i64:
        return 7

    def apply(self, by: i64, action: i64) -> None:
        if by == TABLE:
            self.left[action] -= 1
        self.dealt += 1


class Card(Action, frozen=True):
    card: int


def letters(setting: Setting) -> Letters:
    return Letters()


GAME = Game(
    name="letters",
    title="Letters",
    rules=1,
    seats=(1,),
    start=letters,
    actions=(Card,),
    say=lambda position, by, code: Card(code),
    width=8,
    codes=1,
    table_codes=8,
)


def hands(seed: str, version: int = 2) -> tuple[int, ...]:
    table = Table(GAME, GAME.setting(1), Dealer(seed, version=version).choose)
    return tuple(code for _, code in table.moves[:HANDS])


def test_four_equal_hands_are_as_rare_as_they_should_be() -> None:
    deals = [hands(f"deal {n}") for n in range(DEALS)]
    fair = comb(5, 4) / comb(16, 4)  # 0.27 %
    equal = sum(len(set(deal)) == 1 for deal in deals)
    assert abs(equal - DEALS * fair) < 3.3 * (DEALS * fair) ** 0.5, equal
    clumped = sum(len(set(hands(f"deal {n}", version=1))) == 1 for n in range(DEALS))
    assert clumped > 0.05 * DEALS  # as it was: old records are checked that way


def test_pairs_and_every_place_of_the_pile_are_fair() -> None:
    deals = [hands(f"place {n}") for n in range(DEALS)]
    for place in range(HANDS):
        hits = Counter(deal[place] for deal in deals)
        chi = sum((hits[card] - DEALS * n / 16) ** 2 / (DEALS * n / 16) for card, n in enumerate(PILE))
        assert chi < 24.3, (place, hits)  # 7 degrees of freedom: 0.1 %
    for one in range(HANDS):
        for other in range(one):
            pairs = sum(deal[one] == deal[other] for deal in deals)
            fair = sum(n * (n - 1) for n in PILE) / (16 * 15)
            assert abs(pairs - DEALS * fair) < 3.3 * (DEALS * fair * (1 - fair)) ** 0.5


def test_a_whole_pile_is_dealt_whole() -> None:
    dealer, left, dealt = Dealer("whole"), list(PILE), Counter[int]()
    for n in range(16):
        codes = [card for card, copies in enumerate(left) if copies]
        card = dealer.choose(7 + NUMBERED * (n + 1), codes, [left[code] for code in codes])
        left[card] -= 1
        dealt[card] += 1
    assert tuple(dealt[card] for card in range(8)) == PILE


def test_draws_are_numbered_only_where_equal_things_are_on_offer() -> None:
    table = Table(GAME, GAME.setting(1))
    assert table.event()[2] == 7 + NUMBERED
    table.replay(TABLE, 7)
    assert table.event()[2] == 7 + 2 * NUMBERED
    lone = Table(GAME, GAME.setting(1))
    lone.truth.left = [1, 1, 0, 0, 0, 0, 0, 0]  # type: ignore[attr-defined]
    assert lone.event()[2] == 7


def test_a_replayed_table_goes_on_as_the_first_would() -> None:
    for n in range(50):
        dealer = Dealer(f"again {n}")
        first = Table(GAME, GAME.setting(1), dealer.choose)
        again = first.replayed(first.moves)
        first.play_code(0, 0)
        again.replay(0, 0)
        again.resume(dealer.choose)
        assert again.moves == first.moves and len(first.moves) == HANDS + 2


def test_an_event_that_is_only_looked_at_counts_once() -> None:
    table = Table(GAME, GAME.setting(1))
    for card in (0, 0, 5):
        assert table.event() == table.event()
        table.replay(TABLE, card)
    table.replay(TABLE, 6)  # without asking first
    table.replay(0, 0)
    assert table.event()[2] == 7 + 5 * NUMBERED
