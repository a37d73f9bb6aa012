"""Every lesson played on the page by doing only what it says; left, resumed, skipped, repeated; wrong tries.

TEPUI_PICTURES=FOLDER keeps a picture of every step there. The whole product of games, sizes, languages and ways to
press is `python3 dev.py proofs lessons`.
"""

import os
import time
from pathlib import Path

import pytest
from learner import Learner, minutes_of_reading
from player import LAPTOP, PHONE, Visit

pytestmark = pytest.mark.browser

PICTURES = os.environ.get("TEPUI_PICTURES")
# Each game once; screens, languages and ways to press take turns.
ROUNDS = [
    ("lost-code", "phone", "de", "touch"),
    ("roll-and-write", "laptop", "fr", "keyboard"),
    ("kryptx", "phone", "it", "mouse"),
    ("forehead", "laptop", "en", "keyboard"),
]
if os.environ.get("TEPUI_ALL_LESSONS"):
    ROUNDS = [
        (game, screen, language, how)
        for game in ("lost-code", "roll-and-write", "kryptx")
        for screen in ("phone", "laptop")
        for language in ("en", "fr", "it", "de")
        for how in ("touch", "mouse", "keyboard")
    ]
SIZES = {"phone": PHONE, "laptop": LAPTOP}


@pytest.mark.parametrize(("game", "screen", "language", "how"), ROUNDS)
def test_a_whole_lesson_by_doing_only_what_it_says(
    visit: Visit, game: str, screen: str, language: str, how: str
) -> None:
    page = visit("/", size=SIZES[screen], language=language, touch=how == "touch")
    page.locator(f"[data-learn={game}]").click()
    folder = Path(PICTURES) / f"{game}-{screen}" if PICTURES else None
    learner = Learner(page, game, language, how, folder)
    begun = time.monotonic()
    learner.whole_lesson()
    assert minutes_of_reading(learner.sentences, time.monotonic() - begun) < 10
    if game != "forehead":
        page.locator('[data-press="play"]').click()
        page.wait_for_url("**/t/*")
        page.locator("header.top").wait_for()
    page.goto("/")
    page.locator(f"[data-play={game}].main").wait_for()  # whoever knows the game is not taught first


def test_a_wrong_try_costs_nothing_and_after_three_it_is_shown(visit: Visit) -> None:
    page = visit("/learn/kryptx", size=PHONE)
    learner = Learner(page, "kryptx", "en", "mouse")
    while learner.walk.kind != "choose":
        learner.step()
    learner.arrive()
    before = page.locator(".lesson").get_attribute("data-step")
    for wrong in ("3", "4", "5"):
        page.locator(f'[data-choice="{wrong}"]').click()
        page.locator("[data-reason]").get_by_text("Then E would have to be blue").wait_for()
    assert page.locator(".lesson").get_attribute("data-step") == before
    page.locator("[data-show]").click()
    learner.walk = learner.walk.answer(learner.walk.shown())
    learner.arrive()
    assert page.locator("[data-reason]").count() == 0


def test_a_wrong_move_is_put_down_with_its_reason(visit: Visit) -> None:
    page = visit("/learn/lost-code")
    learner = Learner(page, "lost-code", "en", "mouse")
    while learner.walk.kind != "move":
        learner.step()
    learner.arrive()
    page.locator('.ring [data-colour="green"]').click()
    page.locator('[data-press="confirm"]:not([aria-disabled="true"])').click()
    page.locator("[data-reason]").get_by_text("take blue here").wait_for()
    learner.step()
    learner.arrive()


def test_whoever_reloads_or_changes_the_language_or_loses_the_line_is_where_they_were(visit: Visit) -> None:
    page = visit("/learn/roll-and-write", size=PHONE)
    learner = Learner(page, "roll-and-write", "en", "mouse")
    for _ in range(5):
        learner.step()
    learner.arrive()
    page.reload()
    learner.arrive()
    page.locator("header button").first.click()
    page.locator("[data-settings]").click()
    page.locator("dialog [lang=de]").click()
    page.locator("dialog [lang=de][aria-pressed=true]").wait_for()
    page.keyboard.press("Escape")
    learner.language = "de"
    learner.arrive()
    page.context.set_offline(True)
    page.locator('.table [data-column="blue"]').click()
    page.locator('[data-press="confirm"]:not([aria-disabled="true"])').click()
    page.locator(".reason").get_by_text("Keine Verbindung").wait_for()
    page.context.set_offline(False)
    page.locator(".reason").wait_for(state="detached")  # by itself
    learner.arrive()
    learner.step()
    learner.arrive()


def test_back_again_and_skip(visit: Visit) -> None:
    page = visit("/learn/kryptx")
    learner = Learner(page, "kryptx", "en", "mouse")
    for _ in range(2):
        learner.step()
    learner.arrive()
    page.locator("header button").first.click()
    page.locator("[data-back]").click()
    learner.walk = learner.walk.back()
    learner.arrive()
    page.locator("header button").first.click()
    page.locator("[data-again]").click()
    learner.walk = type(learner.walk)(learner.walk.lesson)
    learner.arrive()
    page.locator("header button").first.click()
    page.locator("[data-skip]").click()
    page.locator("[data-play=kryptx].main").wait_for()
    page.locator("[data-learn=kryptx]").wait_for()  # found again


def test_the_lesson_is_found_in_the_rules(visit: Visit) -> None:
    page = visit("/")
    page.locator("[data-rules=kryptx]").click()
    page.locator("dialog [data-learn=kryptx]").wait_for()


def test_play_now_says_with_what_it_begins(visit: Visit) -> None:
    page = visit("/")
    page.locator("li", has=page.locator("[data-play=lost-code]")).locator("[data-variant]").wait_for()
    assert page.locator("[data-variant]").count() == 1
