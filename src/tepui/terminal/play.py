"""`tepui play`: any game in the terminal, people and bots mixed."""

import hashlib
from argparse import Namespace
from pathlib import Path
from random import Random
from typing import Any

from tepui.bots import levels
from tepui.cli_args import Parser, language_for, more_than_nothing
from tepui.core import find
from tepui.core.dealer import Dealer, commitment, new_seed, new_word
from tepui.core.game import Game, or_join
from tepui.core.record import Record, Recorder, header_of, promising, read, replay
from tepui.core.refusal import BadRecord, UnknownName
from tepui.core.table import Table
from tepui.terminal import console, saved
from tepui.terminal.helping import levels_of
from tepui.terminal.hot_seat import Sitting
from tepui.terminal.setup import Chair, chairs, seated, setting_of
from tepui.terminal.text import TextSitting


def parser() -> Parser:
    it = Parser("play", "Plays a game in the terminal. Every move is recorded. Leave with Ctrl-D, go on with --resume.")
    it.add_game("?")
    it.option("--seats", "N", "how many play", type=int)
    it.many("--seat", "WHO", "a person's name, bot:NAME, or program:'COMMAND' (default: one person, then bots)")
    named = f"a level, which is {or_join(levels.NAMES)} (with + a little stronger), or another bot of `tepui games`"
    it.many("--bot", "NAME", f"who takes the seats that --seat leaves: {named}. Default {levels.GENTLE}")
    it.add_option()
    it.option("--parts", "FILE", "other printed numbers than the game's own", type=Path)
    it.add_language()
    it.many(
        "--help-level", "[NAME=]LEVEL", "how much the sheet helps: pencil (nothing, the default), referee or teacher"
    )
    it.switch("--text", "compact text and numbers, for programs and screen readers")
    it.option("--seed", "TEXT", "decides all chance. Default: 128 secret bits")
    it.many("--word", "TEXT", "a person's word, mixed into all chance, one for each (default: random ones)")
    it.option("--seconds", "S", "a bot's time for a move", 5.0, more_than_nothing)
    it.add_memory()
    it.add_plain()
    it.option("--record", "FILE", "where the game is recorded", type=Path)
    it.option("--resume", "FILE", "go on with a game that was left", type=Path)
    return it


def command(words: list[str]) -> int:
    asked = parser().parse_args(words)
    if asked.plain:
        console.plain()
    if asked.resume is not None:
        sitting = resumed(asked)
    elif asked.game is not None:
        sitting = begun(asked)
    else:
        raise UnknownName("say which game (`tepui games` lists them), or --resume FILE")
    return sitting.play()


def begun(asked: Namespace) -> Sitting:
    """A new game."""
    game = find.game(asked.game)
    language = language_for(game, asked.language)
    who = chairs(game, asked.seats, asked.seat, asked.bot, language)
    setting = setting_of(game, len(who), asked.option, asked.parts, language)
    players = players_of(asked, game, who, language)
    seed = asked.seed if asked.seed is not None else new_seed()
    names, bots = tuple(chair.name for chair in who), tuple(chair.in_record for chair in who)
    words = words_of(who, asked.word, asked.seed is None)
    header = promising(header_of(game, setting, names, bots=bots, words=words, commitment=commitment(seed)))
    path, file = saved.new_file(asked.record, game.name)
    saved.keep_seed(path, seed)
    table, dealer = Table(game, setting, names=header.names), Dealer(seed, header.words, header.dealer)
    kind = TextSitting if asked.text else Sitting
    return kind(
        table=table, recorder=Recorder(file, header), path=path, dealer=dealer, rng=bots_rng(seed, 0), **players
    )


def resumed(asked: Namespace) -> Sitting:
    """A game that was left."""
    for name in ("seats", "parts", "record"):
        if getattr(asked, name) is not None:
            raise UnknownName(f"--resume goes on with a game as it was. Leave out {name}")
    if asked.seat or asked.option or asked.word:
        raise UnknownName("--resume goes on with a game as it was. Leave out --seat, --option and --word")
    path: Path = asked.resume
    record = read(path)
    if record.warning:
        console.say(f"tepui: {record.warning}")
    header = record.header
    if asked.game not in (None, header.game):
        raise UnknownName(f"that is a game of {header.game}. Leave out {asked.game}")
    game = find.recorded(header.game)
    if header.eye is not None:
        raise BadRecord(f"that game lies on a real table. `{saved.command('replay', game, path)}` shows it")
    if record.end is not None:
        raise BadRecord(f"that game is over. `{saved.command('replay', game, path)}` shows it")
    if header.rules != game.rules:
        raise BadRecord(
            f"that game began under rules {header.rules} of {game.title}, these are rules {game.rules}. "
            "Finish it with that version of the game"
        )
    language = language_for(game, asked.language)
    who = chairs_of(record, asked.bot)
    players = players_of(asked, game, who, language)
    seed = saved.kept_seed(path, record, asked.seed)
    table, dealer = replay(record, game), Dealer(seed, header.words, header.dealer)
    recorder, rng = Recorder(saved.open_again(path, record), after=record), bots_rng(seed, len(record.moves))
    kind = TextSitting if asked.text else Sitting
    return kind(table=table, recorder=recorder, path=path, dealer=dealer, rng=rng, **players)


def chairs_of(record: Record, instead: list[str]) -> list[Chair]:
    """Who sat there; `--bot` puts others where bots sat."""
    header = record.header
    bots = header.bots or (None,) * header.seats
    if len(bots) != header.seats or len(header.names) != header.seats:
        raise BadRecord("line 1 does not say who sits where. Use a whole copy of the record")
    found, fresh = [], list(instead)
    for name, bot in zip(header.names, bots, strict=True):
        if bot is not None and fresh:
            bot = fresh.pop(0) if len(fresh) > 1 else fresh[0]
        found.append(Chair(name, bot))
    return found


def players_of(asked: Namespace, game: Game, who: list[Chair], language: str) -> dict[str, Any]:
    """People and bots, and what was said about them."""
    return {
        "people": [seat for seat, chair in enumerate(who) if chair.person],
        "help": levels_of(game, who, asked.help_level),
        "bots": {n: seated(game, one.bot, language, asked.memory) for n, one in enumerate(who) if one.bot is not None},
        "language": language,
        "seconds": asked.seconds,
    }


def words_of(who: list[Chair], said: list[str], made: bool) -> tuple[str, ...]:
    """One word for each person, typed or made; none are made where a seed decides all chance."""
    people = sum(chair.person for chair in who)
    if len(said) > people:
        raise UnknownName(f"{len(said)} words for the dice, but seats of people: {people}. Leave some out")
    words = iter([*said, *(new_word() if made else "" for _ in range(people - len(said)))])
    found = tuple(next(words) if chair.person else "" for chair in who)
    return found if any(found) else ()


def bots_rng(seed: str, moment: int) -> Random:
    """The bots' ties follow from the seed too, without telling anything about it."""
    return Random(hashlib.sha256(f"bots {moment} {seed}".encode()).hexdigest())
