"""Message catalogues: the sentences of Tepui in French, Italian and German (English is in the source).

    python tools/catalogues.py            compile every locale/<language>.po to a .mo beside it
    python tools/catalogues.py update     collect the sentences anew and merge them into the .po files

A folder that has words to translate (a game, the terminal) has a folder `locale` with one file per language. Sentences
are marked as `tepui.core.words` says: `_("...")`, `_.ngettext("...", "...", n)`, `N_("...")`. A game's lessons
(`lessons/*.toml`) are collected too: every title and every `say`.
"""

import io
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
SPEAKS_FOR = {"core": ("bots", "coach"), "server": ("local",)}  # whose sentences its catalogues have
UNDATED = datetime.fromtimestamp(0, UTC)  # Babel would write the minute, and no two builds would be equal
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def compile_catalogues(source: Path) -> list[Path]:
    """Compile every catalogue below `source`; returns what was written."""
    written = []
    for po in sorted(source.glob("**/locale/*.po")):
        mo = po.with_suffix(".mo")
        with po.open("rb") as file:
            catalogue = read_po(file, locale=po.stem)
        catalogue.creation_date = UNDATED
        fresh = mo.with_suffix(".new")
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.replace(mo)
        written.append(mo)
    return written


def update(source: Path) -> None:
    """Write sentences that are new at the end of each folder's catalogues; what is there stays as it is.

    A sentence that was not found is named and kept: another module may say it (the server speaks for the core).
    """
    from tepui.core.words import LANGUAGES  # a build only compiles, and has no Tepui to import yet

    for folder in sorted(path.parent for path in source.glob("**/locale") if path.is_dir()):
        found = Catalog(charset="utf-8")
        places = [folder, *(folder.parent / other for other in SPEAKS_FOR.get(folder.name, ()))]
        for file, line, message, comments, context in (
            one
            for place in places
            for one in extract_from_dir(place, SOURCES, keywords=KEYWORDS, comment_tags=("Reader:",))
        ):
            if message:
                found.add(message, locations=[(file, line)], auto_comments=comments, context=context)
        for sentence in lesson_sentences(folder):
            found.add(sentence)
        for language in LANGUAGES[1:]:  # English is in the source
            po = folder / "locale" / f"{language}.po"
            before = po.read_text("utf-8") if po.exists() else head(language)
            catalogue = read_po(io.BytesIO(before.encode()), locale=language)
            fresh = Catalog(locale=language)
            for new in found:
                if new.id and catalogue.get(new.id, new.context) is None:
                    fresh.add(new.id, auto_comments=new.auto_comments, context=new.context)
            if len(fresh):
                told = io.BytesIO()
                write_po(told, fresh, width=0, no_location=True, omit_header=True)
                lines = [line for line in told.getvalue().decode().splitlines() if not line.startswith("#,")]
                po.write_text(before.rstrip() + "\n\n" + "\n".join(lines).strip() + "\n", "utf-8")
            missing = len(fresh) + sum(1 for message in catalogue if message.id and not message.string)
            print(f"{po.relative_to(source.parent)}: {missing} to translate")
        for old in catalogue:
            if old.id and found.get(old.id, old.context) is None:
                print(f"  not found in {folder.name}: {old.id!r}")


def lesson_sentences(folder: Path) -> list[str]:
    """What the lessons of a game say."""
    said: list[str] = []
    for file in sorted(folder.glob("lessons/*.toml")):
        lesson = tomllib.loads(file.read_text("utf-8"))
        steps = lesson.get("step", [])  # a file of parts has none
        said += [lesson["title"]] if steps else []
        for step in steps:
            said += [step["say"], *(wrong["say"] for wrong in step.get("wrong", []))]
    return said


def head(language: str) -> str:
    """How a catalogue begins."""
    plural = "(n > 1)" if language == "fr" else "(n != 1)"
    return f"""msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"
"""


if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["update"]:
        update(ROOT / "src")
    elif not sys.argv[1:]:
        compile_catalogues(ROOT / "src")
        compile_catalogues(ROOT / "tests")  # the little games there
    else:
        sys.exit("catalogues.py takes no option, or `update`")
