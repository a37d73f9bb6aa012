"""A phone beside the real box: a recorded game is typed in by its keys, a wrong entry found, a lost line outlived."""

import json
import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from barriers import barriers
from beside import Beside
from coach.looking import NAMES, played
from coach.typing_in import typed
from player import LAPTOP, PHONE, Visit, comes_true
from playwright.sync_api import Page, expect

from tepui.coach.companion import Companion
from tepui.coach.companion.messages import Entry
from tepui.core.position import AUDIENCE, TABLE
from tepui.games.kryptx import actions as kx
from tepui.games.lost_code import actions as lc
from tepui.games.roll_and_write import actions as rw

pytestmark = pytest.mark.browser
Json = dict[str, Any]
WRONG, NOTICED = 34, 43  # of the game below: an answer "higher", and the entry with which "lower" cannot be true
BEFORE = 28  # a round has gone by
SHELL_IS_KEPT = """async () => {
  const [name] = await caches.keys();
  const cache = name && (await caches.open(name));
  return cache && (await cache.match("/companion/")) && (await cache.keys()).length > 15;
}"""
KEPT_FILES = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""


def seen(game: str, seats: int = 2, eye: int = 0, seed: str = "an evening") -> Companion:
    """A game among bots, and what one of them would have to enter of it."""
    return typed(played(game, ["steady"] * seats, seed).view(eye))


def sit_down(page: Page, game: str, seats: int = 2, eye: int | str = 0) -> Beside:
    page.wait_for_selector("[data-begin]")
    page.tap(f"[data-seats='{seats}']")
    for seat in range(seats):
        page.fill(f"[data-name='{seat}']", NAMES[seat])
    page.tap(f"[data-eye='{eye}']")
    if eye != "audience":
        page.tap("[data-level=teacher]")
    page.tap("[data-begin]")
    page.wait_for_selector("[data-asking]")
    return Beside(page)


def enter(phone: Beside, entries: list[Entry]) -> Iterator[int]:
    """Types them in, and compares the deal with the table when it is asked for."""
    for entry in entries:
        if phone.page.locator("[data-compared]").count():
            phone.page.tap("[data-compared]")
        yield phone.enter(entry)


@pytest.mark.proof
def test_the_home_page_leads_to_the_box(visit: Visit) -> None:
    page = visit("/box", size=PHONE, touch=True)
    page.tap("[data-companion=kryptx]")
    page.wait_for_selector("[data-begin]")
    assert page.url.endswith("/companion/kryptx") and not barriers(page)
    page.tap("[data-begin]")
    page.locator("[data-prompt]").wait_for()
    page.goto("/companion/nothing")
    page.get_by_text("There is no such game here").wait_for()


def test_a_deal_is_entered_by_one_tap_each_and_read_back_once(visit: Visit) -> None:
    page = visit("/companion/lost-code", size=PHONE, touch=True)
    phone = sit_down(page, "lost-code")
    entries = seen("lost-code").entries
    taps = list(enter(phone, entries[:19]))
    assert taps == [1] * 19  # who begins, and eighteen numbers
    expect(page.locator("[data-compare]")).to_be_visible()
    page.locator("[data-thing='logs.1.numbers.2']").tap()  # in the picture: the entry of that stone
    expect(page.locator("[data-mend-pad]")).to_be_visible()
    page.keyboard.press("Escape")
    assert not barriers(page)
    page.reload()  # in the middle: everything is there
    page.wait_for_selector("[data-compared]")
    page.tap("[data-compared]")
    expect(page.locator("[data-prompt]")).to_contain_text("Die 1")
    page.reload()
    expect(page.locator("[data-prompt]")).to_contain_text("Die 1")  # and it is not asked for twice
    page.tap("[data-undo]")
    expect(page.locator("[data-ui=box-game]")).to_have_attribute("data-entries", "18")
    page.tap("[data-put-back]")
    expect(page.locator("[data-ui=box-game]")).to_have_attribute("data-entries", "19")
    page.goto("/companion/lost-code")
    expect(page.locator("[data-evening]")).to_have_count(1)
    page.locator("[data-forget]").tap()
    page.locator("[data-forget]").tap()
    expect(page.locator("[data-evening]")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('tepui.companion.')).length") == 0


