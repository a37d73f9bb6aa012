"""What mutation tests found untested in table and record: small promises, each kept by one test."""

import io

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tepui.core import find
from tepui.core.actions import Action
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, TABLE_BIT, Position
from tepui.core.record import Header, Record, Recorder, parse, replay
from tepui.core.refusal import BadRecord, IllegalMove
from tepui.core.replay import Impossible, Step, given_by
from tepui.core.table import Table
from tepui.core.verify import verify

POSSIBLE = "that is not possible now. Pick one of the actions on offer"


class Paper(io.BytesIO):
    def seekable(self) -> bool:
        return False


def recorder(game: str, seats: int, **header: object) -> tuple[Paper, Recorder]:
    paper = Paper()
    return paper, Recorder(paper, Header(game=game, rules=1, seats=seats, **header))  # type: ignore[arg-type]


def test_a_pick_or_code_that_is_not_on_offer_is_refused_in_a_sentence() -> None:
    game = find.game("shells")
    table = Table(game, game.setting(2))
    for refused in (lambda: table.pick(0, 9), lambda: table.play_code(0, 9)):
        with pytest.raises(IllegalMove) as refusal:
            refused()
        assert str(refusal.value) == POSSIBLE


def test_a_record_keeps_its_parts_and_names() -> None:
    game = find.game("forehead")
    record = Record(Header(game="forehead", rules=1, seats=2, parts="numbers = 10", names=("Anna", "Bilal")))
    assert record.setting(game).parts_text == "numbers = 10"
    assert replay(record, game).names == ("Anna", "Bilal")


def test_the_very_first_move_can_be_taken_back() -> None:
    paper, writer = recorder("shells", 2)
    writer.move(0, {"do": "hide", "shells": 5})
    writer.back(0)
    writer.move(1, {"do": "hide", "shells": 1})
    assert [by for by, _ in parse(paper.getvalue()).moves] == [1]


def test_nobody_sits_beyond_the_last_seat() -> None:
    paper, writer = recorder("shells", 2)
    writer.move(2, {"do": "hide", "shells": 5})
    with pytest.raises(BadRecord, match="line 3 is a move of seat 3, and there is none"):
        parse(paper.getvalue())


def test_verify_knows_whose_move_it_was() -> None:
    """In Shells both choose at once: a second choice of the same seat is not legal."""
    game = find.game("shells")
    paper, writer = recorder("shells", 2, options={"rounds": 2})
    writer.move(1, {"do": "hide", "shells": 5})
    writer.move(0, {"do": "hide", "shells": 4})
    assert "2 moves are legal" in verify(parse(paper.getvalue()), game)
    paper, writer = recorder("shells", 2, options={"rounds": 2})
    writer.move(1, {"do": "hide", "shells": 5})
    writer.move(1, {"do": "hide", "shells": 4})
    with pytest.raises(BadRecord, match="line 4"):
        verify(parse(paper.getvalue()), game)


class Coin(Position):
    """One toss."""

    def __init__(self) -> None:
        self.shown: i64 = -1

    def to_act(self) -> i64:
        return TABLE_BIT if self.shown < 0 else 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        for side in range(2):
            out[side] = side
            weights[side] = 1
        return 2

    def occasion(self) -> i64:
        return 0

    def apply(self, by: i64, action: i64) -> None:
        self.shown = action


class Toss(Action, frozen=True):
    side: int


def coin(setting: Setting) -> Coin:
    return Coin()


COIN = Game(
    name="coin",
    title="Coin",
    rules=1,
    seats=(1,),
    start=coin,
    actions=(Toss,),
    say=lambda position, by, code: Toss(code),
    width=2,
    codes=1,
    table_codes=2,
)


def test_a_coin_is_proven_too() -> None:
    dealer = Dealer("seed")
    honest = dealer.choose(0, [0, 1], [1, 1])
    table = Table(COIN, COIN.setting(1))
    check = given_by(dealer.choose)
    check(table, Step(2), honest)
    with pytest.raises(Impossible, match="2 is not what the seed gives"):
        check(table, Step(2), 1 - honest)
    table.replay(TABLE, honest)
    assert table.over
