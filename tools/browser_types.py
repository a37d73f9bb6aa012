"""The browser's types, made from the Python Structs: one JSON schema per generated file.

    python tools/browser_types.py            print the schemas; `npm run types` in web/ turns them into TypeScript
    python tools/browser_types.py check      say which generated file no longer fits, and fail

A generated file carries the hash of its schema in its first line, so that the check needs no Node. The messages of the
server go to web/src/net/wire.ts; a game whose board lives in web/src/games/NAME gets its picture, its actions and what
its help shows there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

os.environ["TEPUI_INTERPRETED"] = "1"  # a compiled function does not say what it returns

from tepui.coach import help
from tepui.coach.companion import messages as companion_messages
from tepui.coach.puzzles import messages as puzzle_messages
from tepui.core.find import Failed, games
from tepui.core.game import Game
from tepui.server.duplicate import messages as shared_chance
from tepui.server.history import messages as history
from tepui.server.people import messages as people
from tepui.server.reviews import messages as reviews
from tepui.server.rooms import messages as lobby
from tepui.server.wire import games as game_messages
from tepui.server.wire import messages

OMITTING = {
    name
    for name, thing in vars(messages).items()
    if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__struct_config__.omit_defaults
}
HTTP = (game_messages, lobby, people, history, reviews, shared_chance, messages, companion_messages, puzzle_messages)
BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
WEB = Path(__file__).resolve().parent.parent / "web" / "src"


def schema(roots: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """One schema with a definition for every Struct, and a union for every name in `roots`."""
    kinds = tuple(dict.fromkeys(kind for group in roots.values() for kind in group))
    refs, parts = msgspec.json.schema_components(kinds, ref_template="#/definitions/{name}")
    place = dict(zip(kinds, refs, strict=True))
    for name, group in roots.items():
        if len(group) > 1:
            parts[name] = {"title": name, "anyOf": [place[kind] for kind in group]}
    for name, part in parts.items():
        exact(part, omits=name in OMITTING)
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
            parts[name] = {"title": name, "enum": list(several)}
            for _, kind in places:
                kind.clear()
                kind["$ref"] = f"#/definitions/{name}"
    return {"title": "Wire", "type": "object", "additionalProperties": False, "definitions": parts}


def exact(part: dict[str, Any], omits: bool) -> None:
    """What the server writes it always writes, so no field is optional in the browser; nothing else is in it.

    A Struct that omits its defaults leaves out what is null: there such a field is optional, and never null.
    """
    part.pop("description", None)
    tuples(part)
    if part.get("type") == "object" and "properties" in part:
        part["additionalProperties"] = False
        if omits:
            part["properties"] = {name: not_null(field) for name, field in part["properties"].items()}
        elif "type" not in part["properties"] or "id" not in part["properties"]:
            part["required"] = sorted(part["properties"])


def not_null(field: dict[str, Any]) -> dict[str, Any]:
    if field.pop("default", "") is not None:
        return field
    left = [kind for kind in field.get("anyOf", []) if kind != {"type": "null"}]
    return left[0] if len(left) == 1 else {**field, "anyOf": left} if left else field


def tuples(part: Any) -> None:
    """A tuple as the older schema dialect of the TypeScript maker names it; bounds of a value are no type there."""
    if isinstance(part, dict):
        if "prefixItems" in part:
            part["items"] = part.pop("prefixItems")
            part["additionalItems"] = False
        else:
            for bound in BOUNDS:
                part.pop(bound, None)
        for inner in part.values():
            tuples(inner)
    elif isinstance(part, list):
        for inner in part:
            tuples(inner)


def wanted() -> dict[str, dict[str, Any]]:
    """Each generated file and its schema."""
    files = {
        "net/wire.ts": schema(
            {
                "Incoming": get_args(messages.Incoming),
                "Outgoing": get_args(messages.Outgoing),
                "Http": tuple(kind for part in HTTP for kind in part.HTTP),
            }
        )
    }
    for game in games():
        folder = WEB / "games" / game.name
        if isinstance(game, Failed) or not folder.is_dir():
            continue
        picture = get_type_hints(game.picture).get("return")
        if isinstance(picture, type) and issubclass(picture, msgspec.Struct):
            files[f"games/{game.name}/wire.ts"] = schema(
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


def mark(part: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]


def stale() -> list[str]:
    """The generated files that do not carry the hash of today's Structs."""
    found = []
    for name, part in wanted().items():
        path = WEB / name
        if not path.exists() or mark(part) not in path.read_text("utf-8").split("\n", 1)[0]:
            found.append(name)
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        old = stale()
        print("\n".join(f"{name} is old; run `npm run types` in web/" for name in old) or "the types are current")
        raise SystemExit(bool(old))
    print(json.dumps({name: {"mark": mark(part), "schema": part} for name, part in wanted().items()}))
