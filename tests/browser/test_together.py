"""The daily table and an evening on their pages: two who play, and a third who watches how it stands."""

import pytest
from barriers import barriers
from player import PHONE, PLAY_OUT
from playwright.sync_api import Page, Route, expect


def play_out(page: Page) -> None:
    """To the end of this game, through a socket of the same person; nobody plays it again at once."""
    page.wait_for_selector("[data-ui=head]")
    page.evaluate(PLAY_OUT, page.url.rpartition("/")[2])
    page.wait_for_selector("[data-press=shared]")
    expect(page.locator("[data-press=rematch]")).to_have_count(0)


def no_barrier(*pages: Page) -> None:
    for page in pages:
        assert not (found := barriers(page)), f"{page.url}: {found}"


def test_an_evening_with_two_pages_and_one_that_watches(visit) -> None:
    anna, ben = visit("/"), visit("/", PHONE)
    anna.click("[data-friends=forehead]")
    anna.click("[data-evening]")
    anna.click("[data-make-evening]")
    anna.wait_for_url("**/evening/*")
    ben.fill("#code", anna.url.rsplit("/", 1)[1].lower())  # by its code, as a table
    ben.click("[data-ui=join] button")
    ben.wait_for_url("**/evening/*")
    watching = visit(f"/evening/{anna.url.rsplit('/', 1)[1]}")
    watching.wait_for_selector("[data-sit='1-0']")
    anna.click("[data-sit='0-0']")
    ben.click("[data-sit='1-0']")
    for page, seat in ((anna, "0-0"), (ben, "1-0"), (watching, "1-0")):  # all sit before anybody starts
        expect(page.locator(f"[data-sit='{seat}']")).to_have_count(0)
    expect(watching.locator("[data-start]")).to_have_count(0)
    no_barrier(anna, ben)
    anna.click("[data-start]")
    anna.click("[data-to-table]")
    ben.click("[data-to-table]")
    expect(ben.get_by_label("Take back")).to_have_count(0)
    table = anna.url
    play_out(anna)
    expect(anna.locator("[data-closed]")).to_be_visible()
    expect(anna.locator("[data-press=replay], [data-press=review], [data-press=dice]")).to_have_count(0)
    expect(watching.locator("[data-round='1'] [data-ui=points]").first).to_be_visible()
    no_barrier(watching)  # a round is running
    spy = visit(table.replace(table.split("/t/")[0], ""))
    expect(spy.get_by_role("alert")).to_contain_text("Only those who sit here")
    play_out(ben)
    expect(watching.locator("[data-standings] tbody tr")).to_have_count(2)
    expect(watching.locator("[data-round='1'] [data-seed]")).to_be_visible()
    no_barrier(watching)  # it is over
    anna.click("[data-press=shared]")
    expect(anna.locator("[data-start]")).to_contain_text("2")  # the next round


def test_the_daily_table_from_the_home_page(visit) -> None:
    page = visit("/")
    page.click("[data-daily=forehead] a")
    expect(page.locator("[data-hash]")).to_be_visible()
    expect(page.get_by_text("no player’s word is mixed")).to_be_visible()
    no_barrier(page)
    page.click("[data-go]")
    page.wait_for_url("**/t/*")
    play_out(page)
    expect(page.locator("[data-closed]")).to_be_visible()
    no_barrier(page)
    page.click("[data-press=shared]")
    expect(page.locator("[data-own]")).to_be_visible()
    expect(page.locator("[data-seed]")).to_have_count(0)
    no_barrier(page)


@pytest.mark.proof
def test_the_standings_of_a_published_day(visit) -> None:
    """The answer of a server a day later: this one has no yesterday."""
    page = visit("/")

    def later(route: Route) -> None:
        told = route.fetch().json()
        people = [("Anna", 1, 41), ("Ben", 2, 38), ("A name that is as long as names may be", 2, 38)]
        told |= {"today": False, "seed": "ab" * 16, "days": [told["date"]]}
        told["standings"] = [
            {"place": place, "name": name, "points": points, "at_table": 1, "room": f"room{n}", "you": n == 1}
            for n, (name, place, points) in enumerate(people)
        ]
        route.fulfill(json=told)

    page.route("**/api/daily/forehead*", later)
    page.click("[data-daily=forehead] a")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("tbody tr[data-mine]")).to_contain_text("you")
    expect(page.locator("[data-histogram] li[data-mine]")).to_contain_text("2")  # two with 38 points, one of them you
    expect(page.locator("[data-seed]")).to_be_visible()
    no_barrier(page)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_barrier(page)
