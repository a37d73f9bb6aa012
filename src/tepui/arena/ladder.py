"""`tepui ladder`: every installed bot and level of a game against its neighbours, and a page with what came out."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from tepui.arena import page, records
from tepui.arena.command import progress
from tepui.arena.matches import arranged, play
from tepui.arena.pairs import Match
from tepui.arena.ratings import rate
from tepui.core import find
from tepui.core.cli_args import Parser
from tepui.core.game import Game
from tepui.core.levels import FINER, level_of
from tepui.core.refusal import UnknownName

FEWER = 10  # a match that only places a bot on the scale has a tenth of the pairs


def command(words: list[str]) -> int:
    parser = Parser("ladder", "all bots and levels of a game on one scale, with a page that tells how it was measured")
    parser.add_argument("game")
    parser.add_argument("--pairs", type=int, default=200, help="duplicate pairs of neighbours (200)")
    parser.add_argument("--more", type=int, default=20, help="pairs of two levels with more players (20; 0: none)")
    parser.add_argument("--bots", nargs="*", help="only these (otherwise all that are installed)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("docs/ladder"), help="a folder (docs/ladder)")
    parser.add_argument("--resume", action="store_true", help="keep the matches that are recorded there")
    parser.add_argument("--verify", type=int, nargs="?", const=20, metavar="N", help="only play N recorded pairs again")
    said = parser.parse_args(words)
    game = find.game(said.game)
    file = said.out / f"{game.name}.jsonl"
    if said.verify is not None:
        return verify(file, said.verify)
    if said.pairs < 1 or said.more < 0 or said.jobs < 1:
        raise UnknownName("--pairs and --jobs are at least 1, --more is at least 0")
    rate([])  # says at once if a package is missing
    said.out.mkdir(parents=True, exist_ok=True)
    bots = said.bots or list(find.bots(game.name))
    old = records.read(file) if said.resume and file.exists() else []
    lines: list[records.Line] = []
    for match, pairs in schedule(game.name, bots, said.pairs, said.more):
        kept = next((line for line in old if line.match == match and len(line.pairs) >= pairs), None)
        if kept is None:
            print(f"{' against '.join(match.bots)}, {match.seats} players", flush=True)
            kept = records.line_of(match, play(match, pairs, said.jobs, progress=progress()))
        lines.append(kept)
        later = [line for line in old if not any(line.match == one.match for one in lines)]
        records.write(file, [*lines, *later])  # an interrupted ladder loses nothing that was recorded
    records.write(file, lines)
    ratings = rate([line for line in lines if line.match.seats == duel(game)])
    order = f"tepui ladder {shlex.join(word for word in words if word != '--resume')}"
    page.write(said.out, game.title, game.name, order, ratings, lines)
    print(f"{said.out / game.name}.md")
    return 0


def schedule(game: str, bots: Sequence[str], pairs: int, more: int) -> list[tuple[Match, int]]:
    """Rungs against the next and the one after, names against the name below, all others against the five names."""
    rungs = [bot for bot in bots if level_of(bot)]
    names = [bot for bot in rungs if FINER not in bot]
    others = [bot for bot in bots if bot not in rungs]
    found: dict[tuple[str, str], int] = {}
    for weak, strong in [*pairwise(rungs), *pairwise(names)]:
        found[strong, weak] = pairs
    if "random" in others and rungs:
        found[rungs[0], "random"] = pairs
    for weak, strong in [
        *zip(rungs, rungs[2:], strict=False),
        *((other, name) for other in others for name in names if other != "random"),
        *((one, other) for at, one in enumerate(others) for other in others[:at] if not names),
    ]:
        found.setdefault((strong, weak), max(1, pairs // FEWER))
    if others and rungs:
        for other in others:
            if other != "random":
                found[rungs[-1], other] = pairs
    usual = duel(find.game(game))
    chosen = [(arranged(game, [strong, weak], usual), n) for (strong, weak), n in found.items()]
    for seats in find.game(game).seats:
        if more and seats != usual:
            chosen += [(arranged(game, [strong, weak], seats), more) for weak, strong in pairwise(names)]
    return chosen


def duel(game: Game) -> int:
    """How many seats a match of two bots has: two, or the fewest that the game is for (two teams may need four)."""
    return min((seats for seats in game.seats if seats > 1), default=1)


def verify(file: Path, sample: int) -> int:
    lines = records.read(file)
    wrong = records.differing(lines, sample)
    total = sum(len(line.pairs) for line in lines)
    print(f"{min(sample, total) - len(wrong)} of {min(sample, total)} pairs (of {total}) are played again as recorded")
    for one in wrong:
        print(f"{one} goes another way: a bot or the rules have changed; run `tepui ladder` again")
    return int(bool(wrong))
