"""Players at every level: the same move for the same view and seed, and honest about what they forgot."""

from random import Random

import pytest

from tepui.arena import match
from tepui.bots.contract import Bot, choose
from tepui.bots.levels import explain, forgot, level_of, seconds_for
from tepui.core import find
from tepui.core.dealer import Dealer
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


@pytest.mark.parametrize(("game", "bot"), [(game, bot) for game in OURS for bot in ("beginner", "casual+", "master")])
def test_a_house_bot_says_what_it_weighs_in_four_languages(game: str, bot: str) -> None:
    bot = bot if bot in find.bots(game) else "casual"
    rules = find.game(game)
    table = Table(rules, rules.setting(2), Dealer("why").choose)
    player, rng, told = find.bot(game, bot), Random(1), 0
    for _ in range(40):
        if table.over:
            break
        seat = table.to_act[0]
        view = table.view(seat)
        pick = choose(player, view, 1.0, Random(1))
        sentences = {language: explain(player, view, language) for language in ("en", "fr", "it", "de")}
        assert 1 <= len(sentences["en"]) <= 4
        assert all(len(said) == len(sentences["en"]) for said in sentences.values())
        assert not any("{" in sentence for said in sentences.values() for sentence in said)
        button = rules.words.button(view.position, seat, view.legal()[pick], view.names, "en")  # type: ignore[index]
        best = max(player.rank(view, 1.0, Random(1)) or [])
        ties = (player.rank(view, 1.0, Random(1)) or []).count(best)  # type: ignore[attr-defined]
        assert ties > 1 or any(sentence.startswith(button) for sentence in sentences["en"][:2]), (button, sentences)
        told += len(set(sentences["en"]) & set(sentences["de"]))
        table.pick(seat, rng.randrange(len(view.codes())) if rng.random() < 0.2 else pick)  # type: ignore[arg-type]
    assert told == 0
