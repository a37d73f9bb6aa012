"""What a view looks like in a terminal: as the game draws it, or as a plain table of its picture."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tepui.core.view import View


def scene(view: View, language: str) -> str:
    draw = view.game.function("text", "draw")
    if draw is not None:
        return str(draw(view, language)).rstrip()
    return "\n".join(lines(msgspec.to_builtins(view.picture()), view.names))


def lines(thing: Any, names: tuple[str, ...], indent: str = "") -> Iterator[str]:
    """A picture as text: `phase: bet`, rows of equal things as a table, what is hidden as `?`."""
    if isinstance(thing, dict):
        wide = max((len(str(key)) for key in thing), default=0)
        for key, value in thing.items():
            label = f"{indent}{str(key).replace('_', ' ')}"
            if flat(value):
                yield f"{label:{len(indent) + wide}}  {short(value)}"
            else:
                yield f"{label}:"
                yield from lines(value, names, indent + "  ")
    elif rows(thing):
        yield from table(thing, names, indent)
    elif isinstance(thing, list) and not flat(thing):
        for number, value in enumerate(thing):
            yield f"{indent}{owner(number, thing, names)}:"
            yield from lines(value, names, indent + "  ")
    else:
        yield f"{indent}{short(thing)}"


def flat(value: Any) -> bool:
    """Fits in a line."""
    if isinstance(value, dict):
        return False
    return not isinstance(value, list) or not any(isinstance(part, dict | list) for part in value)


def rows(value: Any) -> bool:
    """Is this a list of things with the same short fields?"""
    return (
        isinstance(value, list)
        and len(value) > 0
        and all(isinstance(part, dict) and part.keys() == value[0].keys() for part in value)
        and all(flat(field) for part in value for field in part.values())
    )


def table(things: list[dict[str, Any]], names: tuple[str, ...], indent: str) -> Iterator[str]:
    head = ["", *(key.replace("_", " ") for key in things[0])]
    body = [[owner(number, things, names), *map(short, thing.values())] for number, thing in enumerate(things)]
    wide = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
    for row in [head, *body]:
        yield indent + "  ".join(f"{cell:{w}}" for cell, w in zip(row, wide, strict=True)).rstrip()


def owner(number: int, things: list[Any], names: tuple[str, ...]) -> str:
    """As many things as players are one for each."""
    return names[number] if len(things) == len(names) else str(number + 1)


def short(value: Any) -> str:
    if value is None:
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(short, value)) or "-"
    return str(value)
