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

import re
import struct
import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, Literal, get_args

LanguageCode = Literal["en", "fr", "it", "de"]  # what Tepui and the games of the house speak; English is in the source
LANGUAGES: Final[tuple[str, ...]] = get_args(LanguageCode)
AND: Final = {"en": "and", "fr": "et", "it": "e", "de": "und"}
OR: Final = {"en": "or", "fr": "ou", "it": "o", "de": "oder"}
PLACE: Final = re.compile(r"\{(\w+)\}")
MOST_KEPT: Final = 4096  # sentences in parts
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def N_(text: str) -> str:
    """Marks a text that is translated later: `COLOURS = (N_("red"), N_("blue"))`, then `_(COLOURS[0])`."""
    return text


def clean(text: object) -> str:
    """A name or value without control characters: no escape sequence, no line break, no turned writing direction."""
    if isinstance(text, int):
        return str(text)
    said = str(text)
    return said if said.isprintable() else CONTROL.sub("", said)  # no control character is printable


def fill(sentence: str, things: dict[str, object]) -> str:
    """`{name}` becomes the thing of that name; KeyError if there is none."""
    return put_in(parts_of(sentence), things)


def put_in(texts: list[str], things: dict[str, object]) -> str:
    """The same of a sentence in parts; nearly all have one thing or two, and are then put together without a list."""
    if len(texts) == 1:
        return texts[0]
    if len(texts) == 3:
        return f"{texts[0]}{clean(things[texts[1]])}{texts[2]}"
    if len(texts) == 5:
        return f"{texts[0]}{clean(things[texts[1]])}{texts[2]}{clean(things[texts[3]])}{texts[4]}"
    found = texts[:]
    for at in range(1, len(texts), 2):
        found[at] = clean(things[texts[at]])
    return "".join(found)


@lru_cache(maxsize=MOST_KEPT)
def parts_of(sentence: str) -> list[str]:
    """Text and names in turn: "{name} wins." is ["", "name", " wins."]."""
    return PLACE.split(sentence)


class Language:
    """A catalogue opened at one language; called, it translates: `_("Pass")`.

    Parameters end with `_` because mypyc takes them by name too, and a sentence may have a `{text}` of its own.
    """

    def __init__(self, code: str, found: NullTranslations) -> None:
        self.code = code
        self._found = found
        self._said: dict[str, list[str]] = {}  # by English text: the sentence in parts

    def __call__(self, text_: str, /, **things: object) -> str:
        return self.gettext(text_, **things)

    def gettext(self, text_: str, /, **things: object) -> str:
        """The same by its usual name, which tools look for; and what is compiled calls it straight."""
        parts = self._said.get(text_)
        if parts is None:
            parts = parts_of(self._found.gettext(text_)) if text_ else [""]
            if len(self._said) < MOST_KEPT:
                self._said[text_] = parts
        try:
            return put_in(parts, things)
        except KeyError:  # the translator names something that the sentence does not have
            return fill(text_, things)

    def ngettext(self, one_: str, many_: str, n_: int, /, **things: object) -> str:
        """A sentence about one or about many; `{n}` is how many."""
        english = one_ if n_ == 1 else many_
        return self._filled(self._found.ngettext(one_, many_, n_), english, {"n": n_, **things})

    def pgettext(self, context_: str, text_: str, /, **things: object) -> str:
        """A sentence that needs a context, because its English has two meanings."""
        return self._filled(self._found.pgettext(context_, text_), text_, things)

    def npgettext(self, context_: str, one_: str, many_: str, n_: int, /, **things: object) -> str:
        """Both: one or many, in a context."""
        english = one_ if n_ == 1 else many_
        return self._filled(self._found.npgettext(context_, one_, many_, n_), english, {"n": n_, **things})

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


CATALOGUE: Final = Catalogue(sys.modules[__name__.rpartition(".")[0]].__path__[0])  # the core's own sentences
