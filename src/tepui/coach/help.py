"""How much the sheet helps: three levels, chosen by each player, limited by the host, and seen by all.

*pencil*: nothing but what you mark yourself. *referee*: what everyone can see is marked for you, and you hear when
your own marks contradict each other. *teacher*: exact chances, and a proof for every mark.
A game that can help brings a module `help`. It works from a seat's own view, so it can tell no one more than they
could know.
"""

from typing import Any, Literal, Protocol

from tepui.core.game import Game
from tepui.core.refusal import UnknownName

HelpLevel = Literal["pencil", "referee", "teacher"]
LEVELS: tuple[HelpLevel, ...] = ("pencil", "referee", "teacher")


class Help(Protocol):
    """What a game's sheet can tell a seat. Nothing of it may depend on anything but this view and these marks."""

    def shown(self, view: Any, level: HelpLevel, marks: Any) -> Any:
        """What the page adds to the picture at this level, as a Struct or plain data; None for the pencil.

        `marks` are the player's own, as the page saved them (None: none yet); never trust their shape.
        """

    def why(self, view: Any, claim: Any, language: str) -> list[str]:
        """The proof of a mark, a sentence a line. The claim is what the page pointed at: `{"colour": "blue", ...}`.

        Raises IllegalMove, with a sentence, for a claim that cannot be proven or understood. For the teacher only.
        """

    def claim(self, view: Any, text: str, language: str) -> Any:
        """What typed words point at, as `why` wants it: "blue 5". Raises IllegalMove, with a sentence, for others."""

    def as_text(self, view: Any, level: HelpLevel, language: str) -> str:
        """The same in lines of text, for the terminal and the plain page."""


def of(game: Game) -> Help | None:
    """What this game's sheet can tell; None: it brings no help."""
    return game.brought("help", Help)


def level_of(name: str, highest: HelpLevel = "teacher") -> HelpLevel:
    """The level of that name, if the table allows it."""
    for level in LEVELS[: LEVELS.index(highest) + 1]:
        if level == name:
            return level
    allowed = ", ".join(LEVELS[: LEVELS.index(highest) + 1])
    raise UnknownName(f"this table allows the help levels {allowed}. Choose one of them, not {name!r}")
