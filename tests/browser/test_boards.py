"""A board that a game brings itself: it draws and picks, and cannot do anything else."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from player import PHONE, begin, comes_true
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
DOCS = Path(__file__).parents[2] / "docs"
# Each try of a board that wants more than it may; what has worked is written on the board.
EVIL = """
export default function board(root, pick) {
  const worked = (what) => { root.append(what + " worked "); };
  const attempt = (what, act) => { try { if (act()) worked(what); } catch { /* refused */ } };
  attempt("parent", () => parent.document.body);
  attempt("top", () => { top.location = "about:blank"; return false; });
  attempt("cookie", () => { document.cookie = "a=b"; return document.cookie; });
  attempt("storage", () => { localStorage.a = "b"; return true; });
  attempt("window", () => open("/"));
  attempt("rtc", () => new RTCPeerConnection());
  attempt("eval", () => eval("1"));
  fetch("/api/me").then(() => worked("fetch"), () => {});
  fetch("https://example.org/", { mode: "no-cors" }).then(() => worked("fetch out"), () => {});
  const image = new Image();
  image.onload = image.onerror = () => {};
  image.src = "/favicon.svg";
  image.decode().then(() => worked("image"), () => {});
  attempt("socket", () => new WebSocket(location.href.replace("http", "ws")) && false);
  parent.postMessage({ type: "pick", index: 99, turn: 0 }, "*");
  parent.postMessage({ type: "chat", text: "secret" }, "*");
  return (view) => {
    root.dataset.drawn = String(view.picture.left);
    pick(-1), pick(99), pick("0"), pick(0.5);
    if (!root.querySelector("a")) {
      const away = document.createElement("a");
      away.href = "https://example.org/?secret";
      away.textContent = "away";
      root.append(away);
    }
  };
}
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with Pebbles of the documents, its board, and one that brings an evil board."""
    folder = tmp_path_factory.mktemp("games")
    source = re.findall(r"^```python\n(.*?)^```$", (DOCS / "add-a-game.md").read_text("utf-8"), re.S | re.M)[0]
    module = re.findall(r"^```js\n(.*?)^```$", (DOCS / "add-a-game" / "board.md").read_text("utf-8"), re.S | re.M)[0]
    words = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--no-limits", "--pace", "0", "--port", "0"]
    words += ["--data", str(folder / "data")]
    for name, board in (("pebbles", module), ("evil", EVIL)):
        text = source.replace('"pebbles"', f'"{name}"').replace(
            "GAME = Game(", 'GAME = Game(\n    brings={"board": BOARD},'
        )
        text = text.replace(
            "class Take", f"from pathlib import Path\n\nBOARD = Path({str(folder / name)!r} + '.js')\n\nclass Take"
        )
        (folder / f"{name}.py").write_text(text)
        (folder / f"{name}.js").write_text(board)
        words += ["--game", str(folder / f"{name}.py")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
        assert found
        yield found[0]
        server.terminate()


@pytest.mark.proof
def test_a_board_draws_and_picks(chromium: Browser, games: str) -> None:
    context = chromium.new_context(base_url=games, viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    begin(page, "pebbles")
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="take pebbles 3").wait_for()
    assert frame.get_by_role("button").count() == 21
    frame.get_by_role("button", name="take pebbles 3").click()
    comes_true(page, "() => document.querySelector('iframe').clientHeight > 40")
    frame.locator("button").nth(20).wait_for(state="detached")
    assert frame.get_by_role("button").count() <= 18
    assert not errors
    context.close()


def test_a_board_can_do_nothing_else(chromium: Browser, games: str) -> None:
    context = chromium.new_context(base_url=games, viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    begin(page, "evil")
    board = page.frame_locator("iframe").locator("#board")
    board.locator("a").wait_for()
    assert board.get_attribute("data-drawn") == "21", "none of its picks was one"
    assert "worked" not in board.inner_text()
    assert "/t/" in page.url and len(context.pages) == 1, "nobody was led away"
    board.locator("a").click()
    comes_true(page, "() => document.querySelector('iframe')")
    assert all("example.org" not in frame.url for frame in page.frames), "nor was the frame"
    assert page.locator("[data-pick]").count() == 3, "the page's own buttons still play"
    context.close()
