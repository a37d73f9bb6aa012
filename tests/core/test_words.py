"""Sentences in the reader's language, and English where there is none."""

from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tepui.core.words import N_, Catalogue, clean

FRENCH = """
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "{who} passes"
msgstr "{who} passe"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} point fr"
msgstr[1] "{n} points fr"

msgctxt "a wheel"
msgid "Set {low}"
msgstr "Régler {low}"

msgctxt "a track"
msgid "{n} step"
msgid_plural "{n} steps"
msgstr[0] "{n} pas"
msgstr[1] "{n} pas (pl.)"

msgid "{who} wins"
msgstr "{qui} gagne"

msgid "purple"
msgstr "violet"
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    folder = tmp_path / "locale"
    folder.mkdir()
    po = folder / "fr.po"
    po.write_text(FRENCH, "utf-8")
    with po.open("rb") as source, (folder / "fr.mo").open("wb") as target:
        write_mo(target, read_po(source, locale="fr"))
    (folder / "it.mo").write_bytes(b"rubbish")
    (folder / "de.mo").write_bytes(b"\xde\x12\x04\x95" + b"\x00" * 6)  # the right beginning, then cut off
    return Catalogue(tmp_path)


def test_a_sentence_with_a_name_in_two_languages(catalogue: Catalogue) -> None:
    assert catalogue.language("fr")("{who} passes", who="Anna") == "Anna passe"
    assert catalogue.language("en")("{who} passes", who="Anna") == "Anna passes"
    assert catalogue.language("fr").gettext("{who} passes", who="Anna") == "Anna passe"


def test_plural_forms_are_the_languages_own(catalogue: Catalogue) -> None:
    fr, en = catalogue.language("fr"), catalogue.language("en")
    assert [fr.ngettext("{n} point", "{n} points", n) for n in (0, 1, 2)] == ["0 point fr", "1 point fr", "2 points fr"]
    assert [en.ngettext("{n} point", "{n} points", n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_a_context_tells_two_meanings_apart(catalogue: Catalogue) -> None:
    fr = catalogue.language("fr")
    assert fr.pgettext("a wheel", "Set {low}", low=9) == "Régler 9"
    assert fr.pgettext("a card", "Set {low}", low=9) == "Set 9"
    assert fr.npgettext("a track", "{n} step", "{n} steps", 2) == "2 pas (pl.)"
    assert fr.npgettext("elsewhere", "{n} step", "{n} steps", 1) == "1 step"


@pytest.mark.parametrize("code", ["fr", "fr-CH", "FR", "fr_CH.UTF-8"])
def test_a_dialect_is_the_language(catalogue: Catalogue, code: str) -> None:
    assert catalogue.language(code)(N_("purple")) == "violet"


@pytest.mark.parametrize("code", ["en", "it", "de", "es", "", "../../etc/passwd", "x" * 500])
def test_what_is_missing_or_broken_is_said_in_english(catalogue: Catalogue, code: str) -> None:
    assert catalogue.language(code)("purple") == "purple"


def test_a_language_is_read_once_and_unknown_ones_are_not_kept(catalogue: Catalogue) -> None:
    assert catalogue.language("fr") is catalogue.language("fr")
    for made_up in range(50):
        catalogue.language(f"zz{made_up}")
    assert len(catalogue._languages) == 1
    assert catalogue.languages == ("en", "de", "fr", "it")


def test_a_translation_that_names_something_unknown_is_said_in_english(catalogue: Catalogue) -> None:
    assert catalogue.language("fr")("{who} wins", who="Ben") == "Ben wins"


def test_a_name_is_only_text(catalogue: Catalogue) -> None:
    _ = catalogue.language("en")
    assert _("{who} passes", who="{n} \\1 {who}") == "{n} \\1 {who} passes"
    assert _("{who} passes", who="An\x1b[2Jna\n\u202e") == "An[2Jna passes"
    assert _("{who.__class__} passes", who="Anna") == "{who.__class__} passes"
    assert clean("Zoë\u0007") == "Zoë"


def test_a_sentence_without_its_name_is_our_mistake(catalogue: Catalogue) -> None:
    with pytest.raises(KeyError):
        catalogue.language("en")("{who} passes")


def test_names_in_a_row(catalogue: Catalogue) -> None:
    en, fr = catalogue.language("en"), catalogue.language("fr")
    assert en.all_of(["Anna", "Ben", "Cleo"]) == "Anna, Ben and Cleo"
    assert fr.all_of(["Anna", "Ben"]) == "Anna et Ben"
    assert en.all_of(["Anna"]) == "Anna"
    assert en.all_of([]) == ""


def test_an_empty_text_is_empty_and_not_the_header(catalogue: Catalogue) -> None:
    assert catalogue.language("fr")("") == ""
