"""Every lesson played on the page by doing only what it says; left, resumed, skipped, repeated; wrong tries.

TEPUI_PICTURES=FOLDER keeps a picture of every step there. The whole product of games, sizes, languages and ways to
press is `python3 dev.py proofs lessons`.
"""

import json
import os
import time
from pathlib import Path

import pytest
from barriers import barriers
from learner import Learner, seconds_of_reading
from player import LAPTOP, PHONE, Visit, play_out
from playwright.sync_api import Page, expect

from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.walk import Walk
from tepui.core import find
from tepui.games.roll_and_write.actions import Take

pytestmark = pytest.mark.browser

PICTURES = os.environ.get("TEPUI_PICTURES")
GAMES = ("lost-code", "roll-and-write", "kryptx")
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
        for game in GAMES
        for screen in ("phone", "laptop")
        for language in ("en", "fr", "it", "de")
        for how in ("touch", "mouse", "keyboard")
    ]
READS = os.environ.get("TEPUI_READS")  # a file for the times of somebody who reads, and waits while others play
if READS:
    ROUNDS = [(game, "phone", language, "touch") for game in GAMES for language in ("en", "fr", "it", "de")]
SIZES = {"phone": PHONE, "laptop": LAPTOP}


@pytest.mark.proof(but="lost-code-phone-de-touch")
@pytest.mark.parametrize(("game", "screen", "language", "how"), ROUNDS)
def test_a_whole_lesson_by_doing_only_what_it_says(
    visit: Visit, game: str, screen: str, language: str, how: str
) -> None:
    page = visit("/", size=SIZES[screen], language=language, touch=how == "touch", calm=not READS)
    page.locator(f"[data-learn={game}]").click()
    folder = Path(PICTURES) / f"{game}-{screen}-{language}-{how}" if PICTURES else None
    learner = Learner(page, game, language, how, folder, reads=bool(READS))
    begun = time.monotonic()
    learner.whole_lesson()
    seconds = time.monotonic() - begun
    if READS:
        with Path(READS).open("a") as times:
            print(f"{game} in {language}: {seconds / 60:.1f} minutes", file=times)
    assert seconds + (0 if READS else sum(map(seconds_of_reading, learner.sentences))) < 600
    if game != "forehead":
        page.locator('[data-press="play"]').click()
        page.wait_for_url("**/t/*")
        page.locator("[data-ui=head]").wait_for()
    page.goto("/")
    page.locator(f"[data-play={game}]").wait_for()  # whoever knows the game is not taught first


@pytest.mark.proof
def test_a_wrong_try_costs_nothing_and_after_three_it_is_shown(visit: Visit) -> None:
    page = visit("/learn/kryptx", size=PHONE)
    learner = Learner(page, "kryptx", "en", "mouse")
    while learner.walk.kind != "choose":
        learner.step()
    learner.arrive()
    before = page.locator("[data-ui=lesson]").get_attribute("data-step")
    for tries, wrong in enumerate(("3", "4", "5"), 1):
        page.locator(f'[data-choice="{wrong}"]').click()
        page.locator(f'[data-ui=lesson][data-tries="{tries}"]').wait_for()  # the reason is the same each time
        page.locator("[data-reason]").get_by_text("Then E would have to be blue").wait_for()
    assert page.locator("[data-ui=lesson]").get_attribute("data-step") == before
    page.locator("[data-show]").click()
    learner.walk = learner.walk.answer(learner.walk.shown())
    learner.arrive()
    assert page.locator("[data-reason]").count() == 0


@pytest.mark.proof
def test_a_wrong_move_is_put_down_with_its_reason(visit: Visit) -> None:
    page = visit("/learn/lost-code")
    learner = Learner(page, "lost-code", "en", "mouse")
    while learner.walk.kind != "move":
        learner.step()
    learner.arrive()
    page.locator('[data-ui=ring] [data-colour="green"]').click()
    page.locator('[data-press="confirm"]:not([aria-disabled="true"])').click()
    page.locator("[data-reason]").get_by_text("take blue here").wait_for()
    learner.step()
    learner.arrive()


