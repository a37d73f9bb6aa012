"""What a host can watch: counts and times, never a name, a room or a move."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms
    from tepui.server.rooms.sockets import Sockets


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("tepui_requests", "HTTP requests by status", ["status"], registry=self.registry)
        self.errors = Counter("tepui_errors", "Mistakes of the server itself. Should be 0", registry=self.registry)
        self.sockets = Gauge("tepui_sockets", "Open pages", registry=self.registry)
        ProcessCollector(registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self)  # all that it does is to collect

    def collect(self) -> Iterator[Metric]:
        """Every figure says which process it is of: several may answer at one port, each for itself."""
        process = str(os.getpid())
        for family in self.registry.collect():
            samples = [one._replace(labels={**one.labels, "process": process}) for one in family.samples]
            metric = Metric(family.name, family.documentation, family.type, family.unit)
            metric.samples = samples
            yield metric


class Watch:
    """Counts that others keep already."""

    def __init__(self, rooms: Rooms, sockets: Sockets) -> None:
        self.rooms = rooms
        self.sockets = sockets

    def collect(self) -> Iterator[Metric]:
        rooms = self.rooms
        yield GaugeMetricFamily("tepui_rooms_in_memory", "Rooms that are awake", value=len(rooms.loaded))
        yield CounterMetricFamily("tepui_moves", "Moves made and saved, the table's included", value=rooms.moves)
        yield CounterMetricFamily("tepui_messages", "Messages received from pages", value=self.sockets.heard)
        yield CounterMetricFamily("tepui_commits", "Transactions on disk", value=rooms.store.writer.commits)
        yield CounterMetricFamily("tepui_changes", "Changes in those transactions", value=rooms.store.writer.written)
        yield CounterMetricFamily("tepui_worker_restarts", "Bots' processes ended", value=rooms.bot_pool.restarts)
