"""A whole screen at once: what happened, the table, the question and its choices, in the lines that a terminal has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tepui.core.text import LINES
from tepui.core.view import View
from tepui.terminal import console
from tepui.terminal.scene import scene

LIST = 8  # lines that a list of choices gets if it needs them; what is longer is shown in groups
FRESH = 2  # the last sentences, for which longer lists and what is said every time make room
NEWS = 6  # so many sentences stand above the board; the story tells all


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
