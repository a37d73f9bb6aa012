"""A model at a seat: it is told what that seat saw, in every tool, and plays a match by its four tools."""

import threading
from random import Random

import msgspec
import pytest

from tepui.arena import doors, match
from tepui.bots import network
from tepui.bots.lines import SeatLines
from tepui.commands import mcp
from tepui.commands.join import Reply, Table, address_of
from tepui.core import find
from tepui.core.view import View
from tepui.laws.finding import Asked
from tepui.laws.pairs import Pair
from tepui.laws.walk import some_setting

pytestmark = pytest.mark.once
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def player(language: str = "en") -> mcp.Player:
    return mcp.Player(Table("http://nowhere", "token", 0.0), language, {})


def told_to(view: View) -> Reply:
    """What the door sends to a seat that has this view."""
    question = network.question(1, view, SeatLines(view), 1.0, 7, Random(7))
    return msgspec.json.decode(question.text, type=Reply)


@pytest.mark.parametrize("name", ["lost-code", "kryptx", "roll-and-write"])
def test_every_tool_says_the_same_in_worlds_that_differ_in_what_the_seat_may_not_know(name: str) -> None:
    game, differ = find.game(name), 0
    for seed in range(12):
        rng = Random(seed)
        setting = some_setting(game, rng, Asked())
        seat = rng.randrange(setting.seats)
        branch = Pair(game, setting, seat, rng).branches[-1]
        for at in (len(branch.one) // 2, len(branch.one) - 1):
            said = []
            for moves in (branch.one[:at], branch.other[:at]):
                truth, view = game.start(setting), View(game, setting, seat, NAMES[: setting.seats])
                for by, code in moves:
                    view.observe(by, truth.seen(code, by, seat))
                    truth.apply(by, code)
                here = player()
                said.append(
                    [here._read(told_to(view)), here.rules(), here.why(), here.why(0, "7"), here.why(1, "blue 3")]
                )
            assert said[0] == said[1]
            differ += branch.one[:at] != branch.other[:at]
    assert differ or name == "roll-and-write"  # nothing is hidden there


def test_a_model_is_told_what_it_can_do_and_what_it_cannot() -> None:
    here = player()
    assert here.choose(0) == "There is nothing to decide. Use look first."
    assert "Look first" in here.rules() and "Look first" in here.why()
    game = find.game("kryptx")
    from tepui import Dealer
    from tepui import Table as Game

    table = Game(game, game.setting(2), Dealer("mcp").choose, names=("Anna", "Ben"))
    view = table.view(table.to_act[0])
    shown = here._read(told_to(view))
    assert "You are" in shown and "\n0 " in shown
    assert "There is no choice 999. Choose a number from 0 to" in here.choose(999)
    assert "There is no choice -1" in here.choose(-1)  # this seat must act
    assert here.rules().startswith("Kryptx\n\nEveryone has a secret code")
    assert "the card on stand A" in here.why()
    own = 0 if view.eye == 0 else 4  # a card of its own, which it sees
    assert here.why(own, "blue 3").startswith("It is certain: the card on stand")
    belief = game.belief(view)  # type: ignore[misc]
    other = belief.marginals()[4 - own]
    for value, share in zip(belief.values(), other, strict=True):
        assert ("Nothing that you saw excludes it" in here.why(4 - own, value)) == (share > 0)
    assert player("de")._read(told_to(view)) != shown


def test_a_scripted_model_plays_a_match_against_casual(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads what it is shown and takes the last choice; every game of the match is played to its end."""
    found: dict[str, str] = {}
    opened = threading.Event()

    def tell(name: str, address: str, token: str) -> None:
        found.update(address=address, token=token)
        opened.set()

    def play() -> None:
        opened.wait(60)
        here = mcp.Player(Table(address_of(found["address"]), found["token"], 30.0), "en", {"about": "scripted"})
        shown = here.look()
        while "The game is over" not in shown and "no door" not in shown:
            if here.question is None:
                shown = here.look()
            else:
                found["rules"] = here.rules()
                shown = here.choose(len(here.view.codes()) - 1)  # type: ignore[union-attr]

    monkeypatch.setattr(doors, "tell", tell)
    model = threading.Thread(target=play, daemon=True)
    model.start()
    result = match("lost-code", ["join:model", "casual"], pairs=1, seats=2, seconds=60)
    model.join(60)
    assert not model.is_alive()
    assert result.failed == [] and result.games == 2
    assert found["rules"].startswith("The Lost Code\n\nEveryone sees your stones but you.")
    assert result.share == [0.0, 1.0]
