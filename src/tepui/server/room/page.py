"""One open page: who looks at it, what it holds, and what is still to be sent to it.

Nothing is queued for a page but short answers. That the room or its view has changed is only noted, and the message is
made when it can be sent: so a slow page gets fewer messages, and never an old one.
"""

import asyncio
from collections.abc import Callable

import msgspec

from tepui.coach.story import Story
from tepui.server.people.identity import device_of
from tepui.server.room.delay import Stop
from tepui.server.web.allowance import Allowance
from tepui.server.wire import messages

encode = msgspec.json.Encoder().encode
BACKLOG = 64
UNREAD = 8  # answers; while a page has not taken so many, it is not asked for its next message
CLOSED = 4000  # close code: do not come back
MOVED = 1012  # come back at once: the table is opened again


class Page:
    def __init__(
        self, guest: str, name: str, language: str, base: str = "", person: int | None = None, device: str = ""
    ) -> None:
        self.guest = guest
        self.device = device  # which of this person's devices (people/rows.py)
        self.name = name
        self.person = person  # who of the people at this device; 0: nobody, it is a screen; None: it has not said
        self.language = language
        self.base = base  # the address under which this page knows the server
        self.motion = False  # it shows every move, not only where they lead
        self.ready = False  # it has said hello
        self.seat: int | None = None
        self.acting: list[int] = []  # whose move it was when it was last shown the table
        self.aloud = False  # everyone looks at what they do just now
        self.stop: Stop | None = None  # what it was shown, if that is later than what players see
        self.answers: list[msgspec.Struct] = []
        self.closing: int | None = None  # with this code, once the answers are sent
        self.news = asyncio.Event()  # there is something to send
        self._room: Callable[[], messages.RoomMessage] | None = None
        self._late = False
        self._held = b""  # the room's message that it was sent last, if it is late
        self._clock: Callable[[], messages.Clock] | None = None
        self._story: Story | None = None
        self._help: bytes | None = None
        self._holds = -1  # moves of the story; -1: none, it gets a whole view
        self._seen = -1  # moves that it has shown, perhaps through other eyes
        self._view_due = False
        self._notes: messages.Notes | None = None
        self._read = asyncio.Event()  # it has taken the answers
        self.allowance = self.together = Allowance(20.0, 60.0)  # messages; and with all pages of its address

    def tell(self, message: msgspec.Struct) -> None:
        if len(self.answers) >= BACKLOG:  # it does not read its answers: no memory for it
            self.close(1013)
            return
        self.answers.append(message)
        self.news.set()

    async def reads(self) -> None:
        """Waits until the page has taken its answers, if there are too many."""
        while len(self.answers) >= UNREAD and self.closing is None:
            self._read.clear()
            await self._read.wait()

    def show_notes(self, seat: int, marks: bytes) -> None:
        """The seat's marks; only the newest are sent."""
        self._notes = messages.Notes(seat=seat, marks=msgspec.Raw(marks))
        self.news.set()

    def show_room(self, room: Callable[[], messages.RoomMessage], late: bool = False) -> None:
        """`late`: who sees the game later gets it only if it is not what they hold: that it was sent would be news."""
        if self.ready:
            self._room, self._late = room, late
            self.news.set()

    def show_clock(self, clock: Callable[[], messages.Clock]) -> None:
        if self.ready:
            self._clock = clock
            self.news.set()

    def show(self, story: Story, help: bytes | None) -> None:
        """Something is new in the game that this page follows, or in the help for its seat."""
        if story is not self._story:
            self._story, self._holds = story, -1
        self._help = help
        self._view_due = True
        self.news.set()

    def show_whole(self) -> None:
        """It holds nothing any more."""
        self._holds = self._seen = -1
        self._held = b""

    def lay_down(self) -> None:
        """Whoever looked looks no more: it is as if nobody had said who they are."""
        self.guest, self.person, self._notes = device_of(self.guest), None, None

    def outgoing(self) -> list[bytes]:
        """Everything that is to be sent now."""
        self.news.clear()
        texts = [encode(message) for message in self.answers]
        self.answers = []
        self._read.set()
        if self._room is not None:
            text, self._room = encode(self._room()), None
            if not self._late or text != self._held:
                texts.append(text)
            self._held = text if self._late else b""
        if self._notes is not None:
            texts.append(encode(self._notes))
            self._notes = None
        if self._view_due and self._story is not None:
            texts.append(self._story.text(self._holds, self.motion, self._help, self.seat is None, self._seen))
            self._holds = self._seen = len(self._story.entries)
            self._view_due = False
        if self._clock is not None:
            texts.append(encode(self._clock()))
            self._clock = None
        return texts

    def close(self, code: int, sentence: str = "") -> None:
        """The last message, if there is one to say why, then the connection is closed."""
        self._room = self._story = self._notes = self._clock = None
        self._read.set()
        if sentence:
            self.answers.append(messages.Gone(sentence=sentence))
        self.closing = code
        self.news.set()
