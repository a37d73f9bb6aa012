"""Players at every level: the same move for the same view and seed, and honest about what they forgot."""

from random import Random

import pytest

from tepui.arena import match
from tepui.core import find
from tepui.core.bots import Bot, choose
from tepui.core.dealer import Dealer
from tepui.core.levels import forgot, level_of, seconds_for
from tepui.core.table import Table

OURS = ("lost-code", "kryptx", "roll-and-write")


def played(game_name: str, bots: list[str], seed: str, *, twice: bool = False) -> tuple[Table, list[Bot]]:
    """A whole game; with `twice` every decision is asked for again, of a new bot that sees the same."""
    game = find.game(game_name)
    table = Table(game, game.setting(len(bots)), Dealer(seed).choose)
    seated = [find.bot(game_name, bot) for bot in bots]
    while not table.over:
        must = table.to_act[0]
        for seat in [*(seat for seat in range(len(bots)) if seat != must and table.look(seat).codes()), must]:
            pick = choose(seated[seat], table.view(seat), seconds_for(bots[seat]), Random(7))
            if twice:
                again = choose(find.bot(game_name, bots[seat]), table.view(seat), 0.001, Random(7))
                assert again == pick, (bots[seat], len(table.moves))
            if pick is not None:
                table.pick(seat, pick)
                break
    return table, seated


@pytest.mark.parametrize("game", OURS)
def test_the_same_view_and_seed_give_the_same_move_whatever_the_time(game: str) -> None:
    there = [name for name in find.bots(game) if level_of(name)]
    for at in range(0, len(there) - 1, 2):
        played(game, there[at : at + 2], "twice", twice=True)
    played(game, there[-1:] * 2, "twice", twice=True)


@pytest.mark.parametrize("game", OURS)
def test_a_beginner_says_what_it_forgot_in_four_languages_and_a_master_forgets_nothing(game: str) -> None:
    table, seated = played(game, ["beginner", "master"], "forgot")
    told = {language: forgot(seated[0], table.view(0), language) for language in ("en", "fr", "it", "de")}
    assert told["en"] and all(len(told[language]) == len(told["en"]) for language in told)
    for language in ("fr", "it", "de"):
        assert all(one != other for one, other in zip(told[language], told["en"], strict=True)), language
    assert all("{" not in sentence for sentences in told.values() for sentence in sentences)
    assert forgot(seated[1], table.view(1), "en") == []


@pytest.mark.parametrize("game", OURS)
def test_a_master_beats_a_beginner(game: str) -> None:
    assert match(game, ["master", "beginner"], pairs=4).share[0] >= 0.75
