"""How a valid thing becomes an invalid one: bytes, JSON values and whole messages, by the chance that is handed in."""

from __future__ import annotations

import json
from random import Random
from typing import Any

NUMBERS = (0, 1, -1, 2, 7, 250, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400)
TEXTS = (
    "", " ", "\0", "x", "x" * 300, "ä" * 5000, "\u202e\u200b", "\ud83c\udf34", "e\u0301" * 30, "\x1b[2J",
    "\r\nSet-Cookie: a=b", "{name}", "%s%n", "<script>1</script>", "../../etc/passwd", "null", "1e999", "NaN", "all",
    "audience", "a.2", "\ufeff",
)  # fmt: skip
BITS = (
    b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\r\n", b"\n\n", b'"', b"{", b"[", b"\\u0000", b"\\ud800", b"-",
    b"9" * 30,
)  # fmt: skip


def anything(rng: Random, depth: int = 3) -> Any:
    """Any value that JSON can say."""
    kind = rng.randrange(9 if depth else 6)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return rng.choice(TEXTS)
    if kind == 2:
        return rng.choice((None, True, False))
    if kind == 3:
        return rng.randint(-3, 300)
    if kind == 4:
        return rng.choice((0.5, -0.0, 1e308, 1e-320, 3.0))
    if kind == 5:
        return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(rng.randrange(40)))
    if kind == 6:
        return [anything(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 70)))]
    if kind == 7:
        return {str(anything(rng, 0))[:9]: anything(rng, depth - 1) for _ in range(rng.randrange(4))}
    nested: Any = rng.choice((None, 1))
    for _ in range(rng.choice((3, 30, 300, 900))):
        nested = [nested] if rng.random() < 0.7 else {"a": nested}
    return nested


def changed(rng: Random, thing: Any) -> Any:
    """The same with one value in it replaced, left out or doubled."""
    if isinstance(thing, dict) and thing and rng.random() < 0.9:
        key = rng.choice(list(thing))
        luck = rng.random()
        rest = {name: value for name, value in thing.items() if name != key}
        if luck < 0.15:
            return rest
        if luck < 0.25:
            return {**thing, rng.choice((*TEXTS[3:], "type", "id", "sum", "n")): anything(rng)}
        if luck < 0.3:
            return {**thing, key: thing[rng.choice(list(thing))]}
        return {**thing, key: changed(rng, thing[key])}
    if isinstance(thing, list) and thing and rng.random() < 0.8:
        at, luck = rng.randrange(len(thing)), rng.random()
        if luck < 0.2:
            return thing[:at] + thing[at + 1 :]
        if luck < 0.4:
            return thing[:at] + [thing[at]] * rng.choice((2, 3, 100)) + thing[at + 1 :]
        if luck < 0.5:
            return thing[::-1]
        return [*thing[:at], changed(rng, thing[at]), *thing[at + 1 :]]
    if isinstance(thing, int) and not isinstance(thing, bool) and rng.random() < 0.5:
        return thing + rng.choice((-1, 1, 2, -100, 100))
    return anything(rng)


def text_of(rng: Random, thing: Any) -> bytes:
    """JSON as a careless or a hostile client writes it."""
    try:
        text = json.dumps(thing, ensure_ascii=rng.random() < 0.5, separators=rng.choice(((",", ":"), (", ", ": "))))
    except ValueError:  # whole numbers beyond 4,300 digits
        text = "0"
    return text.encode("utf-8", "surrogatepass")


def damaged(rng: Random, data: bytes, most: int = 4) -> bytes:
    """Bytes flipped, zeroed, cut out, doubled, swapped or put in, at a few places."""
    out = bytearray(data)
    for _ in range(rng.randint(1, most)):
        at = rng.randrange(len(out) + 1)
        size = rng.choice((1, 1, 2, 8, 100))
        luck = rng.randrange(8)
        if luck == 0 and out:
            at %= len(out)
            out[at] ^= 1 << rng.randrange(8)
        elif luck == 1:
            out[at : at + size] = bytes(len(out[at : at + size]))
        elif luck == 2:
            del out[at : at + size]
        elif luck == 3:
            out[at:at] = out[at : at + size] * rng.choice((1, 2, 50))
        elif luck == 4:
            out[at:at] = rng.choice(BITS)
        elif luck == 5:
            out[at : at + size] = rng.randbytes(size)
        elif luck == 6:
            del out[at:]
        else:
            there = rng.randrange(len(out) + 1)
            out[at:at] = out[there : there + size]
    return bytes(out)
