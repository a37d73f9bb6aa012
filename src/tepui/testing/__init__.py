"""For whoever tests a game, a bot or a server on top of ours: time, chance and people that a test decides.

docs/testing.md shows each of them, and how whole evenings are decided by one number (`python3 dev.py simulate`).
"""

from tepui.server.outside import Chance
from tepui.testing.evening import Evening, live
from tepui.testing.time import HandTime
from tepui.testing.visitor import Page, Refused, Visitor

__all__ = ["Chance", "Evening", "HandTime", "Page", "Refused", "Visitor", "live"]