def test_all_dice_of_a_roll_are_entered_on_one_pad(visit: Visit) -> None:
    page = visit("/companion/roll-and-write", size=PHONE, touch=True)
    phone = sit_down(page, "roll-and-write")
    entries = seen("roll-and-write").entries
    assert list(enter(phone, entries[:1])) == [1]
    dice = entries[1:7]
    taps = [phone.enter(one) for one in reversed(dice)]  # numbers before colours: any order will do
    assert taps == [1] * 6
    phone.settled()
    rolled = [line["action"] for line in stored(page)["lines"][1:]]
    assert [one["do"] for one in rolled] == ["roll_colour"] * 3 + ["roll_digit"] * 3
    entered = sorted(str(one.get("colour", one.get("digit"))) for one in rolled)
    assert entered == sorted(str(getattr(one.action, "colour", getattr(one.action, "digit", ""))) for one in dice)
    assert not barriers(page)


@pytest.mark.proof
def test_a_die_that_was_tapped_wrong_is_taken_back(visit: Visit) -> None:
    page = visit("/companion/roll-and-write", size=PHONE, touch=True)
    phone = sit_down(page, "roll-and-write")
    list(enter(phone, seen("roll-and-write").entries[:1]))
    for key in ("red", "digit-3"):
        phone.key(key)
    expect(page.locator("[data-thrown='2']")).to_have_count(1)
    page.locator("[data-thrown] button:enabled").first.tap()
    expect(page.locator("[data-thrown='1']")).to_have_count(1)
    assert page.get_attribute("[data-ui=box-game]", "data-entries") == "1"


@pytest.mark.proof
def test_points_are_written_on_a_pad_that_asks_for_nothing_else(visit: Visit) -> None:
    page = visit("/box", size=PHONE, touch=True)
    page.locator("[data-score]").first.tap()
    for player, name in enumerate(("Anna", "Ben")):
        page.locator("thead input").nth(player).fill(name)
    for keys in (("1", "2"), ("5", "sign"), ("8",)):
        for key in keys:
            page.tap(f"[data-ui=score] [data-key='{key}']")
        page.tap("[data-next]")
    expect(page.locator("[data-totals]")).to_contain_text("20")
    expect(page.locator("[data-totals]")).to_contain_text("−5")
    assert not barriers(page)
    page.reload()
    expect(page.locator("[data-totals]")).to_contain_text("20")
    page.locator("[data-empty]").tap()
    page.locator("[data-empty]").tap()
    expect(page.locator("[data-totals]")).not_to_contain_text("20")


def test_the_pro_game_of_kryptx_is_for_three_and_four(visit: Visit) -> None:
    page = visit("/companion/kryptx", size=PHONE)
    for seats, fits in ((2, False), (3, True), (4, True), (2, False)):
        page.click(f"[data-seats='{seats}']")
        assert page.locator("[data-option=pro]").is_enabled() == fits
        assert (page.get_by_text("Only with 3, 4 players").count() == 0) == fits


@pytest.mark.proof
def test_only_the_notes_of_kryptx(visit: Visit) -> None:
    page = visit("/companion/kryptx", size=PHONE, touch=True)
    page.wait_for_selector("[data-begin]")
    page.tap("[data-depth=sheet]")
    phone = sit_down(page, "kryptx")
    own = [one for one in seen("kryptx").entries if isinstance(one.action, kx.Deal)]
    assert len(list(enter(phone, own))) == 4
    page.tap("[data-compared]")
    page.tap("[data-actor='1']")
    assert not barriers(page)
    before = phone.entered
    place = next(one for one in seen("kryptx").entries if isinstance(one.action, kx.Place) and one.by == 1)
    phone.enter(place)
    assert phone.entered == before + 1


def stored(page: Page) -> Json:
    """The evening as this device keeps it."""
    found: Json = page.evaluate(
        """() => JSON.parse(localStorage.getItem(
          'tepui.companion.' + new URLSearchParams(location.hash.split('?')[1]).get('id')))"""
    )
    return found


def kept(page: Page, entries: list[Entry]) -> Beside:
    """The evening goes on where these entries have brought it."""
    lines = [
        {"by": "table" if by == TABLE else by, "action": json.loads(msgspec.json.encode(action)), "label": "…"}
        for by, action in entries
    ]
    one = stored(page)
    one |= {"lines": lines, "count": one["count"] + 1, "compared": True}
    page.evaluate("one => localStorage.setItem(`tepui.companion.${one.id}`, JSON.stringify(one))", one)
    page.reload()
    phone = Beside(page)
    assert phone.entered == len(entries)
    phone.settled()
    return phone