@pytest.mark.proof
def test_a_wasted_roll_is_refused_at_once_and_the_lesson_goes_on(visit: Visit) -> None:
    walk = Walk(lessons.lesson(find.game("roll-and-write")))
    while not walk.now.goal:
        walk = walk.answer(walk.shown())
    page = visit("/learn/roll-and-write")
    page.evaluate("(line) => localStorage.setItem('tepui.lesson.roll-and-write', line)", json.dumps(walk.line))
    page.reload()
    learner = Learner(page, "roll-and-write", "en", "mouse")
    learner.walk = walk
    learner.arrive()
    learner.dice = walk.view.picture().dice
    learner.roll_and_write([Take("green", 3, "number")])
    page.locator("[data-reason]").get_by_text("Purple needs five boxes").wait_for()
    while not learner.walk.over:
        learner.step()
    learner.arrive()


def in_german(learner: Learner) -> None:
    """The learner changes the language in the middle."""
    page = learner.page
    page.locator("header button").first.click()
    page.locator("[data-settings]").click()
    page.locator("dialog [lang=de]").click()
    page.locator("dialog [lang=de][aria-pressed=true]").wait_for()
    page.keyboard.press("Escape")
    learner.language = "de"
    learner.arrive()


def test_whoever_reloads_or_changes_the_language_or_loses_the_line_is_where_they_were(visit: Visit) -> None:
    page = visit("/learn/roll-and-write", size=PHONE)
    learner = Learner(page, "roll-and-write", "en", "mouse")
    for _ in range(5):
        learner.step()
    learner.arrive()
    page.reload()
    learner.arrive()
    in_german(learner)
    page.context.set_offline(True)
    page.locator('[data-ui=table] [data-column="blue"]').click()
    page.locator('[data-press="confirm"]:not([aria-disabled="true"])').click()
    lost = page.get_by_role("alert").get_by_text("Keine Verbindung")
    lost.wait_for()
    page.context.set_offline(False)
    lost.wait_for(state="detached")  # by itself
    learner.arrive()
    learner.step()
    learner.arrive()


@pytest.mark.proof
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
    page.locator("[data-play=kryptx]").wait_for()
    page.click("[data-card=kryptx] [data-game]")
    page.locator("[data-learn=kryptx]").wait_for()  # found again


@pytest.mark.proof
@pytest.mark.parametrize(("game", "second"), [("lost-code", "two-rows"), ("kryptx", "last-card")])
def test_a_second_lesson_is_kept_beside_the_first(visit: Visit, game: str, second: str) -> None:
    page = visit(f"/game/{game}", PHONE)
    page.evaluate("game => localStorage.setItem(`tepui.knows.${game}`, '1')", game)
    page.reload()
    page.locator(f"[data-lesson={second}]").click()
    page.locator("[data-ui=lesson][data-step='0']").wait_for()
    walk = Walk(lessons.of(find.game(game))[second])
    if walk.kind == "look":
        page.locator("[data-next]").click()
    else:
        page.locator(f"[data-choice='{walk.now.answer[0]}']").click()
    page.locator("[data-ui=lesson][data-step='1']").wait_for()
    assert not barriers(page)
    page.reload()
    page.locator("[data-ui=lesson][data-step='1']").wait_for()
    page.goto(f"/learn/{game}")
    page.locator("[data-ui=lesson][data-step='0']").wait_for()


@pytest.mark.proof
def test_the_lesson_is_found_in_the_rules(visit: Visit) -> None:
    page = visit("/game/kryptx")
    page.locator("[data-rules=kryptx]").click()
    page.locator("dialog [data-learn=kryptx]").wait_for()


@pytest.mark.proof
def test_play_now_says_with_what_it_begins(visit: Visit) -> None:
    page = visit("/game/lost-code")
    page.locator("[data-variant]").wait_for()
    page.goto("/game/kryptx")
    page.wait_for_selector("[data-play]")
    assert page.locator("[data-variant]").count() == 0


def explained(page: Page, thing: str, line: str) -> None:
    """By tap, by Enter and by Space it is explained in one line that is announced; Escape puts the line away."""
    said = page.locator("[role=status][data-explained]")
    found = page.locator(thing).locator("visible=true").first
    for ask in (found.click, lambda: found.press("Enter"), lambda: found.press("Space")):
        ask()
        expect(said).to_have_text(line)
        page.keyboard.press("Escape")
        expect(said).to_have_text("")
    assert page.evaluate("document.activeElement.matches('button')"), "the keyboard stays where it was"


