"""A duplicate pair: the same chance for every game of it, and every bot once on every seat.

With two bots at two seats these are two games, at more seats the bots sit in turns. Those of a team are one bot; where
all play together each game has one bot only, and the same chance for all of them decides. A bot that crashes, lies,
floods or does not answer in time has lost that game, which ends there; the sentence that says why is kept.
"""

import time
from contextlib import suppress
from random import Random

import msgspec

from tepui.arena import entrants
from tepui.bots.contract import choose
from tepui.bots.self_play import BY, play_out
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import BotFailed
from tepui.core.table import Table
from tepui.core.teams import team_of

GRACE = 0.25  # seconds; a bot knows the time without it


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
        """By game of a pair: which bot sits where, as a number in `bots`; a team is one bot."""
        n, teams = len(self.bots), team_of(find.game(self.game), self.setting())
        return [tuple((team + turn) % n for team in teams) for turn in range(n)]


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
    slowest = [0.0] * len(match.bots)
    warm = [False] * match.seats
    asked, why = None, ""
    seated = [entrants.enter(match.game, match.bots[bot], seat, match.memory) for seat, bot in enumerate(lineup)]

    def ask(seat: int) -> int | None:
        nonlocal asked
        asked = bot = lineup[seat]
        began = time.perf_counter()
        pick = choose(seated[seat], table.view(seat), match.seconds, rngs[seat])
        took = time.perf_counter() - began
        if warm[seat]:
            slowest[bot] = max(slowest[bot], took)
        limit = match.seconds + GRACE + (0.0 if warm[seat] else entrants.START_SECONDS)
        if took > limit and not getattr(seated[seat], "keeps_time", False):
            raise BotFailed(f"needed {took:.1f} seconds")
        warm[seat] = True
        return pick

    try:
        play_out(table, ask)
        asked = None
    except BotFailed as failed:
        why = failed.why
    return Played(
        lineup=lineup,
        scores=table.scores(),
        places=table.places(),
        moves=[by * BY + code for by, code in table.moves],
        failed=asked,
        why=why,
        slowest=slowest,
    )


def finish() -> None:
    """Ends the programs that this process keeps for its next game."""
    with suppress(BotFailed):
        entrants.close()
