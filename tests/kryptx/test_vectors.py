"""The vectors of the specification, CC-01 to CC-30, played at real tables. P1 sits on seat 0 and owns A and B."""

from typing import Any

import pytest

from tepui.core.position import AUDIENCE, TABLE
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.cards import fits
from tepui.games.kryptx.rules import Kryptx

P1, P2, P3, P4 = range(4)
FOUR = "7b 3g 1o 2v 4y 5b 6g 8o"  # A B, C D, E F, G H
THREE = "7b 3g 0o 1o 2v 9v 4y 5b 6g"
TWO = "7b 3g 0o 8y 1o 2v 4y 6g"
# opening cards that belong beside or in front without a choice, four players
OPENING = "9y 0v 2o 3o 0b 8g 1g 2g 8v 0g 1y 7v"


def name(text: str) -> tuple[int, str]:
    return int(text[0]), {"b": "blue", "g": "green", "o": "orange", "v": "purple", "y": "yellow"}[text[1]]


def legal(table: Table, seat: int) -> list[Any]:
    return table.view(seat).legal()


def places(table: Table, seat: int, card: str) -> set[str]:
    return {move.where for move in legal(table, seat) if isinstance(move, a.Place) and move.card == name(card)}


def anywhere(table: Table) -> None:
    """Whoever must place a card places the first one at the first place."""
    (seat,) = table.to_act
    table.pick(seat, 0)


def after_opening(table: Table) -> Table:
    while table.truth.phase == k.P_OPENING:
        anywhere(table)
    return table


def claim(table: Table, seat: int, numbers: str) -> None:
    table.play(seat, a.Stop())
    for number in numbers:
        stand = table.truth.claimed_stand(table.truth.named)
        table.play(seat, a.Name("ABCDEFGHI"[stand], int(number)))


def ask(table: Table, seat: int, stand: str, value: int | str, secret: bool = False) -> None:
    kind = "number" if isinstance(value, int) else "colour"
    owner = table.truth.owner("ABCDEFGHI".index(stand))
    table.play(seat, a.Ask(owner, stand, kind, value, secret))


def on_table(table: Table) -> int:
    return int(table.truth.shown).bit_count()


