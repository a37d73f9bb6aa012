"""The one command `tepui`: each sub-command is one function, imported only when it is called."""

from __future__ import annotations

import ast
import os
import sys
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path

from tepui.core.refusal import Refusal, UnknownName

COMMANDS: dict[str, tuple[str, str]] = {
    # name: ("package.module:function", what it does). The function gets the other words and returns the exit code.
    "serve": ("tepui.server.serve:command", "play in the browser, alone or with friends"),
    "backup": ("tepui.server.storage.maintenance:backup", "copy the server's rooms and key into one file"),
    "restore": ("tepui.server.storage.maintenance:restore", "put such a copy back"),
    "doctor": ("tepui.server.storage.doctor:command", "say what is wrong with the server's data, or with this machine"),
    "admin-token": ("tepui.server.admin.access:command", "print the token of the server's admin page"),
    "games": ("tepui.terminal.games:command", "list the installed games"),
    "learn": ("tepui.terminal.learn:command", "learn a game by playing it, a sentence at a time"),
    "rules": ("tepui.terminal.rules:command", "say how a game is played"),
    "parts": ("tepui.terminal.parts:command", "print a game's printed numbers, to put in those of your own box"),
    "play": ("tepui.terminal.play:command", "play in the terminal, people and bots mixed"),
    "companion": ("tepui.terminal.companion:command", "keep a game that lies on a real table: referee, sheet, score"),
    "join": ("tepui.terminal.join:command", "let a bot of yours play at a table somewhere else"),
    "replay": ("tepui.terminal.replay:command", "show any moment of a recorded game, as any pair of eyes saw it"),
    "believe": ("tepui.coach.believe:command", "say what a player could know at any moment of a recorded game"),
    "review": ("tepui.coach.review:command", "look at a finished game again: luck, decisions, moments that mattered"),
    "puzzle": ("tepui.terminal.puzzle:command", "solve the puzzle of the day, or those of a recorded game"),
    "verify": ("tepui.terminal.verify:command", "prove that a recorded game was legal and its chance honest"),
    "arena": ("tepui.arena.command:command", "let bots play against each other, the same chance for all"),
    "ladder": ("tepui.arena.ladder:command", "put all bots and levels of a game on one scale"),
    "laws": (
        "tepui.core.laws.command:command",
        "try the laws (no leak, no dead end, honest records) on games",
    ),
    "play-out": ("tepui.research.play_out:command", "let bots play many games, and record them all"),
    "export": ("tepui.research.export:command", "turn records into Parquet files, one row per decision"),
    "minds": ("tepui.research.minds.command:command", "run the benchmark of minds: belief, deduction, theory of mind"),
    "new-game": ("tepui.new_game:command", "make a package with a little game in it, to be changed into yours"),
    "compile": ("tepui.compile:command", "compile the rules of a game of your own"),
}


OF_A_GAME = (
    "arena companion ladder laws learn parts play play-out puzzle rules".split()
)  # a game is the first word after these

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
    known = {name: told for name, (_, told) in COMMANDS.items()}
    known |= {name: about(point) for name, point in brought().items()}
    width = max(map(len, known))
    lines = [f"  {name:{width}}  {told}" for name, told in known.items()]
    return "\n".join(["usage: tepui COMMAND [--help] ...", "", *lines])


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if words[0] == "--version":
        print(f"tepui {version('tepui')}")
        return 0
    try:
        if words[0] in OF_A_GAME and words[1:] and words[1].endswith(".py"):  # a game in one file
            from tepui.core.find import add

            words = [words[0], add(words[1]), *words[2:]]
        if words[0] in COMMANDS:
            module, _, function = COMMANDS[words[0]][0].partition(":")
            code: int = getattr(import_module(module), function)(words[1:])
        elif point := brought().get(words[0]):
            code = point.load()(words[1:])
        else:
            raise UnknownName(f"there is no command {words[0]!r}; `tepui --help` lists them")
        return code
    except Refusal as refusal:
        print(f"tepui: {refusal}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our lines has seen enough (`tepui replay FILE | head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
