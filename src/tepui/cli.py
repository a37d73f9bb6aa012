"""The one command `tepui`: each sub-command is one function, imported only when it is called."""

import ast
import os
import sys
import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from tepui.core.refusal import Refusal, UnknownName

# Each command: ["package.module:function", what it does]. The function gets the other words and returns the exit code:
# 0 done, 1 a proof or law failed, 2 not understood.
GROUPS: dict[str, dict[str, tuple[str, str]]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
COMMANDS = {name: found for group in GROUPS.values() for name, found in group.items()}

OF_A_GAME = "arena ladder laws learn parts play play-out puzzle rules".split()  # GAME comes first
OF_RECORDS = "believe export replay review verify what-if".split()  # a game in one file may come before FILE

# What a game needs beyond these it brings itself: sheet = "my_game.dialogue:command". The first line of that module
# says what it does, after a colon.
BROUGHT = "tepui.commands"


def brought() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=BROUGHT), key=lambda point: point.name)}


def about(point: EntryPoint) -> str:
    """Read from its source, so that a list of commands loads none of them."""
    try:
        spec = find_spec(point.module)
        source = Path(spec.origin).read_text("utf-8") if spec and spec.origin else ""
    except Exception as error:  # whatever a stranger's package raises
        return f"cannot be loaded: {error}"
    first = (ast.get_docstring(ast.parse(source)) or point.value).partition("\n")[0]
    return first.partition(": ")[2].rstrip(".") or first


def usage() -> str:
    groups = {title: {name: about for name, (_, about) in group.items()} for title, group in GROUPS.items()}
    groups["Of one game"] = {name: about(point) for name, point in brought().items()}
    width = max(len(name) for group in groups.values() for name in group)
    lines = ["usage: tepui COMMAND [options]", "       tepui help COMMAND", "       tepui --version"]
    for title, group in groups.items():
        lines += ["", title, *(f"  {name:{width}}  {about}" for name, about in group.items())] if group else []
    return "\n".join(lines)


def function_of(name: str) -> Callable[[list[str]], int]:
    """What runs a command, ours or one that a package brings."""
    if name in COMMANDS:
        module, _, function = COMMANDS[name][0].partition(":")
        found: Callable[[list[str]], int] = getattr(import_module(module), function)
        return found
    if point := brought().get(name):
        return cast(Callable[[list[str]], int], point.load())
    near = get_close_matches(name, [*COMMANDS, *brought()], 1)
    meant = f"Did you mean `tepui {near[0]}`? " if near else ""
    raise UnknownName(f"there is no command {name!r}. {meant}`tepui --help` lists them")


def with_game_file(words: list[str]) -> list[str]:
    """A game in one file comes in: `play pebbles.py` is `play pebbles`, `verify pebbles.py FILE` `verify FILE`."""
    first, *others = words
    if not others or not others[0].endswith(".py") or first not in (*OF_A_GAME, *OF_RECORDS):
        return words
    if first in OF_RECORDS and (not others[1:] or others[1].startswith("-")):
        return words  # it stands where the record should
    from tepui.core.find import add

    name = add(others[0])
    return [first, *([name] if first in OF_A_GAME else []), *others[1:]]


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["help"] and words[1:]:
        words = [words[1], "--help"]
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if words[0] in ("-V", "--version"):
        print(f"tepui {version('tepui')}")
        return 0
    try:
        first, *others = with_game_file(words)
        return function_of(first)(others)
    except Refusal as refusal:
        print(f"tepui: {refusal}", file=sys.stderr)
        return 2
    except SystemExit as end:  # argparse, after --help
        return int(end.code or 0)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our lines has seen enough (`tepui replay FILE | head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
