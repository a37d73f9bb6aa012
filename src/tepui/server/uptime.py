"""How long this server has run, over all its starts: the clocks at the tables go by it.

Neither a night with the server off nor a time of day that is set again is charged to anyone. After a crash the count
goes on from what was last on disk: a few seconds are given back to everyone, never taken.

Several processes go by the database's clock (`set_by`): they agree, and while the database is away time stands still.
"""

from math import inf

from tepui.server.outside import Time

LONGEST = 15.0  # seconds that are counted after the database last said the time


class Uptime:
    def __init__(self, time: Time, before: int) -> None:
        self.time = time
        self._zero = time.monotonic() - before / 1000
        self._until = inf
        self.is_shared = False  # it goes by the clock of the database

    def set_by(self, ran: int, asked: float, heard: float) -> None:
        """So long had the server run, in all its processes, at some moment between these two of our own clock.

        What we have counted ourselves stays as far as it can be true: an answer that was long on its way moves nothing.
        """
        latest, earliest = asked - ran / 1000, heard - ran / 1000
        if not self.is_shared:
            self._zero = (latest + earliest) / 2
        self._zero = min(max(self._zero, latest), earliest)
        self._until, self.is_shared = heard + LONGEST, True

    def now(self) -> int:
        """Milliseconds."""
        return int((min(self.time.monotonic(), self._until) - self._zero) * 1000)
