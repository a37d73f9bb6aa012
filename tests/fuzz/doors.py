"""All doors, and how much of the time each gets."""

from __future__ import annotations

from fuzz.bots_door import Bots
from fuzz.door import Door
from fuzz.files_door import Data, Parts, Records
from fuzz.http_door import Http
from fuzz.pairs_door import Pairs
from fuzz.socket_door import Sockets

DOORS: tuple[tuple[type[Door], float], ...] = (
    (Http, 4.0),
    (Sockets, 6.0),
    (Parts, 2.0),
    (Records, 3.0),
    (Data, 3.0),
    (Bots, 2.0),
    (Pairs, 2.0),
)
