"""One open page: what is still to be sent to it, and who it is.

A view replaces an unsent older one, so a slow page gets fewer views and never a stale queue of them.

Nothing is written to the wire at once: first all that is to be told is made, then all is written. Each call of the
system makes the processor forget what it was doing.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Protocol

import msgspec

from tepui.server.wire import messages

log = logging.getLogger("tepui.line")
encode = msgspec.json.Encoder().encode
BACKLOG = 64
CLOSED = 4000  # do not come back


class Outlet(Protocol):
    """What a line writes to: texts, each in pieces. Is it `full`, it wants none until it is drained."""

    @property
    def full(self) -> bool: ...

    def write(self, texts: list[list[bytes]]) -> None: ...

    def hang_up(self, code: int) -> None: ...


class NoOutlet:
    """A page that has no socket hears nothing here."""

    full = True

    def write(self, texts: list[list[bytes]]) -> None: ...

    def hang_up(self, code: int) -> None: ...


class Outbox:
    """The lines that have something to send, until whoever speaks now has finished."""

    def __init__(self) -> None:
        self._lines: list[Line] = []

    def put(self, line: Line) -> None:
        if not self._lines:
            asyncio.get_running_loop().call_soon(self.empty)
        self._lines.append(line)

    def empty(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            try:
                line.send()
            except Exception:  # one page that cannot be written to does not keep the news from the others
                log.exception("a page could not be written to")


class Line:
    def __init__(
        self,
        guest: str,
        name: str,
        language: str,
        outlet: Outlet,
        base: str = "",
        outbox: Outbox | None = None,
        person: int | None = None,
    ) -> None:
        self.guest = guest
        self.name = name
        self.person = person  # who of the people at this device; 0: nobody, it is a screen; None: it has not said
        self.language = language
        self.base = base  # the address under which this page knows the server
        self.seat: int | None = None
        self.busy = False  # a message of this page is being dealt with; the next one waits its turn
        self._outlet = outlet
        self._outbox = outbox or Outbox()  # shared with others, if there are many
        self._small: list[bytes] = []
        self._room: bytes | None = None
        self._view: list[bytes] | None = None  # in pieces
        self._help: bytes | None = None
        self._close: int | None = None
        self._due = False  # it is in the outbox
        self._allowance = 60.0
        self._counted = monotonic()

    def tell(self, message: msgspec.Struct) -> None:
        if len(self._small) >= BACKLOG:  # it does not read its answers: no memory for it
            self.close(1013)
            return
        self._small.append(encode(message))
        self._soon()

    def show_room(self, room: messages.Room) -> None:
        self._room = encode(room)
        self._soon()

    def show(self, view: list[bytes], help: bytes | None) -> None:
        """A view, and after it the help that belongs to it."""
        self._view, self._help = view, help
        self._soon()

    def show_help(self, help: bytes | None) -> None:
        self._help = help
        self._soon()

    def dismiss(self, sentence: str) -> None:
        """The last message, then the line is closed for good."""
        self._room = self._view = self._help = None
        self.tell(messages.Gone(sentence=sentence))
        self.close(CLOSED)

    def close(self, code: int) -> None:
        self._close = code
        self._soon()

    def may_speak(self, rate: float = 20.0, burst: float = 60.0) -> bool:
        """Twenty messages a second, bursts of sixty."""
        now = monotonic()
        self._allowance = min(burst, self._allowance + (now - self._counted) * rate)
        self._counted = now
        if self._allowance < 1.0:
            return False
        self._allowance -= 1.0
        return True

    def _soon(self) -> None:
        if not self._due:
            self._due = True
            self._outbox.put(self)

    def send(self) -> None:
        """Sends whatever there is, in one go, if the page reads what it gets."""
        self._due = False
        if self._outlet.full:
            return  # it is called again when the wire is drained
        texts = [[text] for text in self._small]
        self._small = []
        if self._room is not None:
            texts.append([self._room])
        if self._view is not None:
            texts.append(self._view)
        if self._help is not None:
            texts.append([self._help])
        self._room = self._view = self._help = None
        if texts:
            self._outlet.write(texts)
        if self._close is not None:
            code, self._close = self._close, None  # once: whatever is said later is not heard
            self._outlet.hang_up(code)


class Caller(Line):
    """Somebody without a socket: what they are told is kept for an answer, and what they would be shown is not sent."""

    def __init__(self, guest: str, name: str, language: str, base: str, person: int | None = None) -> None:
        super().__init__(guest, name, language, NoOutlet(), base, person=person)
        self.heard: list[msgspec.Struct] = []

    def tell(self, message: msgspec.Struct) -> None:
        self.heard.append(message)
