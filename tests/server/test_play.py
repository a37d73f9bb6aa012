"""A game over real sockets, from the first page to the record."""

import asyncio

from headless import Page, Visitor

from tepui.core import find
from tepui.core.record import parse
from tepui.core.verify import verify


async def play_on(page: Page) -> None:
    """Presses the first button until the game is over."""
    while not page.view.get("over"):
        view = page.view
        if view.get("must_act"):
            await page.pick(view, 0)
        await page.next_view()


def test_anna_plays_against_a_bot_and_the_record_verifies(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=3, bots=["random", "random"], start=True)
            page = await anna.open(room)
            await page.until("room")
            assert [seat["kind"] for seat in page.room["seats"]] == ["person", "bot", "bot"]
            view = await page.next_view()
            assert view["eye"] == 0
            assert view["journal"][0]["action"] == {"do": "deal", "number": None}
            await play_on(page)
            data = anna.fetch("GET", f"/api/rooms/{room}/record")
            record = parse(data)
            assert "every roll and deal follows" in verify(record, find.game("forehead"))

    asyncio.run(evening())
