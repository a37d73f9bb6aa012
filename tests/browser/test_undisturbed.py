"""What a person is doing is never taken away by what somebody else does: two browsers, moves shown with motion."""

from __future__ import annotations

from typing import Any

import pytest
import test_kryptx as kryptx
import test_roll_and_write as roll_and_write
from player import PHONE, TURN, Player, Visit, new_table, next_move, until
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WATCH = """([what, sign]) => {
    const look = () => { if (!document.querySelector(sign)) window.__gone[what] = true };
    (window.__gone ??= {})[what] = false;
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def watch(page: Page, what: str, sign: str) -> None:
    """From now on it is noted if this is missing for as little as one change of the page."""
    page.wait_for_selector(sign)
    page.evaluate(WATCH, [what, sign])


def gone(page: Page) -> list[str]:
    return page.evaluate("Object.entries(window.__gone).filter(([, gone]) => gone).map(([what]) => what)")


def table_of(visit: Visit, game: str, **more: Any) -> tuple[Page, Page]:
    """Two people at a table of two, the second on a phone, both with motion."""
    anna, ben = visit("/", calm=False), visit("/", calm=False, size=PHONE)
    link = new_table(anna, game, 2, **more)
    seen = {
        "coached": [
            *("kx.code", "kx.ask", "kx.stop"),
            *("rw.column", "rw.chain", "rw.reconstructed"),
            *("lc.wheel", "lc.log", "lc.sheet", "lc.reconstructed"),
        ]
    }
    for page in (anna, ben):
        page.evaluate("kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", seen)
        page.goto(link)
    ben.get_by_role("button", name="Sit down").first.click()
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("[data-ui=table]")
    return anna, ben


@pytest.mark.proof
def test_final_guesses_are_written_while_the_others_are_shown(visit: Visit) -> None:
    anna, ben = table_of(visit, "lost-code", options={"introductory": True}, parts="[rounds]\n2 = 4\n")
    players = Player(anna), Player(ben)
    writing = "[data-ui=sheet] [data-ui=finals] [data-ui=sum]"
    until(
        anna,
        lambda: all(page.locator(writing).count() > 0 for page in (anna, ben)),
        lambda: any(player.step() for player in players if not player.there(writing)),
    )
    for column in (0, 1):
        ben.locator(f'[data-at="2-{column}"]').click()
    watch(ben, "guess mode", writing)
    watch(ben, "my move", "[data-ui=head][data-mine]")
    watch(ben, "what I wrote", '[data-at="2-0"][data-picked]')
    players[0].write()
    players[0].commit()
    anna.wait_for_selector("[data-ui=head]:not([data-mine])")
    for column in (2, 3):  # as an assistive tool presses: without a finger that ends what is shown
        ben.locator(f'[data-at="3-{column}"]').evaluate("box => box.click()")
    ben.wait_for_timeout(2500)
    assert gone(ben) == []
    assert ben.locator("[data-picked]").count() == 4
    assert ben.locator("[data-ui=sheet] svg[data-mark=x]").count() == 0, "no tap became a cross"

    # Who goes back to the table to look stays there.
    ben.get_by_role("tab", name="Table").click()
    anna.get_by_role("button", name="Take back").click()
    anna.wait_for_selector("[data-ui=head][data-mine]")
    players[0].commit()
    ben.wait_for_timeout(300)
    assert ben.locator("[data-ui=desk]").get_attribute("data-tab") == "table"


def test_who_chats_or_reads_is_left_alone_while_others_move(visit: Visit) -> None:
    anna, ben = table_of(visit, "lost-code")
    players = Player(anna), Player(ben)
    until(anna, players[0].asked, players[1].step)
    ben.get_by_role("tab", name="Chat").click()
    ben.locator("[data-ui=chat] input").fill("I think that")
    ben.locator("[data-ui=chat] input").focus()
    watch(ben, "the line in the chat", "[data-ui=chat] input")
    before = ben.evaluate(TURN)
    players[0].step()
    next_move(ben, before)
    ben.keyboard.type(" you know")
    assert gone(ben) == []
    assert ben.locator("[data-ui=chat] input").input_value() == "I think that you know"


@pytest.mark.proof
def test_three_choose_at_once_and_none_disturbs_another(visit: Visit) -> None:
    pages = [visit("/", calm=False) for _ in range(3)]
    link = new_table(pages[0], "roll-and-write", 3, options={"together": True})
    for page in pages:
        page.goto(link)
    for page in pages[1:]:
        page.get_by_role("button", name="Sit down").first.click()
    pages[0].get_by_role("button", name="Start").click()
    people = [roll_and_write.Someone(page) for page in pages]
    for page in pages:
        page.wait_for_selector("[data-ui=table] [data-ui=sheet]")

    def two() -> bool:
        return sum(one.mine() for one in people) == 2

    until(pages[0], two, lambda: [one.move() for one in people if one.mine() and not two()])
    one, other = (one for one in people if one.mine())
    roll_and_write.press(one.page, roll_and_write.COLUMN)
    one.page.wait_for_selector(roll_and_write.CONFIRM)
    watch(one.page, "the ghost", "[data-ui=sheet] [data-ghost]")
    watch(one.page, "the button that writes it", roll_and_write.CONFIRM)
    other.move()
    one.page.wait_for_timeout(1500)
    assert gone(one.page) == []
    one.move()


@pytest.mark.proof
def test_a_question_stays_in_hand_while_another_cries_stop(visit: Visit) -> None:
    anna, ben = table_of(visit, "kryptx")
    players = [kryptx.Player(anna, "mouse"), kryptx.Player(ben, "mouse")]
    asking = "[data-ui=others] [data-stand][data-lifted]"
    until(anna, lambda: any(one.there(asking) for one in players), lambda: any(one.step() for one in players))
    asker = next(one for one in players if one.there(asking))
    other = next(one for one in players if one is not asker)
    asker.page.locator(asking).first.click()
    asker.page.locator("[data-ask]").nth(4).click()
    label = asker.page.locator('[data-press="confirm"]').inner_text()
    kryptx.fill(other.page, "9999")
    kryptx.declare(other.page)
    asker.page.locator("[data-ceremony]").first.wait_for()
    other_stand = '[data-press="confirm"]:not([aria-disabled="true"])'
    until(
        anna,
        lambda: asker.page.locator('[data-press="confirm"]').count() > 0,
        lambda: other.there("[data-own] [data-stand][data-lifted]") and other.step(),
    )
    assert asker.page.locator('[data-press="confirm"]').inner_text() == label
    asker.page.locator(other_stand).first.wait_for()


@pytest.mark.proof
def test_a_claim_can_be_declared_while_moves_are_shown(visit: Visit) -> None:
    anna, ben = table_of(visit, "kryptx")
    players = [kryptx.Player(anna, "mouse"), kryptx.Player(ben, "mouse")]
    until(
        anna,
        lambda: anna.locator("[data-phase]").get_attribute("data-phase") not in ("opening", "draw", "deal"),
        lambda: any(one.step() for one in players),
    )
    mover = next(one for one in players if one.page.locator("[data-ui=head][data-mine]").count())
    other = next(one for one in players if one is not mover)
    kryptx.fill(other.page, "8888")
    watch(other.page, "the form", "[data-ui=stop-form] [data-dial]")
    mover.step()
    hold = other.page.locator("[data-declare]")
    box = hold.bounding_box()
    assert box
    other.page.mouse.move(box["x"] + 10, box["y"] + 10)
    other.page.mouse.down()
    other.page.wait_for_timeout(1000)
    other.page.mouse.up()
    mover.page.locator("[data-ceremony]").first.wait_for()


@pytest.mark.proof
def test_the_waiting_room_keeps_what_is_typed_and_read(visit: Visit) -> None:
    anna = visit("/")
    anna.click("[data-friends=lost-code]")
    anna.click("[data-make]")
    anna.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    ben = visit(anna.url.removeprefix(anna.evaluate("location.origin")))
    ben.fill("[data-ui=waiting] form input", "Ben")
    anna.locator("[data-rename]").click()
    anna.fill("[data-name]", "Ann")
    ben.click("[data-ui=waiting] form button")
    ben.locator("[data-rules]").click()
    ben.wait_for_selector("dialog")
    anna.wait_for_selector("text=Ben")
    assert anna.input_value("[data-name]") == "Ann"
    anna.keyboard.press("Escape")
    anna.click("[data-fill]")
    anna.click('[data-start]:not([aria-disabled="true"])')
    ben.wait_for_selector("[data-ui=head]")
    assert ben.locator("dialog").count() == 1, "who reads the rules goes on reading"
