"""A finished game looked at again in real browsers: the curve, the moments, a step into the replay, the picture."""

import re
from pathlib import Path

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, Visit, new_table, play_out
from playwright.sync_api import Page, expect

WORDS = {"en-GB": "Review", "de-DE": "Rückblick"}
# What is written on pictures, and whether all of it lies on them.
WRITTEN = """() => {
  const pen = CanvasRenderingContext2D.prototype, write = pen.fillText;
  window.written = [];
  pen.fillText = function (text, x, y, most) {
    const { e, f } = this.getTransform(), wide = Math.min(this.measureText(text).width, most ?? Infinity);
    const left = x + e - (this.textAlign === "right" ? wide : 0);
    const { width, height } = this.canvas;
    written.push([text, left >= 0 && left + wide <= width && y + f >= 30 && y + f <= height]);
    write.call(this, text, x, y, most);
  };
}"""


def finished(visit: Visit, game: str, size: dict[str, int], language: str) -> Page:
    page = visit("/", size, language=language)
    page.goto(new_table(page, game, 2, bots=["expert"], start=True, pace=0))
    play_out(page)
    return page


@pytest.mark.proof(but="kryptx-size1-de-DE")
@pytest.mark.parametrize(
    ("game", "size", "language"),
    [("lost-code", PHONE, "en-GB"), ("kryptx", LAPTOP, "de-DE")],
)
def test_a_game_is_looked_at_again(
    visit: Visit, game: str, size: dict[str, int], language: str, tmp_path: Path
) -> None:
    page = finished(visit, game, size, language)
    page.locator('[data-press="review"]').click()
    expect(page.locator("h1")).to_have_text(WORDS[language])
    page.locator("[data-list=moments] [data-moment]").first.wait_for()
    expect(page.locator("[data-ui=working]")).to_have_count(0)  # the other seat, beside
    assert page.locator("svg[role=img] [data-curve]").count() == 2  # in games of deduction also what was possible

    def figures(cells: str) -> list[float]:
        texts = page.locator(cells).all_inner_texts()
        return [float(re.sub(r"[%\s]", "", text.replace("\u2212", "-").replace(",", "."))) for text in texts]

    assert sum(figures("[data-part] td.num")) == pytest.approx(figures("tfoot td")[0], abs=0.6)
    assert all(0 <= number <= 99 for number in figures("[data-number]")) and len(figures("[data-number]")) == 2
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    edge = page.evaluate("document.querySelector('[data-ui=review] main').getBoundingClientRect().right")
    assert edge == size["width"]  # where the scroll bar stands
    page.evaluate(WRITTEN)
    with page.expect_download() as saved:
        page.locator('[data-press="picture"]').click()
    written = page.evaluate("written")
    assert all(whole for _, whole in written), written
    texts = " | ".join(text for text, _ in written)
    heading = page.locator(".curves h2").first.inner_text()
    assert all(part in texts for part in ("Tepui · ", heading, page.url.partition("#")[0])), texts
    assert (" gewinnt" in texts) == (game == "kryptx"), "a game without points has a winner"
    picture = tmp_path / "review.png"
    saved.value.save_as(picture)
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 5000

    moment = page.locator("[data-list=moments] [data-moment]").first
    number = moment.get_attribute("data-moment")
    moment.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"#replay\?move={number}&eye=0&story={number}"))
    page.locator("[data-ui=controls]").wait_for()
    strip = page.locator("[data-ui=moment]")  # what it said stays on the board, also a move later, and leads on
    said = strip.locator("p").inner_text()
    strip.locator("[data-press=yours]").click()
    expect(page).to_have_url(re.compile(rf"&story={number}$"))
    expect(strip.locator("p")).to_have_text(said)
    strip.locator("button.icon").last.click()
    expect(strip.locator("p")).not_to_have_text(said)
    assert not barriers(page)
    page.go_back()
    page.locator("[data-list=moments] [data-moment]").first.wait_for()
    page.locator("header select").select_option("1")
    expect(page).to_have_url(re.compile(r"#review\?seat=1"))
    page.locator("[data-part]").first.wait_for()
