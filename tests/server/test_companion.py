"""The companion over HTTP: what is entered comes back as a table, and nothing is kept."""

from typing import Any

import pytest
from coach.looking import played
from coach.typing_in import sheet_of_lost_code, typed
from headless import Refused, Visitor
from msgspec import to_builtins
from own_server import Site, serve
from people import evening

from tepui.core.position import TABLE
from tepui.core.record import parse
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code.codes import WRITING

Json = dict[str, Any]
WRONG = {"lower": "higher", "higher": "lower", "wrong": "right"}


def entry(choice: Json) -> Json:
    return {"by": choice["by"], "action": choice["action"]}


async def enter(anna: Visitor, asked: Json, times: int, game: str = "lost-code") -> Json:
    """Taps so often, each time something else."""
    state: Json = await anna.post(f"/api/games/{game}/companion", asked)
    for n in range(times):
        choices = state["form"]["choices"]
        asked["entries"].append(entry(choices[n % len(choices)]))
        state = await anna.post(f"/api/games/{game}/companion", asked)
    return state


def asking(**more: Any) -> Json:
    return {"seats": 2, "names": ["Anna", "Ben"], "eye": 0, "help": "teacher", "entries": [], **more}


def test_a_table_is_entered_and_mended(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        asked = asking()
        state = await enter(anna, asked, 19)  # who begins, and eighteen numbers: nobody asks for Anna's own
        assert [one["state"] for one in state["noted"]] == ["good"] * 19
        assert state["read_back"] == list(range(1, 19)) and state["form"]["kind"] == "roll"
        assert len(state["view"]["moments"]) == 26 > state["noted"][-1]["n"] - 1  # her six came by themselves
        assert state["view"]["moments"][-1]["picture"] and state["view"]["help"]["shown"]["worlds"] > 1
        state = await enter(anna, asked, 12)
        assert state["read_back"] == [] and state["contradiction"] is None and not state["over"]
        rolled = next(at for at, one in enumerate(asked["entries"]) if one["action"]["do"] == "roll")
        forgotten = asked["entries"].pop(rolled + 2)
        state = await anna.post("/api/games/lost-code/companion", asked)
        assert state["stuck"] == rolled + 2 and state["noted"][rolled + 2]["sentence"].startswith("This entry is not")
        assert {one["state"] for one in state["noted"][rolled + 3 :]} == {"waiting"}
        assert forgotten in map(entry, state["form"]["choices"])  # what the form asks for is what was forgotten
        asked["entries"].insert(state["stuck"], forgotten)
        assert (await anna.post("/api/games/lost-code/companion", asked))["stuck"] is None

    evening(play, server.url)


def test_bad_entries_get_sentences(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        path = "/api/games/lost-code/companion"
        strange = {"by": "table", "action": {"do": "sing", "song": 3}}
        state = await anna.post(f"{path}?language=de", asking(entries=[strange, strange]))
        assert state["noted"][0]["sentence"].startswith("Dieser Eintrag stammt aus einer anderen Version")
        assert state["noted"][1]["state"] == "waiting" and state["form"]["kind"] == "stack"
        for wrong, sentence in (
            ({"eye": 2}, "no such eyes"),
            ({"names": ["Anna"]}, "name"),
            ({"seats": 9}, "is for 2, 3 or 4 players"),
            ({"options": {"rain": True}}, "no option"),
            ({"parts": "rubbish"}, "line"),
            ({"entries": [strange] * 1001}, "more entries than a game has"),
            ({"entries": 3}, "not what this address expects"),
        ):
            with pytest.raises(Refused, match=sentence):
                await anna.post(path, asking(**wrong))
        with pytest.raises(Refused, match="Teacher"):
            await anna.post(f"{path}/why", asking(help="referee", claim={"colour": "blue", "number": 1}))

    evening(play, server.url)


def test_why_a_number_is_impossible(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        asked = asking()
        await enter(anna, asked, 19)
        dealt = asked["entries"][1]["action"]
        claim = {"colour": dealt["colour"], "number": dealt["number"]}
        told = await anna.post("/api/games/lost-code/companion/why", {**asked, "claim": claim})
        assert any(str(dealt["number"]) in line for line in told["lines"])

    evening(play, server.url)


def whole_game() -> tuple[Table, list[Json]]:
    """Played, and what is entered of it."""
    table = played("lost-code", ["steady", "casual"], "over HTTP")
    kept = typed(table.view(0)).entries
    return table, [{"by": "table" if one.by == TABLE else one.by, "action": to_builtins(one.action)} for one in kept]


def test_its_review_is_made_by_the_processes_that_think_for_bots(tmp_path) -> None:
    """A third of a second in the thread of all companions would keep the others waiting."""

    async def evening(site: Site) -> None:
        pool, asked = site.app.state.site.rooms.bot_pool, []
        review = pool.review
        pool.review = lambda view, room: asked.append(view) or review(view, room=room)
        async with Visitor(site.url) as anna:
            await anna.post("/api/games/lost-code/companion/review", asking(entries=whole_game()[1]))
        assert len(asked) == 1

    serve(tmp_path, evening, limited=False)


def test_a_whole_game_as_a_file_and_its_review(server) -> None:
    table, entries = whole_game()

    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        path, asked = "/api/games/lost-code/companion", asking(entries=entries)
        state = await anna.post(path, asked)
        assert state["over"] and state["form"] is None and state["view"]["places"] == table.places()
        assert state["judged"] and all("Ben" in one["text"] for one in state["judged"])
        review = await anna.post(f"{path}/review", asked)
        assert review["told"]["seat"] == 0 and review["told"]["result"] == table.scores()[0]
        record = parse(anna.fetch("POST", f"{path}/record", asked))
        assert record.header.eye == 0 and record.end is not None and record.end.scores == table.scores()
        for wrong, sentence in (
            ({"entries": entries[:-9]}, "to its end"),
            ({"eye": "audience", "entries": []}, "own whole game"),
            ({"depth": "sheet", "entries": []}, "own whole game"),
        ):
            with pytest.raises(Refused, match=sentence):
                await anna.post(f"{path}/review", asking(**wrong))
        with pytest.raises(Refused, match="Choose the referee"):
            await anna.post("/api/games/forehead/companion", asking(depth="sheet"))
        tables = await anna.get("/api/mine")
        assert tables == []  # nothing was kept

    evening(play, server.url)


def test_a_contradiction_over_http(server) -> None:
    """One answer of the sheet is turned round until nothing fits."""
    table = played("lost-code", ["steady", "steady"], "wrong answers")
    whole, view = table.view(0), View(table.game, table.setting, 0, table.names)
    for by, code in whole.moves:
        if view.position.phase == WRITING:
            break
        view.observe(by, code)
    kept = sheet_of_lost_code(view)
    at = next(i for i, one in enumerate(kept.entries) if getattr(one.action, "answer", "right") != "right")
    entries = [
        {"by": "table" if one.by == TABLE else one.by, "action": to_builtins(one.action)} for one in kept.entries
    ]
    true = entries[at]["action"]["answer"]
    entries[at] = {"by": "table", "action": {**entries[at]["action"], "answer": WRONG[true]}}

    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        asked = asking(depth="sheet", entries=entries)
        state = await anna.post("/api/games/lost-code/companion", asked)
        assert state["stuck"] is None and state["view"].get("help") is None
        assert state["contradiction"]["sentence"].startswith("These entries cannot all be true. Most likely")
        suspect = next(one for one in state["contradiction"]["suspects"] if one["entry"] == at)
        mended = next(one for one in suspect["others"] if one["action"]["answer"] == true)
        entries[at] = entry(mended)
        assert (await anna.post("/api/games/lost-code/companion", asked))["contradiction"] is None
        with pytest.raises(Refused, match="Change one of them first"):
            entries[at] = {"by": "table", "action": {**entries[at]["action"], "answer": WRONG[true]}}
            await anna.post("/api/games/lost-code/companion/why", {**asked, "claim": {"colour": "blue", "number": 1}})

    evening(play, server.url)
