"""The public door of the laws: `from tepui.laws import laws`."""

from tepui.core.laws import LAWS, LawsBroken, laws, tried
from tepui.core.laws.command import command
from tepui.core.laws.finding import Asked, Finding

__all__ = ["LAWS", "Asked", "Finding", "LawsBroken", "command", "laws", "tried"]