@pytest.mark.proof
def test_a_wrong_entry_is_found_and_mended(visit: Visit) -> None:
    page = visit("/companion/lost-code", size=PHONE, touch=True)
    sit_down(page, "lost-code")
    game = seen("lost-code")
    truth = game.entries[WRONG].action
    assert isinstance(truth, lc.Answer) and truth.answer == "higher"
    phone = kept(page, game.entries[:WRONG])
    phone.enter(Entry(TABLE, msgspec.structs.replace(truth, answer="lower")))
    for entry in game.entries[WRONG + 1 : NOTICED + 1]:
        assert page.locator("dialog").count() == 0
        phone.enter(entry)
    suspect = page.locator(f'[data-suspect="{WRONG}"]')
    expect(suspect).to_be_visible()
    assert page.locator("[data-suspect]").count() == 2
    assert not barriers(page)
    suspect.locator("[data-key=higher]").tap()
    phone.settled()
    expect(page.locator("[data-doubt]")).to_have_count(0)
    assert stored(page)["lines"][WRONG]["action"]["answer"] == "higher"


@pytest.mark.proof
def test_a_forgotten_entry_is_put_in_and_nothing_is_lost_meanwhile(visit: Visit) -> None:
    page = visit("/companion/lost-code", size=PHONE, touch=True)
    sit_down(page, "lost-code")
    entries = seen("lost-code").entries[:30]
    forgotten = next(k for k, entry in enumerate(entries) if isinstance(entry.action, lc.Roll)) + 2
    phone = kept(page, entries[:forgotten] + entries[forgotten + 1 :])
    assert page.get_attribute("[data-stuck]", "data-stuck") == str(forgotten)
    page.get_by_role("tab", name="Journal").tap()
    states = [page.get_attribute(f'[data-entry="{k}"]', "data-state") for k in range(29)]
    assert states == ["good"] * forgotten + ["stuck"] + ["waiting"] * (28 - forgotten)
    assert not barriers(page)
    page.tap(f'[data-entry="{forgotten}"]')  # tapped in the journal, it offers what can stand there
    page.tap("[data-before]")
    Beside(page, "[data-mend-pad]").press(json.loads(msgspec.json.encode(entries[forgotten].action)))
    phone.entered += 1
    phone.settled()
    expect(page.locator("[data-state=good]")).to_have_count(30)
    page.tap('[data-entry="29"]')
    page.tap("[data-remove]")
    phone.entered -= 1
    phone.settled()


@pytest.mark.proof
def test_without_a_line_entries_are_kept_and_worked_out_later(visit: Visit) -> None:
    page = visit("/companion/lost-code", size=PHONE, touch=True, worker=True)
    sit_down(page, "lost-code")
    entries = seen("lost-code").entries
    comes_true(page, "navigator.serviceWorker.controller !== null")
    phone = kept(page, entries[:19])
    for entry in entries[19:BEFORE]:  # a round, so that the page knows how one goes
        phone.enter(entry)
    comes_true(page, SHELL_IS_KEPT)
    page.context.set_offline(True)
    for entry in entries[BEFORE : BEFORE + 5]:
        phone.enter(entry, online=False)
    page.locator("[data-lost]").wait_for()
    page.get_by_role("tab", name="Sheet").tap()  # the last sheet stays in sight
    assert page.locator("[data-ui=sheet] [data-at]").count() == 48
    page.fill("[data-ui=jot] input", "Ben took the wheel of 3")
    page.tap("[data-ui=jot] button")
    page.reload()  # the page opens without a line
    page.locator("[data-lost]").wait_for()
    expect(page.locator("[data-ui=box-game]")).to_have_attribute("data-entries", str(BEFORE + 6))
    files = page.evaluate(KEPT_FILES)
    assert all(file == "/companion/" or file.startswith(("/assets/", "/offline", "/favicon")) for file in files)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator('[data-ui=box-game][data-current="true"]')).to_have_count(1)
    page.get_by_role("tab", name="Journal").tap()
    expect(page.locator("[data-state=good]")).to_have_count(BEFORE + 5)
    assert page.locator("[data-state=jotted]").inner_text().strip().endswith("Ben took the wheel of 3")


@pytest.mark.proof
def test_a_keyboard_is_enough(visit: Visit) -> None:
    page = visit("/companion/lost-code")
    page.wait_for_selector("[data-begin]")
    page.focus("[data-begin]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-asking]")
    page.focus("[data-ui=pad] [data-key]")
    for entry in range(3):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-ui=box-game][data-entries="{entry + 1}"][data-current="true"]')).to_have_count(1)
        comes_true(page, "document.activeElement.matches('[data-ui=pad] [data-key]')")  # the next question, at once


@pytest.mark.proof
def test_two_tabs_of_one_evening_go_on_together(visit: Visit) -> None:
    page = visit("/companion/roll-and-write", size=PHONE, touch=True)
    phone = sit_down(page, "roll-and-write")
    entries = seen("roll-and-write").entries
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator('[data-ui=box-game][data-current="true"]')).to_have_count(1)
    list(enter(phone, entries[:7]))  # its beginning, and a whole roll
    second = Beside(other)
    second.entered = 6
    second.settled()
    list(enter(second, entries[7:9]))
    phone.entered = 8
    phone.settled()
    assert not barriers(other)


