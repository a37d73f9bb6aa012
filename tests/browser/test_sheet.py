"""An owner enters the printed sheet of Roll & Write on the page, keeps it as a file, and plays with it."""

from pathlib import Path

import pytest
from player import PHONE, SMALL, Visit
from playwright.sync_api import Page
from test_pages import SMALL_TARGETS, clean

from tepui.games.roll_and_write.look import printed
from tepui.games.roll_and_write.parts import load

pytestmark = pytest.mark.browser

ARTEFACTS = ("red-5", "red-8", "blue-5")


def come(visit: Visit, **how: object) -> Page:
    page = visit("/", **how)
    page.click("[data-sheet=roll-and-write]")
    page.wait_for_selector("[data-box]")
    return page


def verdict(page: Page, what: str) -> str:
    page.wait_for_selector(f"[data-verdict={what}]")
    return page.inner_text("[data-verdict]")


def signs(page: Page) -> dict[str, str]:
    boxes = (
        "Object.fromEntries([...document.querySelectorAll('[data-box]')].map((b) => [b.dataset.box, b.dataset.sign]))"
    )
    return {box: sign for box, sign in page.evaluate(boxes).items() if sign != "none"}


def test_enter_check_download_open_play(visit: Visit, tmp_path: Path) -> None:
    page = come(visit)
    assert page.locator("[data-box]").count() == 54
    assert "fewer than 9 artefacts" in verdict(page, "bad")
    page.click("[data-box=orange-4]")
    for box in ARTEFACTS:
        page.click(f"[data-box={box}]")
        page.click(f"[data-box={box}]")
    verdict(page, "good")
    entered = {"orange-4": "arrow", **dict.fromkeys(ARTEFACTS, "artefact")}
    assert signs(page) == entered

    with page.expect_download() as fetched:
        page.click("[data-press=download]")
    file = tmp_path / fetched.value.suggested_filename
    fetched.value.save_as(file)
    assert file.name == "my.toml"
    assert printed(load(file.read_text("utf-8"))).artefacts["red"] == (5, 8)

    page.reload()
    page.wait_for_selector("[data-box]")
    assert signs(page) == entered, "the draft stays on this device"
    page.click("[data-press=clear]")
    assert signs(page) == {}
    page.set_input_files("[data-file]", file)
    page.wait_for_selector("[data-sign=artefact]")
    assert signs(page) == entered

    broken = tmp_path / "broken.toml"
    broken.write_text(file.read_text("utf-8").replace("orange = [4]", "orange = [4, 12]"), "utf-8")
    page.set_input_files("[data-file]", broken)
    refused = page.locator("[data-refused]").inner_text()
    line = broken.read_text("utf-8").splitlines().index("orange = [4, 12]") + 1
    assert f"Line {line}: boxes are numbered 1 to 9" in refused
    assert "orange = [4, 12]" in refused
    assert signs(page) == entered, "a refused file changes nothing"

    page.click('[data-press=play]:not([aria-disabled="true"])')
    page.wait_for_selector(".table .sheet")
    assert page.locator(".table .column.orange .arrow").count() == 1
    assert page.locator(".table .column.red .cell .vase").count() == 2


def test_by_keyboard_alone(visit: Visit) -> None:
    page = come(visit)
    page.locator("[data-box=red-1]").focus()
    for key in (
        "ArrowUp",
        "ArrowRight",
        "Enter",
        "Enter",
        "Enter",
        "ArrowUp",
        "Space",
        "Shift+Enter",
        "ArrowUp",
        "Space",
    ):
        page.keyboard.press(key)
    assert signs(page) == {"orange-2": "both", "orange-4": "arrow"}
    page.keyboard.press("Delete")
    assert signs(page) == {"orange-2": "both"}
    assert page.locator(":focus").get_attribute("aria-label") == "orange, box 4: nothing"


@pytest.mark.parametrize(
    ("size", "dark"), [(SMALL, False), (PHONE, True), (None, False)], ids=["small", "phone", "laptop"]
)
def test_the_page_is_clean_in_german(visit: Visit, size: dict[str, int] | None, dark: bool) -> None:
    page = come(visit, size=size, dark=dark, language="de-DE")
    assert verdict(page, "bad").startswith("Zeile ")
    page.click("[data-box=green-7]")
    page.click("summary")
    clean(page, "the sheet")
    assert page.evaluate(SMALL_TARGETS.replace("input:not([type=checkbox])", "input[type=text]")) == []


def test_friends_play_with_it_too(visit: Visit) -> None:
    page = come(visit, size=PHONE)
    for box in ARTEFACTS:
        page.click(f"[data-box={box}]")
        page.click(f"[data-box={box}]")
    verdict(page, "good")
    page.goto("/")
    page.click("[data-friends=roll-and-write]")
    page.check("[data-own]")
    page.click("fieldset .row .num")  # a practice sheet
    page.click("[data-make]")
    page.click('[data-start]:not([aria-disabled="true"])')
    page.wait_for_selector(".table .sheet")
    assert page.locator(".table .column.red .cell .vase").count() == 2
    assert page.locator(".table .column.green .cell svg").count() == 0
