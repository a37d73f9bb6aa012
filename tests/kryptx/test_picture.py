"""The picture: whole for its reader, with holes where these eyes see a back.

`python tests/kryptx/test_picture.py` writes the sample views in tests/views/kryptx_*.json anew.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tepui.core.position import AUDIENCE
from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx import codes as k

VIEWS = Path(__file__).parents[1] / "views"
NAMES = ("Anna", "Ben", "Cleo", "Dan")


def played(seats: int, seed: int, moves: int) -> Table:
    """A game some moves on; nobody stops it."""
    rng = Random(seed)
    table = Table(GAME, GAME.setting(seats), lambda occasion, codes, weights: rng.choice(codes), NAMES[:seats])
    for _ in range(moves):
        (seat,) = table.to_act
        table.play_code(seat, rng.choice([code for code in table.look(seat).codes() if code != k.STOP]))
    return table


def until(table: Table, phase: int, seed: int = 1) -> Table:
    rng = Random(seed)
    while table.truth.phase != phase:
        (seat,) = table.to_act
        table.play_code(seat, rng.choice([code for code in table.look(seat).codes() if code != k.STOP]))
    return table


def claimed(table: Table) -> Table:
    """Whoever must act has claimed all zeros, and failed."""
    (seat,) = table.to_act
    table.play_code(seat, k.STOP)
    while table.truth.phase == k.P_CLAIM:
        table.play_code(seat, k.NAME)
    return table


def samples() -> dict[str, tuple[Table, int]]:
    asking = until(played(4, 3, 30), k.P_ASK)
    placing = until(played(3, 4, 25), k.P_PLAY)
    again = until(played(2, 5, 20), k.P_AGAIN)
    failed = claimed(until(played(3, 6, 30), k.P_ASK))
    return {
        "ask": (asking, asking.truth.turn),
        "play": (placing, placing.truth.turn),
        "again": (again, again.truth.turn),
        "claim": (failed, 0),
        "audience": (asking, AUDIENCE),
    }


def sample(table: Table, eye: int) -> dict[str, Any]:
    view = table.view(eye)
    return {"names": list(table.names), "picture": view.picture(), "legal": view.legal()}


def test_the_saved_views_are_those_of_today() -> None:
    for name, (table, eye) in samples().items():
        kept = msgspec.json.decode((VIEWS / f"kryptx_{name}.json").read_bytes())
        assert kept == msgspec.json.decode(msgspec.json.encode(sample(table, eye))), f"write {name} anew"


@pytest.mark.clause("KX-07", "KX-09")
def test_holes_are_where_backs_are() -> None:
    table, eye = samples()["ask"]
    for seat in range(4):
        now = table.view(seat).picture()
        assert [stand.card is None for player in now.players for stand in player.stands] == [
            stand // 2 != seat for stand in range(8)
        ]
        assert (now.hand is None) == (seat != eye)
    watcher = table.view(AUDIENCE).picture()
    assert watcher.me is None and watcher.hand is None
    assert all(stand.card is None for player in watcher.players for stand in player.stands)


def test_every_card_that_these_eyes_have_seen_is_listed_and_no_other() -> None:
    table, _ = samples()["ask"]
    for seat in (*range(4), AUDIENCE):
        view = table.view(seat)
        now = view.picture()
        lying = [card for player in now.players for stand in player.stands for card in stand.front]
        lying += [card for player in now.players for card in player.beside]
        codes = [stand.card for player in now.players for stand in player.stands if stand.card]
        assert {(card.number, card.colour) for card in now.seen} == {
            (card.number, card.colour) for card in [*lying, *codes, *(now.hand or []), *now.discarded]
        }
        assert now.claimable == [letter for letter in "ABCDEFGH" if seat < 4 and "ABCDEFGH".index(letter) // 2 != seat]


def test_cards_lie_in_the_order_in_which_they_came() -> None:
    table, eye = samples()["ask"]
    now = table.view(eye).picture()
    placed = [(by, code) for by, code in table.moves if by < 16 and code >= k.PLACE]
    for seat, player in enumerate(now.players):
        beside = [code for by, code in placed if by == seat and (code - k.PLACE) % 5 == k.BESIDE]
        assert [(card.number, card.colour[0]) for card in player.beside] == [
            ((code - k.PLACE) // 5 % 10, "bgopy"[(code - k.PLACE) // 50]) for code in beside
        ]


def test_a_claim_and_its_red_cards_are_written_down() -> None:
    table, _ = samples()["claim"]
    (claim,) = table.view(AUDIENCE).picture().claims
    assert set(claim.numbers.values()) == {0} and len(claim.numbers) == 6 and claim.checks == 2
    assert claim.reds in (1, 2) and table.view(1).picture().players[claim.claimant].waits


if __name__ == "__main__":
    for name, (table, eye) in samples().items():
        text = msgspec.json.format(msgspec.json.encode(sample(table, eye)), indent=1)
        (VIEWS / f"kryptx_{name}.json").write_bytes(text + b"\n")
