"""What would bar somebody from a page: every rule of axe, once the page has come to rest."""

from axe_playwright_python.sync_playwright import Axe
from player import comes_true
from playwright.sync_api import Page

STILL = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)"""

# The experimental one: whoever speaks to their device says what they read on a button.
SPOKEN = "label-content-name-mismatch"
RULES = {"resultTypes": ["violations"], "rules": {SPOKEN: {"enabled": True}}}
# Things on the table are pictures with numbers in them (a wheel, a column, a stand with its cards): their names tell
# what is seen. Drawings on other buttons are no text either, though axe reads them as such.
MISNAMED = """(selectors) => selectors.filter((selector) => {
  const one = document.querySelector(selector);
  if (one.matches('[data-thing]')) return false;
  const written = one.cloneNode(true);
  written.querySelectorAll('svg, [aria-hidden=true]').forEach((drawing) => drawing.remove());
  const plain = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim();
  return !plain(one.getAttribute('aria-label') ?? '').includes(plain(written.textContent));
})"""


def barriers(page: Page) -> str:
    """axe's report; nothing if there is nothing to say."""
    page.wait_for_timeout(650)  # the bar is deaf, and pale, for half a second
    comes_true(page, STILL)  # a button that is fading in has no contrast yet
    found = Axe().run(page, options=RULES)
    spoken = [one for one in found.response["violations"] if one["id"] == SPOKEN]
    named = page.evaluate(MISNAMED, [node["target"][0] for one in spoken for node in one["nodes"]])
    if found.violations_count == len(spoken) and not named:
        return ""
    return f"{found.generate_report()}\n{named}"
