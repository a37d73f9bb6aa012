"""Who plays Roll & Write, by name."""

from tepui.games.roll_and_write.bots.levels import LEVELS
from tepui.games.roll_and_write.bots.steady import Learned, Steady

BOTS = {"steady": Steady, "learned": Learned, **LEVELS}
