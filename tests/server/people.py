"""People of the server's tests: an evening of three, what they wait for, and what they are refused."""

import asyncio
from collections.abc import Awaitable, Callable

from headless import Page, Visitor

from tepui.server.room.change import Change
from tepui.server.room.room import Room


def evening(play: Callable[[Visitor, Visitor, Visitor], Awaitable[None]], url: str) -> None:
    async def whole() -> None:
        async with Visitor(url) as anna, Visitor(url) as ben, Visitor(url) as cleo:
            await play(anna, ben, cleo)

    asyncio.run(asyncio.wait_for(whole(), 300))  # generous: other programs may be busy


async def refused(page: Page, **message: object) -> str:
    await page.send(**message, id=9)
    answer = await page.until("refused")
    assert answer["id"] == 9
    return str(answer["sentence"])


async def room_where(page: Page, true: Callable[[dict], bool]) -> dict:
    while not (page.room and true(page.room)):
        await page.until("room")
    return page.room


async def finish(*pages: Page) -> None:
    """Everybody presses the first button until the game is over."""

    async def one(page: Page) -> None:
        while not page.view.get("over"):
            if page.view.get("must_act"):
                await page.pick(page.view, 0)
            await page.until("view")

    await asyncio.gather(*(one(page) for page in pages))


def kinds(room: dict) -> list[str]:
    return [seat["kind"] for seat in room["seats"]]


async def play_picks(room: Room, seat: int, turn: int, picks: list[int]) -> None:
    """A seat's picks; the room's lock is held."""
    assert room.session is not None
    await room.commit(Change(rows=room.session.pick(seat, turn, picks), tell="game"))
