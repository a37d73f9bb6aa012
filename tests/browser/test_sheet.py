"""An owner enters the numbers of the box on the page, keeps them as a file, and plays with them."""

from pathlib import Path

import pytest
from player import PHONE, SMALL, Player, Visit, until
from playwright.sync_api import Page
from test_pages import FREE_WHEEL, SMALL_TARGETS, clean

from tepui.games.kryptx.parts_file import load as load_kryptx
from tepui.games.lost_code.parts_file import load as load_lost_code
from tepui.games.roll_and_write.parts_file import load
from tepui.games.roll_and_write.picture import printed

pytestmark = pytest.mark.browser

ARTEFACTS = ("red-5", "red-8", "blue-5")


def come(visit: Visit, **how: object) -> Page:
    """To the sheet, which begins as our own, with every sign taken away."""
    page = visit("/box", **how)
    page.click("[data-sheet=roll-and-write]")
    page.wait_for_selector("[data-box]")
    verdict(page, "good")
    assert signs(page), "it begins with our own sheet"
    for box in signs(page):
        page.locator(f"[data-box={box}]").press("Delete")
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
    assert verdict(page, "bad").startswith("Still to do: fewer than 9 artefacts")  # nobody has written a line
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
    assert file.name == "my-roll-and-write.toml"
    assert printed(load(file.read_text("utf-8"))).artefacts["red"] == (5, 8)

    page.reload()
    page.wait_for_selector("[data-box]")
    assert signs(page) == entered, "the draft stays on this device"
    page.click("[data-press=clear]")
    assert signs(page) != entered
    page.set_input_files("[data-file]", file)
    page.locator("[data-opened]").wait_for()
    assert signs(page) == entered

    broken = tmp_path / "broken.toml"
    broken.write_text(file.read_text("utf-8").replace("orange = [4]", "orange = [4, 12]"), "utf-8")
    page.set_input_files("[data-file]", broken)
    refused = page.locator("[data-refused]").inner_text()
    line = broken.read_text("utf-8").splitlines().index("orange = [4, 12]") + 1
    assert f"Line {line}, orange: boxes are numbered 1 to 9" in refused
    assert "orange = [4, 12]" in refused
    assert signs(page) == entered, "a refused file changes nothing"

    page.click('[data-press=play]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=table] [data-ui=sheet]")
    assert page.locator("[data-ui=table] [data-column=orange] [data-mark=arrow]").count() == 1
    assert page.locator("[data-ui=table] [data-column=red] [data-cell] [data-mark=vase]").count() == 2


@pytest.mark.proof
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


@pytest.mark.proof
@pytest.mark.parametrize(
    ("size", "dark"), [(SMALL, False), (PHONE, True), (None, False)], ids=["small", "phone", "laptop"]
)
def test_the_page_is_clean_in_german(visit: Visit, size: dict[str, int] | None, dark: bool) -> None:
    page = come(visit, size=size, dark=dark, language="de-DE")
    assert verdict(page, "bad").startswith("Noch zu tun: ")
    page.click("[data-box=green-7]")
    page.click("summary")
    clean(page, "the sheet")
    assert page.evaluate(SMALL_TARGETS.replace("input:not([type=checkbox])", "input[type=text]")) == []


@pytest.mark.proof
def test_friends_play_with_it_too(visit: Visit) -> None:
    page = come(visit, size=PHONE)
    for box in ARTEFACTS:
        page.click(f"[data-box={box}]")
        page.click(f"[data-box={box}]")
    verdict(page, "good")
    page.goto("/")
    page.click("[data-friends=roll-and-write]")
    page.check("[data-own]")
    page.click("fieldset [data-seats]")  # a practice sheet
    page.click("[data-make]")
    page.click('[data-start]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=table] [data-ui=sheet]")
    assert page.locator("[data-ui=table] [data-column=red] [data-cell] [data-mark=vase]").count() == 2
    assert page.locator("[data-ui=table] [data-column=green] [data-cell] svg").count() == 0


def fetched(page: Page, folder: Path) -> str:
    """The file that the page gives, once the server finds it good."""
    verdict(page, "good")
    with page.expect_download() as file:
        page.click("[data-press=download]")
    file.value.save_as(folder / "mine.toml")
    return (folder / "mine.toml").read_text("utf-8")


@pytest.mark.proof
def test_the_ladders_of_roll_and_write(visit: Visit, tmp_path: Path) -> None:
    page = come(visit)
    for box in ARTEFACTS:
        page.click(f"[data-box={box}]")
        page.click(f"[data-box={box}]")
    page.click("text=Points of the ladders")
    seven = page.locator("[data-rung=artefact-7] input")
    seven.fill("50")
    seven.press("Enter")
    mine = printed(load(fetched(page, tmp_path)))
    assert (mine.artefact[7], mine.refusal[7]) == (50, 50), "a refusal counts as an artefact does"
    seven.fill("\u221250")
    seven.press("Enter")
    assert "Fix the signs" in verdict(page, "bad")
    assert page.get_attribute("[data-rung=artefact-7] input", "aria-invalid") == "true"


@pytest.mark.proof
def test_the_wheels_of_the_lost_code(visit: Visit, tmp_path: Path) -> None:
    page = visit("/box", size=PHONE)
    page.click("[data-sheet=lost-code]")
    verdict(page, "good")
    page.click("[data-points='0'] [data-ui=more]")
    page.click("[data-side=x]")
    largest = page.locator("[data-size='6'] input")
    largest.fill("11")
    largest.press("Enter")
    page.click("[data-more] summary")
    page.click("[data-line='curse.bonus'] [data-ui=more]")
    text = fetched(page, tmp_path)
    assert "rounds" not in text, "only what differs"
    mine = load_lost_code(text)
    assert (mine.wheels.plain.points[0], mine.wheels.x.sizes[6], mine.curse.bonus) == (7, 11, 2)
    assert mine.wheels.plain.sizes == load_lost_code(None).wheels.plain.sizes and not mine.plain_is_rebuilt

    page.click("[data-side=plain]")
    page.click("[data-points='1'] [data-ui=more]")
    page.click("[data-points='1'] [data-ui=more]")
    page.click("[data-points='1'] [data-ui=more]")
    assert verdict(page, "bad") == "Still to do: the smallest wheel is worth more than every other"
    assert page.locator("[data-points] input[aria-invalid=true]").count() == 7
    page.click("[data-press=undo]")
    verdict(page, "good")
    page.reload()
    page.wait_for_selector("[data-points]")
    assert page.input_value("[data-points='1'] input") == "6", "the draft stays on this device"
    verdict(page, "good")
    page.click('[data-press=play]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=head]")
    player = Player(page)
    until(page, lambda: player.there(FREE_WHEEL), player.step)
    shelf = page.locator("[data-ui=shelf] [data-wheel]").all_inner_texts()[:2]
    free = [text for text in shelf if text.startswith(("1\n", "2\n"))]  # on one that a bot has taken stands its guess
    assert set(free) <= {"1\n+7", "2\n+6"}, shelf
    page.locator(FREE_WHEEL).first.click()
    page.locator('[data-press="confirm"]:not([aria-disabled="true"])').click()
    page.wait_for_selector("[data-ui=head]:not([data-mine])")
    moves = player.moves
    until(page, lambda: player.moves > moves + 1, player.step)  # and on it goes, with one's own numbers on the shelf
    assert page.get_by_text("our best guess").count() == 0, "who has entered the true numbers is not told of ours"


@pytest.mark.proof
def test_whoever_compared_the_wheels_is_not_told_that_they_are_a_guess(visit: Visit, tmp_path: Path) -> None:
    page = visit("/sheet/lost-code")
    verdict(page, "good")
    assert load_lost_code(fetched(page, tmp_path)).plain_is_rebuilt
    page.check("[data-compared]")
    mine = load_lost_code(fetched(page, tmp_path))
    own = load_lost_code(None).wheels.plain
    assert not mine.plain_is_rebuilt and mine.wheels.plain.sizes == own.sizes and mine.wheels.plain.points == own.points


@pytest.mark.proof
def test_the_deck_of_kryptx(visit: Visit, tmp_path: Path) -> None:
    page = visit("/sheet/kryptx")
    verdict(page, "good")
    shapes, letters = (page.locator(f"[data-colour] svg {part}").count() for part in ("path", "text"))
    assert shapes >= 5 and letters == 0, "letters are the names of stands"
    page.click("[data-at='9-0']")  # the blue 9
    page.click("[data-number='0']")
    page.click("[data-colour=orange]")
    page.click("[data-colour=red]")
    assert page.inner_text("[data-count]") == "44 cards"
    mine = load_kryptx(fetched(page, tmp_path))
    assert mine.deck.size == 44 and mine.numbers == tuple(range(1, 10))
    assert [colour.name for colour in mine.colours] == ["blue", "green", "purple", "yellow", "red"]
    page.click("[data-colour=pink]")
    assert "one to five colours" in verdict(page, "bad")
    page.click("[data-press=clear]")
    verdict(page, "good")
    page.fill("[data-letters]", "AB")
    assert "nine different letters" in verdict(page, "bad")


@pytest.mark.proof
def test_the_text_may_be_typed_and_keeps_its_comments(visit: Visit, tmp_path: Path) -> None:
    page = visit("/sheet/kryptx")
    verdict(page, "good")
    page.click("summary")
    page.fill("[data-text]", "# my box\n[deck]\nmissing = [[9, 'green']]\n")
    page.wait_for_selector("[data-at='9-1'][data-seen]")
    assert fetched(page, tmp_path).startswith("# my box")
    page.fill("[data-text]", "[deck]\nmissing = 3\n")
    assert "Line 2, missing" in verdict(page, "bad") and "missing = 3" in page.inner_text("[data-verdict]")


@pytest.mark.proof
def test_a_strangers_file_is_a_text_that_is_checked(visit: Visit) -> None:
    page = visit("/game/shells", language="fr-FR")
    page.click("[data-sheet=shells]")
    verdict(page, "good")
    assert "more_rounds = 0" in page.input_value("[data-text]")
    page.fill("[data-text]", "more_rounds = 2\n")
    assert "Ligne 1, more_rounds" in verdict(page, "bad")
    page.fill("[data-text]", "more_rounds = 1\n")
    verdict(page, "good")
    page.goto("/")
    page.click("[data-friends=shells]")
    page.check("[data-own]")
    page.click("[data-make]")
    page.wait_for_selector("[data-start]")


@pytest.mark.proof
@pytest.mark.parametrize("game", ["lost-code", "kryptx"])
@pytest.mark.parametrize(
    ("size", "dark", "language"),
    [(SMALL, False, "de-DE"), (PHONE, True, "fr-FR"), (None, False, "it-IT")],
    ids=["small", "phone", "laptop"],
)
def test_the_other_pages_are_clean(
    visit: Visit, game: str, size: dict[str, int] | None, dark: bool, language: str
) -> None:
    page = visit(f"/sheet/{game}", size=size, dark=dark, language=language)
    verdict(page, "good")
    for summary in page.locator("summary").all():
        summary.click()
    clean(page, game)
    assert (
        page.evaluate(
            SMALL_TARGETS.replace("input:not([type=checkbox])", "input[type=text]:not([data-ui=amount] input)")
        )
        == []
    )
