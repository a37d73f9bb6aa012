"""The file that a match can be resumed from: what is played in its first line, then one line per finished pair."""

from pathlib import Path
from typing import BinaryIO

import msgspec

from tepui.arena.pairs import Match, Pair
from tepui.core.refusal import Refusal


class BadJournal(Refusal):
    """A file that this match cannot be resumed from: choose another."""


def read(path: Path, match: Match) -> dict[int, Pair]:
    """The pairs that are finished; none if the file does not exist yet."""
    if not path.exists():
        return {}
    try:
        first, *lines = path.read_bytes().split(b"\n")
        if msgspec.json.decode(first, type=Match) != match:
            raise BadJournal(f"{path} holds another match. Give this one a file of its own")
        lines.pop()  # empty, or cut off when the match was interrupted
        pairs = [msgspec.json.decode(line, type=Pair) for line in lines]
    except (OSError, msgspec.MsgspecError) as error:
        raise BadJournal(f"cannot resume from {path} ({error}). Choose a file that --resume wrote") from None
    return {pair.number: pair for pair in pairs}


def write(path: Path, match: Match) -> BinaryIO:
    """Opened at its end; what was cut off is cut away."""
    try:
        file = path.open("r+b" if path.exists() else "w+b")
        whole = file.read().rpartition(b"\n")
        file.seek(len(whole[0]) + len(whole[1]))
        file.truncate()
        if not whole[1]:
            add(file, match)
    except OSError as error:
        raise BadJournal(f"cannot write {path}: {error.strerror}. Choose another file") from None
    return file


def add(file: BinaryIO, thing: Match | Pair) -> None:
    file.write(msgspec.json.encode(thing) + b"\n")
    file.flush()
