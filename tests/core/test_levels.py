"""Five names for every game, finer rungs between them; what is forgotten is decided once and by nobody's dice."""

import subprocess
import sys
from collections.abc import Sequence
from random import Random

import pytest

from tepui.bots.contract import RandomBot
from tepui.bots.levels import (
    NAMES,
    Memory,
    beside,
    best_few,
    explain,
    figure,
    forgot,
    level_of,
    rungs,
    seconds_for,
)
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.core.view import View

OURS = ("lost-code", "kryptx", "roll-and-write")


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_the_five_levels_in_order(game: str) -> None:
    there = [name for name in find.bots(game) if level_of(name)]
    assert [name for name in there if not name.endswith("+")] == list(NAMES)
    assert [level_of(name) for name in there] == sorted((level_of(name) for name in there), key=NAMES.index)
    assert {"random", "steady"} <= set(find.bots(game))  # old records name them


def test_rungs_are_named_after_the_level_that_they_refine() -> None:
    found = rungs({"beginner": [RandomBot], "casual": [RandomBot] * 3, **{name: [RandomBot] for name in NAMES[2:]}})
    assert list(found) == ["beginner", "casual", "casual+", "casual++", "regular", "expert", "master"]
    assert level_of("casual++") == "casual" and level_of("steady") is None


def test_a_little_harder_and_a_little_easier() -> None:
    bots = ["random", "steady", "beginner", "beginner+", "casual", "master"]
    assert beside(bots, "beginner+", 1) == "casual" and beside(bots, "beginner+", -1) == "beginner"
    assert beside(bots, "beginner", -1) is None and beside(bots, "master", 1) is None
    assert beside(bots, "steady", 1) is None


def test_a_level_is_a_promise_of_time() -> None:
    assert seconds_for("master") == 5.0 and seconds_for("casual+") == seconds_for("steady") == 1.0


def test_memory_follows_from_the_deal_alone() -> None:
    game = find.game("lost-code")
    table = Table(game, game.setting(2), Dealer("memory").choose)
    one, again = Memory(table.view(0)), Memory(table.view(0))
    kept = [one.keeps(0.5, "number", number) for number in range(400)]
    assert kept == [again.keeps(0.5, "number", number) for number in range(400)]
    assert 150 < sum(kept) < 250
    assert kept != [Memory(table.view(1)).keeps(0.5, "number", number) for number in range(400)]
    table.pick(table.to_act[0], 0)
    assert kept == [Memory(table.view(0)).keeps(0.5, "number", number) for number in range(400)]


def test_what_is_forgotten_stays_forgotten() -> None:
    game = find.game("lost-code")
    memory = Memory(Table(game, game.setting(2), Dealer("memory").choose).view(0))
    for fact in range(50):
        had = [memory.still_has(0.8, age, fact) for age in range(10)]
        assert had == sorted(had, reverse=True) and had[0]
    assert not all(memory.still_has(0.8, 5, fact) for fact in range(50))
    assert all(memory.still_has(1.0, 50, fact) for fact in range(50))


def test_a_bot_without_reasons_gives_none() -> None:
    game = find.game("lost-code")
    view = Table(game, game.setting(2), Dealer("memory").choose).view(0)
    assert explain(RandomBot(), view, "en") == [] and forgot(RandomBot(), view, "en") == []


class Talker(RandomBot):
    """Prefers later actions, and can talk."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        return [float(at) for at in range(len(view.codes()))] if view.must_act else None

    def explain(self, view: View, language: str) -> Sequence[str]:
        return [f"{one.button}: {figure(one.value, language)}" for one in best_few(self, view, language, 2)]

    def forgot(self, view: View, language: str) -> Sequence[str]:
        return ["everything"]


def test_a_bot_that_can_talk_is_asked_where_it_has_something_to_decide() -> None:
    game = find.game("forehead")
    table = Table(game, game.setting(3), Dealer("talk").choose)
    seat = table.to_act[0]
    view, others = table.view(seat), table.view((seat + 1) % 3)
    codes = view.codes()
    assert [one.code for one in best_few(Talker(), view, "en", 2)] == [codes[-1], codes[-2]]
    said = explain(Talker(), view, "en")
    assert len(said) == 2 and said[0].endswith(f": {len(codes) - 1}.0")
    assert explain(Talker(), view, "de")[0].endswith(f": {len(codes) - 1},0")
    assert best_few(Talker(), others, "en") == [] and forgot(Talker(), view, "en") == ["everything"]
    for _ in range(3):
        table.pick(table.to_act[0], 0)
    assert table.over and explain(Talker(), table.view(0), "en") == []


def test_figures_are_written_as_the_language_writes_them() -> None:
    assert [figure(-1.25, "en", 2), figure(-1.25, "fr", 2), figure(-0.04, "de"), figure(3, "en", 0)] == [
        "−1.25",
        "−1,25",
        "0,0",
        "3",
    ]


def test_what_is_heavy_is_loaded_when_it_is_used() -> None:
    """A list of games needs neither numpy nor a database nor a server."""
    look = "import sys; from tepui.cli import main; main(['games']); print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=120)
    loaded = answer.stdout.splitlines()[-1].split()
    assert "tepui.games.lost_code" in loaded
    assert not {"numpy", "sqlalchemy", "starlette", "uvicorn"} & set(loaded)
