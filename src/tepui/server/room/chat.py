"""What is said at a table: chat, and the room's own notices."""

import msgspec

from tepui.core.words import N_, clean
from tepui.server.outside import Time
from tepui.server.people.identity import device_of, speaker_of
from tepui.server.refusals import Refused, words
from tepui.server.store.contract import KEPT_LINES
from tepui.server.wire import messages


def tidy_line(text: str) -> str:
    line = " ".join(clean(text.replace("\n", " ")).split())
    if not 0 < len(line) <= messages.TEXT:
        raise Refused("unclear", N_("Say something of 1 to {n} characters."), n=messages.TEXT)
    return line


class Said(msgspec.Struct, frozen=True):
    at: int
    text: str
    name: str | None = None
    seat: int | None = None
    things: dict[str, str] = {}


class Chat:
    def __init__(self, room: str, time: Time) -> None:
        self.time = time
        self.room = room
        self.lines: list[tuple[str | None, Said]] = []
        self._recent: dict[str, list[float]] = {}

    def read(self, rows: list[tuple[int, str | None, str]]) -> None:
        """What stands on disk; ValueError if it cannot be read."""
        self.lines = [(guest, msgspec.json.decode(line, type=Said)) for _, guest, line in rows]

    def add(self, lines: list[tuple[str | None, Said]]) -> None:
        """What is on disk now."""
        self.lines += lines
        del self.lines[:-KEPT_LINES]

    def check_pace(self, guest: str) -> None:
        """Five lines in ten seconds."""
        now = self.time.monotonic()
        times = [at for at in self._recent.get(guest, []) if now - at < 10]
        if len(times) >= 5:
            raise Refused("busy", N_("Not so fast. Wait a few seconds before you say more."))
        if len(self._recent) > 200:
            self._recent.clear()
        self._recent[guest] = [*times, now]

    def forget(self, guest: str) -> None:
        self.lines = [(by, said) for by, said in self.lines if by != guest]

    def as_messages(self, language: str, host: str | None = None) -> list[messages.Line]:
        """As someone reads them; the host also gets a mark for each other speaker's device, for muting."""
        _ = words(language)
        return [
            messages.Line(
                at=said.at,
                name=said.name,
                seat=said.seat,
                who=None
                if host is None or by is None or device_of(by) == host
                else speaker_of(self.room, device_of(by)),
                text=said.text if said.name is not None else _(said.text, **said.things),
            )
            for by, said in self.lines
        ]
