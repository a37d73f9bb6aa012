"""Where `legal`, `odds` and `pack` write: each thread has its own, and nothing is kept between two calls."""

from __future__ import annotations

import threading

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.position import WIDTH


class Paper(threading.local):
    def __init__(self) -> None:
        self.out: vec[i64] = vec[i64]([0] * WIDTH)
        self.weights: vec[i64] = vec[i64]([0] * WIDTH)
        self.pack: vec[i64] = vec[i64]([0] * 4096)


PAPER = Paper()
