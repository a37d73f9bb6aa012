"""Puzzles in real browsers: solved by thumb on every board after a wrong try, shown, kept, and open to everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from barriers import barriers
from learner import Learner
from player import LAPTOP, PHONE, Visit, new_table, play_out
from playwright.sync_api import Browser, Page, Route, expect
from serving import serving
from test_phone import DOORS, asks

from tepui.coach.puzzles import Puzzle, of_the_day, puzzler_of
from tepui.core import find
from tepui.core.view import View
from tepui.games.kryptx import codes as k

FIRST = date(2026, 11, 16)
# A server whose calendar stands on the second Monday of the list, whatever day it is.
MONDAY = """
from datetime import UTC, datetime
from tepui.server import outside
outside.SystemTime.time = staticmethod(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp)
"""


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("puzzles"), "--no-limits", before=MONDAY) as address:
        yield address


class Solver(Learner):
    """Answers a puzzle with what the page offers, by touch."""

    def __init__(self, page: Page, view: View, how: str = "touch") -> None:
        self.page, self.how, self.view = page, how, view
        self.dice: Any = getattr(view.picture(), "dice", ())

    def picture(self, after: str = "") -> None:
        pass

    def point(self, colour: int, number: int) -> None:
        self.press(f'[data-at="{number}-{colour}"]')
        self.confirm()

    def kryptx(self, actions: list[Any]) -> None:
        if not self.page.locator("[data-dial]").count():
            return super().kryptx(actions)
        return self.claim(actions[1:])  # the form of the last try is still open

    def play(self, codes: list[int]) -> None:
        """These moves, and after an arrow no acceleration."""
        twin, actions = self.view.copy(), []
        for code in codes:
            actions.append(twin.game.say(twin.position, twin.eye, code))
            twin.observe(twin.eye, code)
        if getattr(twin.picture(), "phase", "") == "accelerate":
            super().roll_and_write(actions)
            self.press('[data-press="pass"]:not([aria-disabled="true"])')
            self.confirm()
        else:
            getattr(self, self.view.game.name.replace("-", "_"))(actions)


def day_of(game: str, kind: str) -> tuple[date, View, Puzzle]:
    """The first day on which this is asked."""
    of = find.game(game)
    for n in range(8):
        day = FIRST + timedelta(n)
        one = of_the_day.list_of(of).on(day)
        if one.puzzle.kind == kind:
            return day, one.view(of), one.puzzle
    raise AssertionError(kind)


def answer(solver: Solver, puzzle: Puzzle, right: bool) -> None:
    view, codes = solver.view, list(puzzle.answer)
    puzzler = puzzler_of(view.game)
    assert puzzler is not None
    if puzzler.forms[puzzle.kind] == "claim":
        claims = [puzzler.hear(view, puzzle, claim) for _, claim in puzzler.claims(view, puzzle, "en")]
        colour, number = codes if right else next(one for one in claims if one != codes)
        return solver.point(colour, number)
    if not right and puzzle.kind == "name":
        codes[-1] = k.NAME + (codes[-1] - k.NAME + 1) % 10
    elif not right and puzzle.kind == "question":
        codes = [next(code for code in view.codes() if k.ASK <= code < k.SECRET and code != codes[0])]
    elif not right:
        codes = [next(code for code in view.codes() if not puzzler.judge(view, puzzle, [code], "en").right)]
    return solver.play(codes)


@pytest.mark.proof(but="kryptx-name-False")
@pytest.mark.parametrize(
    ("game", "kind", "dark"),
    [
        ("lost-code", "impossible", False),
        ("lost-code", "certain", True),
        ("lost-code", "wheel", False),
        ("kryptx", "name", False),
        ("kryptx", "question", True),
        ("roll-and-write", "pair", False),
    ],
)
def test_a_puzzle_is_solved_on_a_phone_after_a_wrong_try(
    visit: Visit, monday: str, game: str, kind: str, dark: bool
) -> None:
    day, view, puzzle = day_of(game, kind)
    page = visit(f"{monday}/puzzle/{game}/{day}", PHONE, touch=True, dark=dark)
    page.locator("p[data-question]").wait_for()
    solver = Solver(page, view)
    answer(solver, puzzle, right=False)
    page.locator('[data-puzzle][data-tries="1"] [data-told]').wait_for()
    expect(page.locator("[data-told]")).to_contain_text("Not this.")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not barriers(page)
    address = f"{monday}/api/games/{game}/puzzle?date={day}"
    page.request.post(address, data={"do": "show", "tries": 0})  # someone else had it shown
    answer(solver, puzzle, right=True)
    page.locator('[data-state="solved"]').wait_for()
    expect(page.locator("[data-told]")).to_contain_text("Right!")
    page.locator("[data-histogram] summary").tap()
    counted = page.locator("[data-histogram] li b").all_inner_texts()
    assert counted == ["1", "0", "1", "0", "0", "0", "0"]
    expect(page.locator("[data-histogram] [data-mine]")).to_contain_text("2")
    text = page.locator("[data-share-text]").inner_text()
    title = puzzler_of(view.game).title(puzzle, "en")
    assert text == f"Tepui {day.day} Nov · {view.game.title} · {title} · 2 tries"
    assert not barriers(page)
    page.evaluate(DOORS)
    page.locator("[data-press=share]").tap()
    asks(page, "share", f"{text}\\n{monday}/puzzle/{game}/{day}")
    page.locator("[data-press=picture]").tap()
    asks(page, "share", f"{monday}/puzzle/{game}/{day}", "image/png")


@pytest.mark.proof
def test_the_solution_is_shown_and_the_tries_of_before_count(visit: Visit, monday: str) -> None:
    day, view, puzzle = day_of("roll-and-write", "pair")
    page = visit(f"{monday}/puzzle/roll-and-write/{day}", LAPTOP, language="de-DE")
    answer(Solver(page, view, "mouse"), puzzle, right=False)
    expect(page.locator("[data-told]")).to_contain_text("Das nicht.")
    page.reload()
    page.locator('[data-tries="1"]').wait_for()
    page.locator("[data-show]").click()
    page.locator("[data-show-sure]").click()
    page.locator('[data-state="shown"]').wait_for()
    expect(page.locator("[data-share-text]")).to_contain_text("Lösung gezeigt")
    assert not barriers(page)


@pytest.mark.proof
def test_today_is_solved_at_once_and_the_home_page_knows_it(visit: Visit, monday: str, chromium: Browser) -> None:
    """The calendar of the device is the server's: both go by UTC."""
    page = visit(f"{monday}/", PHONE, touch=True)
    page.clock.set_fixed_time("2026-11-23T12:00:00Z")
    page.evaluate(
        """localStorage.setItem("tepui.puzzles.kryptx", JSON.stringify(
          {"2026-11-22": {tries: 1, state: "solved", on: "2026-11-22"}}))"""
    )
    page.locator("[data-puzzle=kryptx]").click()
    expect(page).to_have_url(re.compile("/puzzle/kryptx$"))
    one = of_the_day.list_of(find.game("kryptx")).on(date(2026, 11, 23))
    page.locator("p[data-question]").wait_for()
    answer(Solver(page, one.view(find.game("kryptx"))), one.puzzle, right=True)
    expect(page.locator("[data-streak]")).to_contain_text("2 days in a row")
    expect(page.locator("[data-share-text]")).to_contain_text("first try")
    page.reload()  # solved is solved: it is not asked anew
    page.locator('[data-state="solved"]').wait_for()
    expect(page.locator("[data-streak]")).to_contain_text("2 days in a row")
    expect(page.locator("[data-share-text]")).to_contain_text("first try")
    with page.expect_download() as saved:
        page.locator('[data-press="picture"]').click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.goto(monday)
    page.locator("[data-puzzle=kryptx] svg").wait_for()
    assert page.locator("[data-puzzle=lost-code] svg").count() == 0
    page.goto(f"{monday}/today")
    page.locator("[data-archive] summary").click()
    expect(page.locator("[href='/puzzle/kryptx/2026-11-22'][data-state=solved] svg")).to_be_visible()
    expect(page.locator("[href='/puzzle/kryptx/2026-11-21'][data-state=open]")).to_be_visible()
    assert not barriers(page)


