"""A review's sums, and the choice of what is told first, by hand-made moments: no game, no chance."""

import pytest
from msgspec.structs import replace

from tepui.coach.review import Gathered, Moment, SeatReview, key_moments, luck_of, marks_of, play_of, settled
from tepui.coach.review.numbers import Scale, luck_number, play_number


def moment(move: int, kind: str, value: float, plain: bool = True, weight: float = 1.0) -> Moment:
    return Moment(move, kind, value, {}, plain, weight=weight)  # type: ignore[arg-type]


def review(seat: int, decisions: float, luck: float, **more: object) -> SeatReview:
    one = Gathered(1.0, 5.0).whole(seat, "percent", 25.0, 40.0, ["dice"], 9)
    return replace(one, decisions=decisions, luck={"dice": luck}, **more)


def test_of_luck_only_the_greatest_is_told_and_nothing_below_a_slip() -> None:
    found = Gathered(slip=2.0, mistake=5.0)
    for move, value in ((1, 3.0), (2, 7.0), (3, 4.0), (4, -3.0), (5, -9.0), (6, -2.0), (7, 1.9)):
        found.fortune(move, "dice", value, 1.0, {})
    told = found.whole(0, "points", 50.0, 60.0, ["dice"], 9)
    assert [(one.kind, one.move, one.value) for one in told.moments] == [("lucky", 2, 7.0), ("unlucky", 5, 9.0)]
    assert told.luck == {"dice": pytest.approx(1.9)} and luck_of(told) == pytest.approx(1.9)


def test_a_decision_is_a_slip_or_a_mistake_and_counts_by_its_weight() -> None:
    found = Gathered(slip=2.0, mistake=5.0)
    for move, loss in enumerate((1.9, 2.0, 4.9, 5.0)):
        found.decided(move, loss, {"what": "guess", "reason": "late" if loss == 5.0 else ""}, weight=0.5)
    found.decided(9, 3.0, {"what": "guess"}, counted=False)
    told = found.whole(0, "points", 50.0, 60.0, [], 9)
    assert [one.kind for one in told.moments] == ["slip", "slip", "mistake", "slip"]
    assert told.decisions == pytest.approx(0.5 * (1.9 + 2.0 + 4.9 + 5.0)) and play_of(told) == -told.decisions
    assert marks_of(told) == {"guess": 3, "guess.late": 1}
    assert told.curve[0] == (0, 50.0) and told.curve[-1] == (9, 60.0)
    assert told.curve[2] == (2, pytest.approx(50.0 - 0.5 * 3.9))


def test_first_are_told_three_moments_at_most_two_of_a_kind_and_what_is_hard_to_see_last() -> None:
    moments = [
        moment(1, "mistake", 5.0),
        moment(2, "mistake", 9.0),
        moment(3, "mistake", 7.0),
        moment(4, "lucky", 1.0),
        moment(5, "slip", 99.0, plain=False),
    ]
    assert [one.move for one in key_moments(moments)] == [2, 3, 4]
    assert [one.move for one in key_moments(moments[:3])] == [2, 3]
    assert [one.move for one in key_moments([moments[4], moments[0]])] == [1, 5]
    heavy = [moment(1, "lucky", 5.0), moment(2, "lucky", 9.0, weight=0.1), moment(3, "slip", 4.0)]
    assert [one.move for one in key_moments(heavy)] == [1, 3, 2]


def test_what_the_others_did_is_the_mean_of_their_luck_and_decisions_and_all_of_it_adds_up() -> None:
    reviews = [review(0, 4.0, 1.0), review(1, 2.0, -3.0), review(2, 10.0, 6.0)]
    told = settled(reviews)
    assert told[0].others == pytest.approx(((2.0 + 3.0) + (10.0 - 6.0)) / 2)
    for one in told:
        assert one.start + luck_of(one) + one.reading - one.decisions + one.others + one.rest == pytest.approx(
            one.result
        )
    alone = settled([review(0, 4.0, 1.0)])[0]
    assert alone.others == 0.0
    points = settled([review(0, 4.0, 1.0, unit="points"), review(1, 2.0, -3.0, unit="points")])[0]
    assert points.others == 0.0, "points of one are no loss of another"


def test_where_a_sum_says_nothing_the_play_is_all_that_is_neither_start_nor_luck() -> None:
    one = review(0, 0.0, 5.0, summed=False, reading=1.0)
    assert play_of(one) == pytest.approx(40.0 - 25.0 - 5.0 - 1.0)


def test_two_numbers_from_0_to_99() -> None:
    scale = Scale(luck=0.2, expert=(60, 90))
    points = replace(review(0, 0.0, 0.0), unit="points", start=50.0, result=50.0)
    assert play_number(points) == 80, "what an expert expects"
    assert play_number(replace(points, luck={"dice": 10.0})) == 64, "luck does not count"
    assert [play_number(replace(points, result=result)) for result in (-20.0, 500.0)] == [0, 99]
    chance = replace(points, unit="percent")
    assert [play_number(replace(chance, decisions=cost)) for cost in (0.0, 50.0, 100.0)] == [99, 50, 25]
    fortunes = [luck_number(replace(points, luck={"dice": luck}), scale) for luck in (-99.0, -10.0, 0.0, 10.0, 99.0)]
    assert fortunes == [0, 15, 50, 84, 99]
