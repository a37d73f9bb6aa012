"""Where a game is kept: every move is in its record before anyone is shown it, so leaving loses nothing.

Beside the record of an unfinished game lies its secret seed (`FILE.seed`, readable by its owner only): the header
has promised it by its hash, the last line publishes it, and a game that goes on needs it.
"""

import os
import shlex
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.game import Game
from tepui.core.record import Record
from tepui.core.refusal import BadRecord
from tepui.folders import user_data


def new_file(asked: Path | None, game: str) -> tuple[Path, BinaryIO]:
    """The file that was asked for, or a new one in the user's own folder."""
    path = asked
    if path is None:
        now = datetime.now().astimezone()
        path = user_data() / "games" / f"{game}-{now:%Y-%m-%d-%H%M%S-%f}.jsonl"
    try:
        if asked is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        return path, path.open("xb")
    except FileExistsError:
        raise BadRecord(f"{path} exists already. Choose another name, or go on with `--resume {path}`") from None
    except OSError as error:
        raise BadRecord(f"cannot write {path}: {error.strerror}. Choose another file with --record") from None


def command(words: str, game: Game, path: Path) -> str:
    """What a person types about a record, `verify` or `play --resume`: a game in one file is named by it."""
    name, *options = words.split()
    which = find.file_of(game.name) or (game.name if name == "puzzle" else "")
    return shlex.join(["tepui", name, *filter(None, [which]), *options, str(path)])


def open_again(path: Path, record: Record) -> BinaryIO:
    """The record, ready for its next line; what a crash cut off is dropped."""
    try:
        file = path.open("r+b")
        file.truncate(record.size)
        file.seek(record.size)
    except OSError as error:
        raise BadRecord(f"cannot write {path}: {error.strerror}. Copy it to a place where you may write") from None
    return file


def seed_file(path: Path) -> Path:
    return path.with_name(path.name + ".seed")


def keep_seed(path: Path, seed: str) -> None:
    try:
        with os.fdopen(os.open(seed_file(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(seed + "\n")
    except OSError as error:
        raise BadRecord(f"cannot write {seed_file(path)}: {error.strerror}. Choose another file") from None


def kept_seed(path: Path, record: Record, said: str | None) -> str:
    """The seed that the header promised."""
    try:
        seed = said if said is not None else seed_file(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise BadRecord(
            f"the seed of this game is not in {seed_file(path)}. Put it back, or say it with --seed"
        ) from None
    if commitment(seed) != record.header.commitment:
        raise BadRecord("this is not the seed that the record's header promised. Use the one the game began with")
    return seed


def forget_seed(path: Path) -> None:
    seed_file(path).unlink(missing_ok=True)
