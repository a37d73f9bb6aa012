"""Every page and state: accessible, small, still, and whole in German on the smallest phone."""

import json
from collections import Counter

import pytest
import test_kryptx as kryptx
import test_roll_and_write as roll_and_write
from barriers import barriers
from player import (
    LAPTOP,
    PHONE,
    SMALL,
    TURN,
    Player,
    Visit,
    begin,
    begin_with_bots,
    new_table,
    next_move,
    pick_elsewhere,
    until,
)
from playwright.sync_api import Browser, Page, WebSocketRoute

pytestmark = pytest.mark.browser

CLIPPED = """() => {
  const apart = '.sr, svg, [data-ui=art], [data-ui=wheel], [data-ui=phrases], [data-ui=strip] [data-ui=name],'
    + '[data-ui=round] [data-ui=long], [data-ui=piles]';
  const cut = (one) => {
    if (!one.offsetParent || one.closest(apart) || one.scrollWidth <= one.clientWidth + 1) return false;
    const style = getComputedStyle(one);
    const hides = style.overflowX !== 'visible' && style.display !== 'inline';
    return hides || one.scrollWidth > document.documentElement.clientWidth + 1;
  };
  return [...document.querySelectorAll('body *')].filter(cut)
    .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} in ${one.clientWidth}`);
}"""
SMALL_TARGETS = """() => {
  const targets = 'button, a.btn, select, input:not([type=checkbox]), [role=slider]';
  const seen = (one) => one.offsetParent && getComputedStyle(one).visibility !== 'hidden';
  // Who misses a thing that is only explained loses nothing: there half the size is enough (WCAG 2.5.8).
  const least = (one) => one.matches('[data-why]') ? 24 : 43.5;
  const small = (one) => Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width) < least(one);
  return [...document.querySelectorAll(targets)].filter(seen).filter(small).map((one) => one.outerHTML.slice(0, 120));
}"""
SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts += one.value;
})).observe({type: 'layout-shift', buffered: false})"""
FREE_WHEEL = '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])'
WORK = ("EventDispatch", "FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
INSIDE = """(() => {
  const one = document.querySelector('#board');
  return [one.scrollHeight, one.clientHeight];
})()"""


def clean(page: Page, what: str) -> None:
    """No violation of any axe rule; nothing cut off; targets for thumbs."""
    found = barriers(page)
    assert not found, f"{what}: {found}"
    cut = page.evaluate(CLIPPED)
    assert cut == [], f"{what}: {cut}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what} is wider than the screen"


def play_now(page: Page, game: str = "lost-code") -> None:
    begin(page, game)
    page.wait_for_selector("[data-ui=head][data-mine]")


@pytest.mark.proof(but="phone by day")
@pytest.mark.parametrize(("size", "dark"), [(SMALL, False), (LAPTOP, True)], ids=["phone by day", "laptop by night"])
def test_every_state_is_clean(visit: Visit, size: dict[str, int], dark: bool) -> None:
    page = visit("/", size=size, language="de-DE", dark=dark)
    page.wait_for_selector("[data-card]")
    clean(page, "home")
    page.get_by_role("button", name="Einstellungen").click()
    page.wait_for_selector("dialog")
    clean(page, "settings")
    page.keyboard.press("Escape")
    page.click("[data-friends=lost-code]")
    page.wait_for_selector("[data-make]")
    clean(page, "new table")
    page.click("[data-make]")
    page.wait_for_selector("[data-ui=waiting]")
    clean(page, "before the start")
    page.click("[data-fill]")
    page.click('[data-start]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=head][data-mine]")
    clean(page, "the first decision")
    if page.locator('[data-press="keep"]').count():
        page.click("[data-die='1']")
        page.wait_for_selector("[data-ui=ring]")
        clean(page, "turning a die")
        page.click('[data-press="back"]:not([aria-disabled="true"])')
        page.click('[data-press="keep"]:not([aria-disabled="true"])')
        page.wait_for_selector('[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])')
    page.click('[data-ui=shelf] [data-wheel]:not([aria-disabled="true"]) >> nth=0')  # a bot may have taken any of them
    page.wait_for_selector("[role=slider]")
    clean(page, "turning a wheel")
    assert page.evaluate(SMALL_TARGETS) == [], "targets for thumbs"
    for tab in ("Blatt", "Logbuch", "Chat"):
        page.get_by_role("tab", name=tab).click()
        clean(page, tab)
    page.get_by_role("button", name="Menü").click()
    page.wait_for_selector("dialog")
    clean(page, "menu of the table")


@pytest.mark.proof
def test_sounds_are_asked_about_once_after_a_first_game(visit: Visit) -> None:
    page = visit("/", SMALL, language="de-DE")
    page.locator("[data-card]").first.wait_for()
    assert page.locator("[data-sounds]").count() == 0
    page.evaluate("localStorage.setItem('tepui.knows.kryptx', '1')")
    page.reload()
    page.locator("[data-sounds] .main").click()
    assert not barriers(page)
    page.reload()
    page.locator("[data-card]").first.wait_for()
    assert page.locator("[data-sounds]").count() == 0
    assert page.evaluate("JSON.parse(localStorage.getItem('tepui.settings')).sounds") is True


@pytest.mark.proof
def test_a_phone_of_390_by_664_needs_no_scrolling(visit: Visit) -> None:
    """Whatever is decided, the board does not scroll and the bar stays where it is."""
    page = visit("/", size={"width": 390, "height": 664})
    play_now(page)
    player = Player(page)
    places = set()
    for _ in range(60):
        page.wait_for_timeout(30)
        if page.locator('[data-tab="table"] #board').count():
            inside = page.evaluate(INSIDE)
            assert inside[0] <= inside[1] + 1, (inside, page.inner_text("[data-ui=head]"))
        places.add(round(page.locator("[data-ui=desk] > [data-ui=bar]").bounding_box()["y"]))  # type: ignore[index]
        if player.over() or player.moves > 7:
            break
        player.step()
    assert len(places) == 1, places


@pytest.mark.proof
def test_first_visit_to_first_decision_in_one_press(visit: Visit) -> None:
    play_now(visit("/", size=PHONE, calm=False))


LOADED = """(path) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map((one) => [new URL(one.name).pathname, one.encodedBodySize, one.transferSize])"""


def loaded(page: Page) -> dict[str, tuple[int, int]]:
    """What the page has fetched so far: compressed size, and bytes that came over the line."""
    return {path: (size, sent) for path, size, sent in page.evaluate(LOADED)}


def test_first_load_is_light_and_a_second_visit_loads_the_page_only(visit: Visit) -> None:
    """Everything counts, fonts, pictures and answers too, as it comes over the line."""
    page = visit("/", size=PHONE)
    page.wait_for_selector("[data-card]")
    page.wait_for_load_state("networkidle")
    home = sum(size for size, _ in loaded(page).values())
    page.evaluate("localStorage.setItem('tepui.knows.lost-code', '1')")
    page.goto("/")  # who knows the game plays from here
    page.click("[data-play=lost-code]")
    page.wait_for_selector("[data-ui=head][data-mine]")
    table = sum(size for size, _ in loaded(page).values())
    print(f"home {home / 1000:.1f} kB, with the table {table / 1000:.1f} kB in {len(loaded(page))} requests")
    assert home <= 105_000
    assert table <= 165_000
    assert len(loaded(page)) <= 40
    again = page.context.new_page()
    again.goto(page.url)
    again.wait_for_selector("[data-ui=table]")
    files = {path: sent for path, (_, sent) in loaded(again).items() if path.startswith("/assets/")}
    assert len(files) > 6
    assert {path: sent for path, sent in files.items() if sent} == {}, "kept by the browser"


@pytest.mark.proof
@pytest.mark.parametrize("game", ["roll-and-write", "kryptx"])
def test_every_table_is_light(visit: Visit, game: str) -> None:
    page = visit("/", size=PHONE)
    page.wait_for_selector("[data-card]")
    play_now(page, game)
    assert sum(size for size, _ in loaded(page).values()) <= 165_000


@pytest.mark.proof
def test_no_layout_shift_when_views_arrive(visit: Visit) -> None:
    page = visit("/", size=PHONE, calm=False)
    play_now(page)
    page.evaluate(SHIFTS)
    player = Player(page)
    until(page, lambda: player.moves >= 3, player.step)
    page.wait_for_timeout(1500)
    assert page.evaluate("window.shifts") < 0.01


@pytest.mark.proof
def test_turning_a_wheel_costs_little(visit: Visit, chromium: Browser) -> None:
    """Layouts and styles while the rim is dragged, counted in Chromium's own timeline: none is forced."""
    page = visit("/", size=PHONE, calm=False)
    play_now(page)
    player = Player(page)
    until(page, lambda: player.there(FREE_WHEEL), player.step)
    page.locator(FREE_WHEEL).nth(2).click()
    box = page.locator("[role=slider]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 40
    page.mouse.move(x, y)
    page.mouse.down()
    frames = 60
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    for i in range(frames):
        page.mouse.move(x + 6 * (i % 20 if i % 40 < 20 else 20 - i % 20), y)
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    page.mouse.up()
    pieces = Counter(event["name"] for event in events if event["ph"] == "X" and event["name"] in WORK)
    print("a frame of the turning wheel:", {name: round(count / frames, 2) for name, count in pieces.items()})
    assert pieces["EventDispatch"] > 0, "nothing was measured"
    assert pieces["Layout"] <= 2 * frames and pieces["UpdateLayoutTree"] <= 3 * frames


def test_focus_survives_an_arriving_view(visit: Visit) -> None:
    page = visit("/")
    play_now(page)
    page.get_by_role("tab", name="Journal").focus()
    page.evaluate("document.activeElement.dataset.mine = 'yes'")
    before = page.evaluate(TURN)
    pick_elsewhere(page)
    next_move(page, before)
    assert page.evaluate("document.activeElement.dataset.mine") == "yes"


def test_the_language_changes_without_a_reload(visit: Visit) -> None:
    page = visit("/", language="fr-FR")
    page.get_by_role("button", name="Entre amis").first.wait_for()
    page.evaluate("window.here = true")
    for language, word in (("it", "Con gli amici"), ("de", "Mit Freunden"), ("en", "With friends")):
        page.select_option("select", language)
        page.wait_for_selector(f"text={word}")
        assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("window.here")


@pytest.mark.proof
def test_zoom_of_200_percent_keeps_everything_reachable(visit: Visit) -> None:
    page = visit("/", size={"width": 640, "height": 400})  # 1280 x 800 at 200 %
    play_now(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("(() => { const one = document.querySelector('#board'); return one.clientHeight > 100; })()")
    clean(page, "zoomed")


def test_the_rules_can_be_read_everywhere(visit: Visit) -> None:
    page = visit("/game/lost-code", size=SMALL, language="de-DE")
    page.click("[data-rules=lost-code]")
    page.wait_for_selector("[data-how-to-play] h3")
    assert "Alle sehen deine Steine" in page.inner_text("[data-how-to-play]")
    page.wait_for_selector("[data-summary] li >> nth=4")
    clean(page, "the rules")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.goto("/")
    page.click("[data-friends=kryptx]")
    page.click("[data-make]")
    page.click("[data-ui=waiting] [data-rules]")
    page.wait_for_selector("[data-how-to-play] h3")
    page.keyboard.press("Escape")
    begin_with_bots(page)
    page.click("[data-ui=head] button")
    page.click("dialog [data-rules]")
    page.wait_for_selector("[data-how-to-play] h3")
    assert "Stopp!" in page.inner_text("[data-how-to-play]")


NOTICES = """
window.notices = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => (Notification.permission = window.answer ?? 'granted');
  constructor(title, options) { window.notices.push([title, options.body, options.tag]); }
};"""
AWAY = "away => Object.defineProperty(document, 'hidden', { get: () => away, configurable: true })"


@pytest.mark.proof
def test_a_notice_when_it_is_my_move_and_the_page_is_out_of_sight(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script(NOTICES)
    page.reload()
    page.evaluate("window.answer = 'denied'")
    page.get_by_role("button", name="Settings").click()
    page.click("[data-notify]")
    page.get_by_text("Your browser blocks notifications").wait_for()
    assert not page.is_checked("[data-notify]")
    page.evaluate("window.answer = 'granted'")
    page.click("[data-notify]")
    page.keyboard.press("Escape")
    play_now(page)
    assert page.evaluate("window.notices") == []
    Player(page).step()  # with the page in sight: nothing
    until(page, lambda: Player(page).asked())
    assert page.evaluate("window.notices") == []
    page.evaluate(AWAY, True)

    def noticed() -> bool:
        if page.evaluate("window.notices.length"):
            return True
        if Player(page).asked():  # a move may lead straight to one's next, which is no news
            Player(page).step()
        return False

    until(page, noticed)
    title, body, tag = page.evaluate("window.notices[0]")
    assert title == "Your move: The Lost Code" and body and tag in page.url


@pytest.mark.proof
def test_leaving_and_coming_back_and_a_seat_that_was_freed(visit: Visit) -> None:
    page = visit("/")
    play_now(page)
    table = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave seat").click()
    page.click("[data-stay]")
    page.get_by_role("button", name="Leave seat").click()
    assert page.locator("[data-ui=head]").count() == 1, "asked before anything happens"
    page.click("[data-leave-sure]")
    page.wait_for_url("**/")
    page.goto(table)
    page.click("[data-back]")
    page.wait_for_selector("[data-back]", state="detached")
    page.wait_for_selector("[data-ui=head]")
    assert page.locator("[data-ui=watch]").count() == 0
    cleo = visit(table)
    cleo.wait_for_selector("[data-ui=watch]")
    assert cleo.locator("[data-sit]").count() == 0
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog li button[aria-label^='Free the seat']").first.click()  # a bot's seat is given away
    cleo.click("[data-sit]")
    cleo.wait_for_selector("[data-ui=watch]", state="detached")
    assert barriers(cleo) == ""


@pytest.mark.proof
def test_the_host_helps_a_friend_whose_line_is_gone(visit: Visit) -> None:
    page = visit("/")
    page.click("[data-friends=lost-code]")
    page.locator("fieldset [data-seats]", has_text="2").first.click()
    page.click("[data-make]")
    page.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    table = page.url
    ben = visit(table)
    ben.fill("[data-ui=waiting] form input", "Ben")
    ben.click("[data-ui=waiting] form button")
    page.locator("[data-ui=who] b", has_text="Ben").wait_for()
    page.click('[data-start]:not([aria-disabled="true"])')
    ben.wait_for_selector("[data-ui=head]")
    ben.goto("about:blank")
    page.get_by_role("button", name="Menu").click()
    page.click("[data-new-link]")
    assert "Ben" in page.inner_text("dialog")
    link = page.get_attribute("[data-link] a", "href")
    assert link and page.evaluate("document.querySelector('[data-link] img').naturalWidth") > 0
    assert barriers(page) == ""
    page.keyboard.press("Escape")
    elsewhere = visit(link)  # Ben's other device
    elsewhere.click("form button:not([name=language])")
    elsewhere.wait_for_selector("[data-ui=head]")
    elsewhere.get_by_role("button", name="Menu").wait_for()
    elsewhere.goto("about:blank")
    page.get_by_role("button", name="Menu").click()
    page.click("[data-let-bot]")
    page.locator("dialog select").wait_for()  # a bot sits in, and the host chooses which
    elsewhere.goto(table)
    elsewhere.click("[data-back]")
    page.wait_for_selector("dialog select", state="detached")


@pytest.mark.proof
def test_a_line_that_dies_silently_is_said(visit: Visit) -> None:
    """Nothing is closed: frames of the server just stop to arrive, as when a phone loses its cell."""
    page = visit("/")
    muted = {"on": False}

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if muted["on"] else server.send(text))
        server.on_message(lambda text: None if muted["on"] else socket.send(text))

    page.route_web_socket("**/socket*", relay)
    play_now(page)
    muted["on"] = True
    page.get_by_text("Reconnecting…").wait_for()
    muted["on"] = False
    page.get_by_text("Reconnecting…").wait_for(state="detached")


@pytest.mark.proof
def test_a_rematch_is_seen_by_all_and_watchers_go_along(visit: Visit) -> None:
    anna, ben = visit("/"), visit("/", size=PHONE)
    link = new_table(anna, "roll-and-write", 2)
    for page in (anna, ben):
        page.goto(link)
    ben.click("[data-ui=come] button")
    anna.click('[data-start]:not([aria-disabled="true"])')
    watcher = visit(link)
    people = [roll_and_write.Someone(page) for page in (anna, ben)]
    for one in people:
        one.moves = roll_and_write.ENOUGH  # they refuse until both are exhausted: the shortest whole game
    until(anna, lambda: all(one.over() for one in people), lambda: [one.move() for one in people if one.mine()])
    watcher.wait_for_selector('[data-press="replay"]')
    ben.get_by_role("tab", name="Chat").click()  # wherever Ben is
    anna.locator('[data-press="rematch"]:not([aria-disabled="true"])').click()
    ben.locator("[data-rematch]").get_by_role("button", name="OK").wait_for()
    watcher.locator("[data-rematch]").wait_for()
    assert anna.locator('[data-press="rematch"]').get_attribute("aria-disabled") == "true"
    assert not barriers(ben)
    ben.locator("[data-rematch]").get_by_role("button", name="OK").click()
    for page in (anna, ben, watcher):
        page.wait_for_url(lambda url: url != link)
        page.wait_for_selector("[data-ui=table]")
    assert anna.url == ben.url == watcher.url


@pytest.mark.proof
def test_check_the_dice_does_not_vouch_for_a_promise_that_this_device_had_not_noted(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.goto(kryptx.new_table(page, 2, ["random"]))
    player = kryptx.Player(page, "mouse")
    player.until_over()
    late = visit(page.url)  # somebody who comes when everything is over
    late.locator('[data-press="dice"]').click()
    late.wait_for_selector("[data-verdict]")
    assert late.locator("[data-verdict]").get_attribute("data-verdict") == "unsure"


def test_one_way_into_each_game_and_join_are_on_the_first_screen(visit: Visit) -> None:
    page = visit("/", size=LAPTOP)
    page.wait_for_selector("[data-card]")
    for game in ("lost-code", "roll-and-write", "kryptx"):
        main = page.locator(f"[data-card={game}] .main")
        assert main.count() == 1
        box = main.bounding_box()
        assert box and box["y"] + box["height"] <= LAPTOP["height"]
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    tabs = page.locator("[data-ui=rooms]").bounding_box()
    assert tabs and tabs["y"] + tabs["height"] == PHONE["height"], "four tabs under the thumb"
    for selector in ("#code", "[data-card=lost-code] .main"):
        box = page.locator(selector).bounding_box()
        assert box and box["y"] + box["height"] <= tabs["y"], selector


SIZES = [(320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080)]


@pytest.mark.proof(but="de-DE")
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
def test_the_rooms_of_the_house_at_every_size(visit: Visit, language: str) -> None:
    page = visit("/", language=language)
    for path in ("/", "/today", "/box", "/you", "/game/lost-code", "/game/roll-and-write"):
        page.goto(path)
        page.wait_for_selector("main :is(h2, form, li)")
        page.wait_for_load_state("networkidle")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            cut = page.evaluate(CLIPPED)
            assert cut == [], f"{path} at {width}x{height}: {cut}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} at {width}"


@pytest.mark.proof
def test_a_guest_on_a_phone_first_sees_name_and_sit_down(visit: Visit) -> None:
    anna = visit("/")
    anna.goto(kryptx.new_table(anna, 3, []))
    ben = visit(anna.url, size=PHONE)
    ben.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    tops = [
        ben.locator(one).bounding_box()["y"]
        for one in ("[data-ui=come] button", "[data-ui=seats] li >> nth=0", "[data-ui=invite] img")
    ]  # type: ignore[index]
    assert tops == sorted(tops)
    assert ben.locator("[data-ui=seats] li").nth(2).bounding_box()["y"] < 500  # type: ignore[index]
    clean(ben, "a guest")


def test_without_scripts_the_first_page_is_ours_and_says_what_is_there(chromium: Browser, address: str) -> None:
    context = chromium.new_context(base_url=address, java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    page.get_by_role("heading", name="Games").wait_for()  # it leads there by itself
    assert "The Lost Code" in page.inner_text("body")
    context.close()


@pytest.mark.proof
def test_a_big_screen_shows_the_wheels_whole_and_no_sheet(visit: Visit) -> None:
    page = visit("/")
    play_now(page)
    player = Player(page)
    until(page, lambda: page.locator(FREE_WHEEL).count() > 0, player.step)
    screen = visit(
        page.url.removeprefix(page.evaluate("location.origin")) + "#screen", size={"width": 1920, "height": 1080}
    )
    screen.wait_for_selector("[data-ui=shelf]")
    assert screen.locator("[data-ui=sheet]").count() == 0
    inside = screen.evaluate(INSIDE)
    assert inside[0] <= inside[1] + 1, "nothing is cut off"
    covered = screen.evaluate(
        """() => { const code = document.querySelector('[data-ui=code]').getBoundingClientRect();
            const things = '[data-ui=shelf] button, [data-ui=log], [role=listitem], [data-ui=aside] li';
            return [...document.querySelectorAll(things)].filter((one) => {
              const box = one.getBoundingClientRect();
              return box.right > code.left && box.left < code.right && box.bottom > code.top && box.top < code.bottom;
            }).length }"""
    )
    assert covered == 0


@pytest.mark.proof
def test_a_watcher_sees_the_neutral_log_and_nothing_covers_a_stone(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    play_now(page)
    watcher = visit(page.url.removeprefix(page.evaluate("location.origin")), size=PHONE)
    watcher.wait_for_selector("[data-ui=watch]")
    assert watcher.get_by_role("tab", name="Sheet").count() == 0
    neutral = watcher.locator("[data-ui=log][data-neutral] [aria-label]")
    assert "seen from behind" not in " ".join(one.get_attribute("aria-label") or "" for one in neutral.all())
    pill = watcher.locator("[data-ui=watch]").bounding_box()
    stones = watcher.locator("[data-ui=log]").first.bounding_box()
    assert pill and stones and pill["y"] + pill["height"] <= stones["y"]
