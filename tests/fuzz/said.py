"""Messages of every kind, as a page could mean them at this moment, and frames that are none."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any, get_args

from fuzz.mutations import TEXTS, anything
from fuzz.raw_page import CLOSE, PING, PONG, TEXT, RawPage, frame

from tepui.coach.help import LEVELS
from tepui.server.wire import messages

TAGS = [kind.__struct_config__.tag for kind in get_args(messages.Incoming)]


def some_message(rng: Random, page: RawPage | None = None) -> dict[str, Any]:
    """A message of any kind, as a page could mean it at this moment."""
    tag = rng.choice((*TAGS, "pick", "pick", "try", "sit", "hello"))
    seat = rng.choice((0, 1, 2, 3, rng.randint(-2, 9)))
    turn = 0 if page is None else page.turn + rng.choice((0, 0, 0, 0, -1, 1, 5))
    legal = 6 if page is None else max(1, page.legal)
    pick = rng.randrange(legal + 1)
    level = rng.choice(LEVELS)
    word = "x" if page is None else page.guest.word
    fields: dict[str, dict[str, Any]] = {
        "hello": {"language": rng.choice(("en", "de", "fr", "it")), "motion": rng.random() < 0.5},
        "pick": {"turn": turn, "pick": rng.choice((pick, pick, [pick], [pick, 0, 0]))},
        "try": {"turn": turn, "try": rng.choice(([], [pick], [pick, pick], [0] * 70)), "help": rng.random() < 0.5},
        "note": {"marks": rng.choice(({"a": 1}, "text", [1, 2], None, anything(rng)))},
        "answer": {"yes": rng.random() < 0.7},
        "say": {"text": rng.choice(("hello", *TEXTS))},
        "sit": rng.choice(({}, {"seat": seat}, {"person": rng.randint(0, 9)}, {"name": rng.choice(TEXTS)})),
        "commit": {"hash": rng.choice((hashlib.sha256(word.encode()).hexdigest(), "0" * 64, "x"))},
        "open": {"word": rng.choice((word, "x", "x" * 300))},
        "rename": {"name": rng.choice(("Eve", *TEXTS))},
        "add_bot": {"seat": seat, "bot": rng.choice(("random", "steady", "nobody"))},
        "look": rng.choice(({}, {"seat": seat})), "let_look": {"who": rng.choice(("x", "0" * 12)), "yes": seat < 3},
        "replace": {"seat": seat, "yes": rng.random() < 0.7}, "holiday": {"days": rng.choice((0, 3, -1, 10**9))},
        "call_me": {"address": rng.choice(("", "https://example.invalid/x", *TEXTS)), "form": "json"},
        "free_seat": {"seat": seat}, "kick": {"seat": seat},
        "mute": rng.choice(({"seat": seat}, {"who": rng.choice(("x", "0" * 12))}, {"seat": seat, "on": False})),
        "pace": {"milliseconds": rng.choice((0, 100, -1, 10**9))},
        "give_link": rng.choice(({}, {"seat": seat})),
        "help_me": {"level": level}, "help_at_most": {"level": level},
        "why": {"claim": rng.choice(({"colour": 0, "value": 1}, {"log": 0}, anything(rng)))},
    }  # fmt: skip
    message = {"type": tag, **fields.get(tag, {})}
    if rng.random() < 0.2:
        message["id"] = rng.choice((1, 7, 2**40, 10**30, anything(rng, 0)))
    if rng.random() < 0.05:
        message["person"] = rng.randint(0, 9)
    return message


def strange_frames(rng: Random) -> bytes:
    """Frames that are no messages, or none at all."""
    out = b""
    for _ in range(rng.choice((1, 3, 100))):
        data = rng.randbytes(rng.choice((0, 1, 5, 125)))
        out += rng.choice(
            (
                frame(PING, data), frame(PONG, data), frame(TEXT, data, first=0), frame(0, data),
                frame(rng.randrange(16), data, first=rng.choice((0, 0x80, 0xC0, 0xF0))),
                frame(TEXT, data, mask=rng.randbytes(4)),
                frame(CLOSE, rng.choice((b"", b"\x03", b"\x03\xe8", b"\xff\xff", data))), b"\x81\x05hello", data,
                b"\x81\xff" + b"\x7f" + b"\xff" * 7, frame(TEXT, b"x" * 70_000), frame(PING, b"x" * 200),
            )
        )  # fmt: skip
    return out
