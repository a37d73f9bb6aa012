"""What a view looks like in a terminal: the table as the game draws it, else its picture as a plain table; and a whole
screen at once, with what happened, the question and its choices, in the lines that a terminal has."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tepui.core.text import LINES
from tepui.core.view import View
from tepui.terminal import console

LIST = 8  # lines that a list of choices gets if it needs them; what is longer is shown in groups
FRESH = 2  # the last sentences, for which longer lists and what is said every time make room
NEWS = 6  # so many sentences stand above the board; the story tells all


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


@dataclass
class Stage:
    """What stands around the choices. Called with a list that can be shown in so many lines, it draws the screen."""

    view: View
    language: str
    prompt: str
    above: Sequence[str] = ()  # what the sheet says at the reader's level
    news: Sequence[str] = field(default_factory=list)

    def __call__(self, listing: Callable[[int], list[str]], question: str, note: str) -> None:
        console.redraw()
        console.say_all(self.lines(listing, question, note, console.height()), "")

    def lines(self, listing: Callable[[int], list[str]], question: str, note: str, height: int) -> list[str]:
        """All but the question, which stands in the last line. What is said first gives way first."""
        below = whole([self.prompt])
        around = len(whole(self.above)) + len(below) + len(whole([note] if note else [])) + len(whole([question]))
        heard = len(whole(self.news[-FRESH:])) + 2 if self.news else 0  # and the empty lines around the board
        table = self.table(height - around - len(listing(LIST)) - heard)
        room = height - around - len(table)
        choices = listing(max(2, room))
        if len(choices) > LIST:
            choices = listing(max(LIST, room - heard))
        left = room - len(choices)
        lines: list[str] = []
        for sentence in reversed(self.news[-NEWS:]):
            news = whole([f"  {sentence}"])
            if len(lines) + len(news) > left - 2:
                break
            lines[:0] = news
        if lines:
            lines.append("")
        lines += table
        if len(lines) - len(table) < left:
            lines.append("")
        return [*lines, *whole(self.above), *below, *choices, *whole([note] if note else [])]

    def table(self, lines: int) -> list[str]:
        return whole(board(self.view, self.language, lines).splitlines())


def board(view: View, language: str, lines: int = LINES) -> str:
    """The table as this terminal shows it: small and painted where a person looks at it, otherwise as always."""
    screen = view.game.function("text", "screen", None)
    if screen is None or not console.lively():
        return scene(view, language)
    return str(screen(view, language, console.paint(), lines))


def whole(lines: Sequence[str]) -> list[str]:
    """The lines as they stand in the terminal, where long ones go on below."""
    return [part for line in lines for part in console.fitted(line).split("\n")]
