"""Two people at one table who press random buttons, each as soon as it is their move."""

from __future__ import annotations

import asyncio
import random
import time

from thin import Browser, ThinPage

PATIENCE = 60  # seconds until a view that does not come is an error


class Pair:
    """A move counts when both pages can show it: they have the view, and the replay if they asked for one."""

    def __init__(self, browsers: list[Browser], game: str, rng: random.Random) -> None:
        self.browsers, self.game, self.rng = browsers, game, rng
        self.pages: list[ThinPage] = []
        self.moves = 0
        self.times: list[float] = []  # seconds from a click until both pages can show the move
        self._after = -1  # both pages wait for a view of a later turn than this
        self._seen: asyncio.Future[None] | None = None
        self._started = False

    async def sit(self) -> None:
        """A new table, up to the first view."""
        self.close()
        room = await self.browsers[0].create_room(game=self.game, seats=2)
        self._after, self._seen = -1, asyncio.get_running_loop().create_future()
        self._started = False
        self.pages = [await browser.open(room, self._changed) for browser in self.browsers]
        self.pages[1].sit()
        await self._both_see()

    async def move(self) -> bool:
        """One pick of anybody who owes one; False when the game is over."""
        owing = [page for page in self.pages if page.owes_move]
        if not owing:
            return False
        page = self.rng.choice(owing)
        begin = time.perf_counter()
        self._after, self._seen = page.turn, asyncio.get_running_loop().create_future()
        page.pick(self.rng.randrange(page.choices))
        await self._both_see()
        self.times.append(time.perf_counter() - begin)
        self.moves += 1
        return True

    async def play_on(self, pause: float = 0.0) -> None:
        """To the end of the game, with so many seconds between a move that both have seen and the next."""
        while await self.move():
            if pause:
                await asyncio.sleep(pause)

    async def _both_see(self) -> None:
        assert self._seen is not None
        try:
            async with asyncio.timeout(PATIENCE):
                await self._seen
        except TimeoutError:
            turns = [page.turn for page in self.pages]
            raise RuntimeError(f"{self.game}: no view after turn {self._after}; the pages are at {turns}") from None

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.pages = []

    def _changed(self, page: ThinPage) -> None:
        if self._seen is None or self._seen.done():
            return
        if page.refused:
            self._seen.set_exception(RuntimeError(f"{self.game}: the server refused: {page.refused}"))
        elif len(self.pages) < 2:
            return
        elif all(page.turn > self._after for page in self.pages):
            self._seen.set_result(None)
        elif page is self.pages[0] and page.all_seated and not self._started:
            self._started = True
            page.start()
