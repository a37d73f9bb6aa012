"""The companion over HTTP: what is entered comes back as a table, and nothing is kept."""

from typing import Any

import pytest
from people import evening

from tepui.server.headless import Refused, Visitor

Json = dict[str, Any]


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
