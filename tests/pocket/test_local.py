"""A device is its own server: tables, coach, history and dice, by the very rooms and addresses of a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from coach.looking import played
from coach.typing_in import typed
from msgspec import to_builtins
from pocket.device import Box, Device

from tepui.core import find
from tepui.core.position import TABLE
from tepui.core.record import parse
from tepui.core.verify import verify
from tepui.server.refusals import Refused

GAMES = ("kryptx", "lost-code", "roll-and-write")


def evening(play: Callable[[Device, Box], Coroutine[Any, Any, None]], box: Box | None = None) -> Box:
    box = box or Box()

    async def whole() -> None:
        await play(await Device.on(box), box)

    asyncio.run(whole())
    return box


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_two_bots_is_played_to_its_end_and_its_record_verifies(game: str) -> None:
    async def play(device: Device, box: Box) -> None:
        room = await device.table(game)
        seat = await device.sit(room)
        await seat.play()
        assert seat.room["over"] and len(seat.view["places"]) == 3
        record = await device.ask("GET", f"/api/rooms/{room}/record")
        assert verify(parse(record), find.game(game))  # or it raises
        assert f"word of 1 at {room}".encode() in record, "the word of this device is mixed into its dice"
        replay = await device.ask("GET", f"/api/rooms/{room}/replay?language=de&from=0&to=20&eye=all")
        assert replay["moments"] and replay["moves"] > 20
        if game == "roll-and-write":
            asked = {"move": 20, "level": "beginner", "seed": "1", "line": [[0]]}
            shown = await device.ask("POST", f"/api/rooms/{room}/what-if?language=en", asked)
            assert shown["view"]["legal"] or shown["over"]
        (past,) = (await device.ask("GET", "/api/history?game=&before="))["games"]
        assert past["game"] == game and [one["yours"] for one in past["seats"]].count(True) == 1
        assert (await device.ask("GET", "/api/statistics?person=1&language=en"))["games"] == 1

    evening(play)


def test_a_table_goes_on_after_the_page_was_closed_with_its_notes_and_help() -> None:
    async def begin(device: Device, box: Box) -> None:
        seat = await device.sit(await device.table("lost-code"))
        await seat.play(3)
        seat.say(type="note", marks={"b": 1})
        await seat.get("room", type="help_me", level="teacher")
        box.room, box.turn = seat.id, seat.view["turn"]
        await seat.close()

    async def go_on(device: Device, box: Box) -> None:
        (mine,) = await device.ask("GET", "/api/mine")
        assert mine["room"] == box.room and not mine["over"]
        seat = await device.sit(box.room)
        await seat.until(lambda: seat.view and any(one["type"] == "notes" for one in seat.heard))
        assert seat.view["turn"] >= box.turn and seat.room["seats"][0]["help"] == "teacher"
        assert next(one for one in seat.heard if one["type"] == "notes")["marks"] == {"b": 1}
        await seat.play(2)

    evening(go_on, evening(begin))


def test_a_move_is_taken_back_and_another_game_begins_with_stronger_bots() -> None:
    async def play(device: Device, box: Box) -> None:
        seat = await device.sit(await device.table("kryptx", ("beginner",)))
        await seat.until(lambda: seat.must)
        await seat.play(1)
        before = seat.view
        seat.say(type="take_back")
        await seat.until(lambda: seat.view is not before and seat.view["moments"][0]["n"] <= 1)
        await seat.play()
        again = await seat.get("room", type="rematch", bot="casual")
        other = await device.sit(again["rematch"].rpartition("/")[2])
        await other.until(lambda: bool(other.view))
        assert "casual" in [one["bot"] for one in other.room["seats"]]

    evening(play)


def test_people_who_share_the_device_see_their_own_stones_only_behind_the_curtain() -> None:
    async def play(device: Device, box: Box) -> None:
        room = (await device.ask("POST", "/api/rooms", {"game": "lost-code", "seats": 2, "pace": 0}))["room"]
        table = await device.sit(room)
        await table.get("room", type="sit", person=2, name="Ben")
        table.say(type="start")
        await table.until(lambda: table.room["started"])
        await table.until(lambda: bool(table.view))
        assert table.view["eye"] == "audience", "nobody has said who looks"
        ben = await device.sit(room, person=2)
        await ben.until(lambda: bool(ben.view))
        assert ben.view["eye"] == ben.room["you"]["seat"] == 1

    evening(play)


def test_lessons_puzzles_and_the_companion_answer_as_a_server_does() -> None:
    async def play(device: Device, box: Box) -> None:
        assert {*GAMES} <= {game["game"] for game in await device.ask("GET", "/api/games?language=fr")}
        for name in GAMES:
            step = await device.ask("POST", f"/api/games/{name}/lessons/first?language=it", {})
            assert step["view"]["moments"]
            assert (await device.ask("GET", f"/api/games/{name}/puzzle?language=en"))["game"] == name
            told = await device.ask("POST", f"/api/games/{name}/puzzle?language=en", {"do": "show"})
            assert told["others"] == [], "nobody else tries it on this device"
            assert (await device.ask("GET", f"/api/games/{name}/rules?language=de"))["blocks"]
            assert (await device.ask("GET", f"/api/games/{name}/parts"))["text"]

    evening(play)


def test_a_game_beside_the_box_is_looked_back_at() -> None:
    async def play(device: Device, box: Box) -> None:
        kept = typed(played("lost-code", ["steady", "casual"], "on a device").view(0)).entries
        entries = [{"by": "table" if one.by == TABLE else one.by, "action": to_builtins(one.action)} for one in kept]
        asked = {"seats": 2, "names": ["Anna", "Ben"], "eye": 0, "help": "teacher", "entries": entries}
        told = await device.ask("POST", "/api/games/lost-code/companion/review?language=en", asked)
        assert told["told"]

    evening(play)


def test_what_needs_other_people_gets_a_sentence_in_the_readers_language() -> None:
    async def play(device: Device, box: Box) -> None:
        assert "Tepui-Server" in await device.refused("POST", "/api/join?language=de", {"code": "palm"})
        assert await device.ask("GET", "/api/lobby") == []
        seat = await device.sit(await device.table("kryptx", ("beginner",)))
        no = await seat.get("refused", type="give_link")
        assert "server" in no["sentence"]
        assert (await seat.get("refused", type="nonsense"))["why"] == "unclear"

    evening(play)


def test_games_go_to_another_device_and_a_damaged_or_newer_file_takes_nothing_away() -> None:
    async def play(device: Device, box: Box) -> None:
        seat = await device.sit(await device.table("roll-and-write"))
        await seat.play()
        await seat.close()
        box.file = json.dumps(await device.ask("GET", "/api/kept"))

    first = evening(play)

    async def take(device: Device, box: Box) -> None:
        assert await device.ask("POST", "/api/kept", {"text": first.file}) == {"tables": 1}
        assert await device.ask("POST", "/api/kept", {"text": first.file}) == {"tables": 0}
        (past,) = (await device.ask("GET", "/api/history?game=&before="))["games"]
        assert (await device.ask("GET", f"/api/rooms/{past['room']}/replay?eye=all"))["moves"] > 0
        kept = dict(box.texts)
        for bad in (first.file[:-40], "[]", "no", first.file.replace('"format": 1', '"format": 2')):
            assert await device.refused("POST", "/api/kept", {"text": bad})
        assert box.texts == kept
        await device.ask("DELETE", "/api/kept")
        assert await device.ask("GET", "/api/mine") == [] and list(box.texts) == ["person"]

    async def elsewhere() -> None:
        box = Box()
        await take(await Device.on(box, "another device"), box)

    asyncio.run(elsewhere())


def test_a_table_of_a_newer_version_stays_as_it_is_and_says_so() -> None:
    async def begin(device: Device, box: Box) -> None:
        box.room = await device.table("kryptx", ("beginner",))

    box = evening(begin)
    newer = json.loads(box.texts[f"head/{box.room}"]) | {"format": 99, "strange": True}
    box.texts[f"head/{box.room}"] = json.dumps(newer)

    async def look(device: Device, box: Box) -> None:
        assert await device.ask("GET", "/api/mine") == []
        seat = await device.sit(box.room)
        await seat.until(lambda: bool(seat.heard))
        assert seat.heard[0]["type"] == "gone" and "newer version" in seat.heard[0]["sentence"]

    evening(look, box)
    assert json.loads(box.texts[f"head/{box.room}"])["strange"]


def test_what_a_full_device_cannot_keep_did_not_happen() -> None:
    async def play(device: Device, box: Box) -> None:
        seat = await device.sit(await device.table("kryptx", ("beginner",)))
        await seat.until(lambda: seat.must)
        box.full = True
        no = await seat.get("refused", type="pick", turn=seat.view["turn"], pick=0)
        assert "no room" in no["sentence"]
        box.full = False
        await seat.until(lambda: seat.must)
        await seat.play(2)

    evening(play)


def test_a_damaged_table_keeps_no_other_from_being_saved_and_comes_back_from_a_file() -> None:
    async def begin(device: Device, box: Box) -> None:
        for name in ("kryptx", "roll-and-write"):
            seat = await device.sit(await device.table(name, ("beginner",)))
            await seat.play(2)
            await seat.close()
        box.room, box.file = seat.id, json.dumps(await device.ask("GET", "/api/kept"))

    box = evening(begin)
    box.texts[f"body/{box.room}"] = box.texts[f"body/{box.room}"][:-9]

    async def look(device: Device, box: Box) -> None:
        saved = await device.ask("GET", "/api/kept")
        assert len(saved["tables"]) == 1 and box.room not in saved["tables"]
        assert "damaged" in await device.refused("GET", f"/api/rooms/{box.room}/record")
        assert await device.ask("POST", "/api/kept", {"text": box.file}) == {"tables": 1}
        assert len((await device.ask("GET", "/api/kept"))["tables"]) == 2
        (await device.sit(box.room)).say(type="hello", language="en", motion=False)

    evening(look, box)


def test_a_file_is_taken_whole_or_not_at_all() -> None:
    async def begin(device: Device, box: Box) -> None:
        for name in ("kryptx", "lost-code"):
            await device.table(name, ("beginner",))
        box.file = json.dumps(await device.ask("GET", "/api/kept"))

    first = evening(begin)

    async def take(device: Device, box: Box) -> None:
        before, box.full = dict(box.texts), True
        assert "no room" in await device.refused("POST", "/api/kept", {"text": first.file})
        assert box.texts == before and await device.ask("GET", "/api/mine") == []

    async def elsewhere() -> None:
        box = Box()
        await take(await Device.on(box, "another device"), box)

    asyncio.run(elsewhere())


def test_whose_device_it_is_is_known_by_its_tables_when_that_text_is_damaged() -> None:
    async def begin(device: Device, box: Box) -> None:
        box.room = await device.table("kryptx", ("beginner",))

    async def look(box: Box) -> None:
        device = await Device.on(box, "another newcomer")
        assert [one["room"] for one in await device.ask("GET", "/api/mine")] == [box.room]

    box = evening(begin)
    box.texts["person"] = "{"
    asyncio.run(look(box))
    box.texts["person"] = json.dumps({"device": "x", "format": 99})
    with pytest.raises(Refused, match="newer version"):
        asyncio.run(look(box))
    assert "99" in box.texts["person"]


def test_a_device_that_is_full_from_the_start_still_opens() -> None:
    async def open_it() -> None:
        box = Box()
        box.full = True
        device = await Device.on(box)
        assert "no room" in await device.refused("POST", "/api/rooms", {"game": "kryptx", "seats": 2, "pace": 0})
        assert box.texts == {}

    asyncio.run(open_it())
