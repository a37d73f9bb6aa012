"""What a host can set: where the data lies, the public address, and how much anyone may ask of the server."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from tepui.bots.contract import MEMORY
from tepui.core.refusal import Refusal
from tepui.folders import user_data


class BadFolder(Refusal):
    """The data folder cannot be used: the sentence says what to do."""


def data_folder() -> Path:
    """The variable TEPUI_DATA, or where this system keeps a user's data."""
    return Path(os.environ["TEPUI_DATA"]) if os.environ.get("TEPUI_DATA") else user_data()


def usable(folder: Path) -> Path:
    """The folder, made if it is not there; a sentence if it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise BadFolder(
            f"cannot write to {folder} ({error.strerror}). Fix its permissions, "
            "make room, or choose another with --data"
        ) from None
    return folder


@dataclass
class Settings:
    data: Path = field(default_factory=data_folder)
    database: str = ""  # the address of a PostgreSQL; empty: a file in the data folder
    inner: str = "127.0.0.1"  # where other processes over the same database reach this one
    proxies: tuple[str, ...] = ()  # addresses or networks of proxies, besides this machine
    url: str = ""  # the public address, without a slash at the end
    pace: int = 900  # milliseconds before a bot's move, so that people can follow
    clock: str = ""  # of a new table for which nobody chooses one; empty: none
    calls_anywhere: bool = False  # people may be called over http and in private networks
    seconds: float = 1.0  # that a bot may think
    workers: int | None = None
    reviews: bool = True  # finished games of people are reviewed by themselves
    bot_memory: int = MEMORY  # MB that each process of a bot may write to; 0: as much as there is
    idle: float = 120.0  # seconds after which a room that nobody looks at leaves memory
    opening: float = 15.0  # seconds for all pages to open their words for the dice
    arriving: float = 30.0  # seconds after which a game without its host does not wait for who is away
    sockets: int = 5000  # in all
    sockets_per_address: int = 60
    limited: bool = True  # rate limits; off only for load tests
