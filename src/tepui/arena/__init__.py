"""Bots against bots: matches in duplicate pairs, ratings over many matches, and the figures that tell bots apart."""

from tepui.arena.matches import match
from tepui.arena.results import Result

__all__ = ["Result", "match"]
