"""WebSocket frames, read and written: the heads of all of them, and the whole of those that nearly all are."""

from __future__ import annotations

from mypy_extensions import i64

WHOLE_TEXT = 0x81  # the first byte of a text that comes in one frame
LAST = 0x80  # in the first: no more pieces of this message follow
CONTROL = 8  # from this kind on: pings and goodbyes, which may come between the pieces of a message
MASKED = 0x80  # in the second: what a page sends is always masked, what a server sends never is
SHORT = 126  # a length below it stands in the head's second byte


def frame_at(data: bytes, at: int) -> tuple[int, int]:
    """Where the frame that begins here has its body, and where it ends; beyond the data, if its head is not whole."""
    there = len(data) - at
    body = at + 2
    if there < 2:
        return body, len(data) + 2 - there
    second = data[at + 1]
    length = second & 0x7F
    if length == SHORT:
        body += 2
    elif length > SHORT:
        body += 8
    head = body
    if second & MASKED:
        body += 4
    if body > len(data):
        return body, body
    if length >= SHORT:
        length = int.from_bytes(data[at + 2 : head], "big")
    return body, body + length


def is_short_text(data: bytes) -> bool:
    """Is all of it one short text of a page? Then its mask stands at 2, and its body at 6."""
    size: i64 = len(data)
    return 6 <= size < SHORT + 6 and data[0] == WHOLE_TEXT and data[1] == MASKED | size - 6


def header(length: int) -> bytes:
    """The head of a whole text as a server sends it."""
    if length < SHORT:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return b"%c\x7e" % WHOLE_TEXT + length.to_bytes(2, "big")
    return b"%c\x7f" % WHOLE_TEXT + length.to_bytes(8, "big")


def framed(texts: list[list[bytes]]) -> list[bytes]:
    """Texts, each in pieces, as they go over the line: every head before its pieces, which are never joined."""
    pieces: list[bytes] = []
    for text in texts:
        length: i64 = 0
        for piece in text:
            length += len(piece)
        pieces.append(header(length))
        pieces.extend(text)
    return pieces
