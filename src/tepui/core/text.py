"""A game as text, for people and programs who read: its rules, its story, how it stands, and a table on a small screen.

A position keeps no history, and a move can only be put into words by the position before it. So whoever tells the
story holds a view of their own and advances it move by move behind the one they are shown.

Rules to read are a file per language, in a little Markdown: a paragraph, an item (`- `) or a heading (`## `) is one
line; `**bold**` is all there is inside one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal

import msgspec

from tepui.core.game import Game
from tepui.core.view import View

# ---- what happened, move by move, as one pair of eyes saw it ----


class Follower:
    """How far someone knows a game: `catch_up` gives what is new in a view."""

    def __init__(self, view: View, since: int = 0) -> None:
        self.view = view.past(since)

    def goes_on(self, view: View) -> bool:
        """Is this the same game of the same eyes, not before the last known moment?"""
        mine, moves = self.view, self.view.moves
        return (
            (mine.game, mine.eye, mine.names) == (view.game, view.eye, view.names)
            and (mine.setting is view.setting or mine.setting == view.setting)
            and view.moves[: len(moves)] == moves
        )

    def catch_up(self, view: View) -> list[tuple[int, Any]]:
        """The moves since, as these eyes saw them: (by, action)."""
        return list(self._new(view))

    def sentences(self, view: View, language: str) -> list[str]:
        """The same as sentences of the game's own words."""
        return [sentence for _, sentence in self.numbered(view, language)]

    def numbered(self, view: View, language: str) -> list[tuple[int, str]]:
        """Each with the number of its move."""
        mine, journal = self.view, self.view.game.words.journal
        new = [
            (len(mine.moves) + 1, journal(mine.position, by, action, mine.names, language))
            for by, action in self._new(view)
        ]
        return [(n, sentence) for n, sentence in new if sentence]

    def _new(self, view: View) -> Iterator[tuple[int, Any]]:
        """Each move just before it reaches the view that follows."""
        mine = self.view
        for by, code in view.moves[len(mine.moves) :]:
            yield by, mine.game.say(mine.position, by, code)
            mine.observe(by, code)


def story(view: View, language: str = "en", since: int = 0) -> str:
    """Who plays, and one numbered sentence per move as these eyes saw it, from move `since` on."""
    game, names = view.game, view.names
    sentences = [f"{n}. {text}" for n, text in Follower(view, since).numbered(view, language)]
    head = [] if since else [f"{game.title}: {', '.join(names)}. You are {names[view.eye]}."]
    return "\n".join([*head, *sentences])


def standing(view: View) -> str:
    """Everyone's points as they stand."""
    points = [f"{name} {view.position.score(seat)}" for seat, name in enumerate(view.names)]
    return f"Points: {', '.join(points)}."


def offers(view: View, language: str = "en") -> list[str]:
    """What this seat can do, in the order of `view.codes()`."""
    button = view.game.words.button
    return [button(view.position, view.eye, action, view.names, language) for action in view.legal()]


def asked(view: View, language: str = "en", since: int = 0) -> str:
    """All of it, ending with the numbered choices; the answer is a number."""
    prompt = view.game.words.prompt(view.position, view.eye, view.names, language)
    choices = [f"{n} {text}" for n, text in enumerate(offers(view, language))]
    return "\n".join([story(view, language, since), standing(view), prompt, *choices])


# ---- rules to read ----

BOLD = "**"


class Block(msgspec.Struct, frozen=True):
    """A line of it; between `**` and `**` it is bold."""

    kind: Literal["heading", "item", "text"]
    text: str


def to_read(game: Game, folder: str, language: str) -> str | None:
    """`how_to_play` (all of it) or `turn` (a turn in one look) in a reader's language, else in English; None: none."""
    there = game.path(folder)
    if there is None:
        return None
    file = there / f"{language}.md"
    return (file if file.exists() else there / "en.md").read_text("utf-8")


def blocks(text: str) -> list[Block]:
    """The text as headings, items and paragraphs, one per line."""
    found = []
    for line in text.splitlines():
        content = line.strip()
        if content.startswith("#"):
            found.append(Block("heading", content.lstrip("#").strip()))
        elif content.startswith("- "):
            found.append(Block("item", content[2:].strip()))
        elif content:
            found.append(Block("text", content))
    return found


# ---- a table on a small screen: laid side by side and painted ----

COLUMNS: Final = 80
LINES: Final = 24
GAP: Final = 3
PAINTED: Final = re.compile(r"\x1b\[[0-9;]*m")

# (colour, text) -> the text in that colour. What is painted also says its colour by a letter or a word.
Paint = Callable[[str, str], str]


def unpainted(colour: str, text: str) -> str:
    """For eyes, files and terminals without colours."""
    return text


def long(text: str) -> int:
    """Columns that a text takes; paint takes none."""
    return len(PAINTED.sub("", text))


def padded(text: str, width: int) -> str:
    """Filled with blanks to so many columns."""
    return text + " " * (width - long(text))


def side_by_side(left: Sequence[str], right: Sequence[str], width: int | None = None) -> list[str]:
    """Two blocks of lines; the second begins `width` columns in, or right of the first."""
    inset = max(map(long, left), default=0) + GAP if width is None else width
    rows = max(len(left), len(right))
    whole = zip([*left, *[""] * (rows - len(left))], [*right, *[""] * (rows - len(right))], strict=True)
    return [(padded(one, inset) + other).rstrip() if other else one for one, other in whole]


def flowing(things: Iterable[str], width: int, joint: str = " · ", inset: str = "") -> list[str]:
    """Things one after the other, in as many lines as they need; none is broken unless it is wider than a line."""
    lines: list[str] = []
    for thing in things:
        if lines and long(lines[-1]) + long(joint) + long(thing) <= width:
            lines[-1] += joint + thing
        else:
            lines.append((inset if lines else "") + thing)
    return lines


def called(names: Sequence[str], most: int = 14) -> list[str]:
    """Names as short as a column needs them: bots without their level, nothing longer than `most`, all different."""
    short = [name.partition(" (")[0] or name for name in names]
    short = [name if len(name) <= most else name[: most - 1] + "…" for name in short]
    if len(set(short)) == len(short):
        return short
    return [f"{name[: most - 2]} {seat}" for seat, name in enumerate(short, 1)]