@pytest.mark.proof
@pytest.mark.parametrize(("path", "sentence"), [("2999-01-01", "not open yet"), ("2020-01-01", "Choose a later one")])
def test_a_day_that_cannot_be_is_told_in_a_sentence(visit: Visit, monday: str, path: str, sentence: str) -> None:
    page = visit("/", PHONE)
    page.on("console", lambda _line: None)
    answers = page.request.get(f"{monday}/api/games/kryptx/puzzle?date={path}")
    assert answers.status == 400 and sentence in answers.json()["sentence"]


@pytest.mark.proof
def test_puzzles_of_an_own_game_from_its_review(visit: Visit) -> None:
    page = visit("/", PHONE)
    page.goto(new_table(page, "lost-code", 2, bots=["expert"], start=True, pace=0))
    play_out(page)
    page.locator('[data-press="review"]').click()
    page.locator("[data-part]").first.wait_for()
    page.locator('[data-press="puzzles"]').click()
    page.locator("p[data-question], main[data-ui=nothing] p[data-ui=why]").first.wait_for()
    if page.locator("p[data-question]").count():
        page.locator("[data-show]").click()
        page.locator("[data-show-sure]").click()
        page.locator('[data-state="shown"]').wait_for()
        kept = page.evaluate("JSON.parse(localStorage.getItem('tepui.own-puzzles'))")
        assert len(kept) == 1 and kept[0]["step"] == 0 and kept[0]["game"] == "lost-code"
        assert not barriers(page)


@pytest.mark.proof
def test_what_is_overlooked_most_is_offered_to_be_practised(visit: Visit) -> None:
    page = visit("/", PHONE)
    room = new_table(page, "lost-code", 2, bots=["expert"], start=True, pace=0)
    page.goto(room)
    play_out(page)

    def missed(route: Route) -> None:
        """The answer to somebody who has overlooked more."""
        told = route.fetch().json()
        one = {"seat": 0, "move": 30, "kind": "wheel", "name": "best wheel", "level": 1, "missed": True}
        route.fulfill(json=told | {"puzzles": [one, one | {"move": 40}, one | {"move": 50, "kind": "certain"}]})

    page.route("**/puzzles?*", missed)
    page.locator('[data-press="review"]').click()
    expect(page.locator('[data-press="practise"]')).to_contain_text("best wheel")
    assert not barriers(page)
    page.goto("/you")
    expect(page.locator("[data-practise]")).to_have_attribute("href", re.compile(r"#puzzles\?seat=0&kind=wheel$"))
    assert not barriers(page)
