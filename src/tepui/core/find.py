"""Which games and bots are installed: our own come through the same door as a stranger's."""

import os
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tepui.bots.contract import Bot, RandomBot
from tepui.core.game import Game, or_join
from tepui.core.refusal import UnknownName

GAMES = "tepui.games"  # name = "lost-code", value = "package.module:GAME"
BOTS = "tepui.bots"  # name = "lost-code.keen", value = "package.module:Keen"
FILES = "TEPUI_GAMES"  # files with a game in each; in the environment, so that our processes find them too


class Failed:
    """A plugin that could not be imported: the others still work, and its error is shown once."""

    def __init__(self, point: EntryPoint, error: BaseException) -> None:
        self.name = point.name
        self.sentence = f"{point.name} ({point.value}) cannot be loaded: {type(error).__name__}: {error}"


@cache
def names() -> dict[str, EntryPoint]:
    """The installed games, and those of single files; not imported yet."""
    found = [*entry_points(group=GAMES), *map(_of_file, _files())]
    return {point.name: point for point in sorted(found, key=lambda point: point.name)}


def add(file: str) -> str:
    """Let a game in one file count as installed, here and in every process that we start: `pebbles.py` is `pebbles`."""
    path = Path(file).absolute()
    if not path.is_file():
        raise UnknownName(f"there is no file {file!r}. Name a file that makes a GAME, or an installed game")
    point = _of_file(str(path))
    if not path.stem.isidentifier() or point.name in names():
        raise UnknownName(f"a game in a file called {path.name!r} look the same. Give the file another name")
    os.environ[FILES] = os.pathsep.join([*_files(), str(path)])
    names.cache_clear()
    return point.name


def file_of(name: str) -> str | None:
    """The file that a game is in, if it is in one."""
    return next((file for file in _files() if _of_file(file).name == name), None)


def _files() -> list[str]:
    return [file for file in os.environ.get(FILES, "").split(os.pathsep) if file]


def _of_file(file: str) -> EntryPoint:
    path = Path(file)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last: it must not hide anything that is installed
    return EntryPoint(path.stem.replace("_", "-"), f"{path.stem}:GAME", GAMES)


@cache
def load(name: str) -> Game | Failed:
    """An installed game, imported once; `Failed` if its package cannot be."""
    point = names()[name]
    try:
        game = point.load()
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        return Failed(point, error)
    if not isinstance(game, Game):
        return Failed(point, TypeError("it is not a Game"))
    if game.name != name:
        return Failed(point, ValueError(f"the game calls itself {game.name!r}"))
    return game


def game(name: str, hint: str = "") -> Game:
    """The game of that name, or a sentence that says which there are, and this hint."""
    if name not in names():
        raise UnknownName(f"there is no game {name!r}. Installed are {or_join(names()) or 'none'}{hint}")
    found = load(name)
    if isinstance(found, Failed):
        raise UnknownName(f"{found.sentence}. Repair or remove that package")
    return found


def recorded(name: str) -> Game:
    """The game that a record names."""
    yours = f"`tepui replay {name.replace('-', '_')}.py FILE`"
    return game(name, f". Name a file of your own first: {yours}")


def game_at(name: str) -> Game:
    """An installed game, or one that is named as Python finds it: `package.module:GAME`."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return game(name)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownName(
            f"there is no game at {name!r} ({error}). Name an installed game or package.module:GAME"
        ) from None
    if not isinstance(found, Game):
        raise UnknownName(f"{name!r} is not a Game. Name an installed game or package.module:GAME")
    return found


def games() -> Iterable[Game | Failed]:
    """Every installed game, or why it cannot be loaded."""
    for name in names():
        yield load(name)


@cache
def bots(name: str) -> dict[str, Callable[[], Bot]]:
    """The bots for a game: everyone's `random`, the game's own, and installed ones."""
    found: dict[str, Callable[[], Bot]] = {"random": RandomBot, **game(name).bots}
    for point in entry_points(group=BOTS):
        for_game, _, bot = point.name.rpartition(".")
        if for_game == name:
            found[bot] = partial(_made, point)
    return found


def _made(point: EntryPoint) -> Bot:
    try:
        bot: Bot = point.load()()
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        raise UnknownName(f"{Failed(point, error).sentence}. Repair or remove that package") from None
    return bot


def bot(game_name: str, name: str) -> Bot:
    """A new bot of that name for this game, or a sentence that says which there are."""
    there = bots(game_name)
    if name not in there:
        raise UnknownName(f"there is no bot {name!r} for {game_name}. There are {or_join(there)}")
    return there[name]()
