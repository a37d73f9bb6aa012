"""Help reaches the seat that chose it, up to what the host allows, and nobody else."""

import asyncio
from typing import Any

from headless import Page, Visitor


async def helped(page: Page) -> dict[str, Any]:
    while "help" not in (view := await page.next_view()):
        pass
    return dict(view["help"])


def test_levels_are_chosen_per_seat_limited_by_the_host_and_seen_by_all(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna, Visitor(server.url, "de") as ben:
            room = await anna.create(game="lost-code", seats=2)
            hers, his = await anna.open(room), await ben.open(room)
            await his.send(type="sit")
            while [seat["kind"] for seat in (await hers.until("room"))["seats"]] != ["person", "person"]:
                pass
            await hers.send(type="start")

            first = await helped(hers)
            assert first["level"] == "pencil", "among people everyone deduces alone"
            assert first["shown"] is None

            await hers.send(type="help_me", level="teacher")
            while (told := await helped(hers))["level"] != "teacher":
                pass
            assert told["shown"]["worlds"] == 5**6
            while (await his.until("room"))["seats"][0]["help"] != "teacher":
                pass

            await hers.send(type="why", claim={"colour": "blue", "number": 5}, id=7)
            because = await hers.until("because")
            assert because["id"] == 7
            assert because["lines"][-1] in (
                "So your stone, blue, cannot be 5.",
                "Your stone, blue, can still be 5.",
            )
            await his.send(type="why", claim={"colour": "blue", "number": 5}, id=8)
            assert (await his.until("refused"))["why"] == "forbidden"

            await his.send(type="help_at_most", level="pencil")
            assert "Host" in (await his.until("refused"))["sentence"]
            await hers.send(type="help_at_most", level="pencil")
            while (told := await helped(hers))["level"] != "pencil":
                pass
            assert told["shown"] is None
            await his.send(type="help_me", level="teacher")
            assert (await his.until("refused"))["why"] == "forbidden"

    asyncio.run(evening())


def test_the_referee_reads_the_pencil(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="lost-code", seats=2, bots=["random"], start=True)
            page = await anna.open(room)
            assert not (await helped(page))["shown"]["clash"]
            await page.send(type="note", marks={"cells": {f"blue {number}": "x" for number in range(8)}})
            while not (told := await helped(page))["shown"]["clash"]:
                pass
            assert told["shown"]["empty"] == ["blue"]

    asyncio.run(evening())


def test_a_try_brings_the_help_it_was_asked_for(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="roll-and-write", seats=1, start=True)
            page = await anna.open(room)
            view = await page.next_view()
            assert view["help"]["level"] == "referee"
            for level, asked, taught in (("referee", True, False), ("teacher", False, False), ("teacher", True, True)):
                await page.send(type="help_me", level=level)
                while page.view["help"]["level"] != level:
                    await page.next_view()
                await page.send(type="try", turn=view["turn"], **{"try": [], "help": asked}, id=3)
                tried = await page.until("tried")
                help = tried["view"].get("help")
                assert (help is not None) == asked and bool(help and help["shown"]) == taught
            assert len(help["shown"]["values"]) == len(tried["view"]["legal"])

    asyncio.run(evening())
