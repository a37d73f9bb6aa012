"""`tepui ladder`: every installed bot and level of a game against its neighbours, and a page with what came out."""

import shlex
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from tepui.arena import page, records
from tepui.arena.matches import arranged, play
from tepui.arena.pairs import Match
from tepui.arena.ratings import rate
from tepui.bots.levels import FINER, level_of
from tepui.cli_args import Parser, at_least
from tepui.core import find
from tepui.core.game import Game
from tepui.progress import progress

FEWER = 10  # a match that only places a bot on the scale has a tenth of the pairs


def command(words: list[str]) -> int:
    parser = Parser("ladder", "Puts all bots and levels of a game on one scale, and writes a page about it.")
    parser.add_game()
    parser.option("--pairs", "N", "pairs of neighbours", 200, at_least(1))
    parser.option("--more", "N", "pairs of two levels with more players", 20, at_least(0))
    parser.many("--bot", "NAME", "only this one (default: all installed)")
    parser.add_jobs()
    parser.option("--out", "FOLDER", "where it goes", Path("docs/ladder"), Path)
    parser.switch("--resume", "keep what is recorded there, and go on with a match that was interrupted")
    parser.add_argument(
        "--verify", type=at_least(1), nargs="?", const=20, metavar="N", help="only play N recorded pairs again"
    )
    said = parser.parse_args(words)
    game = find.game(said.game)
    file = said.out / f"{game.name}.jsonl"
    if said.verify is not None:
        return verify(file, said.verify)
    rate([])  # says at once if a package is missing
    said.out.mkdir(parents=True, exist_ok=True)
    bots = said.bot or list(find.bots(game.name))
    old = records.read(file) if said.resume and file.exists() else []
    lines: list[records.Line] = []
    matches = schedule(game.name, bots, said.pairs, said.more)
    found = [next((line for line in old if line.match == match and len(line.pairs) >= n), None) for match, n in matches]
    missing = sum(n for kept, (_, n) in zip(found, matches, strict=True) if kept is None)
    tell, done = progress("pairs"), 0  # the time left is that of the whole ladder
    for kept, (match, pairs) in zip(found, matches, strict=True):
        if kept is None:
            part = said.out / f"{game.name}-{records.name_of(match)}.part"  # an interrupted match goes on from here
            if not said.resume:
                part.unlink(missing_ok=True)
            print(f"{' against '.join(match.bots)}, {match.seats} players", flush=True)
            further = lambda now, _, before=done: tell(before + now, missing)  # noqa: E731
            played = play(match, pairs, said.jobs, part, progress=further)
            kept, done = records.line_of(match, played), done + pairs
            part.unlink()
        lines.append(kept)
        later = [line for line in old if not any(line.match == one.match for one in lines)]
        records.write(file, [*lines, *later])  # an interrupted ladder loses nothing that was recorded
    records.write(file, lines)
    order = f"tepui ladder {shlex.join(word for word in words if word != '--resume')}"
    page.write(said.out, game.title, game.name, order, duel(game), lines)
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
        print(f"{one} goes another way: a bot or the rules have changed. Run `tepui ladder` again")
    return int(bool(wrong))
