"""What if over HTTP: a finished game is played on from a moment; before its end, and for a stranger, it is not."""

import pytest
from headless import Refused, Visitor
from own_server import Site, serve
from people import finish


def test_a_finished_game_is_played_on_and_a_running_one_is_not(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await anna.create(game="roll-and-write", seats=2, bots=["beginner"], start=True)
            with pytest.raises(Refused, match="when the game is over"):
                await anna.post(f"/api/rooms/{room}/what-if", {"move": 20})
            await finish(await anna.open(room))
            asked = {"move": 20, "level": "beginner", "seed": "1", "line": []}
            shown = await anna.post(f"/api/rooms/{room}/what-if", asked)
            assert shown["view"]["eye"] == 0 and shown["view"]["legal"] and len(shown["happened"]) == 2
            tried = await anna.post(f"/api/rooms/{room}/what-if", {**asked, "tries": [0]})
            assert tried["view"]["moments"][-1]["n"] > shown["view"]["moments"][-1]["n"]
            on = await anna.post(f"/api/rooms/{room}/what-if", {**asked, "line": [[0]]})
            assert on["view"]["moments"][-1]["n"] > shown["view"]["moments"][-1]["n"]
            for wrong, why in (
                ({"move": 10**6}, "no such moment"),
                ({"move": 20, "level": "nobody"}, "no such level"),
                ({"move": 20, "level": "beginner", "line": [[999]]}, "not"),
            ):
                with pytest.raises(Refused, match=why):
                    await anna.post(f"/api/rooms/{room}/what-if", wrong)

    serve(tmp_path, evening, limited=False)
