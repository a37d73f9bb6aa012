"""Those who play together have one result, and it is told as one."""

from types import SimpleNamespace
from typing import Any

import pytest

from tepui.core import find
from tepui.core.game import Game
from tepui.core.refusal import UnknownName
from tepui.core.teams import Standing, result_lines, sides, standings, team_of, together
from tepui.research.setup import by_place

NAMES = ("Toucan", "Ocelot", "Tapir", "Puma")


def lines(game: Game, scores: list[int], places: list[int], language: str = "en") -> list[str]:
    setting = game.setting(len(scores))
    view: Any = SimpleNamespace(game=game, setting=setting, names=NAMES, scores=lambda: scores, places=lambda: places)
    return result_lines(view, language)


def test_everyone_for_themselves() -> None:
    forehead = find.game("forehead")
    setting = forehead.setting(3)
    assert team_of(forehead, setting) == (0, 1, 2) and not together(forehead, setting)
    assert lines(forehead, [0, 3, 1], [3, 1, 2]) == ["1. Ocelot: 3 points", "2. Tapir: 1 point", "3. Toucan: 0 points"]


def test_equal_points_and_different_places_have_a_reason() -> None:
    lost_code = find.game("lost-code")
    assert lines(lost_code, [19, 12, 19], [2, 3, 1]) == [
        "1. Tapir: 19 points",
        "2. Toucan: 19 points",
        "3. Ocelot: 12 points",
        "Equal points: the player who reached the space first is ahead.",
    ]
    assert len(lines(lost_code, [19, 12, 13], [1, 3, 2])) == 3
    assert len(lines(find.game("roll-and-write"), [19, 19], [1, 1])) == 2, "they share the win"


def test_partners_have_one_line_and_places_count_teams() -> None:
    partners = find.game("partners")
    setting = partners.setting(4)
    assert sides(partners, setting) == [(0, 2), (1, 3)]
    found = standings(partners, setting, [7, 11, 7, 11], [3, 1, 3, 1])
    assert found == [Standing(1, (1, 3), 11), Standing(2, (0, 2), 7)]
    told = ["1. Ocelot und Puma: 11 Punkte", "2. Toucan und Tapir: 7 Punkte"]
    assert lines(partners, [7, 11, 7, 11], [2, 1, 2, 1], "de") == told


@pytest.mark.parametrize(
    ("language", "won", "lost"),
    [
        ("en", "Won together: 13 of 25", "Lost together: 0 of 25"),
        ("de", "Gemeinsam gewonnen: 13 von 25", "Gemeinsam verloren: 0 von 25"),
        ("fr", "Gagné ensemble : 13 sur 25", "Perdu ensemble : 0 sur 25"),
        ("it", "Vinto insieme: 13 su 25", "Perso insieme: 0 su 25"),
    ],
)
def test_all_together_win_or_lose(language: str, won: str, lost: str) -> None:
    hanabi = find.game("hanabi")
    assert together(hanabi, hanabi.setting(2))
    assert lines(hanabi, [13, 13], [1, 1], language) == [won]
    assert lines(hanabi, [0, 0], [2, 2], language) == [lost]


def test_a_game_without_places_is_learned_by_its_points() -> None:
    hanabi, partners = find.game("hanabi"), find.game("partners")
    assert not by_place(None, hanabi, hanabi.setting(3)) and by_place(None, partners, partners.setting(4))
    with pytest.raises(UnknownName, match="Choose reward='score'"):
        by_place("place", hanabi, hanabi.setting(3))
