"""A stranger's parts file: what could take long is refused before it is parsed, what passes is parsed quickly."""

from collections.abc import Callable
from contextlib import suppress
from importlib import resources
from time import process_time

import pytest

from tepui.core import find, parts
from tepui.core.refusal import BadParts

LONGEST = parts.LONGEST
SECONDS = 0.5  # of CPU, on a busy machine; measured: 0.06 at most
GAMES = ("lost-code", "kryptx", "roll-and-write")
OWN = {name: resources.files(f"tepui.games.{name.replace('-', '_')}") / "parts.toml" for name in GAMES}


def filled(line: Callable[[int], str]) -> str:
    """As many of these lines as a file may have."""
    text, number = "", 0
    while len(text) + len(more := line(number) + "\n") <= LONGEST:
        text, number = text + more, number + 1
    return text


WORST = {
    "dotted keys": filled(lambda n: ".".join([f"k{n}"] * 31) + " = 1"),
    "dotted keys of one table": filled(lambda n: "a." * 29 + f"{n} = 1"),
    "dotted headers": filled(lambda n: f"[{'a.' * 29}{n}]" if n < 200 else f"{'b.' * 29}{n} = 1"),
    "quoted dotted keys": filled(lambda n: f'"{n}".' + ".".join(['""'] * 30) + " = 1"),
    "keys": filled(lambda n: f"{n:x}=1"),
    "tables": filled(lambda n: f"[{n}]" if n < 200 else "#"),
    "a table again and again": filled(lambda n: "[[a]]" if n < 100 else "#"),
    "blanks": filled(lambda n: " " * 399),
    "blank lines": "\n" * LONGEST,
    "blanks in headers": filled(lambda n: f"[{' ' * 180}a-{n}{' ' * 180}]"),
    "comments": "#\n" * (LONGEST // 2),
    "lists in lists": "a = " + "[\n" * 199,
    "lists in lists that end": "a = " + "[\n" * 199 + "]" * 199,
    "tables in tables": "a = " + "{a=" * 98,
    "a list": "a = [\n" + filled(lambda n: "1," * 199)[:-10] + "\n]",
    "escapes": filled(lambda n: f'{n} = "{chr(92)}n{(chr(92) + "u0041") * 60}"'),
    "numbers": filled(lambda n: f"{n} = {'9' * 390}"),
    "numbers with underscores": filled(lambda n: f"{n} = 0x{'f_' * 190}f"),
    "dates": filled(lambda n: f"{n} = 9999-99-99T07:32:00Z"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", WORST)
def test_the_slowest_files_that_may_be_parsed_are_parsed_quickly(game: str, what: str) -> None:
    text = WORST[what][:LONGEST]
    parts.check(text)
    find.game(game)
    begun = process_time()
    with suppress(BadParts):  # nothing said is the game's own, in Roll & Write
        find.game(game).setting(2, {}, text)
    assert process_time() - begun < SECONDS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("blanks", [180, 1_000, 55_000])
def test_blanks_around_a_wrong_number(game: str, blanks: int) -> None:
    """The line of a mistake is looked for with the file's own blanks around it; that was cubic in them."""
    text = f"[{' ' * blanks}a-b{' ' * blanks}]\n" + OWN[game].read_text().replace("points = [", "points = [99, ")
    text = text.replace("numbers = [0", "numbers = [99")
    begun = process_time()
    with pytest.raises(BadParts):
        find.game(game).setting(2, {}, text)
    assert process_time() - begun < SECONDS


@pytest.mark.parametrize("game", [*GAMES, "forehead"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#" * 17_000, parts.TOO_LONG),
        ("a" * 401 + " = 1", parts.LONG_LINE),
        ("a." * 30_000 + "a = 1", parts.TOO_LONG),
        ("a." * 190 + "a = 1", parts.DOTS),
        ("a = " + "[" * 201, parts.BRACKETS),
        ("a = " + "{a=\n" * 300, parts.BRACKETS),
        ('a = """' + "\nb" * 5_000 + '"""', parts.TEXTS),
    ],
)
def test_what_could_take_long_is_refused_unread(game: str, text: str, sentence: str) -> None:
    """Whatever the game: a stranger's reader is not asked either."""
    with pytest.raises(BadParts, match=sentence.split(";")[0]):
        find.game(game).setting(2, {}, text)


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_file_passes(game: str) -> None:
    find.game(game).setting(2, {}, OWN[game].read_text())


@pytest.mark.parametrize(
    ("table", "key", "line"),
    [
        ("", "title", 1),
        ("a.b", "points", 4),
        ("a.b", "gone", 3),
        ("colours", "", 1),
        ("c", "column", 6),
        ("nowhere", "x", 1),
        ("d", "quoted", 9),
    ],
)
def test_the_line_of_a_mistake(table: str, key: str, line: int) -> None:
    text = 'title = 1\n\n[ a . "b" ] # points = 3\n  points= 4\n[c]\n[[c.column]]\n x = [\n[ d ]\n"quoted" = 1\n'
    assert parts.line_of(text, table, key) == line
