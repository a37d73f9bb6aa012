"""Puzzles over HTTP: the one of the day is asked and judged, its solution stays here, and one's own games have some."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from headless import Refused, Visitor
from own_server import Site, serve
from people import finish

from tepui.coach.puzzles import of_the_day, picks_of, puzzler_of
from tepui.coach.puzzles.asked import Posed, asked_of
from tepui.core import find

Json = dict[str, Any]
GAMES = ["lost-code", "kryptx", "roll-and-write"]
FIRST = date(2026, 11, 16)


def visited(tmp_path: Any, play: Callable[[Visitor], Awaitable[None]]) -> None:
    """On the seventh day of the list."""

    async def evening(site: Site) -> None:
        site.app.state.site.today = lambda: FIRST + timedelta(6)
        async with Visitor(site.url) as anna:
            await play(anna)

    serve(tmp_path, evening)


async def played(anna: Visitor, room: str) -> str:
    """Always the last of what is on offer, to the end."""
    page = await anna.open(room)
    while not page.view.get("over"):
        if page.view.get("must_act"):
            await page.pick(page.view, len(page.view["legal"]) - 1)
        await page.until("view")
    return room


def address(game: str, day: int = 0) -> str:
    return f"/api/games/{game}/puzzle?date={FIRST + timedelta(day)}"


def solution(game: str, day: int = 0) -> Json:
    of = find.game(game)
    one = of_the_day.list_of(of).on(FIRST + timedelta(day))
    if puzzler_of(of).forms[one.puzzle.kind] == "moves":
        return {"picks": picks_of(one.view(of), one.puzzle.answer)}
    view = one.view(of)
    claims = puzzler_of(of).claims(view, one.puzzle, "en")
    return {
        "claim": next(claim for _, claim in claims if puzzler_of(of).hear(view, one.puzzle, claim) == one.puzzle.answer)
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_a_day_is_asked_answered_wrong_and_right(tmp_path, game: str) -> None:
    async def play(anna: Visitor) -> None:
        asked = await anna.get(f"{address(game)}&language=fr")
        assert asked["date"] == "2026-11-16" and asked["question"].endswith((".", "?")) and asked["level"] == 1
        assert asked["view"]["moments"][-1]["picture"] and asked["view"]["eye"] == asked["seat"]
        assert bool(asked["view"]["legal"]) == (asked["form"] == "moves")
        right = solution(game)
        told = await anna.post(address(game), right)
        assert told["right"] and told["lines"] and (told["picks"] or told["claim"])
        shown = await anna.post(address(game), {"do": "show"})
        assert not shown["right"] and shown["lines"] == told["lines"] and shown["picks"] == told["picks"]
        if "claim" in right:
            wrong = {"claim": {"colour": "red" if right["claim"]["colour"] != "red" else "blue", "number": 1}}
        else:
            wrong = {"picks": [*right["picks"][:-1], 0 if right["picks"][-1] else 1]}
        told = await anna.post(address(game), wrong)
        assert not told["right"] and told["lines"] and not told["picks"] and told["claim"] is None

    visited(tmp_path, play)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_does_not_depend_on_the_solution(game: str) -> None:
    """Nothing of the answer is in the page: with another one not a byte differs."""
    of = find.game(game)
    for day in range(7):
        one = of_the_day.list_of(of).on(FIRST + timedelta(day))
        other = msgspec.structs.replace(one.puzzle, answer=[0] * len(one.puzzle.answer))
        sent = [
            msgspec.json.encode(asked_of(Posed(puzzle, one.view(of)), FIRST, "en")) for puzzle in (one.puzzle, other)
        ]
        assert sent[0] == sent[1]


def test_who_is_done_reads_how_others_did_and_is_counted_once_without_a_name(tmp_path) -> None:
    async def play(anna: Visitor) -> None:
        at, right = address("kryptx"), solution("kryptx")
        wrong = {"picks": [*right["picks"][:-1], 0 if right["picks"][-1] else 1], "tries": 1}
        assert (await anna.post(at, wrong))["others"] == []
        assert (await anna.post(at, right | {"tries": 2}))["others"] == [0, 0, 1, 0, 0, 0, 0]
        for body in (right, {"do": "show"}):  # the solved puzzle is opened again, in another language
            assert (await anna.post(f"{at}&language=de", body))["others"] == [0, 0, 1, 0, 0, 0, 0]
        await anna.post(at, right | {"tries": 10**9})
        assert (await anna.post(at, right | {"tries": -3}))["others"] == [1, 0, 1, 0, 0, 0, 1]
        assert (await anna.post(at, {"do": "show", "tries": 4}))["others"] == [2, 0, 1, 0, 0, 0, 1]
        today = await anna.post("/api/games/kryptx/puzzle", {"do": "show", "tries": 0})  # asked for without a date
        assert today["others"] == [1, *[0] * 6] == (await anna.post(address("kryptx", 6), {"do": "show"}))["others"]

    visited(tmp_path, play)


def test_a_chain_of_moves_is_tried_out(tmp_path) -> None:
    async def play(anna: Visitor) -> None:
        day = next(n for n in range(7) if of_the_day.list_of(find.game("kryptx")).on(FIRST + timedelta(n)).puzzle.given)
        picks = solution("kryptx", day)["picks"]
        tried = await anna.post(address("kryptx", day), {"do": "try", "picks": picks[:1]})
        assert [one["action"]["do"] for one in tried["view"]["legal"]] == ["name"] * 10 and not tried["picks"]

    visited(tmp_path, play)


def test_days_that_have_not_come_and_other_bad_questions_get_sentences(tmp_path) -> None:
    async def play(anna: Visitor) -> None:
        for path, sentence in (
            ("/api/games/kryptx/puzzle?date=2999-01-01", "not open yet"),
            ("/api/games/kryptx/puzzle?date=2020-01-01", "Choose a later one"),
            ("/api/games/kryptx/puzzle?date=now", "not a date"),
            ("/api/games/forehead/puzzle", "no puzzle of the day"),
            ("/api/games/chess/puzzle", "no game"),
            ("/api/games/kryptx/puzzle?date=2999-01-01&language=de", "Komm an seinem Tag wieder"),
        ):
            with pytest.raises(Refused, match=sentence):
                await anna.get(path)
        for body in ({"picks": [9999]}, {"picks": []}, {"picks": [-1]}, {"do": "try", "picks": [9999]}):
            with pytest.raises(Refused, match="possible now"):
                await anna.post(address("roll-and-write"), body)
        for body in ({"do": "guess"}, {"picks": "x"}, {"answer": 1}):
            with pytest.raises(Refused, match="not what this address expects"):
                await anna.post(address("roll-and-write"), body)
        with pytest.raises(Refused, match="too long"):
            await anna.post(address("roll-and-write"), {"picks": [0] * 100})
        for claim in ({"colour": "black", "number": 1}, None, [1, 2]):
            with pytest.raises(Refused, match="colour and a number"):
                await anna.post(claim_day(), {"claim": claim})

    visited(tmp_path, play)


def claim_day() -> str:
    days = of_the_day.list_of(find.game("lost-code"))
    return address("lost-code", next(n for n in range(3) if days.on(FIRST + timedelta(n)).puzzle.kind != "wheel"))


def test_tomorrow_opens_at_midnight(tmp_path) -> None:
    """By the clock of the server."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            site.app.state.site.today = lambda: FIRST
            assert (await anna.get("/api/games/kryptx/puzzle"))["date"] == "2026-11-16"
            with pytest.raises(Refused, match="not open yet"):
                await anna.get(address("kryptx", 1))
            with pytest.raises(Refused, match="not open yet"):
                await anna.post(address("kryptx", 1), {"do": "show"})
            site.app.state.site.today = lambda: FIRST + timedelta(1)
            assert (await anna.get("/api/games/kryptx/puzzle"))["date"] == "2026-11-17"
            assert (await anna.get(address("kryptx", 0)))["today"] == "2026-11-17"

    serve(tmp_path, evening)


