"""`tepui play`: any game in the terminal, people and bots mixed."""

from __future__ import annotations

import hashlib
from argparse import Namespace
from pathlib import Path
from random import Random

from tepui.core import find, levels
from tepui.core.bot_process import MEMORY
from tepui.core.bots import Bot
from tepui.core.cli_args import Parser, language_for
from tepui.core.dealer import Dealer, commitment, new_seed, new_word
from tepui.core.game import Game, or_join
from tepui.core.record import Header, Record, Recorder, promising, read, replay
from tepui.core.refusal import BadRecord, UnknownName
from tepui.core.table import Table
from tepui.terminal import console, saved
from tepui.terminal.helping import levels_of
from tepui.terminal.setup import Chair, chairs, seated, setting_of
from tepui.terminal.sitting import Sitting
from tepui.terminal.text import TextSitting


def parser() -> Parser:
    it = Parser("play", "Plays a game in the terminal. Every move is recorded; leave with Ctrl-D, go on with --resume.")
    it.add_argument("game", nargs="?", metavar="GAME", help="its name; `tepui games` lists them")
    it.add_argument("--seats", type=int, metavar="N", help="how many play")
    it.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="WHO",
        help="a person's name, bot:NAME, or program:'COMMAND' (repeat; default: one person, bots elsewhere)",
    )
    it.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME",
        help=f"who takes the seats that --seat leaves (repeat): a level, which is {or_join(levels.NAMES)} "
        f"(with + a little stronger), or another bot of `tepui games`; default: {levels.GENTLE}",
    )
    it.add_argument(
        "--option", action="append", default=[], metavar="NAME[=VALUE]", help="an option of the game (repeat)"
    )
    it.add_argument("--parts", type=Path, metavar="FILE", help="other printed numbers than the game's own")
    it.add_argument("--language", metavar="XX", help="en, or another language of the game")
    it.add_argument(
        "--help-level",
        action="append",
        default=[],
        metavar="[NAME=]LEVEL",
        help="what the sheet tells beyond the table: pencil (nothing, the default), referee or teacher (repeat)",
    )
    it.add_argument("--text", action="store_true", help="compact text and numbers, for programs and screen readers")
    it.add_argument("--seed", metavar="TEXT", help="decides all chance; default: 128 secret bits")
    it.add_argument(
        "--word",
        action="append",
        default=[],
        metavar="TEXT",
        help="a person's word, mixed into all chance (repeat, one each; whoever says none gets a random one)",
    )
    it.add_argument("--seconds", type=float, default=5.0, metavar="S", help="a bot's time for a move (default 5)")
    it.add_argument(
        "--memory",
        type=int,
        default=MEMORY,
        metavar="MB",
        help=f"what each process of a bot may use (default {MEMORY}; 0: no limit)",
    )
    it.add_argument(
        "--plain",
        action="store_true",
        help="line after line, nothing drawn over: for screen readers (pipes get it anyway)",
    )
    it.add_argument("--record", type=Path, metavar="FILE", help="where the game is recorded")
    it.add_argument("--resume", type=Path, metavar="FILE", help="go on with a game that was left")
    return it


def command(words: list[str]) -> int:
    asked = parser().parse_args(words)
    if asked.plain:
        console.plain()
    if not asked.seconds > 0:
        raise UnknownName("--seconds must be more than 0")
    if asked.memory < 0:
        raise UnknownName("--memory must be 0 (no limit) or more")
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
    help = levels_of(game, who, asked.help_level)
    setting = setting_of(game, len(who), asked.option, asked.parts, language)
    bots = bots_of(game, who, language, asked.memory)
    seed = asked.seed if asked.seed is not None else new_seed()
    header = Header(
        game=game.name,
        rules=game.rules,
        seats=setting.seats,
        options=setting.options,
        parts=setting.parts_text,
        names=tuple(chair.name for chair in who),
        bots=tuple(chair.in_record for chair in who),
        words=words_of(who, asked.word, asked.seed is None),
        commitment=commitment(seed),
    )
    header = promising(header)
    path, file = saved.new_file(asked.record, game.name)
    saved.keep_seed(path, seed)
    table = Table(game, setting, names=header.names)
    kind = TextSitting if asked.text else Sitting
    return kind(
        table=table,
        people=[seat for seat, chair in enumerate(who) if chair.person],
        bots=bots,
        recorder=Recorder(file, header),
        path=path,
        dealer=Dealer(seed, header.words, header.dealer),
        language=language,
        seconds=asked.seconds,
        rng=bots_rng(seed, 0),
        help=help,
    )


