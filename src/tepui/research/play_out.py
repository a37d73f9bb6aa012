"""`tepui play-out`: bots play many games, all of them recorded one after the other in one file.

    tepui play-out lost-code --seats 3 --bot steady --bot steady --bot keen --games 1000 --out games.jsonl

Chance is the dealer's, so every game in the file can be verified; the k-th depends on --seed and k alone.
"""

import hashlib
import io
import sys
from random import Random
from typing import Any

from tepui.bots.contract import Bot
from tepui.cli_args import Parser, at_least, more_than_nothing, option_values, unused
from tepui.core import find
from tepui.core.dealer import Dealer, commitment
from tepui.core.game import Game, Setting
from tepui.core.position import DEALER
from tepui.core.record import Recorder, header_of, promising
from tepui.core.refusal import UnknownName
from tepui.core.text import Follower
from tepui.progress import counted
from tepui.research.batch import game_of, spec_of
from tepui.research.decisions import Decisions
from tepui.spread import spread

CHUNK = 50  # games that one process plays before it hands them over


def command(words: list[str]) -> int:
    it = Parser("play-out", "Lets bots play many games. All records go into one file.")
    it.add_game()
    it.option("--seats", "N", "how many play", type=int)
    it.add_option()
    it.many("--bot", "NAME", "one for all seats, or one per seat (default random)")
    it.option("--games", "N", "how many", 100, at_least(1))
    it.option("--seed", "TEXT", "decides everything", "0")
    it.option("--seconds", "S", "a bot's time for a move", 1.0, more_than_nothing)
    it.add_jobs()
    it.add_out("where the records go", required=True)
    asked = it.parse_args(words)
    game = find.game(asked.game)
    setting = game.setting(asked.seats, option_values(game, asked.option))
    names = asked.bot or ["random"]
    names = names * setting.seats if len(names) == 1 else names
    if len(names) != setting.seats:
        raise UnknownName(f"--bot names {len(names)} for {setting.seats} seats. Name one for all, or one per seat")
    for name in names:
        find.bot(game.name, name)  # a clear refusal before the work begins
    spec = spec_of(game, setting)
    chunks = [
        (spec, names, asked.seed, range(first, min(first + CHUNK, asked.games)), asked.seconds)
        for first in range(0, asked.games, CHUNK)
    ]
    try:
        with unused(asked.out, asked).open("wb") as file:
            for data in counted(
                spread(played, chunks, min(asked.jobs, len(chunks))), f"{CHUNK} games each", len(chunks)
            ):
                file.write(data)
    except OSError as error:
        raise UnknownName(f"cannot write {asked.out}: {error.strerror}. Choose another --out") from None
    print(f"{asked.games} {'game' if asked.games == 1 else 'games'} of {game.title} in {asked.out}", file=sys.stderr)
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
    numbered = tuple(f"{name} {seat + 1}" for seat, name in enumerate(names))
    header = header_of(game, setting, numbered, bots=tuple(names), commitment=commitment(seed))
    header = promising(header, tuple(commitment(f"{text} {name}") for name in header.names))  # the same in every run
    recorder = Recorder(out, header, flush=False)
    played = Decisions(game, setting, Dealer(seed, version=header.dealer).choose, names=header.names)
    table = played.table
    follower = Follower(table.look(DEALER))
    played.play_on(players, seconds, Random(text))
    for by, action in follower.catch_up(table.look(DEALER)):
        recorder.move(by, action)
    recorder.end(seed, table.scores(), table.places())