@pytest.mark.proof
def test_stones_dice_and_arrows_are_explained_in_one_line(visit: Visit) -> None:
    page = visit("/learn/lost-code", size=PHONE)
    learner = Learner(page, "lost-code", "en", "mouse")
    while learner.walk.kind != "move":
        learner.step()
    learner.arrive()
    explained(page, "[data-die='0']", "There is no red in this game: turn the die to another colour.")
    learner.step()
    learner.arrive()
    learner.step()
    learner.arrive()
    counts = "A die shows this colour: this stone counts now."
    explained(page, "[data-thing='logs.0.numbers.0'][data-why]", counts)
    explained(
        page, "[data-thing='logs.0.numbers.1'][data-why]", "No die shows this colour: this stone does not count now."
    )
    assert barriers(page) == ""
    while learner.walk.kind != "choose":
        learner.step()
    learner.arrive()
    theirs = "Their sum, of their own stones, lies in this range."
    explained(page, '[data-thing="rows.1.guesses.2"] button', theirs)
    explained(page, '[data-thing="rows.1.guesses.0"] button', "Your sum is higher than this range.")
    assert barriers(page) == ""


@pytest.mark.proof
def test_columns_refusals_and_bridges_are_explained_in_one_line(visit: Visit) -> None:
    page = visit("/learn/roll-and-write")
    learner = Learner(page, "roll-and-write", "en", "mouse")
    for _ in range(5):
        learner.step()
    learner.arrive()
    circle = "Circle marked, no number yet: −100 points. The first number makes it −40."
    explained(page, "[data-thing='sheets.0.columns.5.points']", circle)
    blue = "Filled boxes: 1, so −20 points. One more makes it −15."
    explained(page, "[data-thing='sheets.0.columns.4.points']", blue)
    refusals = "What so many refusals are worth together, one after the other: −40 −30 −20 10 20 30 60 70 0"
    explained(page, "[data-asks='pass']", refusals)
    explained(page, "[data-thing='sheets.0.refusals']", refusals)
    bridge = "The first to fill seven boxes here gets 20 points; the numbers are the boxes still to go."
    explained(page, "[data-thing='bridges.0'] button", bridge)
    assert barriers(page) == ""


@pytest.mark.proof
def test_the_pencil_is_kept_over_a_reload_a_language_and_a_lost_line(visit: Visit) -> None:
    page = visit("/learn/lost-code")
    learner = Learner(page, "lost-code", "en", "mouse")
    learner.step()
    learner.arrive()
    mark = page.locator('[data-at="4-0"][aria-pressed=true]')
    page.locator('[data-at="4-0"]').click()
    mark.wait_for()
    page.reload()
    learner.arrive()
    mark.wait_for()
    in_german(learner)
    mark.wait_for()
    page.context.set_offline(True)
    page.locator('[data-choice="3"]').click()
    page.get_by_role("alert").get_by_text("Keine Verbindung").wait_for()
    page.context.set_offline(False)
    page.get_by_role("alert").get_by_text("Keine Verbindung").wait_for(state="detached")
    mark.wait_for()
    learner.step()
    learner.arrive()
    mark.wait_for()  # it goes along to the next step
    page.locator("header button").first.click()
    page.locator("[data-again]").click()
    mark.wait_for(state="detached")  # a new beginning has an empty sheet


@pytest.mark.proof
def test_after_the_introductory_game_the_full_one_is_one_tap_away(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    wanted = {"game": "lost-code", "seats": 2, "options": {"introductory": True}, "bots": ["beginner"], "start": True}
    page.goto(f"/t/{page.request.post('/api/rooms', data={'sit': True, 'pace': 0, **wanted}).json()['room']}")
    play_out(page)
    before = page.url
    page.locator('[data-press="full"]').click()
    page.wait_for_url(lambda url: url != before and "/t/" in url)
    page.locator("[data-stone=red], [data-thing='logs.0.numbers.5']").first.wait_for()  # six colours, so red plays
    page.goto("/")
    page.locator("[data-play=lost-code]").wait_for()  # no first game is offered any more
