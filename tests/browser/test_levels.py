"""Bots at a table, in real browsers: who they are and how strong, what they had forgotten, and the next rung."""

from typing import Any

import pytest
from player import LAPTOP, PHONE, Visit, play_out
from playwright.sync_api import Page, expect


def new_table(page: Page, **wanted: Any) -> str:
    made = page.request.post("/api/rooms", data={"sit": True, **wanted})
    assert made.ok, made.text()
    return str(made.json()["room"])


@pytest.mark.proof
def test_two_browsers_and_a_big_screen_see_who_is_a_bot_and_how_strong(visit: Visit) -> None:
    anna, ben = visit("/", LAPTOP), visit("/", PHONE, language="de-DE")
    room = new_table(anna, game="lost-code", seats=3, bots=["casual"])
    for page in (anna, ben):
        page.goto(f"/t/{room}")
    ben.click("[data-ui=come] button")
    expect(anna.locator("[data-ui=seats] li").nth(1)).to_contain_text("Cacao")
    expect(anna.locator("[data-ui=seats] li").nth(1)).to_contain_text("bot, casual")
    levels = anna.locator("[data-ui=seats] select").locator("xpath=./option").all_inner_texts()
    assert levels == ["beginner", "casual", "regular", "expert", "master"], "the five names first"
    assert "steady" in anna.locator("[data-ui=seats] optgroup[label='More bots'] option").all_inner_texts()

    anna.get_by_role("button", name="A little harder: Cacao").click()
    expect(anna.locator("[data-ui=seats] li").nth(1)).to_contain_text("casual, a little stronger")
    expect(ben.locator("[data-ui=seats] li").nth(1)).to_contain_text("Bot, Gelegenheitsspieler, etwas stärker")
    anna.locator("[data-ui=seats] select").select_option("regular")
    expect(ben.locator("[data-ui=seats] li").nth(1)).to_contain_text("Bot, Stammspieler")
    assert not anna.locator("[data-ui=seats] select option[value='casual+']").count()

    anna.click("[data-start]")
    screen = visit(f"/t/{room}#screen", LAPTOP)
    for page, label in ((anna, "bot, regular"), (ben, "Bot, Stammspieler"), (screen, "bot, regular")):
        page.locator(f"[data-bot-level='regular'][aria-label='{label}'] >> visible=true").first.wait_for()
        assert page.locator("[data-look^=cacao]").count(), "a face of its own, wherever its seat is drawn"
        assert page.locator("[data-bot-level] [data-filled]").count() % 3 == 0


def test_play_now_seats_gentle_bots_and_says_so(visit: Visit) -> None:
    page = visit("/", PHONE)
    for game in ("lost-code", "kryptx", "roll-and-write"):
        page.goto(f"/game/{game}")
        expect(page.locator("[data-against] select")).to_have_value("beginner")
    page.click("[data-play]")
    page.wait_for_selector("[data-bot-level='beginner'] >> nth=1", state="attached")
    assert page.locator("[data-bot-level='beginner']").count() >= 2


@pytest.mark.proof
def test_at_the_end_bots_say_what_they_forgot_and_the_next_rung_is_one_tap_away(visit: Visit) -> None:
    page = visit("/", PHONE)
    page.goto(f"/t/{new_table(page, game='roll-and-write', seats=2, bots=['expert++'], start=True)}")
    play_out(page)
    assert not page.locator('[data-press="offer"]').count(), "one loss may be bad luck"
    page.locator('[data-press="forgot"]').click()  # this one forgets nothing
    expect(page.locator("[data-forgot]")).to_contain_text("Nothing.")
    page.keyboard.press("Escape")
    for _ in range(2):
        before = page.url
        page.locator('[data-press="rematch"]:not([aria-disabled="true"])').click()
        page.wait_for_url(lambda url, before=before: url != before and "/t/" in url)
        play_out(page)
        if page.locator('[data-press="offer"]').count():
            break
    offer = page.get_by_role("button", name="Rematch, a little easier: expert, a little stronger")
    expect(page.locator("[data-ui=offer]")).to_contain_text("You came in behind every bot. A gentler one?")
    before = page.url
    page.locator('[data-press="offer"]:not([aria-disabled="true"])').wait_for()
    offer.click()
    page.wait_for_url(lambda url: url != before and "/t/" in url)
    page.locator("[data-bot-level='expert+']").first.wait_for(state="attached")
    play_out(page)
    page.locator('[data-press="forgot"]').click()
    expect(page.locator("[data-forgot]")).to_contain_text(
        "Two moves that differ by less than 10 points were the same to me."
    )
    page.goto("/game/roll-and-write")
    expect(page.locator("[data-against] select")).to_have_value("expert+")
    page.goto("/game/kryptx")
    expect(page.locator("[data-against] select")).to_have_value("beginner")


@pytest.mark.proof
def test_a_master_tells_a_pupil_what_it_would_weigh(visit: Visit) -> None:
    page = visit("/", LAPTOP)
    page.goto(f"/t/{new_table(page, game='lost-code', seats=2, bots=['beginner'], start=True)}")
    page.wait_for_selector("[data-ui=head][data-mine]")
    page.locator("[data-help]").first.click()
    assert not page.locator("[data-weigh]").count(), "reasons are the teacher's"
    page.locator("dialog [data-level='teacher']").click()
    page.locator("dialog [data-weigh]").click()
    page.locator("dialog [data-weighed] li").first.wait_for()
    assert 1 <= page.locator("dialog [data-weighed] li").count() <= 3
