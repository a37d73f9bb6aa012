"""Tepui: a table under palm trees for The Lost Code, Lost Cities: Roll & Write and Kryptx."""

from tepui import _switch

__version__ = "0.1.0"

_switch.install()
