"""The cheaper ways say the same: a printed picture is the picture's JSON, a shared journal is everybody's own."""

from itertools import product
from random import Random

import msgspec
import pytest
from tepui.server.wire.eyes import choices, joined, legal_text
from tepui.server.wire.journal import Journal

from tepui.core.position import AUDIENCE, DEALER
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code import GAME
from tepui.games.lost_code.parts_file import OPTIONS

encode = msgspec.json.encode
GAMES = [(seats, on) for seats, on in product((2, 3, 4), product((False, True), repeat=len(OPTIONS)))]


def a_table(seats: int, on: tuple[bool, ...], rng: Random) -> Table:
    setting = GAME.setting(seats, dict(zip(OPTIONS, on, strict=True)))
    return Table(GAME, setting, lambda _, found, weights: rng.choices(found, weights)[0])


def one_move(table: Table, rng: Random) -> None:
    seat = rng.choice(table.to_act)
    table.play_code(seat, rng.choice(table.look(seat).codes()))


def eyes_of(table: Table) -> list[View]:
    return [table.look(eye) for eye in (*range(table.setting.seats), AUDIENCE, DEALER)]


@pytest.mark.parametrize(("seats", "on"), GAMES)
def test_a_printed_picture_is_the_picture(seats: int, on: tuple[bool, ...]) -> None:
    rng = Random(f"printed {seats} {on}")
    table = a_table(seats, on, rng)
    while True:
        for view in eyes_of(table):
            assert view.picture_bytes() == encode(view.picture()), (seats, on, view.eye, len(view.moves))
            if view.eye < seats and (codes := view.codes()):  # what is kept goes with a copy, and parts from it there
                twin = view.try_out([rng.randrange(len(codes))])
                assert twin.picture_bytes() == encode(twin.picture())
        if table.over:
            break
        one_move(table, rng)


@pytest.mark.parametrize(("seats", "on"), GAMES[::3])
def test_what_the_audience_saw_is_told_to_all_alike(seats: int, on: tuple[bool, ...]) -> None:
    rng = Random(f"journal {seats} {on}")
    table = a_table(seats, on, rng)
    names = ("Anna", "Ben", "Cleo", "Dora")[:seats]
    views = eyes_of(table)
    audience = Journal(table.look(AUDIENCE), "de", names)
    sharing = [Journal(view, "de", names, audience) for view in views]
    alone = [Journal(view, "de", names) for view in views]
    while not table.over:
        one_move(table, rng)
        if rng.random() < 0.5:
            for shared, own in zip(sharing, alone, strict=True):
                assert b"".join(shared.pieces()) == b"".join(own.pieces())
    for view, shared, own in zip(views, sharing, alone, strict=True):
        assert b"".join(shared.pieces()) == b"".join(own.pieces()), (seats, on, view.eye)
        before = GAME.start(table.setting)
        for (by, code), told in zip(view.moves, own.told, strict=True):  # `told` and `journal` say the same
            action = GAME.say(before, by, code)
            assert msgspec.json.decode(told)["text"] == GAME.words.journal(before, by, action, names, "de")
            before.apply(by, code)


@pytest.mark.parametrize(("seats", "on"), GAMES[::3])
def test_a_kept_list_is_the_list(seats: int, on: tuple[bool, ...]) -> None:
    rng = Random(f"list {seats} {on}")
    table = a_table(seats, on, rng)
    while not table.over:
        for view in eyes_of(table):
            assert legal_text(view, "fr", table.names) == joined(choices(view, "fr", table.names))
        one_move(table, rng)
