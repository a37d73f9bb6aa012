"""A broken case made small: the same law broken by a shorter game, at a smaller table, with the game's own options.

Cases follow from their seed alone, so other seeds are tried for a while with fewest players and default options, and
the shortest game that breaks the law is kept. It is shown in the words of the game, with a command that plays it again.
"""

import os
import shlex
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from tepui.core.game import Game
from tepui.laws.finding import Asked, Failure, Finding
from tepui.laws.modes import INTERPRETED, spec_of

SECONDS = 3.0  # how long it is looked for
SEEDS = 60  # per setting
SHOWN = 24  # moves of the story; the last ones

Again = Callable[[range, Asked], list[Finding]]  # the law's own family, on other cases


def smallest(game: Game, finding: Finding, asked: Asked, again: Again) -> Failure:
    """The smallest failure that is found in a few seconds; the first one, if there is no smaller."""
    best = finding.first
    if not best.where:
        return best  # only many cases together show it
    until = time.monotonic() + SECONDS
    for small in settings(game, asked):
        found = []
        for seed in range(1, SEEDS + 1):
            if time.monotonic() > until:
                break
            for other in again(range(seed, seed + 1), small):
                found += [failure for failure in other.failures if failure.where and failure.moves]
            if found and len(min(found, key=length).moves) <= 1:
                break
        if found:
            found.sort(key=length)
            if not best.moves or length(found[0]) < length(best):
                best = replace(found[0], asked=small)
            break  # more players do not make it smaller
    return best


def length(failure: Failure) -> int:
    return len(failure.moves)


def settings(game: Game, asked: Asked) -> Iterator[Asked]:
    """Fewest players first; options as they are by default, unless they were asked for."""
    plain = {option.name: option.default for option in game.options}
    for seats in sorted(game.seats) if asked.seats is None else [asked.seats]:
        yield replace(asked, seats=seats, options={**plain, **asked.options})


def command_of(spec: str, failure: Failure, law: str, asked: Asked, games: int, seed: int) -> str:
    """The command that plays the broken case again; `spec` names the game."""
    fixed = failure.asked or asked
    words = ["tepui", "laws", spec, "--law", law]
    if failure.where:
        words += ["--games", "1", "--seed", str(failure.seed)]
    else:  # only all cases together show it
        words += ["--games", str(games), "--seed", str(seed)]
    if fixed.seats is not None:
        words += ["--seats", str(fixed.seats)]
    for name, value in fixed.options.items():
        words += ["--option", f"{name}={'on' if value is True else 'off' if value is False else value}"]
    words += ["--interpreted"] * (os.environ.get(INTERPRETED) == "1") + ["--thorough"] * asked.thorough
    return shlex.join(words)


def command_for(game: Game, failure: Failure, law: str, asked: Asked, games: int, seed: int) -> str:
    """One line that shows it again: a command, or Python where no other process finds this variant."""
    fixed = failure.asked or asked
    spec = spec_of(game, exactly=True)
    if spec:
        return command_of(spec, failure, law, asked, games, seed)
    n, first = (1, failure.seed) if failure.where else (games, seed)
    return f"laws(GAME, games={n}, seed={first}, only=[{law!r}], asked={fixed!r})  # your variant is GAME"


def story_lines(failure: Failure) -> list[str]:
    """How it came about, the last moves of a long game."""
    moves = failure.moves
    skipped = len(moves) - SHOWN
    lines = [f"{n:4}  {move}" for n, move in enumerate(moves, 1) if n > skipped]
    return [f"      ({skipped} moves before)", *lines] if skipped > 0 else lines
