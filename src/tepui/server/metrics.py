"""What a host can watch: counts and times, never a name, a room or a move."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms
    from tepui.server.rooms.sockets import Sockets


class Metrics:
    """What nobody else counts is counted here, the rest is asked of those who keep it."""

    sockets: Sockets

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.requests: Counter[int] = Counter()  # by the status of their answer
        self.errors = 0
        self._process = ProcessCollector(registry=None)

    def text(self) -> bytes:
        return generate_latest(self)  # all that it does is to collect

    def collect(self) -> Iterator[Metric]:
        """Every figure says which process it is of: several may answer at one port, each for itself."""
        process, rooms, sockets, writer = str(os.getpid()), self.rooms, self.sockets, self.rooms.store.writer
        for kind, name, about, value in (
            (GaugeMetricFamily, "tepui_sockets", "Open pages", sockets.open.total()),
            (GaugeMetricFamily, "tepui_rooms_in_memory", "Rooms that are awake", len(rooms.loaded)),
            (CounterMetricFamily, "tepui_errors", "Mistakes of the server itself. Should be 0", self.errors),
            (CounterMetricFamily, "tepui_moves", "Moves made and saved, the table's included", rooms.moves),
            (CounterMetricFamily, "tepui_messages", "Messages received from pages", sockets.heard),
            (CounterMetricFamily, "tepui_commits", "Transactions on disk", writer.commits),
            (CounterMetricFamily, "tepui_changes", "Changes in those transactions", writer.written),
            (CounterMetricFamily, "tepui_worker_restarts", "Bots' processes ended", rooms.bot_pool.restarts),
        ):
            family = kind(name, about, labels=["process"])
            family.add_metric([process], value)
            yield family
        requests = CounterMetricFamily("tepui_requests", "HTTP requests by status", labels=["status", "process"])
        for status, n in self.requests.items():
            requests.add_metric([str(status), process], n)
        yield requests
        for own in self._process.collect():
            own.samples = [one._replace(labels={"process": process}) for one in own.samples]
            yield own
