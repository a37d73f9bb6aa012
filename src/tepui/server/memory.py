"""Gives memory back to the system after many have left: the allocator keeps it otherwise, for the next rush."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable


def _trim() -> Callable[[int], int] | None:
    if sys.platform != "linux":
        return None
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim  # glibc; it runs without Python's lock
    except (OSError, AttributeError):
        return None
    return trim


TRIM = _trim()


def give_back() -> None:
    """Some milliseconds; where there is no such call, nothing happens."""
    if TRIM is not None:
        TRIM(0)
