"""Every sentence of the server and of its plain pages is there in four languages, with the same places to fill."""

import ast
import re
from pathlib import Path

import pytest

import tepui.server
from tepui.server.refusals import Refused, preferred, words

SERVER = Path(tepui.server.__file__).parent
PLACES = re.compile(r"\{\w+\}")


def sentences() -> set[str]:
    found = set()
    for file in SERVER.glob("**/*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                assert isinstance(node.args[0], ast.Constant), f"{file.name}:{node.lineno}"
                found.add(node.args[0].value)
    for page in SERVER.glob("plain/templates/*.html"):
        found |= set(re.findall(r'_\("([^"]+)"', page.read_text()))
    return found


@pytest.mark.parametrize("language", ["fr", "it", "de"])
def test_every_sentence_is_translated(language: str) -> None:
    _ = words(language)
    told = {text: _.gettext(text, **{place.strip("{}"): "X" for place in PLACES.findall(text)}) for text in sentences()}
    assert len(told) > 100
    same = [text for text, translated in told.items() if text == translated]
    assert set(same) <= {"Bot", "bot", "host", "Chat", "Link", "Lobby", "Name", "Journal", "Points", "Place"}, same
    for text, translated in told.items():
        assert translated.count("X") >= len(PLACES.findall(text)), translated


def test_a_refusal_is_read_in_its_readers_language() -> None:
    no = Refused("unclear", "A name has 1 to {n} characters. Choose another.", n=24)
    assert no.sentence("de") == "Ein Name hat 1 bis 24 Zeichen. Wähle einen anderen."
    assert no.sentence("xx") == "A name has 1 to 24 characters. Choose another."


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("de-CH,fr;q=0.8", "de"), ("es, it;q=0.5, fr;q=0.7", "fr"), ("*", "en"), ("fr;q=x,it", "it")],
)
def test_the_browsers_first_language_that_we_speak(header: str, language: str) -> None:
    assert preferred(header) == language
