"""Everybody's piece: sixteen emblems and colours, chosen by who sits there, never twice at a table, kept on disk."""

import msgspec
import pytest
from headless import Visitor
from people import evening, refused, room_where

from tepui.bots.names import COLOURS, EMBLEMS
from tepui.server.refusals import Refused
from tepui.server.room import seats
from tepui.server.room.state import Chair, RoomState


def shown(room: dict) -> list[tuple[str, str]]:
    return [(seat["emblem"], seat["colour"]) for seat in room["seats"]]


def test_sixteen_people_have_sixteen_emblems_and_colours() -> None:
    state = RoomState(chairs=(Chair(),) * 16, host="0")
    for seat in range(16):
        state = seats.sit(state, str(seat), f"P{seat}", None, "canoe", "wine")
    assert {emblem for emblem, _ in seats.pieces(state)} == set(EMBLEMS)
    assert {colour for _, colour in seats.pieces(state)} == set(COLOURS)
    assert seats.pieces(state)[0] == ("canoe", "wine"), "a wish comes true for the first who has it"


def test_bots_of_one_name_are_told_apart_and_nobody_takes_what_another_has() -> None:
    state = RoomState(chairs=(Chair("anna", "Anna"), *(Chair(None, f"Mango {n}", "random") for n in (1, 2))), host="a")
    assert [emblem for emblem, _ in seats.pieces(state)] == ["compass", "mango", "hat"]
    for emblem, colour in (("hat", "sand"), ("mountain", "ivory")):
        old = seats.sit(RoomState(chairs=(*state.chairs, Chair()), host="a"), "ben", "Ben", 3)
        with pytest.raises(Refused, match="belongs to"):
            seats.choose_piece(old, "ben", emblem, colour)


def test_a_table_of_an_older_version_gets_the_pieces_it_had() -> None:
    old = b'{"chairs":[{"guest":"anna","name":"Anna"},{"guest":"ben","name":"Ben"}],"host":"anna"}'
    state = msgspec.json.decode(old, type=RoomState)
    assert seats.pieces(state) == [("compass", "ivory"), ("lantern", "sand")]


def test_a_piece_is_chosen_seen_by_all_and_kept(server) -> None:
    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        room = await anna.create(game="lost-code", seats=3, bots=["random"], pace=10_000, emblem="fish", colour="rust")
        host, guest, watcher = await anna.open(room), await ben.open(room), await zoe.open(room)
        await guest.send(type="sit", name="Ben", emblem="fish", colour="night")
        found = await room_where(watcher, lambda room: room["seats"][2]["kind"] == "person")
        assert shown(found)[0] == ("fish", "rust") and shown(found)[2] == ("hat", "night"), "the fish is Anna's"
        assert "Anna" not in await refused(watcher, type="piece", emblem="key", colour="wine"), "who only watches"
        sentence = await refused(guest, type="piece", emblem="fish", colour="wine")
        assert found["seats"][0]["name"] in sentence
        assert "belongs to" in await refused(guest, type="piece", emblem="key", colour="rust")
        await guest.send(type="piece", emblem="dragon", colour="wine")
        assert (await guest.until("refused"))["why"] == "unclear"
        await guest.send(type="piece", emblem="key", colour="wine")
        await room_where(watcher, lambda room: shown(room)[2] == ("key", "wine"))
        await host.send(type="start")
        await host.next_view()
        await guest.send(type="piece", emblem="torch", colour="wine")
        await room_where(host, lambda room: shown(room)[2] == ("torch", "wine"))

    evening(play, server.url)
