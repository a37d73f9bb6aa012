"""Between the worker of a page and the pocket's door: what crosses is text, numbers and bytes (Pyodide's `ffi`)."""

import json
from typing import Any

from tepui.local.pocket import Pocket


class Database:
    """The keeper of `shelf.py` over what the worker brings (`web/src/worker/engine.ts`)."""

    def __init__(self, kept: Any) -> None:
        self.kept = kept

    async def put(self, texts: dict[str, str | None]) -> None:
        await self.kept.put(json.dumps(texts))

    async def get(self, name: str) -> str | None:
        return await self.kept.get(name) or None

    async def all(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(await self.kept.all())
        return found


class Door(Pocket):
    async def http(self, method: str, path: str, body: str = "") -> Any:
        from pyodide.ffi import to_js

        return to_js(list(await super().http(method, path, body)))


async def open(kept: Any, base: str) -> Door:
    return await Door.open(Database(kept), base)
