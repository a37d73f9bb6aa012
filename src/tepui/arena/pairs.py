"""A duplicate pair: the same chance for every game of it, and every bot once on every seat.

With two bots at two seats these are two games, at more seats the bots sit in turns. A bot that crashes, lies, floods
or does not answer in time has lost that game, which ends there; the sentence that says why is kept.
"""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random

import msgspec

from tepui.arena import entrants
from tepui.core import find
from tepui.core.bot_process import START_SECONDS
from tepui.core.bots import choose
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import BotFailed
from tepui.core.table import Table

GRACE = 0.25  # seconds; a bot is told the time without it
BY = 1 << 16  # a move as one number: who made it times this, plus its code


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides how a match goes; its pairs follow from this and their number."""

    game: str
    rules: int
    bots: tuple[str, ...]
    seats: int
    options: dict[str, Value] = {}
    seconds: float = 5.0
    memory: int = 2048  # megabytes, for a bot in a process of its own
    seed: str = "arena"

    def setting(self) -> Setting:
        return find.game(self.game).setting(self.seats, self.options)

    def lineups(self) -> list[tuple[int, ...]]:
        """By game of a pair: which bot sits where, as a number in `bots`."""
        n = len(self.bots)
        return [tuple((seat + turn) % n for seat in range(self.seats)) for turn in range(n)]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a pair."""

    lineup: tuple[int, ...]
    scores: list[int]  # by seat; where a bot failed, as they stood then
    places: list[int]
    moves: list[int]
    failed: int | None = None  # which bot lost it by failing
    why: str = ""
    slowest: list[float] = []  # by bot: seconds of its longest decision after its first


class Pair(msgspec.Struct, frozen=True):
    number: int
    games: list[Played]


def play_pair(match: Match, number: int) -> Pair:
    game, setting = find.game(match.game), match.setting()
    return Pair(number, [play_game(match, game, setting, number, lineup) for lineup in match.lineups()])


def play_game(match: Match, game: Game, setting: Setting, number: int, lineup: tuple[int, ...]) -> Played:
    seed = f"{match.seed} {number}"
    table = Table(game, setting, Dealer(seed).choose)
    # A seat's dice are the same in every game of a pair, so a bot against itself plays the same game twice.
    rngs = [Random(f"{seed} seat {seat}") for seat in range(match.seats)]
    # Those who may interrupt are asked first, clockwise, and then the one who must act.
    clockwise = [[(seat + step) % match.seats for step in (*range(1, match.seats), 0)] for seat in range(match.seats)]
    slowest = [0.0] * len(match.bots)
    warm = [False] * match.seats
    failed, why = None, ""
    seated: list[entrants.Entrant] = []
    try:
        for seat, bot in enumerate(lineup):
            failed = bot
            seated.append(entrants.enter(match.game, match.bots[bot], seat, match.memory))
        failed = None
        while not table.over:
            must = table.to_act
            for seat in clockwise[must[0]]:
                if seat in must[1:] or (seat != must[0] and not table.look(seat).offered()):
                    continue  # it has nothing to say now, or its own turn to say it
                failed = lineup[seat]
                began = time.perf_counter()
                pick = choose(seated[seat], table.view(seat), match.seconds, rngs[seat])
                took = time.perf_counter() - began
                if warm[seat]:
                    slowest[failed] = max(slowest[failed], took)
                limit = match.seconds + GRACE + (0.0 if warm[seat] else START_SECONDS)
                if took > limit and not seated[seat].keeps_time:
                    raise BotFailed(f"needed {took:.1f} seconds").named(match.bots[failed])
                warm[seat] = True
                failed = None
                if pick is not None:
                    table.pick(seat, pick)
                    break
    except BotFailed as error:
        why = str(error)
    return Played(
        lineup=lineup,
        scores=table.scores(),
        places=table.places(),
        moves=[by * BY + code for by, code in table.moves],
        failed=failed,
        why=why,
        slowest=slowest,
    )


def replayed(match: Match, played: Played) -> Table:
    """The table at the end of a game, from its moves alone."""
    table = Table(find.game(match.game), match.setting())
    for move in played.moves:
        table.replay(*divmod(move, BY))
    return table


def finish() -> None:
    """Ends the programs that this process keeps for its next game."""
    with suppress(BotFailed):
        entrants.close()
