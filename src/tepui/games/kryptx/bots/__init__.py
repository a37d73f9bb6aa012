"""Who plays Kryptx, by name."""

from tepui.games.kryptx.bots.levels import LEVELS
from tepui.games.kryptx.bots.steady import RandomKryptx, Steady

BOTS = {"random": RandomKryptx, "steady": Steady, **LEVELS}
