"""The records of a ladder: a line of JSON per match, with every pair's outcome and a digest of its moves.

Bots and dealer are deterministic, so a digest is enough: the pair is played again and must give the same moves.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import msgspec

from tepui.arena.journal import BadJournal
from tepui.arena.pairs import Match, Pair, Played, finish, play_pair


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One game of a pair, without its moves."""

    scores: list[int]
    places: list[int]
    failed: int | None = None
    why: str = ""


class Line(msgspec.Struct, frozen=True):
    """A match that was played."""

    match: Match
    slowest: list[float]  # by bot, seconds
    digests: list[str]  # by pair
    pairs: list[list[Row]]

    def played(self) -> list[Pair]:
        """The pairs as the arena counts them; the slowest decision stands in the first game."""
        lineups, quick = self.match.lineups(), [0.0] * len(self.match.bots)
        found = []
        for number, rows in enumerate(self.pairs):
            games = [
                Played(
                    lineup=lineup,
                    scores=row.scores,
                    places=row.places,
                    moves=[],
                    failed=row.failed,
                    why=row.why,
                    slowest=quick if number else self.slowest,
                )
                for lineup, row in zip(lineups, rows, strict=True)
            ]
            found.append(Pair(number, games))
        return found


def line_of(match: Match, pairs: Sequence[Pair]) -> Line:
    games = [game for pair in pairs for game in pair.games]
    return Line(
        match,
        [round(max(game.slowest[bot] for game in games), 3) for bot in range(len(match.bots))],
        [digest(pair) for pair in pairs],
        [rows_of(pair) for pair in pairs],
    )


def rows_of(pair: Pair) -> list[Row]:
    return [Row(game.scores, game.places, game.failed, game.why) for game in pair.games]


def digest(pair: Pair) -> str:
    """Of all its moves, the table's included."""
    return hashlib.sha256(msgspec.json.encode([game.moves for game in pair.games])).hexdigest()[:8]


def name_of(match: Match) -> str:
    """A short name that no other match has."""
    return hashlib.sha256(msgspec.json.encode(match)).hexdigest()[:12]


def write(path: Path, lines: Iterable[Line]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def read(path: Path) -> list[Line]:
    try:
        return [msgspec.json.decode(line, type=Line) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.MsgspecError) as error:
        raise BadJournal(f"cannot read {path} ({error}). Write it with `tepui ladder`") from None


def differing(lines: Sequence[Line], sample: int, seed: int = 0) -> list[str]:
    """Plays so many of the pairs again, by a draw over all of them; says which went another way."""
    there = [(line, number) for line in lines for number in range(len(line.pairs))]
    wrong = []
    for line, number in Random(seed).sample(there, min(sample, len(there))):
        pair = play_pair(line.match, number)
        if digest(pair) != line.digests[number] or rows_of(pair) != line.pairs[number]:
            wrong.append(f"pair {number} of {' and '.join(line.match.bots)} at {line.match.seats} seats")
    finish()
    return wrong
