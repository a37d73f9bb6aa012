"""A game on paper: a header and one JSON line per move, the table's included.

Everything else (views, scores, reviews) is a fold over it and can be deleted. Each line closes with
a `sum` over itself and all lines before it, so that a changed byte is noticed and named.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from tepui.core.dealer import Dealer, commitment
from tepui.core.game import Game, Setting, Value
from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.refusal import BadRecord, IllegalMove, Refusal
from tepui.core.table import Table
from tepui.core.view import legal_codes, odds_of

FORMAT = 1
WHOLE = "use a whole copy of the record"
RULES = "replay it with the version of the game that wrote it"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    tepui: int = FORMAT
    game: str
    rules: int
    seats: int
    options: dict[str, Value] = {}
    parts: str | None = None  # the text of a parts file, if it was not the game's own
    names: tuple[str, ...] = ()
    bots: tuple[str | None, ...] = ()  # who plays a seat: a bot of that name, or a person (None)
    words: tuple[str, ...] = ()  # the players' words, mixed into the dice
    commitment: str = ""  # the seed's hash


class MoveLine(msgspec.Struct, frozen=True):
    n: int
    by: int | str  # a seat, or "table"
    move: msgspec.Raw


class BackLine(msgspec.Struct, frozen=True):
    """A move was taken back: the game stands again as after move `back`."""

    n: int
    back: int


class EndLine(msgspec.Struct, frozen=True):
    n: int
    seed: str
    scores: list[int]
    places: list[int]


def sealed(line: bytes, before: str) -> tuple[bytes, str]:
    """A JSON object with its `sum` as the last field, and that sum."""
    total = hashlib.sha256(before.encode() + line).hexdigest()[:16]
    return line[:-1] + b',"sum":"' + total.encode() + b'"}', total


@dataclass
class Record:
    """A record as read: the moves that stand, in the words of the file."""

    header: Header
    moves: list[tuple[int, msgspec.Raw]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # where each move stands in the file, for errors
    end: EndLine | None = None
    end_line: int = 0  # where the end stands in the file
    warning: str = ""
    sum: str = ""
    size: int = 0  # bytes of the whole lines: a record is continued from here

    def setting(self, game: Game) -> Setting:
        header = self.header
        try:
            if header.names and len(header.names) != header.seats:
                raise BadRecord(f"it has {header.seats} seats but {len(header.names)} names")
            return game.setting(header.seats, header.options, header.parts)
        except Refusal as error:
            raise BadRecord(f"line 1 does not fit {game.title} ({error}); {WHOLE}") from None


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
        if after is not None:
            self.n, self.sum = len(after.moves), after.sum
        elif header is not None:
            self._line(header)

    def move(self, by: int, action: Any) -> None:
        self.n += 1
        self._line({"n": self.n, "by": "table" if by == TABLE else by, "move": action})

    def back(self, to: int) -> None:
        self._line(BackLine(self.n, to))
        self.n = to

    def end(self, seed: str, scores: list[int], places: list[int]) -> None:
        self._line(EndLine(self.n, seed, scores, places))

    def _line(self, thing: Any) -> None:
        line, self.sum = sealed(msgspec.json.encode(thing), self.sum)
        self.file.write(line + b"\n")
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
        raise BadRecord("this is not a record (line 1 must be its header); choose a file that Tepui wrote")
    record: Record | None = None
    total = ""
    for number, line in enumerate(lines, 1):
        body, total = unsealed(line, total, number)
        try:
            if record is None:
                record = Record(msgspec.json.decode(body, type=Header))
                if record.header.tepui > FORMAT:
                    raise BadRecord("this record was written by a newer Tepui; update Tepui to read it")
                continue
            take(record, body, number)
        except msgspec.MsgspecError as error:
            raise BadRecord(f"line {number} is damaged ({error}); {WHOLE}") from None
    assert record is not None
    if cut:
        record.warning = f"line {len(lines) + 1} was cut off (a crash while writing?) and is left out"
    record.sum = total
    record.size = len(data) - len(cut)
    return record


def take(record: Record, body: bytes, number: int) -> None:
    """One line after the header."""
    kind = msgspec.json.decode(body)
    if record.end is not None:
        raise BadRecord(f"line {number} comes after the end of the game; {WHOLE}")
    if "back" in kind:
        line = msgspec.json.decode(body, type=BackLine)
        if not 0 <= line.back < len(record.moves):
            raise BadRecord(f"line {number} takes back to move {line.back}, which is not there; {WHOLE}")
        del record.moves[line.back :], record.lines[line.back :]
    elif "seed" in kind:
        record.end, record.end_line = msgspec.json.decode(body, type=EndLine), number
    else:
        move = msgspec.json.decode(body, type=MoveLine)
        if move.n != len(record.moves) + 1:
            due = len(record.moves) + 1
            raise BadRecord(f"line {number} is move {move.n}, but move {due} is due; {WHOLE}")
        by = TABLE if move.by == "table" else move.by
        if not isinstance(by, int) or not (by == TABLE or 0 <= by < record.header.seats):
            raise BadRecord(f"line {number} is a move by {move.by!r}, who does not sit at this table; {WHOLE}")
        record.moves.append((by, move.move))
        record.lines.append(number)


def unsealed(line: bytes, before: str, number: int) -> tuple[bytes, str]:
    """The line without its sum, checked."""
    at = line.rfind(b',"sum":"')
    body = line[:at] + b"}"
    again, total = sealed(body, before)
    if at < 0 or again != line:
        raise BadRecord(f"line {number} is damaged: its sum is wrong; {WHOLE}")
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


def read(path: Path) -> Record:
    try:
        return parse(path.read_bytes())
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}; check the name of the file") from None


def replay_steps(record: Record, game: Game, upto: int | None = None) -> Iterator[Table]:
    """The game told move by move: yields the one table before the first move and after each.

    A record of other rules is told as it stands; one of these rules only as far as its moves are possible.
    """
    table = Table(game, record.setting(game), names=record.header.names)
    decoder = decoder_of(game)
    same_rules = record.header.rules == game.rules
    yield table
    for (by, raw), line in zip(record.moves[:upto], record.lines, strict=False):
        code = code_of(table, decoder, by, raw, line)
        if same_rules:
            check_possible(table, by, code, line)
        try:
            table.replay(by, code)
        except Exception as error:  # whatever rules raise that meet a move they do not know
            raise BadRecord(f"line {line} is no move of these rules ({type(error).__name__}); {RULES}") from None
        yield table


def code_of(table: Table, decoder: msgspec.json.Decoder[Any], by: int, raw: msgspec.Raw, line: int) -> int:
    """The move on this line as the rules' own code."""
    try:
        return table.game.hear(table.truth, by, decoder.decode(raw))
    except (msgspec.MsgspecError, IllegalMove) as error:
        raise BadRecord(f"line {line} is no move of {table.game.title} ({error}); {WHOLE}") from None


