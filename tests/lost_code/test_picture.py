"""The picture tells what lies on the table, and nothing that these eyes may not know.

`python tests/lost_code/test_picture.py` writes the sample views in tests/views/lost_code_*.json anew.
"""

from pathlib import Path
from random import Random

import msgspec

from tepui.core.dealer import Dealer
from tepui.core.position import AUDIENCE
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code import GAME

VIEWS = Path(__file__).parent.parent / "views"
EVERYTHING = {"deadly_shortcut": True, "curse": True}


def samples() -> dict[str, bytes]:
    """File name -> a view as the page gets it: the picture and, for a seat that decides, its legal list."""
    rng = Random(4)
    table = Table(GAME, GAME.setting(3, EVERYTHING), Dealer("sample").choose, ("Yvonne", "Jim", "Diana"))
    found: dict[str, bytes] = {}
    while not table.over:
        view = table.look(table.to_act[0])
        name = f"lost_code_{view.picture().phase}.json"
        if name not in found and (view.position.round in (0, 4) or view.picture().phase in ("token", "final")):
            found[name] = file_of(view)
        table.pick(view.eye, rng.randrange(len(view.codes())))
        if view.position.round == 4 and "lost_code_audience.json" not in found:
            found["lost_code_audience.json"] = file_of(table.look(AUDIENCE))
    found["lost_code_over.json"] = file_of(table.look(0))
    return found


def file_of(view: View) -> bytes:
    data = {"names": view.names, "picture": view.picture(), "legal": view.legal()}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def test_the_sample_views_are_those_of_the_rules() -> None:
    found = samples()
    assert {name: (VIEWS / name).read_bytes() for name in found} == found
    assert {path.name for path in VIEWS.glob("lost_code_*.json")} == set(found)


def test_nobody_has_points_before_the_pieces_stand() -> None:
    """The first moments of a replay: the table has put no piece on the track yet."""
    view = View(GAME, GAME.setting(3), AUDIENCE)
    assert [view.position.score(seat) for seat in range(3)] == [0, 0, 0]
    assert view.picture().scores == [0, 0, 0]


def test_who_watches_sees_the_neutral_logs_and_no_stone_of_a_player() -> None:  # 14.2
    table = Table(GAME, GAME.setting(2), Dealer("sample").choose, ("Yvonne", "Jim"))
    watched, yvonne = table.look(AUDIENCE).picture(), table.look(0).picture()
    assert [set(log.numbers) for log in watched.logs if log.owner is not None] == [{None}, {None}]
    neutral = [log.numbers for log in watched.logs if log.owner is None]
    assert neutral == [log.numbers for log in yvonne.logs if log.owner is None]
    assert all(number is not None for log in neutral for number in log)


def test_points_of_a_round_are_those_of_right_guesses_and_of_the_curse() -> None:  # 8.2, 10.2, 10.3
    cursed = 0
    for seed in range(5):
        rng = Random(seed)
        table = Table(
            GAME, GAME.setting(3, {"curse": True}), Dealer(f"curse {seed}").choose, ("Yvonne", "Jim", "Diana")
        )
        while table.look(AUDIENCE).picture().phase != "final":
            table.pick(table.to_act[0], rng.randrange(len(table.look(table.to_act[0]).codes())))
        now = table.look(AUDIENCE).picture()
        for seat, score in enumerate(now.scores):
            guesses = [row.guesses[seat] for row in now.rows]
            assert score == sum(one.points * (one.answer == "right") + one.curse for one in guesses if one)
            cursed += sum(bool(one and one.curse) for one in guesses)
    assert cursed


def test_a_stone_says_since_which_round_it_stands_and_a_final_guess_what_it_brings() -> None:
    rng = Random(6)
    table = Table(GAME, GAME.setting(2, EVERYTHING), Dealer("since").choose, ("Yvonne", "Jim"))
    while not table.over:
        now = table.look(0).picture()
        swaps = [(swap, row.round) for row in now.rows for swap in row.swaps if swap.seat == 0]
        rounds = {swap.colour: number for swap, number in swaps if swap.number is not None}
        assert now.since == [rounds.get(colour, 0) for colour in now.colours]
        assert table.look(AUDIENCE).picture().since == []
        seat = table.to_act[0]
        table.pick(seat, rng.randrange(len(table.look(seat).codes())))
    for final in table.look(0).picture().finals[0]:
        assert final.stake and final.points in (final.stake.hit, final.stake.miss)
        assert final.fixed == (final.stake.miss != now.stakes[0].miss)


if __name__ == "__main__":
    for name, data in samples().items():
        (VIEWS / name).write_bytes(data)
        print(VIEWS / name)
