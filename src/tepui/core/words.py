"""The sentences of a game in the reader's language, out of its catalogue.

English is in the source; every other language is a file `locale/<language>.po` beside it, compiled to `.mo` by
`tools/catalogues.py` (or `pybabel compile`). In a game's `words.py`:

    CATALOGUE = Catalogue(Path(__file__).parent)

    def button(self, position, seat, action, names, language):
        _ = CATALOGUE.language(language)
        return _("Set to {low}–{high}", low=9, high=15)

and, where they are needed:

    _.ngettext("{n} point", "{n} points", n)                 plural forms as the language has them; {n} is filled in
    _.pgettext("a wheel", "Set {low}", low=9)                one English text, two meanings: a context tells them apart
    _.npgettext("on the track", "{n} step", "{n} steps", n)  both
    _.all_of(["Anna", "Ben", "Cleo"])                        Anna, Ben and Cleo
    _.either([3, 5])                                         3 or 5
    N_("purple")                                             marks a text that `_(text)` translates later

`{name}` is the only thing that is filled in, with the values' own text: no attribute, no index, no format of a
translator's making. A name keeps no control character (a terminal would obey it). What is missing (the language, its
`.mo`, one sentence, or a translation that names something unknown) is said in English; nothing fails.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

AND = {"en": "and", "fr": "et", "it": "e", "de": "und"}
OR = {"en": "or", "fr": "ou", "it": "o", "de": "oder"}
PLACE = re.compile(r"\{(\w+)\}")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def N_(text: str) -> str:
    """Marks a text that is translated later: `COLOURS = (N_("red"), N_("blue"))`, then `_(COLOURS[0])`."""
    return text


def clean(text: object) -> str:
    """A name or value without control characters: no escape sequence, no line break, no turned writing direction."""
    said = str(text)
    return said if said.isprintable() else CONTROL.sub("", said)  # no control character is printable


def fill(sentence: str, things: dict[str, object]) -> str:
    """`{name}` becomes the thing of that name; KeyError if there is none."""
    texts = parts_of(sentence)
    if len(texts) == 1:
        return sentence
    found = texts[:]
    for at in range(1, len(texts), 2):
        found[at] = clean(things[texts[at]])
    return "".join(found)


@lru_cache(maxsize=4096)
def parts_of(sentence: str) -> list[str]:
    """Text and names in turn: "{name} wins." is ["", "name", " wins."]."""
    return PLACE.split(sentence)


class Language:
    """A catalogue opened at one language; called, it translates: `_("Pass")`."""

    def __init__(self, code: str, found: NullTranslations) -> None:
        self.code = code
        self._found = found

    def __call__(self, text: str, /, **things: object) -> str:
        return self._filled(self._found.gettext(text) if text else "", text, things)

    gettext = __call__

    def ngettext(self, one: str, many: str, n: int, /, **things: object) -> str:
        english = one if n == 1 else many
        return self._filled(self._found.ngettext(one, many, n), english, {"n": n, **things})

    def pgettext(self, context: str, text: str, /, **things: object) -> str:
        return self._filled(self._found.pgettext(context, text), text, things)

    def npgettext(self, context: str, one: str, many: str, n: int, /, **things: object) -> str:
        english = one if n == 1 else many
        return self._filled(self._found.npgettext(context, one, many, n), english, {"n": n, **things})

    def all_of(self, things: Sequence[object]) -> str:
        """Anna, Ben and Cleo."""
        return self._joined(things, AND)

    def either(self, things: Sequence[object]) -> str:
        """0–3, 5 or 9–21."""
        return self._joined(things, OR)

    def _joined(self, things: Sequence[object], by: dict[str, str]) -> str:
        *first, last = [clean(thing) for thing in things] or [""]
        return f"{', '.join(first)} {by.get(self.code, by['en'])} {last}" if first else last

    @staticmethod
    def _filled(sentence: str, english: str, things: dict[str, object]) -> str:
        try:
            return fill(sentence, things)
        except KeyError:  # the translator names something that the sentence does not have
            return fill(english, things)


class Catalogue:
    """The translations that lie in `folder/locale`; each language is read once, when it is first asked for."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder) / "locale"
        self._languages: dict[str, Language] = {}

    def language(self, code: str) -> Language:
        """`fr`; `fr-CH` and `fr_CH.UTF-8` are French too; English for what is not there."""
        found = self._languages.get(code)
        if found is None:
            short = re.split(r"[-_.@]", code.strip().lower())[0]
            found = self._languages.get(short) or Language(short, self._read(short))
            # what a browser sends can be anything: only languages that exist are kept under a name
            if short == "en" or short in self.languages:
                self._languages[short] = found
        return found

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """What it can speak: English, and every language with a compiled catalogue."""
        return ("en", *sorted(mo.stem for mo in self.folder.glob("*.mo")))

    def _read(self, short: str) -> NullTranslations:
        if short not in self.languages or short == "en":
            return NullTranslations()
        try:
            with (self.folder / f"{short}.mo").open("rb") as file:
                return GNUTranslations(file)
        except (OSError, ValueError, struct.error):
            return NullTranslations()
