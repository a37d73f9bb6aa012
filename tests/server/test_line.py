"""What a page is told waits until whoever speaks has finished; one page that fails keeps nothing from the others."""

import asyncio

from tepui.server.wire import messages
from tepui.server.wire.page import Caller, Line, Outbox


class Ear:
    full = False

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken
        self.texts: list[bytes] = []

    def write(self, texts: list[list[bytes]]) -> None:
        if self.broken:
            raise OSError("the socket is gone")
        self.texts += [b"".join(text) for text in texts]

    def hang_up(self, code: int) -> None: ...


def test_all_is_made_before_the_first_is_written_and_a_failure_is_its_own() -> None:
    async def run() -> None:
        outbox, ears = Outbox(), [Ear(), Ear(broken=True), Ear()]
        lines = [Line(f"g{n}", "", "en", ear, "", outbox) for n, ear in enumerate(ears)]
        for line in lines:
            line.show([b"old"], None)
        for line in lines:
            line.show([b"new ", b"view"], b"help")
        assert [ear.texts for ear in ears] == [[], [], []]
        await asyncio.sleep(0)
        assert [ear.texts for ear in ears] == [[b"new view", b"help"], [], [b"new view", b"help"]]
        ears[0].full = True
        lines[0].show([b"later"], None)
        await asyncio.sleep(0)
        assert len(ears[0].texts) == 2
        ears[0].full = False
        lines[0].send()  # as the wire does when it is drained
        assert ears[0].texts[2:] == [b"later"]

    asyncio.run(run())


def test_a_caller_keeps_what_it_is_told() -> None:
    caller = Caller("g", "", "en", "")
    caller.tell(messages.Gone(sentence="Bye."))
    assert caller.heard == [messages.Gone(sentence="Bye.")]
