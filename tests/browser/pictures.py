"""Pictures of every page and state, on phone and laptop, by day and by night: kept to be looked at, not compared.

python tests/browser/pictures.py http://127.0.0.1:8000 docs/pictures [house lost-code one-device roll-and-write sheet]

(beside a running `tepui serve --pace 0 --no-limits`)
"""

import shutil
import sys
import tomllib
from pathlib import Path

from player import LAPTOP, PHONE, Player
from playwright.sync_api import Page, sync_playwright

FREE_WHEEL = '.shelf [data-wheel]:not([aria-disabled="true"])'
FREE_STONE = '[data-stone]:not([aria-disabled="true"])'


class Camera:
    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.taken: set[str] = set()

    def take(self, state: str) -> None:
        """Four pictures of what is on the screen."""
        if state in self.taken:
            return
        self.taken.add(state)
        for theme in ("light", "dark"):
            for device, size in (("phone", PHONE), ("laptop", LAPTOP)):
                self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
                self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                self.page.wait_for_timeout(350)
                self.page.screenshot(path=self.folder / f"{state}-{device}-{theme}.png")
        self.page.set_viewport_size({"width": LAPTOP["width"], "height": LAPTOP["height"]})
        print(state, flush=True)

    def drawer(self, state: str) -> None:
        self.page.wait_for_selector("dialog")
        self.page.wait_for_timeout(300)
        self.take(state)
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog", state="detached")


def game(camera: Camera) -> None:
    """The Lost Code with everything in it, until the last stone is turned."""
    page, player = camera.page, Player(camera.page)
    page.wait_for_selector("header.top.mine")
    while not player.over():
        page.wait_for_timeout(60)
        if not player.asked():
            continue
        if player.there(FREE_WHEEL):
            page.locator(FREE_WHEEL).nth(-2).click()
            camera.take("lost-code-wheel")
            if player.moves > 7:
                page.get_by_role("tab", name="Sheet").click()
                for box in page.locator("[data-at]:not(.seen)").all()[:4]:
                    box.click()
                camera.take("lost-code-sheet")
                page.get_by_role("tab", name="Journal").click()
                camera.take("journal")
                page.get_by_role("tab", name="Chat").click()
                page.get_by_role("button", name="Well played!").click()
                camera.take("chat")
                page.get_by_role("tab", name="Sheet").click()
        elif player.there(FREE_STONE):
            page.locator(FREE_STONE).last.click()
            camera.take("lost-code-exchange")
        elif player.there(".keys [data-number]"):
            page.locator(".keys [data-number='3']").click()
            camera.take("lost-code-token")
            page.locator(".keys [data-number='3']").click()
        elif player.there('[data-press="keep"]'):
            page.locator("[data-die='1']").click()
            camera.take("lost-code-die")
            page.locator('[data-press="back"]:not([aria-disabled="true"])').click()
        elif player.there(".sheet .finals") and not player.there(FREE_WHEEL):
            player.write()
            camera.take("lost-code-final")
            player.write()
        player.step()
    page.wait_for_timeout(800)
    camera.take("lost-code-end")


def roll_and_write(page: Page, folder: Path) -> None:
    """A sheet in the middle of play with a ghost on it, then a practice sheet at its end."""
    from test_roll_and_write import COLUMN, Someone, press

    camera = Camera(page, folder)
    for players, state in ((2, "roll-and-write-entry"), (0, "roll-and-write-end")):
        page.goto("/")
        press(page, "[data-friends=roll-and-write]")
        page.locator("fieldset .row .num").nth(players).click()
        press(page, "[data-make]")
        page.wait_for_selector(".waiting .code")
        if players:
            press(page, "[data-fill]")
        press(page, '[data-start]:not([aria-disabled="true"])')
        page.wait_for_selector(".table .sheet")
        someone = Someone(page)
        if not players:
            someone.play()
            page.wait_for_timeout(5000)
        while players and (someone.moves < 14 or not someone.mine() or not page.locator(COLUMN).count()):
            if someone.mine():
                someone.move()
            page.wait_for_timeout(25)
        if players:
            press(page, COLUMN)
            page.wait_for_selector(".sheet .ghost")
        camera.take(state)


def sheet_page(page: Page, folder: Path) -> None:
    """A printed sheet, entered box by box."""
    page.goto("/sheet/roll-and-write")
    page.wait_for_selector("[data-box]")
    layout = tomllib.loads((Path(__file__).parents[1] / "views" / "roll_and_write_sheet.toml").read_text("utf-8"))
    for taps, kind in ((1, "arrows"), (2, "artefacts")):
        for colour, boxes in layout["layout"][kind].items():
            for box in boxes:
                for _ in range(taps):
                    page.click(f"[data-box={colour}-{box}]")
    page.wait_for_selector("[data-verdict=good]")
    Camera(page, folder).take("roll-and-write-sheet")


def one_device(page: Page, folder: Path) -> None:
    """A tablet between two people, and the big screen beside it."""
    from test_one_device import family, lift

    camera = Camera(page, folder)
    page.goto("/")
    page.wait_for_selector("[data-play]")
    family(page, "lost-code", "Ben", "Cleo")
    player = Player(page)
    for _ in range(4):
        lift(page)
        page.wait_for_selector("header.top.mine")
        while page.locator("[data-pass]").count() == 0:
            player.step()
            page.wait_for_timeout(50)
        page.click("[data-pass]")
    page.wait_for_selector(".curtain .main")
    camera.take("curtain")
    page.goto(page.url + "#screen")
    page.reload()
    page.wait_for_selector(".code img")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "screen.png")


def house(page: Page, folder: Path) -> None:
    """Every page around a game; the game itself is begun."""
    camera = Camera(page, folder)
    page.goto("/")
    page.wait_for_selector("[data-play]")
    camera.take("home")
    page.get_by_role("button", name="Settings").click()
    camera.drawer("settings")
    page.locator("[data-friends=lost-code]").click()
    page.wait_for_selector("[data-make]")
    for option in ("Deadly Shortcut", "Curse of the Temple"):
        page.get_by_label(option).check()
    camera.take("new-table")
    page.locator("[data-make]").click()
    page.wait_for_selector(".waiting .code")
    camera.take("table-before")
    page.locator("[data-fill]").click()
    page.locator('[data-start]:not([aria-disabled="true"])').click()
    page.wait_for_selector("header.top.mine")
    page.get_by_role("button", name="Menu").click()
    camera.drawer("table-menu")


def lost_code(page: Page, folder: Path) -> None:
    """A whole game, from the table that was begun last."""
    camera = Camera(page, folder)
    game(camera)
    page.locator('[data-press="replay"]').click()
    page.wait_for_selector(".replay input[type=range]")
    page.locator(".replay input[type=range]").fill("60")
    page.wait_for_timeout(1200)
    camera.take("replay")


PARTS = {
    "house": house,
    "lost-code": lost_code,
    "one-device": one_device,
    "roll-and-write": roll_and_write,
    "sheet": sheet_page,
}

if __name__ == "__main__":
    address, target = sys.argv[1], Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(20_000)
        first = context.new_page()
        first.goto("/")
        for name, taken in PARTS.items():
            if name in sys.argv[3:] or not sys.argv[3:]:
                taken(first, target)
        browser.close()
