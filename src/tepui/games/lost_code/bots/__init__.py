"""Who plays The Lost Code, by name."""

from tepui.games.lost_code.bots.levels import LEVELS
from tepui.games.lost_code.bots.steady import Keen, Steady

BOTS = {"steady": Steady, "keen": Keen, **LEVELS}
