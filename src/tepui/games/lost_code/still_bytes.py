"""What one pair of eyes sees alike from the first move to the last, as the JSON of its part of the picture."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from mypy_extensions import i64

from tepui.core.view import View
from tepui.games.lost_code import look
from tepui.games.lost_code.parts import WHEELS

encode: Final = msgspec.json.Encoder().encode
FREE: Final = b'null,"low":null,"high":null,"answer":null}'


def fields(**things: Any) -> bytes:
    """More fields of an object: `,"a":1,"b":2`."""
    return b"," + encode(things)[1:-1]


class Still:
    """What these eyes see alike from the first move to the last."""

    def __init__(self, view: View) -> None:
        parts = view.position.parts  # type: ignore[attr-defined]
        fixed = look.still(parts, view.setting.parts.order)
        right = [parts.points[wheel] for wheel in range(WHEELS)]
        me = view.eye if view.eye < parts.seats else None
        head = {"me": me, "colours": fixed.colours, "columns": fixed.columns, "numbers": parts.numbers}
        self.eye: i64 = view.eye
        self.head: bytes = encode(head)[:-1] + b',"top":%d,"round":' % parts.top
        self.rounds: bytes = b',"rounds":%d,"phase":' % parts.rounds
        self.right: bytes = b',"colour":null,"die":null,"right":%b,"wrong":' % encode(right)
        self.harmless: bytes = encode([0 for _ in right])
        self.cursed: bytes = encode([-points for points in right])
        self.free: list[bytes] = [encode(wheel) for wheel in fixed.wheels]
        self.taken: list[bytes] = [wheel[: -len(FREE)] for wheel in self.free]  # up to whose it is
        self.token_rounds: bytes = b',"token_rounds":%d' % parts.token_rounds
        self.stakes: bytes = fields(stakes=fixed.stakes, token_stakes=fixed.token_stakes) + b',"finals":['
