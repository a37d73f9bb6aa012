"""Sentences are collected from the source, kept when they were translated, and compiled."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
SOURCE = """
def words(_, low, n):
    return [
        _("Set to {low}", low=low),
        _.ngettext("{n} point", "{n} points", n),
        _.pgettext("a wheel", "Turn"),
        _.npgettext("a track", "{n} step", "{n} steps", n),
        N_("purple"),
        "not a sentence",
    ]
"""


def test_collect_translate_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import catalogues

    from tepui.core.words import Catalogue

    game = tmp_path / "game"
    (game / "locale").mkdir(parents=True)
    (game / "words.py").write_text(SOURCE, "utf-8")
    catalogues.update(tmp_path)
    assert sorted(po.name for po in game.glob("locale/*.po")) == ["de.po", "fr.po", "it.po"]
    french = game / "locale/fr.po"
    text = french.read_text("utf-8")
    assert "not a sentence" not in text
    assert str(tmp_path) not in text  # no path of whoever collected them
    filled = text.replace('msgid "Set to {low}"\nmsgstr ""', 'msgid "Set to {low}"\nmsgstr "Mettre à {low}"')
    filled = filled.replace('msgid "purple"\nmsgstr ""', 'msgid "purple"\nmsgstr "violet"')
    filled = filled.replace('msgid "Turn"\nmsgstr ""', 'msgid "Turn"\nmsgstr "Tourner"')
    french.write_text(filled, "utf-8")

    (game / "words.py").write_text(SOURCE.replace("purple", "green"), "utf-8")
    (game / "page.html").write_text('<p>{{ _("On a page") }}</p>', "utf-8")
    catalogues.update(tmp_path)
    again = french.read_text("utf-8")
    assert again.startswith(filled) and "green" in again and "On a page" in again  # what was there is untouched
    assert "not found in game: 'purple'" in capsys.readouterr().out  # somebody else may say it
    assert set(catalogues.compile_catalogues(tmp_path)) == {po.with_suffix(".mo") for po in game.glob("locale/*.po")}
    _ = Catalogue(game).language("fr")
    assert _("Set to {low}", low=9) == "Mettre à 9"
    assert _.pgettext("a wheel", "Turn") == "Tourner"
    assert _("green") == "green"


def french() -> Iterator[tuple[Path, str]]:
    """Every French text that anybody reads, with its file."""
    for po in (ROOT / "src").glob("**/locale/fr.po"):
        for message in read_po(po.open("rb"), locale="fr"):
            for text in message.string if isinstance(message.string, tuple) else [message.string]:
                if message.id:
                    yield po, text
    for words in (ROOT / "web/src").glob("**/words/fr.json"):
        yield from ((words, text) for text in json.loads(words.read_text("utf-8")).values())
    for page in (ROOT / "src").glob("**/fr.md"):
        yield page, page.read_text("utf-8")


def test_no_french_sign_is_left_alone_on_a_new_line() -> None:
    """A no-break space before : ; ! ? and inside « »."""
    found = [(file.relative_to(ROOT), text) for file, text in french() if re.search(r" [;:!?»]|« |«\w|\w»", text)]
    assert not found
    assert len({file for file, _ in french()}) >= 15


def test_a_compiled_catalogue_does_not_say_when_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise no release could be made again byte for byte."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import catalogues

    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text('msgid "purple"\nmsgstr "lila"\n', "utf-8")
    (compiled,) = catalogues.compile_catalogues(tmp_path)
    dates = re.findall(rb"(\S+)-Date: (\S+)", compiled.read_bytes())
    assert dates == [(b"POT-Creation", b"1970-01-01"), (b"PO-Revision", b"YEAR-MO-DA")]
