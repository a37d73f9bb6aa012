"""The pictures of the README and of the documents, taken from today's pages: `python3 dev.py pictures [NAME ...]`.

It starts a server of its own and plays real games. `home`, `lost-code`, `roll-and-write`, `kryptx`, `help`, `companion`
and `sheet` can be taken alone. `tests/ground/test_documents.py` fails when a linked picture is missing, or when
one is there that nothing links.
"""

import contextlib
import shutil
import struct
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "tests")]

from conftest import FLAGS  # noqa: E402
from player import PHONE, Player, begin, until  # noqa: E402
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright  # noqa: E402
from serving import serving  # noqa: E402

from tepui.coach.companion.messages import Entry  # noqa: E402
from tepui.core.position import TABLE  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
OURS = """
from tepui.core import find
own = {name: point for name, point in find.names().items() if point.value.startswith("tepui.")}
find.names = lambda: own
"""  # the games that the tests install are not in the pictures
WHEEL = '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])'
Visit = Callable[..., Page]


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png", flush=True)


# ---- a moving picture


def moving(frames: Iterable[tuple[bytes, float]]) -> bytes:
    """Screenshots and their seconds as one animated PNG: the files' own bytes, put one after the other."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    shown = [(dict(parts_of(file)), seconds) for file, seconds in frames]
    head = shown[0][0][b"IHDR"]
    out = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), chunk(b"acTL", struct.pack(">II", len(shown), 0))]
    number = 0
    for at, (parts, seconds) in enumerate(shown):
        control = struct.pack(">I8s8sHHBB", number, head[:8], bytes(8), int(1000 * seconds), 1000, 0, 0)
        out.append(chunk(b"fcTL", control))
        number += 1
        if at == 0:
            out.append(chunk(b"IDAT", parts[b"IDAT"]))
        else:
            out.append(chunk(b"fdAT", struct.pack(">I", number) + parts[b"IDAT"]))
            number += 1
    return b"".join([*out, chunk(b"IEND", b"")])


def parts_of(file: bytes) -> Iterable[tuple[bytes, bytes]]:
    """The chunks of a PNG; all of its image is one."""
    image, at = b"", 8
    while at < len(file):
        length, kind = struct.unpack(">I4s", file[at : at + 8])
        data = file[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            image += data
        elif kind == b"IHDR":
            yield kind, data
        at += 12 + length
    yield b"IDAT", image


# ---- what is taken


def home(visit: Visit) -> None:
    page = visit(width=1120, height=640)
    page.wait_for_selector("[data-card]")
    take(page, "home")


def at_the_wheel(visit: Visit, moves: int) -> tuple[Page, Player]:
    """At a table with bots, a wheel to be chosen, after so many decisions."""
    page = visit()
    begin(page, "lost-code")
    page.wait_for_selector("[data-ui=head][data-mine]")
    player = Player(page)

    def step() -> bool:
        with contextlib.suppress(TimeoutError):  # a press that came too early is made again
            return player.step()
        return False

    until(page, lambda: player.moves >= moves and player.asked() and player.there(WHEEL), step)
    return page, player


def sheet_at(page: Page, level: str) -> None:
    page.get_by_role("tab", name="Sheet").click()
    page.click("[data-ui=sheet] [data-help]")
    page.click(f"dialog [data-level={level}]")
    page.wait_for_selector(f"[data-ui=sheet][data-level={level}]", state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def ask_why(page: Page) -> None:
    """About something that takes a proof, if there is such a thing, or about a number that was seen."""
    reasoned = page.locator("[data-ui=sheet] button:has([data-ui=reasoned])")
    (reasoned if reasoned.count() else page.locator("[data-ui=sheet] button[data-seen]")).last.click()
    page.wait_for_selector("[data-proof]")


def likeliest(page: Page) -> int:
    """The setting of the wheel with the best chance, counted from the lowest, where the wheel then stands."""
    wheel, chances = page.locator("[role=slider]"), list[float]()
    while not chances or wheel.get_attribute("aria-valuenow") != wheel.get_attribute("aria-valuemax"):
        if chances:
            wheel.press("ArrowRight")
        else:
            wheel.press("Home")
        chances.append(float(page.locator("[data-chance]").inner_text().rstrip("%")))
    wheel.press("Home")
    return chances.index(max(chances))


def lost_code(visit: Visit) -> None:
    """A wheel is set, the table answers, and "Why?" is tapped."""
    page, _ = at_the_wheel(visit, 9)
    sheet_at(page, "teacher")
    page.get_by_role("tab", name="Table").click()
    frames: list[tuple[bytes, float]] = []

    def frame(seconds: float) -> None:
        page.wait_for_timeout(400)
        frames.append((page.screenshot(), seconds))

    frame(1.2)
    before = page.locator("li[data-thing^='rows.']").first.get_attribute("data-thing") or ""
    answers = page.locator(f"li[data-thing^='rows.{int(before.split('.')[1]) + 1}.guesses.'] [data-why]")
    page.locator(WHEEL).nth(3).click()
    wheel = page.locator("[role=slider]")
    best = likeliest(page)
    for _ in range(best):
        wheel.press("ArrowRight")
    for _ in range(min(3, best)):
        wheel.press("ArrowLeft")
    frame(0.8)
    for _ in range(min(3, best)):
        wheel.press("ArrowRight")
        frame(0.4)
    take(page, "lost-code")
    page.click('[data-press="confirm"]:not([aria-disabled="true"])')
    frame(0.8)
    answers.nth(2).wait_for()
    frame(2.0)
    page.get_by_role("tab", name="Sheet").click()
    page.wait_for_selector("[data-ui=sheet] [data-ui=share]")
    frame(1.0)
    ask_why(page)
    frame(3.0)
    (PICTURES / "lost-code-turn.png").write_bytes(moving(frames))
    print("docs/pictures/lost-code-turn.png", flush=True)


def roll_and_write(visit: Visit) -> None:
    """A sheet in the middle of play, with a ghost on it."""
    from test_roll_and_write import COLUMN, Someone, press

    page = visit()
    press(page, "[data-friends=roll-and-write]")
    press(page, "[data-make]")
    page.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    press(page, "[data-fill]")
    press(page, '[data-start]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=table] [data-ui=sheet]")
    someone = Someone(page)
    until(
        page,
        lambda: someone.moves >= 12 and someone.mine() and page.locator(COLUMN).count() > 0,
        lambda: someone.mine() and someone.move(),
    )
    press(page, COLUMN)
    page.wait_for_selector("[data-ui=sheet] [data-ghost]")
    take(page, "roll-and-write")


def kryptx(visit: Visit) -> None:
    """A question that is about to be asked."""
    import test_kryptx

    page = visit()
    page.goto(test_kryptx.new_table(page, 3, ["casual", "casual"]))
    page.locator("[data-phase]").wait_for()
    player = test_kryptx.Player(page, "mouse")
    until(
        page,
        lambda: player.moves >= 6 and bool(player.there("[data-ui=others] [data-stand][data-lifted]")),
        lambda: player.there("[data-ui=head][data-mine]") and player.step(),
    )
    player.press("[data-ui=others] [data-stand][data-lifted]")
    page.wait_for_selector("[data-ask]")
    take(page, "kryptx")


def help_levels(visit: Visit) -> None:
    page, _ = at_the_wheel(visit, 8)
    for level in ("pencil", "referee", "teacher"):
        sheet_at(page, level)
        if level == "teacher":
            page.wait_for_selector("[data-ui=sheet] [data-ui=share]")
            ask_why(page)
        take(page, f"help-{level}")


def companion(visit: Visit) -> None:
    """A wheel and its ranges; then an answer that cannot be true."""
    from test_companion import BEFORE, NOTICED, WRONG, kept, seen, sit_down

    entries = seen("lost-code").entries
    page = visit("/companion/lost-code", touch=True)
    sit_down(page, "lost-code")
    guess = next(k for k in range(BEFORE, len(entries)) if type(entries[k].action).__name__ == "Guess")
    phone = kept(page, entries[:guess])
    phone.whose(entries[guess].by)
    phone.tap(f"{phone.pad} [data-wheel='4']")
    take(page, "companion-guess")
    lie = Entry(TABLE, msgspec.structs.replace(entries[WRONG].action, answer="lower"))
    phone = kept(page, [*entries[:WRONG], lie, *entries[WRONG + 1 : NOTICED]])
    phone.enter(entries[NOTICED])
    page.locator("[data-suspect]").first.wait_for()
    take(page, "companion-doubt")


def own_sheet(visit: Visit) -> None:
    page = visit("/sheet/roll-and-write")
    page.wait_for_selector("[data-box]")
    layout = tomllib.loads((ROOT / "tests" / "views" / "roll_and_write_sheet.toml").read_text("utf-8"))
    for taps, kind in ((1, "arrows"), (2, "artefacts")):
        for colour, boxes in layout["layout"][kind].items():
            for box in boxes:
                for _ in range(taps):
                    page.click(f"[data-box={colour}-{box}]")
    page.wait_for_selector("[data-verdict=good]")
    take(page, "own-sheet")


PARTS: dict[str, Callable[[Visit], None]] = {
    "home": home,
    "lost-code": lost_code,
    "roll-and-write": roll_and_write,
    "kryptx": kryptx,
    "help": help_levels,
    "companion": companion,
    "sheet": own_sheet,
}


def visitor(browser: Browser, address: str) -> Visit:
    def visit(path: str = "/", width: int = PHONE["width"], height: int = 760, touch: bool = False) -> Page:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            color_scheme="light",
            has_touch=touch,
        )
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.goto(path)
        return page

    return visit


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"there is no picture {unknown[0]!r}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--no-limits", before=OURS) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name in names or PARTS:
            PARTS[name](visitor(browser, address))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
