"""How an address is declared: its method, what it reads, how often one network may ask, and where its work is done.

    post("/api/join", join, Join, limit="join")      async def join(at: Asker, asked: Join) -> RoomLink

A handler decides on the event loop. With `slow` it returns work without arguments, done beside the loop, where its
answer is put into JSON too. `route.py` answers over HTTP, `tepui.local` the same for a page without a server.
"""

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Literal, NamedTuple

from tepui.core.words import N_

LOOP, THREAD = 20, 100  # what a request may cost; what needs more counts as several
Fields = dict[str, str]  # of a form on a page of ours
UNREADABLE = N_("This form cannot be read. Go back and try again.")


class Address(NamedTuple):
    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Callable[..., Any]
    body: Any = None
    limit: str = ""  # how often, beside that of every request (guard.Rates)
    guesses: str = ""  # how often one may ask for what is not there; what is there is not counted
    slow: str = ""  # the threads that do its work
    thread: int = THREAD  # milliseconds of theirs that it may take, and LOOP of the loop (tests/proofs/costs.py)
    by_token: bool = False
    status: int = 200


class File(NamedTuple):
    """Bytes as they are, at once or in pieces; to be saved under this name, if there is one."""

    data: bytes | AsyncIterator[bytes]
    kind: str
    name: str = ""


get = partial(Address, "GET")
post = partial(Address, "POST")
delete = partial(Address, "DELETE")


def is_for_bots(path: str) -> bool:
    """Where network bots ask. It has limits of its own: a quick bot asks more often than a person presses."""
    return path.startswith("/api/rooms/") and path.endswith("/bot")
