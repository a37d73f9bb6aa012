"""What every request can reach: the rooms, the features that listen to them, limits, threads beside the loop."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from tepui.server.calls.calls import Calls
from tepui.server.coach.tries import PuzzleTries
from tepui.server.duplicate.series import SharedChance
from tepui.server.history.history import PersonHistory
from tepui.server.load import Load
from tepui.server.metrics import Metrics
from tepui.server.people.devices import PersonDevices
from tepui.server.reviews.queue import ReviewQueue
from tepui.server.rooms.rooms import Rooms
from tepui.server.settings import Settings
from tepui.server.threads import Threads
from tepui.server.web.guard import Rates


@dataclass
class Site:
    settings: Settings
    rooms: Rooms
    devices: PersonDevices
    calls: Calls
    shared: SharedChance
    reviews: ReviewQueue
    history: PersonHistory
    tries: PuzzleTries | None  # of the puzzle of a day; on a device of one person nobody else tries it
    rates: Rates
    metrics: Metrics
    load: Load
    today: Callable[[], date]  # by UTC: which puzzle of the day is open
    coach: Threads  # of its own: whoever sends a companion much to reckon keeps nobody from their tables

    @property
    def threads(self) -> dict[str, Threads]:
        """By the name under which an address asks for them."""
        return {"slow": self.rooms.slow, "coach": self.coach}
