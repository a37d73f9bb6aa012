"""A match: so many duplicate pairs, on as many cores as there are, which can be interrupted and resumed."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tepui.arena import doors, journal
from tepui.arena.entrants import JOIN, check
from tepui.arena.pairs import Match, Pair, finish, play_pair
from tepui.arena.results import Result, result
from tepui.core import find
from tepui.core.game import Setting, Value
from tepui.core.refusal import UnknownName
from tepui.core.teams import sides, together
from tepui.progress import Progress
from tepui.spread import spread


def match(
    game: str, bots: Sequence[str], *, pairs: int = 100, jobs: int = 1, ray: str | None = None, **how: Any
) -> Result:
    """These bots in so many duplicate pairs, with the same result on any number of cores; `how` is as in `arranged`."""
    asked = arranged(game, bots, **how)
    return result(asked, play(asked, pairs, jobs, ray=ray))


def arranged(
    game: str,
    bots: Sequence[str],
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    seconds: float = 5.0,
    memory: int = 2048,
    seed: str = "arena",
) -> Match:
    """A match that can be played, or a sentence that says why not."""
    rules = find.game(game)

    def has_room(setting: Setting) -> bool:
        return together(rules, setting) or len(sides(rules, setting)) >= len(bots)

    if len(bots) < 2:
        raise UnknownName("a match needs two bots or more. The same one twice is allowed")
    if seats is None:
        seats = next((n for n in sorted(rules.seats) if has_room(rules.setting(n, options))), max(rules.seats))
    setting = rules.setting(seats, options)
    if seats > 1 and not has_room(setting):
        there = "seats" if rules.teams is None else "seats in teams"
        raise UnknownName(f"{len(bots)} bots have no room at {seats} {there}. `tepui ladder {game}` compares more")
    for bot in bots:
        check(game, bot)
    return Match(
        game=game,
        rules=rules.rules,
        bots=tuple(bots),
        seats=seats,
        options=setting.options,
        seconds=seconds,
        memory=memory,
        seed=seed,
    )


def play(
    asked: Match,
    pairs: int,
    jobs: int = 1,
    resume: Path | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> list[Pair]:
    """The pairs in the order of their numbers; those that `resume` holds are not played again."""
    done = {} if resume is None else journal.read(resume, asked)
    far = sorted({bot for bot in asked.bots if bot.startswith(JOIN)})
    if far and ray is not None:
        raise UnknownName("a bot that joins plays on this machine only. Leave --ray out")
    missing = [number for number in range(pairs) if number not in done]
    file = None if resume is None else journal.write(resume, asked)
    try:
        if far and missing:
            doors.open_for(far)
        for pair in spread(partial(play_pair, asked), missing, 1 if far else jobs, ray):
            done[pair.number] = pair
            if file is not None:
                journal.add(file, pair)
            if progress is not None:
                progress(sum(number < pairs for number in done), pairs)
    finally:
        finish()
        doors.close()
        if file is not None:
            file.close()
    return [done[number] for number in range(pairs)]
