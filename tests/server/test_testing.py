"""What `tepui.testing` gives to others: the example of the documents runs, and a number is an evening."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tepui.testing import Evening, Refused, live

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"


def test_the_example_of_the_documents_runs_and_a_number_is_an_evening(tmp_path: Path) -> None:
    [source] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    found = []
    for n, seed in enumerate((7, 7, 8)):
        (tmp_path / str(n)).mkdir()
        told: dict[str, Any] = {}
        exec(source.replace('"an-empty-folder"', repr(str(tmp_path / str(n)))).replace("live(7", f"live({seed}"), told)
        found.append(told["scores"])
    assert found[0] == found[1] != found[2] and len(found[0]) == 2


def test_hours_pass_and_a_restart_keeps_the_table(tmp_path: Path) -> None:
    async def before(evening: Evening) -> tuple[str, str, float]:
        anna, ben = await evening.visitor(), await evening.visitor("de")
        room = await anna.create(game="kryptx", seats=2, sit=True)
        page = await anna.open(room)
        await page.until("room")
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.sleep(7200)
        with pytest.raises(Refused) as no:
            await ben.get("/api/rooms/none")
        assert no.value.status == 404
        return room, anna.cookie, loop.time() - began

    async def after(evening: Evening) -> str:
        anna = await evening.visitor()
        anna.cookie = cookie
        page = await anna.open(room)
        return str((await page.until("room"))["you"]["name"])

    room, cookie, passed = live(1, tmp_path, before)
    assert passed >= 7200
    assert live(2, tmp_path, after)
