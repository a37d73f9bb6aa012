"""The browser's types, made from the Python Structs.

    python tools/browser_types.py            write the files (`npm run types` in web/ does the same)
    python tools/browser_types.py check      say which generated file no longer fits, and fail

The messages of the server go to web/src/net/wire.ts; a game whose board lives in web/src/games/NAME gets its picture,
its actions and what its help shows there. A type stands in one line where it fits.
"""

from __future__ import annotations

import json
import os
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec

os.environ["TEPUI_INTERPRETED"] = "1"  # a compiled function does not say what it returns

from tepui.coach import help, moments, what_if
from tepui.coach.companion import messages as companion_messages
from tepui.coach.lessons import messages as lesson_messages
from tepui.coach.puzzles import messages as puzzle_messages
from tepui.core.find import Failed, games
from tepui.core.game import Game
from tepui.server import games as game_messages
from tepui.server.duplicate import messages as shared_chance
from tepui.server.history import messages as history
from tepui.server.people import messages as people
from tepui.server.reviews import messages as reviews
from tepui.server.rooms import messages as lobby
from tepui.server.wire import messages

HTTP: list[ModuleType] = [game_messages, lobby, people, history, reviews, shared_chance, messages]
HTTP += [companion_messages, puzzle_messages, lesson_messages, what_if]
PLAIN = {"integer": "number", "number": "number", "boolean": "boolean", "string": "string", "null": "null"}
WIDTH = 120
WEB = Path(__file__).resolve().parent.parent / "web" / "src"


def structs(module: ModuleType) -> list[Any]:
    """Those that are written down there."""
    found = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, msgspec.Struct)]
    return [kind for kind in found if kind.__module__ == module.__name__]


OMITTING = {kind.__name__ for kind in structs(moments) if kind.__struct_config__.omit_defaults}


def types(roots: dict[str, tuple[Any, ...]]) -> str:
    """A type for every Struct, and a union for every name in `roots`."""
    kinds = tuple(dict.fromkeys(kind for group in roots.values() for kind in group))
    refs, parts = msgspec.json.schema_components(kinds, ref_template="{name}")
    place = dict(zip(kinds, refs, strict=True))
    for name, part in parts.items():
        exact(part, omits=name in OMITTING)
    unions = {name: {"anyOf": [place[kind] for kind in group]} for name, group in roots.items() if len(group) > 1}
    words: dict[tuple[str, ...], list[tuple[str, dict[str, Any]]]] = {}
    for part in parts.values():
        for name, field in part.get("properties", {}).items():
            for kind in (field, *field.get("anyOf", ())):
                words.setdefault(tuple(kind.get("enum", ())), []).append((name.title(), kind))
    for several, places in words.items():
        name = places[0][0]
        if (
            len(several) > 6 and len(places) > 1 and name not in parts
        ):  # a long list is written once, by its field's name
            unions[name] = {"enum": list(several)}
            for _, kind in places:
                kind.clear()
                kind["$ref"] = name
    text = [line for name, part in (unions | parts).items() for line in declared(name, part)]
    return "\n".join(("// Made from the Python Structs by `npm run types`; do not edit.", *text, ""))


def declared(name: str, part: dict[str, Any]) -> list[str]:
    """A type by its name: in one line, or a line for each field."""
    whole = f"export type {name} = {kind_of(part)};"
    if len(whole) <= WIDTH:
        return [whole]
    if "properties" not in part:
        return filled(whole, "  ")
    fields = [line for field in fields_of(part) for line in filled(f"  {field};", "    ")]
    return [f"export type {name} = {{", *fields, "};"]


def filled(line: str, indent: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def fields_of(part: dict[str, Any]) -> list[str]:
    needed = part.get("required", ())
    return [f"{name}{'' if name in needed else '?'}: {kind_of(kind)}" for name, kind in part["properties"].items()]


def kind_of(part: dict[str, Any]) -> str:
    """A JSON schema as TypeScript says it; bounds of a value are no type there."""
    if "$ref" in part:
        return str(part["$ref"])
    if "enum" in part:
        return " | ".join(json.dumps(word) for word in part["enum"])
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(kind_of(kind) for kind in part["anyOf"]))
    if "prefixItems" in part:
        return f"[{', '.join(map(kind_of, part['prefixItems']))}]"
    match part.get("type"):
        case None:
            return "unknown"
        case "array":
            inner = kind_of(part.get("items", {}))
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object" if "properties" in part:
            return f"{{ {'; '.join(fields_of(part))} }}" if part["properties"] else "Record<string, never>"
        case "object":
            others = part.get("additionalProperties", {})
            return f"Record<string, {kind_of(others if isinstance(others, dict) else {})}>"
        case plain:
            return PLAIN[plain]


def exact(part: dict[str, Any], omits: bool) -> None:
    """What the server writes it always writes, so no field is optional in the browser.

    A Struct that omits its defaults leaves out what is null: there such a field is optional, and never null.
    """
    fields = part.get("properties", {})
    if omits:
        part["properties"] = {name: not_null(field) for name, field in fields.items()}
    elif "type" not in fields or "id" not in fields:
        part["required"] = list(fields)


def not_null(field: dict[str, Any]) -> dict[str, Any]:
    if field.pop("default", "") is not None:
        return field
    left = [kind for kind in field.get("anyOf", []) if kind != {"type": "null"}]
    return left[0] if len(left) == 1 else {**field, "anyOf": left} if left else field


def wanted() -> dict[str, str]:
    """Each generated file and its text."""
    files = {
        "net/wire.ts": types(
            {
                "Incoming": get_args(messages.Incoming),
                "Outgoing": get_args(messages.Outgoing),
                **{kind.__name__: (kind,) for module in HTTP for kind in structs(module) if kind is not messages.In},
            }
        )
    }
    for game in games():
        folder = WEB / "games" / game.name
        if isinstance(game, Failed) or not folder.is_dir():
            continue
        picture = get_type_hints(game.picture).get("return")
        if isinstance(picture, type) and issubclass(picture, msgspec.Struct):
            files[f"games/{game.name}/wire.ts"] = types(
                {"Picture": (picture,), "Action": game.actions, "Shown": shown_by(game), "Printed": printed_by(game)}
            )
    return files


def shown_by(game: Game) -> tuple[Any, ...]:
    """What the game's help adds to its picture, where it is a Struct."""
    own = help.of(game)
    found = get_type_hints(own.shown).get("return") if own is not None else None
    kinds = get_args(found) or (found,)
    return tuple(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct))


def printed_by(game: Game) -> tuple[Any, ...]:
    """What a page that enters printed numbers is told about them."""
    own = getattr(game.parts, "printed", None)
    found = get_type_hints(own).get("return") if own is not None else None
    return (found,) if isinstance(found, type) and issubclass(found, msgspec.Struct) else ()


if __name__ == "__main__":
    files = {WEB / name: text for name, text in wanted().items()}
    old = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    if sys.argv[1:] == ["check"]:
        print("\n".join(f"{path} is old; run `npm run types` in web/" for path in old) or "the types are current")
        raise SystemExit(bool(old))
    for path in old:
        path.write_text(files[path], "utf-8")
        print(path)
