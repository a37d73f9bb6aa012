"""`tepui play-out`: bots play many games, all of them recorded one after the other in one file.

    tepui play-out lost-code --seats 3 --bots steady,steady,keen --games 1000 --out games.jsonl

Chance is the dealer's, so every game in the file can be verified; the k-th depends on --seed and k alone.
"""

from __future__ import annotations

import hashlib
import io
import sys
from pathlib import Path
from random import Random
from typing import Any

from tepui.core import find
from tepui.core.bots import Bot
from tepui.core.cli_args import Parser
from tepui.core.dealer import Dealer, commitment
from tepui.core.follower import Follower
from tepui.core.game import Game, Setting
from tepui.core.laws.command import options_of
from tepui.core.position import DEALER
from tepui.core.record import Header, Recorder, promising
from tepui.core.refusal import UnknownName
from tepui.core.spread import spread
from tepui.core.table import Table
from tepui.research.batch import game_of, spec_of
from tepui.research.bot_games import play_point

CHUNK = 50  # games that one process plays before it hands them over


def parser() -> Parser:
    it = Parser("play-out", "Bots play many games; all records go into one file.")
    it.add_argument("game", metavar="GAME", help="its name; `tepui games` lists them")
    it.add_argument("--seats", type=int, metavar="N", help="how many play")
    it.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game (repeat)"
    )
    it.add_argument("--bots", default="random", metavar="A,B,...", help="one for all seats, or one per seat")
    it.add_argument("--games", type=int, default=100, metavar="N", help="how many (default 100)")
    it.add_argument("--seed", default="0", metavar="TEXT", help="decides everything (default 0)")
    it.add_argument("--seconds", type=float, default=1.0, metavar="S", help="a bot's time for a move (default 1)")
    it.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    it.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the records go")
    return it


def command(words: list[str]) -> int:
    asked = parser().parse_args(words)
    game = find.game(asked.game)
    setting = game.setting(asked.seats, options_of(game, asked.option))
    names = asked.bots.split(",")
    names = names * setting.seats if len(names) == 1 else names
    if len(names) != setting.seats:
        raise UnknownName(f"--bots names {len(names)} for {setting.seats} seats; name one for all, or one per seat")
    for name in names:
        find.bot(game.name, name)  # a clear refusal before the work begins
    if asked.games < 1 or asked.jobs < 1 or not asked.seconds > 0:
        raise UnknownName("--games and --jobs are at least 1, --seconds more than 0")
    spec = spec_of(game, setting)
    chunks = [
        (spec, names, asked.seed, range(first, min(first + CHUNK, asked.games)), asked.seconds)
        for first in range(0, asked.games, CHUNK)
    ]
    try:
        with asked.out.open("wb") as file:
            for data in spread(played, chunks, asked.jobs):
                file.write(data)
    except OSError as error:
        raise UnknownName(f"cannot write {asked.out}: {error.strerror}; choose another --out") from None
    print(f"{asked.games} games of {game.title} in {asked.out}", file=sys.stderr)
    return 0


def played(chunk: Any) -> bytes:
    """The records of some games."""
    spec, names, seed, games, seconds = chunk
    game, setting = game_of(spec)
    players = [find.bot(game.name, name) for name in names]
    out = io.BytesIO()
    for number in games:
        record_game(game, setting, names, players, f"{seed} {number}", seconds, out)
    return out.getvalue()


def record_game(
    game: Game, setting: Setting, names: list[str], players: list[Bot], text: str, seconds: float, out: io.BytesIO
) -> None:
    """One game, from a seed that follows from `text`."""
    seed = hashlib.sha256(text.encode()).hexdigest()[:32]
    header = Header(
        game=game.name,
        rules=game.rules,
        seats=setting.seats,
        options=setting.options,
        parts=setting.parts_text,
        names=tuple(f"{name} {seat + 1}" for seat, name in enumerate(names)),
        bots=tuple(names),
        commitment=commitment(seed),
    )
    header = promising(header, tuple(commitment(f"{text} {name}") for name in header.names))  # the same in every run
    recorder = Recorder(out, header, flush=False)
    table = Table(game, setting, Dealer(seed, version=header.dealer).choose, header.names)
    follower, rng = Follower(table.look(DEALER)), Random(text)
    while not table.over:
        play_point(table, players, rng, seconds)
    for by, action in follower.catch_up(table.look(DEALER)):
        recorder.move(by, action)
    recorder.end(seed, table.scores(), table.places())
