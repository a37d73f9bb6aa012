"""Message catalogues: the sentences of Tepui in French, Italian and German (English is in the source).

    python tools/catalogues.py            compile every locale/<language>.po to a .mo beside it
    python tools/catalogues.py update     collect the sentences anew and merge them into the .po files

A folder that has words to translate (a game, the terminal) has a folder `locale` with one file per language. Sentences
are marked as `tepui.core.words` says: `_("...")`, `_.ngettext("...", "...", n)`, `N_("...")`.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LANGUAGES = ("fr", "it", "de")
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
        fresh = mo.with_suffix(".new")
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.replace(mo)
        written.append(mo)
    return written


def update(source: Path) -> None:
    """Collect the sentences of each folder that has a `locale`, and merge them into its catalogues."""
    for folder in sorted(path.parent for path in source.glob("**/locale") if path.is_dir()):
        template = Catalog(project="tepui", charset="utf-8")
        for file, line, message, comments, context in extract_from_dir(
            folder, keywords=KEYWORDS, comment_tags=("Reader:",)
        ):
            template.add(message, locations=[(file, line)], auto_comments=comments, context=context)
        for language in LANGUAGES:
            po = folder / "locale" / f"{language}.po"
            catalogue = Catalog(locale=language, project="tepui", charset="utf-8")
            if po.exists():
                with po.open("rb") as old:
                    catalogue = read_po(old, locale=language)
            catalogue.update(template, no_fuzzy_matching=True)
            with po.open("wb") as new:
                write_po(new, catalogue, omit_header=False, sort_output=True, width=120, ignore_obsolete=True)
            untranslated = sum(1 for message in catalogue if message.id and not message.string)
            print(f"{po}: {len(catalogue)} sentences, {untranslated} untranslated")


if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["update"]:
        update(ROOT / "src")
    elif not sys.argv[1:]:
        compile_catalogues(ROOT / "src")
        compile_catalogues(ROOT / "tests")  # the little games there
    else:
        sys.exit("catalogues.py takes no option, or `update`")
