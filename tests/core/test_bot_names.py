"""Bots at a table have names of their own, and their strength is told in words."""

from pathlib import Path

import pytest

from tepui.bots import levels, names
from tepui.core import find
from tepui.core.words import LANGUAGES


def test_no_bot_has_the_name_of_anybody_at_the_table() -> None:
    taken = ["Anna", "mango", "Cacao"]
    for seat in range(20):
        name = names.name_for(seat, taken)
        assert name.casefold() not in {other.casefold() for other in taken}
        assert names.emblem(name) == name.split(" ")[0].lower()
        taken.append(name)
    assert taken[3:6] == ["Liana", "Bambu", "Nopal"], "seat 0 is not Mango, because a person is"


def test_the_same_seat_has_the_same_name_everywhere() -> None:
    assert [names.name_for(seat, []) for seat in range(3)] == ["Mango", "Cacao", "Liana"]


def test_people_and_bots_of_old_tables_have_no_bots_face() -> None:
    assert [names.emblem(name) for name in ("Steady 2", "Toucan", "")] == [None] * 3


def test_strength_in_words() -> None:
    assert [names.title("en", bot) for bot in ("casual", "casual+", "casual++", "steady")] == [
        "casual",
        "casual, a little stronger",
        "casual, stronger still",
        "steady",
    ]


def test_levels_are_called_otherwise_in_every_language() -> None:
    for bot in (*levels.NAMES, "casual+", "casual++"):
        told = {names.title(language, bot) for language in LANGUAGES}
        assert len(told) >= 3, told  # an expert is one in French, too


def test_a_levels_name_stands_in_one_catalogue() -> None:
    """The page without scripts and the terminal ask the core, so none can call it otherwise."""
    there = Path(find.__file__).parents[1]
    homes = [po for po in there.glob("**/locale/de.po") if 'msgid "beginner"' in po.read_text("utf-8")]
    assert homes == [there / "core/locale/de.po"]


@pytest.mark.parametrize("name", ["lost-code", "roll-and-write", "kryptx"])
def test_who_is_seated_without_a_word_is_gentle(name: str) -> None:
    bots = find.game(name).bots
    assert levels.usual(bots, levels.GENTLE) == "beginner" and levels.usual(bots, levels.FRIEND) == "casual"
    assert levels.TEACHER in bots
    assert levels.usual(["random", "clever"], levels.FRIEND) == "clever" and levels.usual([], levels.FRIEND) == "random"
