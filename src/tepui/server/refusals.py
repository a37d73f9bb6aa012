"""Why the server does not do something, in the reader's language."""

from pathlib import Path
from typing import Literal

from tepui.core.refusal import Refusal
from tepui.core.words import LANGUAGES, Catalogue, Language

CATALOGUE = Catalogue(Path(__file__).parent)
LONGEST = 120  # characters of a sentence that is looked up, and kept with those that were
SHOWN = 1000

Why = Literal["stale", "illegal", "forbidden", "unclear", "busy", "trouble"]
STATUS = {"stale": 409, "illegal": 409, "forbidden": 403, "unclear": 400, "busy": 429, "trouble": 503, "absent": 404}


class Refused(Refusal):
    """A refusal: `Refused("forbidden", N_("only the host can do that"))`; it is translated where it is read."""

    def __init__(self, why: Why | Literal["absent"], text: str, **things: object) -> None:
        super().__init__(text)
        self.why = why
        self.text = text
        self.things = things

    def sentence(self, language: str) -> str:
        return CATALOGUE.language(language)(self.text, **self.things)


def words(language: str) -> Language:
    return CATALOGUE.language(language)


def preferred(accept: str) -> str:
    """The first of our languages in an Accept-Language header; English if it names none."""
    best, weight = "en", 0.0
    for part in accept[:200].split(","):
        name, _, q = part.strip().partition(";q=")
        try:
            value = float(q) if q else 1.0
        except ValueError:
            continue
        short = name.split("-")[0].lower()
        if short in LANGUAGES and value > weight:
            best, weight = short, value
    return best


def sentence(refusal: Refusal, language: str) -> str:
    """A refusal of the core in the reader's language, as far as it has been translated."""
    text = refusal.sentence(language)
    if len(text) <= LONGEST and "{" not in text:  # a longer one quotes a file or a person: nobody has translated it
        text = words(language)(text)
    return text[:1].upper() + text[1:SHOWN]
