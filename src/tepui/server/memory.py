"""Gives memory back to the system after many have left: the allocator keeps it otherwise, for the next rush."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Some milliseconds; nothing happens where the C library has no such call, which needs no lock of Python's."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
