"""A game on paper: a header and one JSON line per move, the table's included.

Everything else (views, scores, reviews) is a fold over it and can be deleted. Each line closes with
a `sum` over itself and all lines before it, so that a changed byte is noticed and named.

The first line promises: it stands when nobody has opened a word yet, and its SHA-256 is the table's promise. The
second line opens the words and names that the first is bound to. `verify.py` says what follows from that.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec.structs import replace

from tepui.core.dealer import VERSION, commitment, new_word
from tepui.core.game import Game, Setting, Value
from tepui.core.position import TABLE
from tepui.core.refusal import BadRecord, Refusal
from tepui.core.replay import Check, Impossible, Step, play, possible, stand
from tepui.core.table import Table
from tepui.core.words import clean

FORMAT = 2
FIRST_FORMAT = 1  # one header with words that nobody was bound to; read as ever
WHOLE = "Use a whole copy of the record"
ONE_PAIR = "this record holds what one pair of eyes saw at a real table. `tepui replay` and `tepui review` show it"
RULES = "Replay it with the version of the game that wrote it"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed before the first move: the first line, which is the promise, and the second, which opens it."""

    tepui: int = FORMAT
    dealer: int = VERSION  # how chance is named (`dealer.py`)
    game: str
    rules: int
    seats: int
    options: dict[str, Value] = {}
    parts: str | None = None  # the text of a parts file, if it was not the game's own
    bots: tuple[str | None, ...] = ()  # who plays a seat: a bot of that name, or a person (None)
    commitment: str = ""  # the seed's hash
    commitments: tuple[str | None, ...] = ()  # of each seat's word; None: this seat has none
    tags: tuple[str, ...] = ()  # of each seat's name, with its salt
    # Only what one pair of eyes saw at a real table (coach/companion/record.py); None: everything, open
    eye: int | Literal["audience"] | None = None
    tries: int = 1  # the how many-th promise of this table it is: who makes many could have waited for one
    # opened in the second line
    names: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()  # "": this name was forgotten, and the tag binds nobody any more
    words: tuple[str, ...] = ()  # the players' words, by seat ("": none), mixed into the dice


def header_of(game: Game, setting: Setting, names: tuple[str, ...], **more: Any) -> Header:
    """What a game and its setting say of a header."""
    header = Header(game=game.name, rules=game.rules, seats=setting.seats, options=setting.options, names=names)
    return replace(header, parts=setting.parts_text, **more)


OPENED = ("names", "salts", "words")
FIRST_FIELDS = ("tepui", "game", "rules", "seats", "options", "parts", "names", "bots", "words", "commitment")


def tag_of(name: str, salt: str) -> str:
    """Binds a name without telling it: it is forgotten with its salt."""
    return commitment(salt + name)


def promising(header: Header, salts: tuple[str, ...] | None = None) -> Header:
    """The header of a table whose words are known from the start: bound to them and to the names."""
    salts = tuple(new_word() for _ in header.names) if salts is None else salts
    return replace(
        header,
        commitments=tuple(commitment(word) if word else None for word in header.words),
        tags=tuple(tag_of(name, salt) for name, salt in zip(header.names, salts, strict=True)),
        salts=salts,
    )


def promise_line(header: Header) -> bytes:
    """What is published before any word is opened."""
    fields = {name: getattr(header, name) for name in header.__struct_fields__ if name not in OPENED}
    if header.eye is None:
        del fields["eye"]
    if header.tries == 1:
        del fields["tries"]
    return msgspec.json.encode(fields)


def first_lines(header: Header) -> list[bytes]:
    """What stands before the first move."""
    if header.tepui == FIRST_FORMAT:
        return [msgspec.json.encode({name: getattr(header, name) for name in FIRST_FIELDS})]
    return [promise_line(header), msgspec.json.encode({"n": 0, **{name: getattr(header, name) for name in OPENED}})]


class OpeningLine(msgspec.Struct, frozen=True):
    """The second line: names and words, which the first line bound."""

    n: int
    names: tuple[str, ...]
    salts: tuple[str, ...]
    words: tuple[str, ...]


class MoveLine(msgspec.Struct, frozen=True):
    """A move, by a seat or by the table, in the words of the game."""

    n: int
    by: int | Literal["table"]  # a seat, or the table
    move: msgspec.Raw


class BackLine(msgspec.Struct, frozen=True):
    """A move was taken back: the game stands again as after move `back`."""

    n: int
    back: int


class EndLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line: the seed, opened, and how the game ended."""

    n: int
    seed: str
    scores: list[int]
    places: list[int]
    seal: str = ""  # SHA-256 of every line before this one; none in the first format


def sealed(line: bytes, before: str) -> tuple[bytes, str]:
    """A JSON object with its `sum` as the last field, and that sum."""
    total = hashlib.sha256(before.encode() + line).hexdigest()[:16]
    return line[:-1] + b',"sum":"' + total.encode() + b'"}', total


@dataclass
class Record:
    """A record as read: the moves that stand, in the words of the file."""

    header: Header
    steps: list[Step] = field(default_factory=list)  # every line of the game, those taken back included
    standing: list[Step] = field(default_factory=list)  # the moves that were not
    end: EndLine | None = None
    end_line: int = 0  # where the end stands in the file
    promise: str = ""  # SHA-256 of the first line
    seal: str = ""  # SHA-256 of every line before the end
    warning: str = ""
    sum: str = ""
    size: int = 0  # bytes of the whole lines: a record is continued from here
    digest: Any = None  # SHA-256 begun over them

    @property
    def moves(self) -> list[tuple[int, msgspec.Raw]]:
        """Who, and the move in the words of the file."""
        return [(step.by, step.move) for step in self.standing]

    def setting(self, game: Game) -> Setting:
        """Seats, options and parts as the first line names them, checked by the game."""
        header = self.header
        try:
            if header.names and len(header.names) != header.seats:
                raise BadRecord(f"it has {header.seats} seats but {len(header.names)} names")
            return game.setting(header.seats, header.options, header.parts)
        except Refusal as error:
            raise BadRecord(f"line 1 does not fit {game.title} ({error}). {WHOLE}") from None


class Recorder:
    """Writes a record line by line; each is on disk before a method returns, unless `flush` is False.

    Without it the file decides when it writes: for thousands of games that nobody waits for.
    """

    def __init__(
        self, file: BinaryIO, header: Header | None = None, *, after: Record | None = None, flush: bool = True
    ) -> None:
        self.file = file
        self.flush = flush
        self.n = 0
        self.sum = ""
        self.seal: Any = None  # of what was written so far; none in the first format
        if after is not None:
            self.n, self.sum = len(after.standing), after.sum
            self.seal = after.digest if after.header.tepui != FIRST_FORMAT else None
        elif header is not None:
            self.seal = hashlib.sha256() if header.tepui != FIRST_FORMAT else None
            self._write(*first_lines(header))  # at once: names and words without their promise are nothing

    def move(self, by: int, action: Any) -> None:
        """Write a move down, in the words of the game."""
        self.n += 1
        self._write(msgspec.json.encode({"n": self.n, "by": "table" if by == TABLE else by, "move": action}))

    def back(self, to: int) -> None:
        """Write down that moves were taken back, to after move `to`."""
        self._write(msgspec.json.encode(BackLine(self.n, to)))
        self.n = to

    def end(self, seed: str, scores: list[int], places: list[int]) -> None:
        """Open the seed, and write down how the game ended."""
        seal = self.seal.hexdigest() if self.seal is not None else ""
        self._write(msgspec.json.encode(EndLine(self.n, seed, scores, places, seal)))

    def _write(self, *bodies: bytes) -> None:
        lines = b""
        for body in bodies:
            line, self.sum = sealed(body, self.sum)
            lines += line + b"\n"
        if self.seal is not None:
            self.seal.update(lines)
        self.file.write(lines)
        if not self.flush:
            return
        self.file.flush()
        if self.file.seekable():  # a pipe cannot be synced, and need not be
            os.fsync(self.file.fileno())


def parse(data: bytes) -> Record:
    """Reads a record; a last line cut off by a crash is left out with a warning, other damage is refused."""
    lines = data.split(b"\n")
    cut = lines.pop()  # empty, when the last line was written whole
    if not lines or not lines[0].startswith(b'{"tepui":'):
        raise BadRecord("this is not a record (line 1 must be its header). Choose a file that Tepui wrote")
    record: Record | None = None
    total = ""
    digest = hashlib.sha256()
    for number, line in enumerate(lines, 1):
        body, total = unsealed(line, total, number)
        try:
            if record is None:
                record = Record(readable(begun(body)), promise=hashlib.sha256(body).hexdigest())
            elif number == 2 and record.header.tepui != FIRST_FORMAT:
                record.header = readable(opened(record.header, body))
            else:
                take(record, body, number)
        except Impossible as error:
            raise BadRecord(f"line {number} {error.why}. {WHOLE}") from None
        except (ValueError, RecursionError) as error:  # not JSON, not text, too deep, or of other types
            raise BadRecord(f"line {number} is damaged ({error}). {WHOLE}") from None
        if record.end is None:
            digest.update(line + b"\n")
    assert record is not None
    if len(lines) == 1 and record.header.tepui != FIRST_FORMAT:
        raise BadRecord(f"line 2 is missing: it opens the names and words that line 1 promises. {WHOLE}")
    record.digest, record.seal = digest, digest.hexdigest()
    if cut:
        record.warning = f"line {len(lines) + 1} was cut off (a crash while writing?) and is left out"
    record.sum = total
    record.size = len(data) - len(cut)
    return record


def readable(header: Header) -> Header:
    """Names are printed: no escape sequence in them reaches a terminal. Tepui writes none, so nothing else changes."""
    return replace(header, names=tuple(map(clean, header.names)))


def begun(body: bytes) -> Header:
    """The first line."""
    header = msgspec.json.decode(body, type=Header)
    if header.tepui > FORMAT or header.dealer > VERSION:
        raise BadRecord("this record was written by a newer Tepui. Update Tepui to read it")
    if not 0 < header.seats <= TABLE:
        raise BadRecord(f"line 1 has {header.seats} seats, and no table has so many. {WHOLE}")
    return replace(header, dealer=1) if header.tepui == FIRST_FORMAT else header


def opened(header: Header, body: bytes) -> Header:
    """The second line: as many names and words as there are seats, or none."""
    line = msgspec.json.decode(body, type=OpeningLine)
    header = replace(header, names=line.names, salts=line.salts, words=line.words)
    pairs = (line.words, header.commitments), (line.names, header.tags), (line.names, line.salts)
    if any(len(one) != len(other) or len(one) not in (0, header.seats) for one, other in pairs):
        raise BadRecord(f"line 2 does not open what line 1 promises: it has {header.seats} seats. {WHOLE}")
    return header


def take(record: Record, body: bytes, number: int) -> None:
    """One line after the header."""
    kind = msgspec.json.decode(body)
    if record.end is not None:
        raise BadRecord(f"line {number} comes after the end of the game. {WHOLE}")
    if "seed" in kind:
        record.end, record.end_line = msgspec.json.decode(body, type=EndLine), number
        return
    if "back" in kind:
        step = Step(number, back=msgspec.json.decode(body, type=BackLine).back)
    else:
        line, due = msgspec.json.decode(body, type=MoveLine), len(record.standing) + 1
        if line.n != due:
            raise BadRecord(f"line {number} is move {line.n}, but move {due} is due. {WHOLE}")
        step = Step(number, TABLE if line.by == "table" else line.by, line.move)
    stand(record.standing, step, record.header.seats)
    record.steps.append(step)


def unsealed(line: bytes, before: str, number: int) -> tuple[bytes, str]:
    """The line without its sum, checked."""
    at = line.rfind(b',"sum":"')
    body = line[:at] + b"}"
    again, total = sealed(body, before)
    if at < 0 or again != line:
        raise BadRecord(f"line {number} is damaged: its sum is wrong. {WHOLE}")
    return body, total


def records_in(data: bytes) -> Iterator[bytes]:
    """A file of many records, one after the other: each begins with its header."""
    begins = b'{"tepui":'
    at = 0
    while at < len(data):
        end = data.find(b"\n" + begins, at)
        end = len(data) if end < 0 else end + 1
        yield data[at:end]
        at = end


def parts_of(path: Path) -> list[bytes]:
    """The records in a file, not read yet: one, or as many as `tepui play-out` wrote into it."""
    try:
        return list(records_in(path.read_bytes())) or [b""]
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}. Check the name of the file") from None


def read(path: Path, number: int | None = None) -> Record:
    """The record in a file, or the one of that number where it holds many."""
    parts = parts_of(path)
    if number is None and len(parts) > 1:
        commands = "`tepui replay`, `review`, `believe` and `verify`"
        raise BadRecord(f"{path} holds {len(parts)} records. Choose one with --number N, which {commands} take")
    if number is not None and not 0 < number <= len(parts):
        raise BadRecord(f"{path} holds no record {number}. Choose --number 1 to {len(parts)}")
    return parse(parts[(number or 1) - 1])


def replay_steps(record: Record, game: Game, upto: int | None = None) -> Iterator[Table]:
    """The game move by move: yields the one table before the first move and after each.

    A record of other rules is shown as it stands; one of these rules only as far as its moves are possible.
    """
    if record.header.eye is not None:
        raise BadRecord(ONE_PAIR)
    same_rules = record.header.rules == game.rules
    return played(record, game, record.standing[:upto], *[possible] * same_rules)


def played(record: Record, game: Game, steps: list[Step], *checks: Check) -> Iterator[Table]:
    """These steps of a record: the table before the first, and after each."""
    table = Table(game, record.setting(game), names=record.header.names)
    yield table
    try:
        yield from play(table, steps, *checks)
    except Impossible as error:
        mend = WHOLE if record.header.rules == game.rules else RULES
        raise BadRecord(f"line {error.line} {error.why}. {mend}") from None


def replay(record: Record, game: Game, upto: int | None = None) -> Table:
    """The table after `upto` moves (all of them if None)."""
    *_, table = replay_steps(record, game, upto)
    return table
