"""The rules to read, over HTTP: for pages, in the reader's language, and as a plain page."""

import pytest
from headless import Refused, Visitor
from people import evening


def test_rules_to_read(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        told = await anna.get("/api/games/kryptx/rules?language=fr")
        assert told["title"] == "Kryptx"
        assert {"kind": "heading", "text": "Un tour"} in told["blocks"]
        rules = {game["game"]: game["rules"] for game in await anna.get("/api/games")}
        assert rules["kryptx"] and rules["lost-code"] and rules["roll-and-write"] and not rules["forehead"]
        with pytest.raises(Refused, match="no rules to read"):
            await anna.get("/api/games/forehead/rules")
        with pytest.raises(Refused):
            await anna.get("/api/games/chess/rules")
        page = anna.fetch("GET", "/plain/rules/lost-code?language=de").decode()
        assert "<h2>Eine Runde</h2>" in page and "<b>Würfeln.</b>" in page
        assert page.count("<ul>") == page.count("</ul>") == 5
        assert "/plain/rules/lost-code" in anna.fetch("GET", "/plain/").decode()

    evening(play, server.url)
