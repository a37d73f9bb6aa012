"""In a terminal of 80 x 24 every game fits, whatever happens and in every language: the board, the question, the list."""

from functools import partial
from random import Random

import pytest

from tepui import Dealer, Table, game
from tepui.core.bots import is_call
from tepui.core.screen import COLUMNS, LINES, long
from tepui.core.words import LANGUAGES
from tepui.terminal import choices, console
from tepui.terminal.setup import chairs
from tepui.terminal.stage import Stage
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
        told = played.screen(table.look(0), language, painted, LINES).splitlines()  # type: ignore[misc]
        assert len(told) <= LINES and max(map(long, told)) <= COLUMNS
