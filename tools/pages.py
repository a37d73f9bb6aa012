"""Pages of the documents that are made from the source: the command line, and what a bot sees in each game.

    python tools/pages.py            write them
    python tools/pages.py check      say which of them are not up to date (the tests do)

Run it with the Python of `.venv`.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import sys
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Annotated, Any, get_args, get_origin

import msgspec

os.environ.pop("TEPUI_DATABASE", None)  # a default of the parsers, which no page should show

from tepui import cli
from tepui.bots import contract as bots
from tepui.cli_args import described
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game
from tepui.core.table import Table
from tepui.core.view import View

DOCS = Path(__file__).resolve().parent.parent / "docs"
MADE = "<!-- Made by `python tools/pages.py`. Change the source, not this page. -->"
GAMES = ("lost-code", "roll-and-write", "kryptx")
VARIABLES = {
    "TEPUI_DATA": "the server's data folder, instead of `--data`",
    "TEPUI_DATABASE": "the address of a PostgreSQL, instead of `--database`",
    "TEPUI_TOKEN": "the token of a seat, for `tepui join`",
    "TEPUI_GAMES": "files with a game in each, separated as in `PATH`. They count as installed",
    "TEPUI_INTERPRETED": "`1` runs the rules as they are written, not compiled",
    "TEPUI_PURE": "while a wheel is built: `1` leaves the rules interpreted, `0` makes a missing compiler an error",
    "NO_COLOR": "set to anything, it switches the terminal's colours off",
    "XDG_DATA_HOME": "where programs keep their data (Linux). Tepui's folder is `tepui` in it",
    "LC_ALL": "the language of games in the terminal, before `LC_MESSAGES` and `LANG`",
    "SSL_CERT_FILE": "certificates of an authority of your own, for `tepui join` and for calls",
}


# ---- the command line


def command_line() -> str:
    lines = [MADE, "", "# Command line", ""]
    lines += [
        "Type `tepui help COMMAND` for the same in a terminal. `tepui completion` completes all of it in your shell.",
        "",
    ]
    lines += [
        "| exit code | means |",
        "|---|---|",
        "| 0 | done |",
        "| 1 | a proof or a law failed, or problems were found |",
    ]
    lines += [
        "| 2 | not understood: one sentence on standard error says what to do |",
        "| 130 | stopped with Ctrl-C |",
        "",
    ]
    ours = {name: point for name, point in cli.brought().items() if point.value.startswith("tepui.")}
    groups = {title: list(group) for title, group in cli.GROUPS.items()} | {"Of one game": list(ours)}
    lines += ["| | |", "|---|---|"]
    lines += [f"| {title} | {', '.join(f'[{n}](#tepui-{n})' for n in names)} |" for title, names in groups.items()]
    for name in (name for names in groups.values() for name in names):
        lines += ["", f"## tepui {name}", "", *about_command(name)]
    lines += ["", "## Environment variables", "", "| variable | means |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in VARIABLES.items()]
    return "\n".join(lines) + "\n"


def about_command(name: str) -> Iterator[str]:
    parser = described(cli.function_of(name))
    yield parser.description or ""
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS and action.dest != "help"]
    if shown:
        yield from ("", "| | |", "|---|---|")
    for action in shown:
        value = "" if action.nargs == 0 else "|".join(action.choices) if action.choices else str(action.metavar)
        word = " ".join(filter(None, [", ".join(action.option_strings), value]))
        escaped = word.replace("|", "\\|")
        yield f"| `{escaped}` | {(action.help or '').replace('|', chr(92) + '|')} |"


# ---- what a bot sees


def comments(kind: type) -> dict[str, str]:
    """The comment behind each field in the source."""
    found: dict[str, str] = {}
    field = ""
    for token in tokenize.generate_tokens(StringIO(inspect.getsource(kind)).readline):
        if token.type == tokenize.COMMENT:
            name = re.match(r"\s*(\w+)\s*:", token.line)
            field = name[1] if name else field
            found[field] = " ".join(filter(None, [found.get(field, ""), token.string.lstrip("# ")]))
        elif token.type == tokenize.NEWLINE:
            name = re.match(r"\s*(\w+)\s*:", token.line)
            field = name[1] if name else field
    return found


def spelled(kind: Any) -> str:
    if kind is type(None):
        return "null"
    args = get_args(kind)
    if get_origin(kind) is Annotated:
        return spelled(args[0])
    if get_origin(kind) in (list, tuple):
        inner = dict.fromkeys(spelled(arg) for arg in args if arg is not Ellipsis)
        return f"list of {' or '.join(inner)}"
    if get_origin(kind) is dict:
        return f"object of {spelled(args[1])}"
    if str(get_origin(kind)) in ("typing.Union", "<class 'types.UnionType'>"):
        return " or ".join(map(spelled, args))
    if str(get_origin(kind)) == "typing.Literal":
        return " or ".join(f'"{arg}"' for arg in args)
    names = {int: "number", float: "number", str: "text", bool: "true or false"}
    return names.get(kind) or f"[{kind.__name__}](#{kind.__name__.lower()})" if isinstance(kind, type) else str(kind)


def structs_in(kind: Any) -> Iterator[type]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from structs_in(field.type)
    for arg in get_args(kind):
        yield from structs_in(arg)


def fields_of(kind: type[msgspec.Struct]) -> Iterator[str]:
    said = comments(kind)
    yield from ("", "| field | is | |", "|---|---|---|")
    for field in msgspec.structs.fields(kind):
        yield f"| `{field.encode_name}` | {spelled(field.type)} | {said.get(field.name, '')} |"


def example(game: Game, kind: str) -> View:
    """The view of the first decision that offers this action, in a game of random bots."""
    setting = game.setting(3 if 3 in game.seats else None)
    table, rng = Table(game, setting, Dealer("what a bot sees").choose, names=("Anna", "Ben", "Cleo")), Random(3)
    while not table.over:
        for seat in table.to_act[:1]:
            view = table.view(seat)
            if view.legal() and any(tag_of(action) == kind for action in view.legal()):
                return view
            if (pick := bots.choose(bots.RandomBot(), view, 1.0, rng)) is not None:
                table.pick(seat, pick)
    raise LookupError(f"no {kind} in {game.name}")


def tag_of(action: Any) -> str:
    return str(type(action).__struct_config__.tag)


EXAMPLES = {"lost-code": "guess", "roll-and-write": "take", "kryptx": "ask"}


def what_a_bot_sees(name: str) -> str:
    game = find.game(name)
    lines = [MADE, "", f"# What a bot sees: {game.title}", ""]
    lines += [
        "A bot gets a question and answers with one of the actions in `legal` ([the protocol](../write-a-bot.md)).",
        "This page lists every action and every field of `picture`. What the bot may not know is `null`.",
        "Seats count from 0.",
        "",
        "## Actions",
    ]
    lines += ["", "| `do` | fields | means |", "|---|---|---|"]
    for action in game.actions:
        fields = ", ".join(f"`{f.encode_name}` {spelled(f.type)}" for f in msgspec.structs.fields(action))
        lines.append(f"| `{action.__struct_config__.tag}` | {fields} | {first_line(action)} |")
    view = example(game, EXAMPLES[name])
    picture = view.picture()
    lines += ["", "## One question", "", "From a game of three bots. Only the first and the last offers are shown."]
    legal = [json.loads(msgspec.json.encode(action)) for action in view.legal()]
    few = [*legal[:2], "…", legal[-1]] if len(legal) > 4 else legal
    shown = json.loads(msgspec.json.encode(picture))
    question = {"moves": ["…"], "picture": shown, "legal": few, "must": view.must_act, "seconds": 5}
    lines += ["", "```json", compact(question), "```", "", "One answer, the first of these offers:", ""]
    lines += ["```json", '{"pick": 0}', "```", "", "## The picture"]
    for kind in dict.fromkeys(structs_in(type(picture))):
        lines += ["", f"### {kind.__name__}", "", first_line(kind), *fields_of(kind)]
    return "\n".join(lines) + "\n"


def first_line(kind: type) -> str:
    """Of its docstring; msgspec makes one of the fields where there is none."""
    said = (kind.__doc__ or "").strip().partition("\n")[0]
    return "" if said.startswith(f"{kind.__name__}(") else said


def compact(value: Any, indent: str = "", width: int = 100) -> str:
    """JSON that puts on one line what fits there."""
    text = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(text) <= width or not isinstance(value, dict | list) or not value:
        return text
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {compact(one, inner, width)}" for key, one in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(f"{inner}{compact(one, inner, width)}" for one in value) + f"\n{indent}]"


def pages() -> dict[Path, str]:
    made = {DOCS / "command-line.md": command_line()}
    return made | {DOCS / "what-a-bot-sees" / f"{name}.md": what_a_bot_sees(name) for name in GAMES}


def main(words: list[str]) -> int:
    made = pages()
    if words == ["check"]:
        old = [path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
        print(
            *(f"{path.relative_to(DOCS.parent)} is not up to date: run `python tools/pages.py`" for path in old),
            sep="\n",
        )
        return int(bool(old))
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