def test_puzzles_of_a_finished_game_through_ones_own_eyes(tmp_path) -> None:
    async def play(anna: Visitor) -> None:
        room = await anna.create(game="roll-and-write", seats=2, bots=["steady"], start=True)
        for path in ("puzzles", "puzzle?move=1&kind=pair"):
            with pytest.raises(Refused, match="when the game is over"):
                await anna.get(f"/api/rooms/{room}/{path}")
        listed = await anna.get(f"/api/rooms/{await played(anna, room)}/puzzles")
        while not any(one["missed"] for one in listed["puzzles"]):  # most games have some
            room = await anna.create(game="roll-and-write", seats=2, bots=["steady"], start=True)
            listed = await anna.get(f"/api/rooms/{await played(anna, room)}/puzzles")
        assert listed["game"] == "roll-and-write" and listed["seat"] == 0 and listed["puzzles"]
        first = listed["puzzles"][0]
        assert first["missed"] and first["name"] == "best pair"
        path = f"/api/rooms/{room}/puzzle?move={first['move']}&kind={first['kind']}"
        asked = await anna.get(path)
        assert asked["date"] is None and asked["missed"] and asked["move"] == first["move"]
        shown = await anna.post(path, {"do": "show"})
        assert (await anna.post(path, {"picks": shown["picks"]}))["right"]
        with pytest.raises(Refused, match="no such puzzle"):
            await anna.get(f"/api/rooms/{room}/puzzle?move=1&kind=pair")
        other = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
        await finish(await anna.open(other))
        with pytest.raises(Refused, match="brings no puzzles"):
            await anna.get(f"/api/rooms/{other}/puzzles")

    visited(tmp_path, play)