def resumed(asked: Namespace) -> Sitting:
    """A game that was left."""
    for name in ("game", "seats", "parts", "record"):
        if getattr(asked, name) is not None:
            raise UnknownName(f"--resume goes on with a game as it was; leave out {name}")
    if asked.seat or asked.option or asked.word:
        raise UnknownName("--resume goes on with a game as it was; leave out --seat, --option and --word")
    path: Path = asked.resume
    record = read(path)
    if record.warning:
        console.say(f"tepui: {record.warning}")
    header = record.header
    game = find.game(header.game)
    if header.eye is not None:
        raise BadRecord(f"that game lies on a real table; go on with `tepui companion --resume {path}`")
    if record.end is not None:
        raise BadRecord(f"that game is over; `tepui replay {path}` shows it")
    if header.rules != game.rules:
        raise BadRecord(
            f"that game began under rules {header.rules} of {game.title}, these are rules {game.rules}; "
            "finish it with that version of the game"
        )
    language = language_for(game, asked.language)
    who = chairs_of(record, asked.bot)
    help = levels_of(game, who, asked.help_level)
    bots = bots_of(game, who, language, asked.memory)
    seed = saved.kept_seed(path, record, asked.seed)
    table = replay(record, game)
    kind = TextSitting if asked.text else Sitting
    return kind(
        table=table,
        people=[seat for seat, chair in enumerate(who) if chair.person],
        bots=bots,
        recorder=Recorder(saved.open_again(path, record), after=record),
        path=path,
        dealer=Dealer(seed, header.words, header.dealer),
        language=language,
        seconds=asked.seconds,
        rng=bots_rng(seed, len(record.moves)),
        help=help,
    )


def chairs_of(record: Record, instead: list[str]) -> list[Chair]:
    """Who sat there; `--bot` puts others where bots sat."""
    header = record.header
    bots = header.bots or (None,) * header.seats
    if len(bots) != header.seats or len(header.names) != header.seats:
        raise BadRecord("line 1 does not say who sits where; use a whole copy of the record")
    found, fresh = [], list(instead)
    for name, bot in zip(header.names, bots, strict=True):
        if bot is not None and fresh:
            bot = fresh.pop(0) if len(fresh) > 1 else fresh[0]
        found.append(Chair(name, bot))
    return found


def bots_of(game: Game, who: list[Chair], language: str, memory: int) -> dict[int, Bot]:
    return {seat: seated(game, chair.bot, language, memory) for seat, chair in enumerate(who) if chair.bot is not None}


def words_of(who: list[Chair], said: list[str], made: bool) -> tuple[str, ...]:
    """One word for each person, typed or made; none are made where a seed decides all chance."""
    people = sum(chair.person for chair in who)
    if len(said) > people:
        raise UnknownName(f"{len(said)} words for the dice, but seats of people: {people}; leave some out")
    words = iter([*said, *(new_word() if made else "" for _ in range(people - len(said)))])
    found = tuple(next(words) if chair.person else "" for chair in who)
    return found if any(found) else ()


def bots_rng(seed: str, moment: int) -> Random:
    """The bots' ties follow from the seed too, without telling anything about it."""
    return Random(hashlib.sha256(f"bots {moment} {seed}".encode()).hexdigest())
