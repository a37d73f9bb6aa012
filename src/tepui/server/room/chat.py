"""What is said at a table: chat, and the room's own notices."""

import msgspec

from tepui.core import orders
from tepui.core.game import Game
from tepui.core.words import N_, clean
from tepui.server.outside import Time
from tepui.server.people.identity import device_of, speaker_of
from tepui.server.refusals import Refused, words
from tepui.server.room.delay import Stop
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
    order: str = ""  # a standing order that has acted


class Chat:
    def __init__(self, room: str, time: Time, game: Game) -> None:
        self.time = time
        self.room = room
        self.game = game
        self.lines: list[tuple[str | None, Said]] = []
        self.count = 0  # of all lines since the table was opened
        self._recent: dict[str, list[float]] = {}

    def read(self, rows: list[tuple[int, str | None, str]]) -> None:
        """What stands on disk; ValueError if it cannot be read."""
        self.count = len(rows)
        self.lines = [(guest, msgspec.json.decode(line, type=Said)) for _, guest, line in rows]

    def add(self, lines: list[tuple[str | None, Said]]) -> None:
        """What is on disk now."""
        self.lines += lines
        self.count += len(lines)
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

    def as_messages(
        self, language: str, host: str | None = None, device: str = "", stop: Stop | None = None
    ) -> list[messages.Line]:
        """As someone reads them; the host also gets a mark for each other speaker's device, for muting.

        `stop`: who sees everything later reads what was said until then, and their own lines.
        """
        heard = 0 if stop is None else len(self.lines) - (self.count - stop.lines)
        return [
            messages.Line(
                at=said.at,
                name=said.name,
                seat=said.seat,
                who=None
                if host is None or by is None or device_of(by) == host
                else speaker_of(self.room, device_of(by)),
                text=said.text if said.name is not None else self._notice(said, language),
            )
            for n, (by, said) in enumerate(self.lines)
            if stop is None or n < heard or (by is not None and device_of(by) == device)
        ]

    def _notice(self, said: Said, language: str) -> str:
        things = {**said.things, "order": self.sentence(said.order, language)} if said.order else said.things
        return words(language)(said.text, **things)

    def sentence(self, order: str, language: str) -> str:
        """A standing order of this game, in the reader's language."""
        english = next((one.sentence for one in orders.of(self.game) if one.name == order), order)
        return english if self.game.catalogue is None else self.game.catalogue.language(language)(english)