def test_every_tap_asks_the_server_once(visit: Visit) -> None:
    page = visit("/companion/lost-code", size=PHONE, touch=True)
    phone = sit_down(page, "lost-code")
    phone.settled()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    list(enter(phone, seen("lost-code").entries[:3]))
    assert len(asked) == 3


@pytest.mark.proof
def test_a_score_pad_for_the_whole_table(visit: Visit) -> None:
    page = visit("/companion/kryptx", size=LAPTOP, touch=True, language="de-DE", dark=True)
    phone = sit_down(page, "kryptx", 3, "audience")
    entries = typed(played("kryptx", ["steady"] * 3, "an evening").view(AUDIENCE)).entries
    list(enter(phone, entries[:12]))
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- one real evening: the whole game, by script (python3 dev.py proofs evening) ----

SETUP = {"lost-code": 19, "kryptx": 17, "roll-and-write": 1}  # taps before the first round or turn, for two players
ROUND = {
    "lost-code": 10.7,
    "kryptx": (8 * 7.6 + 7 * 5) / 15,
    "roll-and-write": 6 + 2.1 + 2,
}  # and in each of them, at most
FIRST = {"lost-code": lc.Roll, "kryptx": kx.Draw, "roll-and-write": rw.RollColour}
ROLLED = (lc.Roll, kx.Draw, rw.RollColour)  # where a line is lost: something that the page has asked before
COUNT = {"lost-code": "round", "kryptx": "turns", "roll-and-write": "turn"}


@pytest.mark.proof
@pytest.mark.skipif("TEPUI_EVENINGS" not in os.environ, reason="takes minutes: python3 dev.py proofs evening")
@pytest.mark.parametrize("game", SETUP)
def test_one_real_evening(visit: Visit, game: str) -> None:
    page = visit(f"/companion/{game}", size=PHONE, touch=True, worker=True)
    phone = sit_down(page, game)
    comes_true(page, "navigator.serviceWorker.controller !== null")
    entries, taps, mended = seen(game).entries, [], False
    half = len(entries) // 2
    kinds = [type(entry.action) for entry in entries]
    middle = next(k for k, kind in enumerate(kinds) if k >= half and kind in ROLLED and kind is not kinds[k - 1])
    without = 6 if game == "roll-and-write" else 3  # all dice of a roll are entered together
    for k, entry in enumerate(entries):
        if page.locator("[data-compared]").count():
            page.tap("[data-compared]")
        if k == middle:
            comes_true(page, SHELL_IS_KEPT)
            page.context.set_offline(True)
        if game == "lost-code" and k == WRONG:
            phone.enter(Entry(TABLE, msgspec.structs.replace(entry.action, answer="lower")))
            taps.append(1)
            continue
        taps.append(phone.enter(entry, online=not middle <= k < middle + without))
        if k == middle + without - 1:
            page.reload()
            page.locator("[data-lost]").wait_for()
            page.context.set_offline(False)
            page.evaluate("dispatchEvent(new Event('online'))")
            phone.settled()
        if page.locator("[data-suspects]").count():
            page.locator(f'[data-suspect="{WRONG}"] [data-key=higher]').tap()
            phone.settled()
            mended = True
    page.locator("[data-over]").wait_for()
    assert mended == (game == "lost-code")
    opening = next(k for k, entry in enumerate(entries) if isinstance(entry.action, FIRST[game]))
    if game == "kryptx":  # the opening cards are drawn and placed before the first turn
        placed = [k for k, entry in enumerate(entries) if isinstance(entry.action, kx.Place)]
        opening = next(k for k in placed if not isinstance(entries[k + 1].action, kx.Place)) + 1
    final = next((k for k, entry in enumerate(entries) if isinstance(entry.action, lc.Write)), len(entries))
    final = next((k for k, entry in enumerate(entries) if isinstance(entry.action, kx.Stop)), final)
    rounds = stored(page)["told"]["view"]["moments"][-1]["picture"][COUNT[game]]
    print(f"{game}: {sum(taps[:opening])} taps to set up, {sum(taps[opening:final]) / rounds:.1f} a round, {rounds}")
    assert sum(taps[:opening]) <= SETUP[game] and sum(taps[opening:final]) / rounds <= ROUND[game]
    with page.expect_download() as saved:
        page.tap("[data-record]")
    assert saved.value.path().read_text("utf-8").startswith("{")
    page.tap("[data-review]")
    page.locator("[data-told]").wait_for()
