"""In a terminal of 80 x 24 every game fits, in every language: what happened, the board, the question, the list."""

from functools import partial
from random import Random

import pytest

from tepui import Dealer, Table, game
from tepui.bots.contract import is_call
from tepui.core.text import COLUMNS, LINES, called, flowing, long, side_by_side
from tepui.core.words import LANGUAGES
from tepui.terminal import choices, console
from tepui.terminal.scene import Stage
from tepui.terminal.setup import chairs
from tepui.terminal.words import speaking

TABLES = [
    ("lost-code", 2, {"x_race": True, "deadly_shortcut": True, "curse": True}),
    ("lost-code", 3, {}),
    ("lost-code", 4, {"introductory": True}),
    ("roll-and-write", 1, {}),
    ("roll-and-write", 3, {}),
    ("roll-and-write", 5, {}),
    ("kryptx", 2, {"pro": True}),
    ("kryptx", 3, {}),
    ("kryptx", 4, {}),
]


def painted(colour: str, text: str) -> str:
    return f"\x1b[48;5;26;38;5;231m{text}\x1b[0m"


@pytest.fixture(autouse=True)
def a_small_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setattr(console, "lively", lambda: True)
    monkeypatch.setattr(console, "paint", lambda: painted)


def screen_of(table: Table, seat: int, language: str, note: str = "") -> list[str]:
    """What stands in the terminal of this person, the question included."""
    view = table.look(seat)
    words, names = view.game.words, table.names
    labels = [words.button(view.position, seat, action, names, language) for action in view.legal()]
    calls = [label for label, code in zip(labels, view.offered(), strict=True) if is_call(table, seat, code)]
    moves = [label for label in labels if label not in calls]
    _ = speaking(language)
    question = choices.question(_, moves, "" if view.must_act else _("not now"), ["!"] * len(calls))
    news = ["Mango " + "thinks and " * 9] * 3
    stage = Stage(view, language, words.prompt(view.position, seat, names, language), news=news)
    listing = partial(choices.within, moves, range(len(moves)), [f"  !  {call}" for call in calls])
    return [*stage.lines(listing, question, note, LINES), question]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_whole_game_fits(name: str, seats: int, options: dict[str, bool]) -> None:
    played = game(name)
    names = [chair.name for chair in chairs(played, seats, [], ["casual+"] * seats, "de")]
    dealer = Dealer("a small screen", words=[])
    table = Table(played, played.setting(seats, options), dealer.choose, names=tuple(names))
    rng, moments = Random(5), 0
    while not table.over:
        for seat in table.to_act:
            language = LANGUAGES[moments % len(LANGUAGES)]
            shown = screen_of(table, seat, language, "A note. " * 9 if moments % 7 == 0 else "")
            assert len(shown) <= LINES, "\n".join(shown)
            assert max(map(long, shown)) <= COLUMNS, "\n".join(shown)
            moments += 1
            table.pick(seat, rng.randrange(len(table.look(seat).codes())))
            break
    for language in LANGUAGES:
        told = played.function("text", "screen", None)(table.look(0), language, painted, LINES).splitlines()
        assert len(told) <= LINES and max(map(long, told)) <= COLUMNS


def test_what_gives_way_when_there_is_no_room() -> None:
    played = game("kryptx")
    table = Table(played, played.setting(3), Dealer("room", words=[]).choose, names=("Anna", "Ben", "Cleo"))
    stage = Stage(table.look(0), "en", "What now?", news=["first", "second"])
    much = stage.lines(lambda room: ["  1  yes"], "[1]", "", 40)
    assert much[:3] == ["  first", "  second", ""] and much[-3:] == ["", "What now?", "  1  yes"]
    little = stage.lines(lambda room: ["  1  yes"], "[1]", "no such thing", len(much) - 3)
    assert "  second" not in little and little[-2:] == ["  1  yes", "no such thing"]


def test_a_list_is_told_in_the_lines_there_are() -> None:
    few = [f"Turn die {die}: {colour}" for die in (1, 2, 3) for colour in ("blue", "red", "pink", "green", "yellow")]
    assert choices.within(few, range(15), [], 15)[0] == "   1  Turn die 1: blue"
    assert len(choices.within(few, range(15), [], 5)) == 5
    assert choices.within(few, range(15), ["  !  Stop!"], 3) == [
        "    1–5  Turn die 1: blue … yellow     11–15  Turn die 3: blue … yellow",
        "   6–10  Turn die 2: blue … yellow",
        "  !  Stop!",
    ]
    assert choices.within(few, range(15), [], 1) == ["  1–15  Turn die 1: blue … 3: yellow"]
    long_ones = [f"Write {number}, which is a long thing to say in any language" for number in range(4)]
    assert len(choices.within(long_ones, range(4), [], 4)) == 4


def test_names_stay_short_and_different() -> None:
    assert called(["Toucan", "Mango (beginner)"]) == ["Toucan", "Mango"]
    assert called(["A very long name indeed", "Ben"]) == ["A very long n…", "Ben"]
    assert called(["A very long name indeed", "A very long name too"]) == ["A very long  1", "A very long  2"]


def test_nothing_is_broken_and_paint_takes_no_room() -> None:
    red = painted("red", "R")
    assert flowing([red, "two", "three"], 9) == [f"{red} · two", "three"]
    assert side_by_side([red, "22"], ["right"]) == [f"{red}    right", "22"]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_table_is_drawn_before_its_first_move(name: str, seats: int, options: dict[str, bool]) -> None:
    """`tepui replay FILE --at 0`: nothing is dealt yet, and no piece stands on the track."""
    one = game(name)
    view = Table(one, one.setting(seats, options), Dealer("a table").choose).view(0).past(0)
    for language in one.languages:
        assert one.function("text", "draw")(view, language).strip()
        assert one.function("text", "screen")(view, language, painted, LINES).strip()
