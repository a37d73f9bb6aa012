"""A law that has never failed proves nothing: every broken twin is caught by the law that should catch it."""

from dataclasses import replace

import pytest
import twins

from tepui.core import find
from tepui.core.game import Game
from tepui.laws import LAWS, LawsBroken, laws, tried

CAUGHT = {
    # the twin: the law, words of its sentence, and how many games it takes
    "HIDDEN_SCORE": ("equal points", "computes score", 10),
    "HALF_TEAM": ("equal points", "are a team, but have not one place and one score", 20),
    "TOO_GOOD": ("equal points", "reached 3, but `best` says that 2 is the most", 40),
    "SAME_DEAL": ("chance is fresh", "and is on offer again under occasion 0", 3),
    "GROWING": ("chance is fresh", "joins what is drawn under occasion 0", 3),
    "LEAKY_LEGAL": ("true lists", "is offered", 40),
    "FORGOTTEN_SEEN": ("paired worlds", "what comes", 10),
    "ERROR_TEXT": ("paired worlds", "errors (", 20),
    "LIST_LENGTH": ("paired worlds", "the length of the legal list", 20),
    "TELLING_OBSERVE": ("paired worlds", "the observation differs", 20),
    "UNEVEN_OBSERVE": ("lists and codes in bounds", "wrote 2 numbers, but its layout has 1", 5),
    "HUGE_OBSERVE": ("lists and codes in bounds", "does not fit 16 bits", 5),
    "SECRET_TURN": ("turns are known", "for `to_act`", 40),
    "OUTSIDE_ODDS": ("what comes is on offer", "its own view offers", 10),
    "FORGOTTEN_CLONE": ("clones part", "changed the original", 20),
    "FORGOTTEN_PACK": ("clones part", "missing in `pack`", 120),
    "OUTSIDE_CODES": ("lists and codes in bounds", "but codes are below 5", 20),
    "NO_FRENCH": ("a sentence for every action", "Open has no sentence of its own in 'fr'", 5),
    "EMPTY_FRENCH": ("a sentence for every action", "is empty", 5),
    "OPEN_FIELD": ("a sentence for every action", "open field {who}", 5),
    "DEAF": ("say and hear are inverse", "is heard as 1", 10),
    "NAMED_BY_NOTHING": ("named alike", "of one `naming` is", 10),
    "CHANGING_CONSTANT": ("constants stay", "'to_act' is called constant", 3),
    "CONSTANT_NOWHERE": ("constants stay", "no field of the picture", 3),
    "CURT": ("refusals are sentences", "not 'no!'", 10),
    "DEAD_END": ("the game ends", "nothing is on offer", 3),
    "UNNAMED": ("paired worlds", "`secret` calls code", 10),
    "NEVER_TRIED": ("paired worlds", "never differed", 40),
    "MOODY": ("records come back", "this roll or deal was not honest", 3),
    "OPTIMIST": ("the truth is believed", "excludes the truth", 60),
    "FORCED_BELL": ("take-backs tell nothing", "has learned from it", 60),
}


def twin(name: str) -> Game:
    game: Game = getattr(twins, name)
    return game


@pytest.mark.parametrize("name", CAUGHT)
def test_a_broken_twin_is_caught_by_the_law_that_should_catch_it(name: str) -> None:
    law, words, games = CAUGHT[name]
    (finding,) = tried(twin(name), games, only=[law])
    assert not finding.holds
    assert any(words in failure.sentence for failure in finding.failures), finding.first.sentence


def test_a_forgotten_seen_breaks_nothing_else() -> None:
    """Only paired worlds notice: every other law holds for a game that tells everybody everything."""
    others = [law for law in LAWS if law != "interpreted and compiled agree"]  # a twin is never compiled
    broken = {finding.law for finding in tried(twins.FORGOTTEN_SEEN, 40, only=others) if not finding.holds}
    assert broken == {"paired worlds"}


def test_a_new_deal_under_a_name_of_its_own_is_fresh() -> None:
    (finding,) = tried(twins.NEW_DEAL, 5, only=["chance is fresh"])
    assert finding.holds and finding.cases


def test_a_game_without_end_is_noticed() -> None:
    (finding,) = tried(twins.ENDLESS, 1, only=["the game ends"])
    assert "is not over after" in finding.first.sentence


def test_every_law_has_caught_a_twin() -> None:
    caught = {law for law, _, _ in CAUGHT.values()}
    assert caught == set(LAWS) - {"interpreted and compiled agree"}  # that one is in test_modes.py


def test_the_kit_says_which_law_is_broken_and_where() -> None:
    with pytest.raises(LawsBroken, match=r"Forehead breaks 1 of 1 laws\ntrue lists: .*\(seed \d+: \d players\)"):
        laws(twins.LEAKY_LEGAL, games=40, only=["true lists"])


def test_a_broken_case_is_small_and_told_in_the_words_of_the_game() -> None:
    with pytest.raises(LawsBroken) as broken:
        laws(twins.SAME_DEAL, games=3, only=["fresh"])
    told = str(broken.value)
    assert "(seed 1: 2 players)" in told
    assert "the table: show number 8\n  again: tepui laws twins:SAME_DEAL --law" in told
    with pytest.raises(LawsBroken, match=r"is offered \[bet rank 1\] that the truth does not allow"):
        laws(twins.LEAKY_LEGAL, games=40, only=["true lists"])
    with pytest.raises(LawsBroken, match=r"changed the original: `numbers` \[.*-1\] and \["):
        laws(twins.FORGOTTEN_CLONE, games=20, only=["clones"])


def test_a_variant_that_no_module_holds_keeps_the_laws_and_is_shown_again_by_python() -> None:
    held = {finding.law: finding for finding in laws(replace(find.game("shells"), minutes=1), games=2)}
    assert held["interpreted and compiled agree"].holds
    with pytest.raises(
        LawsBroken, match=r"again: laws\(GAME, games=1, seed=1, only=\['chance is fresh'\], asked=Asked"
    ):
        laws(replace(twins.SAME_DEAL, minutes=1), games=1, only=["fresh"])


def test_one_broken_case_plays_again_from_its_seed_alone() -> None:
    (finding,) = tried(twins.ERROR_TEXT, 20, only=["paired worlds"])
    first = finding.first
    (again,) = tried(twins.ERROR_TEXT, 1, seed=first.seed, only=["paired worlds"])
    assert again.first == first