def replay(record: Record, game: Game, upto: int | None = None) -> Table:
    """The table after `upto` moves (all of them if None)."""
    *_, table = replay_steps(record, game, upto)
    return table


def decoder_of(game: Game) -> msgspec.json.Decoder[Any]:
    """Reads any action of this game."""
    union: Any = game.actions[0]
    for action in game.actions[1:]:
        union = union | action
    return msgspec.json.Decoder(union)


def verify(record: Record, game: Game) -> str:
    """Proves every move: legal by these rules, and each of the table's the dealer's own. Says what was proven."""
    header, end = record.header, record.end
    if header.rules != game.rules:
        raise BadRecord(
            f"this record was made by rules {header.rules} of {game.title}, these are rules {game.rules}; "
            "replay shows it, only that version of the game can verify it"
        )
    dealer = None
    if end is not None:
        if commitment(end.seed) != header.commitment:
            raise BadRecord(f"line {record.end_line}: the seed is not the one promised in the header; {WHOLE}")
        dealer = Dealer(end.seed, header.words)
    table = Table(game, record.setting(game), names=header.names)
    decoder = decoder_of(game)
    for (by, raw), line in zip(record.moves, record.lines, strict=True):
        code = code_of(table, decoder, by, raw, line)
        check_possible(table, by, code, line)
        if by == TABLE and dealer is not None:
            check_chance(table, code, dealer, line)
        table.replay(by, code)
    if end is None:
        return f"{len(record.moves)} moves are legal; the seed is not published yet, so chance cannot be checked"
    if not table.over or end.n != len(record.moves):
        raise BadRecord(f"line {record.end_line}: the record ends before the game does; {WHOLE}")
    if end.scores != table.scores() or end.places != table.places():
        raise BadRecord(f"line {record.end_line}: the scores are not those of the game; {WHOLE}")
    return f"{len(record.moves)} moves are legal, and every roll and deal follows from the seed"


def check_possible(table: Table, by: int, code: int, line: int) -> None:
    """Whoever moved was to move, and could do that."""
    truth = table.truth
    the_tables_turn = bool(truth.to_act() & TABLE_BIT)
    if (by == TABLE) != the_tables_turn:
        raise BadRecord(f"line {line} is a move out of turn; {WHOLE}")
    possible = odds_of(truth)[0] if by == TABLE else legal_codes(truth, by)
    if code not in possible:
        raise BadRecord(f"line {line} is not a legal move; {WHOLE}")


def check_chance(table: Table, code: int, dealer: Dealer, line: int) -> None:
    """The outcome is the one that the seed gives."""
    codes, weights = odds_of(table.truth)
    if len(codes) > 1 and dealer.choose(table.truth.occasion(), codes, weights) != code:
        raise BadRecord(f"line {line}: the seed gives another outcome; this roll or deal was not honest")
