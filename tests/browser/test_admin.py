"""The admin page on a phone without scripts, and what people at a table see of what is done there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from barriers import barriers
from player import PHONE, begin
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A server of its own, for it is told to take no new tables; its address and its token."""
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--no-limits", "--port", "0"]
    with subprocess.Popen([*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
        assert found
        token = subprocess.run(
            [sys.executable, "-m", "tepui.cli", "admin-token", "--data", str(tmp_path)], capture_output=True, text=True
        )
        yield found[0], token.stdout.strip()
        server.terminate()


def opened(chromium: Browser, url: str, scripts: bool) -> Page:
    context = chromium.new_context(base_url=url, viewport=PHONE, java_script_enabled=scripts, locale="fr-FR")
    return context.new_page()


def test_a_host_looks_after_the_server_on_a_phone_without_scripts(chromium: Browser, site: tuple[str, str]) -> None:
    url, token = site
    player = opened(chromium, url, True)
    player.goto("/")
    begin(player, "lost-code")
    player.wait_for_selector("[data-ui=head]")
    admin = opened(chromium, url, False)
    admin.goto("/admin")
    admin.fill("[name=token]", token)
    admin.click("text=Open")
    assert token not in admin.url and token not in admin.content()
    assert admin.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    admin.click("text=Ask the doctor")
    admin.click("text=Take no new tables")
    strip = player.locator("[data-notice]")
    strip.wait_for()
    assert "Ce serveur va bientôt redémarrer" in strip.inner_text()
    assert not barriers(player)
    strip.locator("button").click()
    strip.wait_for(state="detached")
    other = opened(chromium, url, True)
    other.goto("/")
    begin(other, "lost-code")
    other.wait_for_selector("text=Ce serveur n’accepte plus de nouvelle table")
    admin.click("summary >> nth=0")
    admin.fill("[name=why]", "C’est fini pour ce soir.")
    admin.check("[name=sure] >> nth=0")
    admin.click("button[value=close]")
    expect(admin.locator("[role=status]").first).to_contain_text("The table is closed")  # another status stood there
    told = player.locator("[role=alert]")
    told.wait_for()
    closed = "Les responsables de ce serveur ont fermé cette table. Leur message\u00a0: C’est fini pour ce soir."
    assert told.inner_text() == closed
    again = opened(chromium, url, True)  # axe is a script
    again.goto("/admin")
    assert not barriers(again)
    again.fill("[name=token]", token)
    again.click("text=Open")
    again.goto("/admin?phase=over")
    assert not barriers(again)
    for page in (player, admin, other, again):
        page.context.close()
