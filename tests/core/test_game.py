"""What a game brings: options, plain words, a plain picture; and how games and bots are found."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tepui
from tepui.bots.contract import RandomBot, asking_order, choose, is_call
from tepui.core import find
from tepui.core.actions import Action, snake
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Option, PlainWords, fields, no_secrets, or_join, plain
from tepui.core.position import TABLE
from tepui.core.refusal import BotFailed, IllegalMove, UnknownName
from tepui.core.table import Table
from tepui.core.view import View

FOREHEAD = find.game("forehead")
OPTIONS = replace(
    FOREHEAD,
    options=(Option("night", False), Option("length", "short", ("short", "long")), Option("lives", 3, (1, 2, 3))),
)


class TakeToken(Action, frozen=True):
    colour: str | None
    n: int = 1


def test_what_is_not_said_is_the_default() -> None:
    assert OPTIONS.setting().options == {"night": False, "length": "short", "lives": 3}
    assert OPTIONS.setting().seats == 2
    assert OPTIONS.setting(3, {"night": True, "lives": 1}).options == {"night": True, "length": "short", "lives": 1}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"day": True}, "Forehead has no option 'day'. It has night, length or lives"),
        ({"night": 1}, "option night can be off or on, not 1"),
        ({"night": "long"}, "option night can be off or on, not 'long'"),
        ({"length": "endless"}, "option length can be short or long, not 'endless'"),
        ({"lives": True}, "option lives can be 1, 2 or 3, not True"),
        ({"lives": 4}, "option lives can be 1, 2 or 3, not 4"),
    ],
)
def test_an_option_that_is_not_there(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UnknownName) as refused:
        OPTIONS.setting(2, options)
    assert str(refused.value) == sentence


def test_a_number_of_players_that_it_is_not_for() -> None:
    with pytest.raises(UnknownName, match=r"Forehead is for 2, 3, 4 or 5 players. Choose one of these, not 6"):
        FOREHEAD.setting(6)


def test_lists_in_words() -> None:
    assert [or_join([]), or_join([1]), or_join([1, 2]), or_join((False, True))] == ["", "1", "1 or 2", "off or on"]


def test_plain_words_for_a_game_without_its_own() -> None:
    table = Table(FOREHEAD, FOREHEAD.setting(2), Dealer("x").choose, ("Anna", "Ben"))
    words, position = PlainWords(), table.truth
    token = TakeToken(None)
    assert words.journal(position, 0, token, table.names, "en") == "Anna: taketoken colour ? n 1."
    assert words.journal(position, TABLE, token, table.names, "en").startswith("The table: ")
    assert words.button(position, 0, token, table.names, "en") == plain(token)
    assert words.prompt(position, 0, table.names, "en") == "What do you do?"
    assert words.prompt(position, 1, table.names, "en") == "Waiting for Anna"
    for _ in range(2):
        table.pick(table.to_act[0], 0)
    assert words.prompt(table.truth, 0, table.names, "en") == "The game is over"


def test_a_plain_picture_and_no_secrets() -> None:
    table = Table(FOREHEAD, FOREHEAD.setting(2), Dealer("x").choose)
    kept = {"seats": 2, "phase": 1, "turn": 0, "numbers": [None, 3], "bets": [None, None]}  # her own number is a hole
    assert fields(table.look(0)) == kept | {"to_act": [0], "scores": [0, 0], "places": [0, 0]}
    assert no_secrets(table.truth, 0, 0, 1) == ""
    assert FOREHEAD.parts is None and FOREHEAD.read_parts(None) is None


def test_names_of_actions() -> None:
    assert snake("TakeToken") == "take_token" and snake("Bet") == "bet"


# ---- finding ----


def test_games_are_found_by_their_entry_points() -> None:
    assert "forehead" in find.names()
    assert FOREHEAD in list(find.games())
    with pytest.raises(UnknownName, match=r"there is no game 'chess'. Installed are "):
        find.game("chess")


def test_bots_are_found_by_name() -> None:
    assert isinstance(find.bot("forehead", "random"), RandomBot)
    with pytest.raises(UnknownName, match=r"there is no bot 'deep' for forehead. There are random or keen"):
        find.bot("forehead", "deep")


class Point:
    """An entry point of a package that somebody broke."""

    def __init__(self, name: str, thing: object) -> None:
        self.name, self.value, self.thing = name, "broken:GAME", thing

    def load(self) -> object:
        if isinstance(self.thing, BaseException):
            raise self.thing
        return self.thing


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        (ImportError("no such module"), "ImportError: no such module"),
        (SystemExit(3), "SystemExit: 3"),
        (7, "TypeError: it is not a Game"),
        (FOREHEAD, "ValueError: the game calls itself 'forehead'"),
    ],
)
def test_a_broken_plugin_is_told_and_the_others_work(
    monkeypatch: pytest.MonkeyPatch, thing: object, sentence: str
) -> None:
    points = {"broken": Point("broken", thing), **find.names()}
    monkeypatch.setattr(find, "names", lambda: points)
    find.load.cache_clear()
    try:
        with pytest.raises(UnknownName) as refused:
            find.game("broken")
        told = f"broken (broken:GAME) cannot be loaded: {sentence}"
        assert str(refused.value) == f"{told}. Repair or remove that package"
        assert [game.sentence for game in find.games() if isinstance(game, find.Failed)] == [told]
        assert find.game("forehead").name == "forehead"
    finally:
        find.load.cache_clear()


def test_a_broken_bot_is_told_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [Point("forehead.dull", ImportError("gone")), Point("other.bot", 7)]
    monkeypatch.setattr(find, "entry_points", lambda group: points)
    find.bots.cache_clear()
    try:
        assert list(find.bots("forehead")) == ["random", "dull"]
        with pytest.raises(UnknownName, match=r"forehead.dull \(broken:GAME\) cannot be loaded: ImportError: gone"):
            find.bot("forehead", "dull")
    finally:
        find.bots.cache_clear()


# ---- bots ----


class Says:
    """A bot that always answers the same."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        if isinstance(self.values, Exception):
            raise self.values
        return self.values  # type: ignore[no-any-return]


