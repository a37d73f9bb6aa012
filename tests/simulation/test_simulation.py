"""Worlds by seed hold what Tepui promises, are the same twice, and find every fault that is planted in them."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from simulation.faults import planted
from simulation.loop import Loop
from simulation.run import found, lived, page, shrunk
from simulation.world import Plan, live

WORLDS = (
    *range(1, 25),
    56,  # a Stop! takes the place of a move that was taken back, and its person is asked at once
    75,  # a page comes in while a process that stood still loses the table
    77,  # a table changes its process while people sleep at their pages
    148,  # the database is lost while a page comes in
)
FOUND_BY = {  # which world has found it; all of them are tried by `dev.py proofs worlds`
    "told_before_it_is_written": 1,
    "a_full_disk_is_no_failure": 2,
    "a_lost_commit_counts_as_made": 20,
    "what_could_not_be_saved_stays_in_memory": 2,
    "chat_is_not_saved": 1,
    "doubt_does_not_read_the_chat_again": 32,
    "the_end_is_not_saved": 2,
    "who_sits_there_is_not_saved": 1,
    "no_fence": 112,
    "taken_under_the_same_number": 1,
    "no_beat": 6,
    "pages_of_a_table_that_was_lost_are_not_sent_away": 88,
    "nobody_looks_whose_time_is_up": 5,
    "a_person_may_have_two_seats": 3,
    "an_order_survives_a_take_back": 7,
    "a_call_that_has_arrived_is_made_again": 16,
    "a_take_back_is_not_told": 28,
    "an_increment_is_given_again_and_again": 1,
    "whose_move_it_is_is_not_saved": 1,
    "a_table_is_dealt_with_other_words": 1,
    "the_time_that_a_server_was_away_is_charged": 2,
    "now_and_then_a_move_is_not_told": 3,
    "a_pick_counts_twice": 6,
    "watchers_look_through_the_first_players_eyes": 1,
    "a_removed_device_is_served": 10,
    "a_forged_cookie_is_believed": 2,
    "whoever_says_a_players_words_plays": 1,
    "a_pick_of_the_past_is_played": 26,
    "a_flood_is_heard_to_its_end": 1,
    "tables_without_end": 28,
}


@pytest.mark.parametrize("seed", WORLDS)
def test_a_world_holds(seed: int) -> None:
    outcome = live(Plan.of(seed))
    assert not outcome.failure, f"{outcome.failure}\n\n    {outcome.plan.command}\n\n{outcome.trace}"
    assert outcome.counts["messages"] > 0


def test_the_same_number_is_the_same_evening() -> None:
    """In this process and in another one, whose memory and whose order of sets are not ours."""
    seeds = (2, 3, 11)
    here = [live(Plan.of(seed)).digest for seed in seeds]
    assert here[0] == live(Plan.of(seeds[0])).digest
    tests = Path(__file__).parents[1]
    again = "import sys; from simulation.world import Plan, live\n"
    again += "for seed in sys.argv[1:]: print(live(Plan.of(int(seed))).digest)"
    there = subprocess.run(
        [sys.executable, "-c", again, *map(str, seeds)], cwd=tests, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(tests)},
    )  # fmt: skip
    assert there.stdout.split() == here


def test_a_world_has_no_threads() -> None:
    loop = Loop(Random(1))
    met: list[Any] = []
    loop.set_exception_handler(lambda _, context: met.append(context["exception"]))
    with pytest.raises(RuntimeError):
        loop.run_until_complete(asyncio.to_thread(print))
    assert len(met) == 1  # even if the caller had caught it
    loop.close()


@pytest.mark.parametrize("name", FOUND_BY)
def test_a_planted_fault_is_found(name: str) -> None:
    """A change of what people do may give it to another world: `dev.py simulate --faults` says which."""
    assert found(lived(Plan.of(FOUND_BY[name]), name)), f"world {FOUND_BY[name]} does not find it any more"


def test_a_failure_gets_smaller_and_has_a_page(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("simulation.run.PAGES", tmp_path)
    name = "told_before_it_is_written"
    with planted(name):
        whole = live(Plan.of(3))
    assert whole.failure and whole.plan.command == "python3 dev.py simulate --seed 3"
    least = shrunk(whole.plan, name)
    assert least.failure and len(least.plan.deeds) <= len(whole.plan.deeds) and least.plan.people <= whole.plan.people
    assert "--without" in least.plan.command
    text = page(least).read_text()
    assert "World 3" in text and str(least.failure).partition(":")[0] in text
