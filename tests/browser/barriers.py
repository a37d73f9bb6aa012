"""What would bar somebody from a page: every rule of axe, once the page has come to rest."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STILL = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)"""


# The experimental one: what is read on a button is what one says to press it.
RULES = {
    "resultTypes": ["violations"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}


def barriers(page: Page) -> str:
    """axe's report; nothing if there is nothing to say."""
    page.wait_for_timeout(650)  # the bar is deaf, and pale, for half a second
    page.wait_for_function(STILL)  # a button that is fading in has no contrast yet
    found = Axe().run(page, options=RULES)
    return str(found.generate_report()) if found.violations_count else ""