@pytest.mark.parametrize(("seats", "each", "pile"), [(2, 4, 36), (3, 3, 32), (4, 2, 30)])
@pytest.mark.clause("KX-01", "KX-03", "KX-06", "KX-10")
def test_cc01_set_up(deal: Any, seats: int, each: int, pile: int) -> None:
    table = after_opening(deal(seats, ""))
    truth = table.truth
    assert truth.each == each and on_table(table) == 3 * seats
    assert truth.pile + truth.held == pile and truth.held == 3  # the first player has drawn
    for seat in range(seats):
        known = [table.look(seat).position.code(stand) for stand in range(truth.stands)]
        assert [code != 63 for code in known] == [stand // each == seat for stand in range(truth.stands)]


@pytest.mark.parametrize(
    ("card", "where"),
    [("7o", {"A"}), ("5g", {"B"}), ("3b", {"A", "B"}), ("9o", {"beside"})],
    ids=["cc02 number", "cc03 colour", "cc04 owner's choice", "cc05 beside"],
)
@pytest.mark.clause("KX-14", "KX-15")
def test_cc02_to_cc05_where_a_card_may_go(deal: Any, card: str, where: set[str]) -> None:
    table = deal(4, FOUR, card)
    assert places(table, P1, card) == where


def test_cc05_a_card_beside_is_seen_by_everybody(deal: Any) -> None:
    table = deal(4, FOUR, "9o 1g 2y")
    table.play(P1, a.Place(name("9o"), "beside"))
    for eye in (P2, P3, P4, AUDIENCE):
        assert table.look(eye).position.laid[9] == 1 << 29


@pytest.fixture
def asking(deal: Any) -> Table:
    """P4's first turn at a table of four, one card of three placed: the question is next. P4 owns G and H."""
    table = after_opening(deal(4, FOUR, first=P4))
    anywhere(table)
    assert table.truth.phase == k.P_ASK and table.truth.turn == P4
    return table


@pytest.mark.clause("KX-19")
def test_cc06_yes_two_cards_face_down(asking: Table) -> None:
    before, discards = on_table(asking) - 1, asking.truth.discards
    ask(asking, P4, "A", 7)
    assert (TABLE, k.YES) in asking.moves
    assert asking.truth.discards == discards + 2 and on_table(asking) == before + 1
    assert asking.truth.turn == P1


@pytest.mark.clause("KX-20")
def test_cc07_no_one_more_card(asking: Table) -> None:
    before, discards = on_table(asking) - 1, asking.truth.discards
    ask(asking, P4, "A", 8)
    assert (TABLE, k.NO) in asking.moves and asking.truth.phase == k.P_AGAIN
    anywhere(asking)
    assert asking.truth.discards == discards + 1 and on_table(asking) == before + 2


@pytest.mark.parametrize(("colour", "answer"), [("blue", k.YES), ("green", k.NO)])
@pytest.mark.clause("KX-17", "KX-18")
def test_cc08_answers_by_colour(asking: Table, colour: str, answer: int) -> None:
    ask(asking, P4, "A", colour)
    assert (TABLE, answer) in asking.moves


@pytest.fixture
def pro(deal: Any) -> Table:
    """P1's question in a pro game of three; P1 owns A to C, P2 D to F, P3 G to I."""
    table = after_opening(deal(3, THREE, pro=True))
    anywhere(table)
    return table


@pytest.mark.clause("KX-33", "KX-35", "KX-36")
def test_cc09_a_secret_no_costs_both_cards_and_the_third_player_sees_no_question(pro: Table) -> None:
    before, discards = on_table(pro) - 1, pro.truth.discards
    ask(pro, P1, "D", 8, secret=True)
    for eye in (P3, AUDIENCE):
        (number,) = [n for n, (by, code) in enumerate(pro.look(eye).moves) if by == P1 and k.ASK <= code < k.PLACE]
        assert pro.look(eye).moves[number : number + 2] == [(P1, k.SECRET_HIDDEN + 3), (TABLE, k.NO)]
    assert (P1, k.SECRET + 3 * 15 + 8) in pro.look(P2).moves
    anywhere(pro)
    assert pro.truth.turn == P1
    anywhere(pro)
    assert pro.truth.turn == P2 and on_table(pro) == before + 3 and pro.truth.discards == discards


@pytest.mark.clause("KX-34")
def test_cc10_a_secret_yes_discards_both(pro: Table) -> None:
    before = on_table(pro) - 1
    ask(pro, P1, "D", 1, secret=True)
    assert pro.truth.discards == 2 and on_table(pro) == before + 1


@pytest.mark.clause("KX-38")
def test_cc11_no_secret_questions_with_two_players(deal: Any) -> None:
    table = after_opening(deal(2, TWO, pro=True))
    anywhere(table)
    with pytest.raises(IllegalMove):
        ask(table, P1, "E", 8, secret=True)


@pytest.mark.clause("KX-37")
def test_cc12_draw_instead(deal: Any) -> None:
    table = after_opening(deal(2, TWO))
    before = on_table(table)
    anywhere(table)
    table.play(P1, a.ExtraDraw())
    truth = table.truth
    assert truth.discards == 3 and on_table(table) == before + 1 and truth.turn == P2
    assert not {k.YES, k.NO} & {code for by, code in table.moves if by == TABLE}
    assert [code for by, code in table.look(P2).moves if by == TABLE and code < k.HIDDEN]  # own cards only
    assert truth.discarded == table.look(P1).position.discarded
    assert table.look(P2).position.discarded == 0


@pytest.mark.parametrize(("seats", "codes"), [(3, THREE), (4, FOUR)])
@pytest.mark.clause("KX-37")
def test_cc13_only_two_players_draw_instead(deal: Any, seats: int, codes: str) -> None:
    table = after_opening(deal(seats, codes))
    anywhere(table)
    assert a.ExtraDraw() not in legal(table, P1)
    with pytest.raises(IllegalMove):
        table.play(P1, a.ExtraDraw())


def short(deal: Any, pile: int, discards: int, seats: int = 4) -> Kryptx:
    """The truth before a draw, with all cards on the table but so many."""
    truth: Kryptx = after_opening(deal(seats, {2: TWO, 4: FOUR}[seats])).truth.clone()
    free = truth.deck.cards & ~truth.fixed
    cards = [card for card in range(50) if free >> card & 1]
    truth.hand = truth.held = truth.drawn = 0
    truth.discarded = sum(1 << card for card in cards[:discards])
    truth.shown = sum(1 << card for card in cards[discards : len(cards) - pile])
    truth.discards, truth.pile = discards, pile
    truth.draw_or_play()
    return truth


def draw_all(truth: Kryptx) -> list[int]:
    """The table draws; the first card on offer each time."""
    moves = []
    while truth.phase == k.P_DRAW:
        cards = truth.odds_set()
        code = (cards & -cards).bit_length() - 1 if cards else k.SHUFFLE
        truth.apply(TABLE, code)
        moves.append(code)
    return moves


@pytest.mark.clause("KX-16")
def test_cc14_the_pile_runs_out_in_the_middle_of_a_draw(deal: Any) -> None:
    truth = short(deal, pile=2, discards=5)
    moves = draw_all(truth)
    assert moves[2] == k.SHUFFLE and len(moves) == 4
    assert (truth.pile, truth.discards, truth.held) == (4, 0, 3)
    assert int(truth.unseen()).bit_count() == 4


@pytest.mark.parametrize(("number", "placed", "discarded"), [(1, 1, 1), (9, 2, 0)], ids=["yes", "no"])
def test_cc15_two_cards_left(deal: Any, number: int, placed: int, discarded: int) -> None:
    truth = short(deal, pile=0, discards=2)
    draw_all(truth)
    assert truth.held == 2 and truth.phase == k.P_PLAY
    before = int(truth.shown).bit_count()
    play_first(truth)
    truth.apply(P1, k.ASK + 2 * 15 + number)  # C is the orange one
    truth.apply(TABLE, k.YES if number == 1 else k.NO)
    if number == 1:
        truth.apply(TABLE, int(truth.hand).bit_length() - 1)
        assert truth.discards + truth.pile + truth.held == 1
    else:
        play_first(truth)
        assert truth.discards + truth.pile + truth.held == 0
    assert int(truth.shown).bit_count() == before + placed


def play_first(truth: Kryptx) -> None:
    from tepui.core.position import legal_codes

    truth.apply(truth.turn, legal_codes(truth, truth.turn)[0])


@pytest.mark.parametrize("seats", [2, 4])
def test_cc16_no_cards_left_only_a_question(deal: Any, seats: int) -> None:
    from tepui.core.position import legal_codes

    truth = short(deal, pile=0, discards=0, seats=seats)
    assert truth.held == 0 and truth.phase == k.P_ASK
    codes = legal_codes(truth, P1)
    assert all(k.ASK <= code < k.SECRET or code == k.STOP for code in codes) and k.EXTRA not in codes


@pytest.mark.clause("KX-28", "KX-39")
def test_cc17_all_green_wins(deal: Any) -> None:
    table = after_opening(deal(4, FOUR))
    claim(table, P2, "73" + "45" + "68")
    assert table.over and table.places() == [2, 1, 2, 2] and table.scores() == [0, 1, 0, 0]
    assert table.look(AUDIENCE).position.codes == table.truth.codes  # all stands are turned over


@pytest.mark.clause("KX-25")
def test_cc18_a_claim_is_about_each_stand(deal: Any) -> None:
    table = after_opening(deal(4, FOUR))
    claim(table, P2, "37" + "45" + "68")
    assert (TABLE, k.REDS + 1) in table.moves and not table.over


@pytest.mark.clause("KX-04", "KX-26", "KX-27")
def test_cc19_two_of_three_are_red_and_nobody_learns_who(deal: Any) -> None:
    """P1 and P4 are wrong in one world, P1 and P3 in the other; P2 and the audience hear the same."""
    cards = "7o 7v 7y 1b 2b 2g 4o 1y 2y 6v 6y 6b 9g 9o 9v"
    wrong_p4 = after_opening(deal(4, "7b 3g 1o 2v 4y 5b 6g 8o", cards))
    wrong_p3 = after_opening(deal(4, "7b 3g 1o 2v 4y 3b 6g 0o", cards))
    for table in (wrong_p4, wrong_p3):
        claim(table, P2, "37" + "45" + "60")
    assert (TABLE, k.REDS + 2) in wrong_p4.moves
    for eye in (P2, AUDIENCE):
        assert wrong_p4.look(eye).moves == wrong_p3.look(eye).moves


def failed(deal: Any, fronts: tuple[int, int], opened: int = 0, beside: int = 0) -> Table:
    """P2 (stands C and D) has just failed, with so many cards in front of C and D, and perhaps open stands."""
    table = after_opening(deal(4, FOUR))
    for view in [table.look(eye) for eye in (0, 1, 2, 3, AUDIENCE)] + [table]:
        position: Any = view.truth if isinstance(view, Table) else view.position
        spare = [card for card in range(50) if not position.fixed >> card & 1]
        position.laid[2] = sum(1 << card for card in spare[: fronts[0]])
        position.laid[3] = sum(1 << card for card in spare[: fronts[1]])
        position.laid[10] = sum(1 << card for card in spare[:beside])
        for stand, code in ((2, 21), (3, 32)):
            if opened >> stand & 1:
                position.put(stand, code)
                position.open |= 1 << stand
    claim(table, P2, "00" + "00" + "00")
    return table


@pytest.mark.parametrize(
    ("fronts", "opened", "beside", "opens"),
    [((2, 1), 0, 0, 0b1000), ((4, 0), 0b1000, 0, 0b1100), ((0, 1), 0, 5, 0b100)],
    ids=["cc20 fewest in front", "cc22 open ones do not count", "cc27 beside does not count"],
)
@pytest.mark.clause("KX-29", "KX-30")
def test_which_card_opens(deal: Any, fronts: tuple[int, int], opened: int, beside: int, opens: int) -> None:
    table = failed(deal, fronts, opened, beside)
    assert table.truth.open == opens and table.look(P1).position.open == opens
    assert table.truth.phase == k.P_PLAY


@pytest.mark.clause("KX-29")
def test_cc21_a_tie_is_the_claimants_choice(deal: Any) -> None:
    table = failed(deal, (1, 1))
    assert table.to_act == [P2] and legal(table, P2) == [a.Reveal("C"), a.Reveal("D")]
    assert not legal(table, P1) and not legal(table, P3)  # nobody may interrupt
    table.play(P2, a.Reveal("D"))
    assert table.look(P4).position.code(3) == 32 and table.truth.open == 0b1000


def test_cc23_nothing_left_to_open(deal: Any) -> None:
    table = failed(deal, (0, 0), opened=0b1100)
    assert table.truth.phase == k.P_PLAY and table.truth.locked == P2


@pytest.mark.clause("KX-31")
def test_cc24_whoever_failed_waits(deal: Any) -> None:
    table = failed(deal, (1, 2))
    assert a.Stop() not in legal(table, P2)
    with pytest.raises(IllegalMove):
        table.play(P2, a.Stop())
    anywhere(table)  # another window
    assert a.Stop() not in legal(table, P2) and a.Stop() in legal(table, P3)


@pytest.mark.clause("KX-32")
def test_cc25_the_control_cards_are_whole_again_for_the_next_claim(deal: Any) -> None:
    """P2 was told of three red cards; P3's claim is right about P4 alone: again three cards, two of them red."""
    table = failed(deal, (1, 2))
    assert table.look(P1).notebook.claims[-1].reds == 3
    if table.to_act == [P2]:
        table.pick(P2, 0)
    claim(table, P3, "00" + "00" + "68")
    told = table.look(P1).notebook.claims[-1]
    assert (told.claimant, told.reds, table.truth.checks()) == (P3, 2, 3)


@pytest.mark.clause("KX-31")
def test_cc25_another_failure_frees(deal: Any) -> None:
    table = failed(deal, (1, 2))
    claim(table, P3, "00" + "00" + "00")
    if table.to_act == [P3]:
        table.pick(P3, 0)
    assert a.Stop() not in legal(table, P2)  # once per window
    anywhere(table)
    assert a.Stop() in legal(table, P2) and a.Stop() not in legal(table, P3)


@pytest.mark.clause("KX-24")
def test_cc26_the_turn_goes_on_where_it_was(asking: Table) -> None:
    ask(asking, P4, "A", 8)
    held = asking.truth.held
    claim(asking, P2, "000000")
    if asking.to_act == [P2]:
        asking.pick(P2, 0)
    assert asking.to_act == [P4] and asking.truth.phase == k.P_AGAIN and asking.truth.held == held


def test_cc29_an_open_card_still_takes_cards_in_front(deal: Any) -> None:
    table = deal(4, FOUR, "7g")
    table.truth.open |= 1
    table.look(P1).position.open |= 1
    assert places(table, P1, "7g") == {"A", "B"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cc30_three_rounds_without_cards_are_a_draw(deal: Any, seats: int) -> None:
    table = after_opening(deal(seats, ""))
    turns = 0
    while not table.over:
        truth = table.truth
        turns += truth.phase == k.P_ASK and truth.held == 0 and truth.drawn == 0
        (seat,) = table.to_act
        table.pick(seat, 0)  # the first question every time, and never a Stop
    assert turns == 3 * seats and table.places() == [1] * seats and table.scores() == [0] * seats
    assert table.truth.turns <= {2: 42, 3: 41, 4: 42}[seats]


def test_a_claim_is_not_made_twice_and_the_last_number_knows(deal: Any) -> None:
    table = after_opening(deal(2, TWO))
    for numbers in ("0000", "1111"):  # P1 and P2 fail in turn, so that P1 may try again
        claim(table, int(numbers[0]), numbers)
        while table.truth.phase == k.P_REVEAL:
            anywhere(table)
    anywhere(table)
    table.play(P1, a.Stop())
    for stand in "EFG":
        table.play(P1, a.Name(stand, 0))
    assert {move.number for move in legal(table, P1)} == set(range(1, 10))


def test_a_stand_that_every_number_was_named_for_is_no_dead_end(deal: Any) -> None:
    truth: Any = after_opening(deal(2, TWO)).truth.clone()
    from librt.vecs import vec
    from mypy_extensions import i64

    from tepui.core.position import legal_codes

    truth.claims = vec[i64]([((number << 12) << 2) for number in range(10)])  # 0 0 0 and every last number, by P1
    for code in (k.STOP, k.NAME, k.NAME):
        truth.apply(P1, code)
    assert legal_codes(truth, P1) == [k.NAME + number for number in range(1, 10)]
    truth.apply(P1, k.NAME + 1)
    assert legal_codes(truth, P1) == [k.NAME + number for number in range(10)]


def test_cards_fit_by_number_or_colour() -> None:
    assert int(fits(7)).bit_count() == 14 and fits(7) >> 7 & 1
