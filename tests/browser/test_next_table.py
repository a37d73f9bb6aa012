"""Slow games in a browser: who has moved is offered the table that has waited longest for them."""

import re

from player import PHONE, Visit, comes_true, new_table
from playwright.sync_api import expect


def test_who_waits_for_another_is_offered_the_table_that_waits_for_them(visit: Visit) -> None:
    people = [visit("/", PHONE), visit("/", PHONE)]
    others = [new_table(page, "roll-and-write", 2, bots=["random"], start=True, clock="day") for page in people]
    for page, other in zip(people, others, strict=True):
        page.goto(other)
        page.wait_for_selector("#board")
    table = new_table(people[0], "kryptx", 2, clock="day")
    for page in people:
        page.goto(table)
    people[1].get_by_role("button", name="Sit down").first.click()
    people[0].locator('[data-start]:not([aria-disabled="true"])').click()
    for page in people:  # it is one's move, and the other one is offered something
        comes_true(page, "document.title.startsWith('●') || !!document.querySelector('[data-press=next-table]')")
    waiting = next(page for page in people if page.locator("[data-press=next-table]").count())
    waiting.locator("[data-press=next-table]").click()
    expect(waiting).to_have_url(re.compile(others[people.index(waiting)].rpartition("/")[2]))