def view(seat: int = 0) -> View:
    return Table(FOREHEAD, FOREHEAD.setting(3), Dealer("x").choose).view(seat)


def test_the_highest_value_is_played_and_ties_are_broken_by_lot() -> None:
    assert choose(Says([0, 5, 1]), view(), 1.0, Random(1)) == 1
    assert {choose(Says([5, 0, 5]), view(), 1.0, Random(seed)) for seed in range(20)} == {0, 2}
    assert {choose(RandomBot(), view(), 1.0, Random(seed)) for seed in range(40)} == {0, 1, 2}
    assert choose(Says([float("-inf"), 0, float("-inf")]), view(), 1.0, Random(1)) == 1


def test_a_bot_that_need_not_act_may_let_it_pass() -> None:
    assert choose(RandomBot(), view(1), 1.0, Random(1)) is None


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (None, "the bot passed though its seat must act"),
        ([1, 2], "the bot valued 2 actions, but 3 are on offer"),
        ([1, float("nan"), 2], "the bot valued an action as NaN"),
        (ZeroDivisionError("division by zero"), r"the bot crashed \(ZeroDivisionError: division by zero\)"),
    ],
)
def test_a_bot_that_fails(values: Any, sentence: str) -> None:
    with pytest.raises(BotFailed, match=sentence):
        choose(Says(values), view(), 1.0, Random(1))


def test_a_refusal_of_a_bot_keeps_its_own_sentence() -> None:
    with pytest.raises(IllegalMove, match="my own words"):
        choose(Says(IllegalMove("my own words")), view(), 1.0, Random(1))


def test_whoever_must_act_is_asked_first_and_then_clockwise() -> None:
    """Kryptx, R-13; here at Bell, where everybody may ring at any time."""
    bell = find.game("bell")
    table = Table(bell, bell.setting(3), Dealer("1").choose)
    assert table.to_act == [0] and asking_order(table.look(2)) == [0, 1, 2]
    table.pick(0, 0)
    assert table.to_act == [1] and asking_order(table.look(2)) == [1, 2, 0]


def test_a_call_is_a_move_with_which_others_may_interrupt() -> None:
    bell = find.game("bell")
    table = Table(bell, bell.setting(2), Dealer("1").choose)
    turn, ring = table.look(0).codes()
    assert is_call(table, 0, ring) and not is_call(table, 0, turn)
    table.play_code(1, ring)
    assert not is_call(table, 0, ring), "nobody else can ring any more"


def test_what_a_game_brings_is_held_against_what_is_wanted_of_it() -> None:
    class Mute:
        def journal(self) -> str:
            return ""

    with pytest.raises(UnknownName, match=r"what Forehead brings as 'words' has no button or prompt. Write it there"):
        _ = FOREHEAD.bringing(words=Mute()).words
    assert FOREHEAD.brought("tournament", Mute) is None and not FOREHEAD.has("tournament")
    assert isinstance(FOREHEAD.bringing(tournament=Mute()).brought("tournament", Mute), Mute)


INSTALLED = [game for game in find.games() if isinstance(game, Game)]
TEPUI = Path(tepui.__file__).parent
ROOMS = [file for file in TEPUI.glob("[a-z]*/**/*.py") if file.relative_to(TEPUI).parts[0] != "games"]
ASKED = "".join(file.read_text("utf-8") for file in ROOMS)


def astray(game: Game) -> list[str]:
    """What a game says that it brings, and nobody asks for or nobody finds: such a name is ignored without a word."""
    found = [name for name in game.things if f'"{name}"' not in ASKED]
    home = import_module(game.package) if game.package else None
    for name, path in game.things.items():
        if isinstance(path, str) and home is not None and name not in vars(home):
            beside = Path(home.__file__ or "").parent.joinpath(*path.split("."))
            if beside.with_suffix(".py").exists() or (beside / "__init__.py").exists():
                game.brought(name, object)
            elif not beside.is_dir() and not list(beside.parent.glob(f"{beside.name}.*")):
                found.append(name)
    return sorted(set(found))


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.name)
def test_everything_that_a_game_brings_is_there_and_asked_for(game: Game) -> None:
    assert astray(game) == []


def test_a_mistyped_name_is_found() -> None:
    game = find.game("kryptx")
    assert astray(replace(game, brings=("words", "coach.revew"))) == ["revew"]
    assert astray(replace(game, brings=("word", "coach.review"))) == ["word"]
    assert astray(replace(game, brings=("lesson",))) == ["lesson"]
