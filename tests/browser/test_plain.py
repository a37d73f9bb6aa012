"""The plain page in Chromium, by keyboard alone: from the first page to the result, and live without a reload."""

import time

import pytest
from player import comes_true
from playwright.sync_api import Browser


def tab_to(page, selector: str) -> None:
    """Presses Tab until that is where the focus is."""
    for _ in range(120):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no number of Tabs leads to {selector}")


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_pages_without_scripts_fit_a_phone_and_lead_home(address: str, chromium: Browser, language: str) -> None:
    """Also the address of nothing, of a link that was used, and of whoever runs the server: one head, one home."""
    context = chromium.new_context(viewport={"width": 320, "height": 640}, locale=language)
    page = context.new_page()
    for path in ("/plain/", "/nowhere", "/me/abcdefgh", "/admin"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        home = page.locator("header a").first  # that of the pages without scripts is theirs
        assert home.inner_text().endswith("Tepui") and home.get_attribute("href") in ("/", path), path
        assert "Marcellus" in page.evaluate("getComputedStyle(document.querySelector('header a')).fontFamily"), path
    context.close()


@pytest.mark.proof(but="without script")
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_whole_game_by_keyboard_alone(address: str, chromium: Browser, script: bool) -> None:
    context = chromium.new_context(java_script_enabled=True, locale="en-GB")
    if not script:
        context.route("**/live.js", lambda route: route.abort())
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}/plain/")
    tab_to(page, "section[aria-labelledby='g-forehead'] select[name=seats]")
    page.keyboard.type("4")
    tab_to(page, "section[aria-labelledby='g-forehead'] button[value=bots]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#prompt")
    moves, end = 0, time.monotonic() + 240
    while not page.query_selector("#result"):
        assert time.monotonic() < end, page.inner_text("body")
        if page.query_selector("#moves"):
            if page.evaluate("document.activeElement.id") == "prompt":
                page.keyboard.press("Tab")  # the prompt has the focus, the first button is next
                assert page.evaluate("document.activeElement.id") == "pick-0"
            tab_to(page, "#pick-1")
            with page.expect_navigation():
                page.keyboard.press("Enter")
            moves += 1
        elif not script:
            tab_to(page, "section a[href='']")
            with page.expect_navigation():
                page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    assert moves >= 1
    assert page.locator("#result li").count() == 4
    assert "bet" in page.inner_text("#entries").lower() or page.locator("#entries li").count() > 8
    assert all(url.startswith((address, "data:")) for url in asked), asked
    assert not [text for text in wrong if "live.js" not in text and "ERR_FAILED" not in text], wrong
    context.close()


@pytest.mark.proof
def test_another_players_move_appears_without_a_reload_and_focus_stays(address: str, chromium: Browser) -> None:
    anna, ben = chromium.new_context(locale="de-DE").new_page(), chromium.new_context(locale="en-GB").new_page()
    anna.goto(f"{address}/plain/")
    tab_to(anna, "section[aria-labelledby='g-forehead'] select[name=seats]")
    anna.keyboard.type("2")
    tab_to(anna, "section[aria-labelledby='g-forehead'] button[value=friends]")
    anna.keyboard.press("Enter")
    anna.wait_for_selector("#invite")
    ben.goto(anna.url)
    tab_to(ben, "#sit-1")
    ben.keyboard.press("Enter")
    ben.wait_for_selector("#leave")
    anna.wait_for_selector("#start")
    comes_true(anna, "document.querySelectorAll('#live ul li').length >= 2")
    tab_to(anna, "#start")
    anna.keyboard.press("Enter")
    anna.wait_for_selector("#moves")
    ben.wait_for_selector("#entries")
    tab_to(ben, "#say")
    ben.keyboard.type("half a sen")
    tab_to(anna, "#pick-0")
    anna.keyboard.press("Enter")
    ben.wait_for_selector("#moves")
    assert ben.evaluate("document.activeElement.id") == "say"
    assert ben.input_value("#say") == "half a sen"
    assert ben.title().startswith("●")
    assert anna.evaluate("document.documentElement.lang") == "de"
