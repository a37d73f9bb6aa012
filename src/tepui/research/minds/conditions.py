"""What stands around a question: the rules and an example, in four languages. Both can be left out, to compare."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from tepui.core.game import Game
from tepui.core.text import to_read

Condition = Literal["bare", "rules", "example"]
CONDITIONS: tuple[Condition, ...] = ("bare", "rules", "example")  # each has what the one before has
LANGUAGES = ("en", "de", "fr", "it")


class Form(msgspec.Struct, frozen=True):
    """How questions are put; what is asked and what is right does not depend on it."""

    language: str = "en"
    condition: Condition = "example"

    def say(self, key: str, **values: object) -> str:
        return filled(words(self.language)[key], **values)

    def before(self, game: Game, kind: str) -> str:
        """What a reader is given before the game itself."""
        parts = []
        if self.condition != "bare":
            text = (to_read(game, "how_to_play", self.language) or "").replace("**", "").strip()
            parts += [self.say("rules", game=game.title), text, self.say("counted").strip()]
        if self.condition == "example":
            parts += [self.say("example"), words(self.language)["examples"][f"{kind}-{game.name}"].strip()]
        return "\n\n".join(parts)


@cache
def words(language: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "words" / f"{language}.toml").read_text("utf-8"))


def filled(text: str, **values: object) -> str:
    """Only these: a line of JSON has braces of its own."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
