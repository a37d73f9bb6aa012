"""How this process is doing, for whoever runs the server: requests, disk, versions (`admin.html` says the rest)."""

import os
import platform
import shutil
import sqlite3
import sys
from importlib.metadata import version

from tepui import _switch
from tepui.core import find
from tepui.core.game import Game
from tepui.server.site import Site
from tepui.server.store.store import FILE


def machine(site: Site) -> list[tuple[str, str]]:
    folder = site.settings.data
    disk = shutil.disk_usage(folder)
    games = (one.name if isinstance(one, Game) else f"{one.name} (cannot be loaded)" for one in find.games())
    return [
        ("Running for", duration(site.rooms.time.monotonic() - site.rooms.started)),
        ("Running in all, over every start", duration(site.rooms.uptime.now() / 1000)),
        ("Process", f"{os.getpid()}, {memory(site)}"),
        ("Disk", f"{size(disk.free)} of {size(disk.total)} free"),
        ("Database", database(site)),
        ("Data folder", str(folder)),
        ("Tepui", f"{version('tepui')}, rules {'interpreted' if _switch.why else 'compiled'}"),
        ("Python", f"{platform.python_version()} on {sys.platform}"),
        ("Games", ", ".join(games)),
    ]


def memory(site: Site) -> str:
    figures = {one.name: one.value for family in site.metrics.collect() for one in family.samples}
    resident = figures.get("process_resident_memory_bytes")
    return f"{size(int(resident))} of memory" if resident else "its memory is not known on this system"


def database(site: Site) -> str:
    path = site.settings.data / FILE
    there = f", {size(path.stat().st_size)}" if path.exists() else ""
    return "PostgreSQL" if site.settings.database else f"SQLite {sqlite3.sqlite_version}{there}"


def duration(seconds: float) -> str:
    """The two largest units."""
    left, parts = max(0, int(seconds)), []
    for unit, length in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        if left >= length or unit == "s":
            parts.append(f"{left // length} {unit}")
            left %= length
    return " ".join(parts[:2])


def size(n: int) -> str:
    for unit, length in (("GB", 2**30), ("MB", 2**20)):
        if n >= length:
            return f"{n / length:.1f} {unit}"
    return f"{n / 1024:.0f} kB"
