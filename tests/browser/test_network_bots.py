"""The host gives a seat to a network bot: in the waiting room on a phone, in a running game, and on the plain page."""

import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, Visit, begin
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def status_of(table: str, token: str, seconds: float = 5) -> int:
    """What the table says to a program with this token. A no comes at once, whatever a busy machine calls so."""
    address = table.replace("/plain", "").replace("/t/", "/api/rooms/") + "/bot"
    request = urllib.request.Request(address, b"{}", {"authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return int(answer.status)
    except TimeoutError:
        return 200  # it waits for a question
    except urllib.error.HTTPError as error:
        return error.code


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.proof(but="phone")
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_bot_is_invited_in_the_waiting_room_seen_by_all_and_sent_away(visit: Visit, size: dict[str, int]) -> None:
    anna = visit(size=size, language="de-DE")
    anna.click("[data-friends=kryptx]")
    anna.locator("fieldset [data-seats]", has_text="2").first.click()
    anna.click("[data-make]")
    anna.click("[data-network]")
    anna.click("[data-give='1']")
    token = anna.inner_text("[data-token]")
    command = anna.inner_text("[data-command]")
    assert len(token) == 40 and token not in command, "the token never stands in a command line"
    assert command.startswith("tepui join http://127.0.0.1:") and fits(anna)
    assert barriers(anna) == ""
    table = command.split()[2]
    join = [sys.executable, "-m", "tepui.cli", "join", table, "--bot", "random", "--says", "<b>Kim</b>"]
    bot = subprocess.Popen([*join, "--token-file", "-"], stdin=subprocess.PIPE, text=True)
    assert bot.stdin is not None
    bot.stdin.write(token + "\n")
    bot.stdin.close()
    anna.locator("dialog li", has_text="verbunden").wait_for()
    ben = visit(path=f"/t/{table.rpartition('/')[2]}", size=size)
    line = ben.locator("li", has_text="Bot übers Netz")
    line.wait_for()
    assert "bot" in line.inner_text() and "“<b>Kim</b>”" in line.inner_text(), "words of a stranger, as text"
    assert token not in ben.content()
    anna.keyboard.press("Escape")
    anna.click("[data-network]")
    assert anna.locator("[data-token]").count() == 0, "it is shown once"
    anna.click("[data-withdraw='1']")
    anna.locator("[data-withdraw]").wait_for(state="detached")
    assert bot.wait(60) == 2, "its bot ends with a sentence"
    assert status_of(table, token, 60) == 403


@pytest.mark.proof
def test_the_seat_of_a_running_game_goes_to_a_network_bot_and_back(visit: Visit) -> None:
    anna = visit()
    begin(anna, "lost-code")
    anna.click("[data-ui=head] button[aria-label=Menu]")
    anna.click("[data-network]")
    give = anna.locator("[data-give]").last
    seat = give.get_attribute("data-give")
    give.click()
    token = anna.inner_text("[data-token]")
    table = anna.inner_text("[data-command]").split()[2]
    assert status_of(table, token) == 200
    anna.click(f"[data-withdraw='{seat}']")
    anna.locator("[data-withdraw]").wait_for(state="detached")
    assert status_of(table, token, 60) == 403


@pytest.mark.proof
def test_the_same_on_the_plain_page(visit: Visit) -> None:
    anna = visit(path="/plain/")
    anna.click("section[aria-labelledby='g-forehead'] button[value=friends]")
    anna.click("#network-1")
    token = anna.inner_text("#token code")
    assert "tepui join http://" in anna.inner_text("#token")
    table = anna.url
    assert "bot over the network, away" in anna.inner_text("#seats + ul")
    assert status_of(table, token) == 200
    anna.goto(table)
    assert anna.locator("#token").count() == 0 and token not in anna.content()
    anna.click("#withdraw-1")
    assert status_of(table, token, 60) == 403
