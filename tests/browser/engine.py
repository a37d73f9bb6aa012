"""A page in any browser, with the words of Playwright that the people of these tests use: same players, any engine.

What a browser must be able to do stands in `Engine`; finding things, waiting and pressing is the same for all, in the
page itself. As with Playwright, something is pressed only when it is seen, still, and not covered.
"""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import TimeoutError

LIMIT = 60_000  # milliseconds: far above any honest wait
# What a selector finds, in the page. A string is the reason why it cannot be pressed yet.
FIND = """(selector, visible) => [...document.querySelectorAll(selector)].filter((one) => {
  const box = one.getBoundingClientRect();
  return !visible || (box.width > 0 && box.height > 0 && getComputedStyle(one).visibility !== "hidden");
})"""
READY = """async ([selector, visible, nth]) => {
  const one = find(selector, visible).at(nth);
  if (!one) return "it is not there";
  if (one.disabled || one.ariaDisabled === "true") return "it is disabled";
  const where = () => one.getBoundingClientRect();
  const inside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  if (!inside(where())) one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const before = where();
  await new Promise((next) => setTimeout(next, 40));
  const box = where();
  if (!box.width || !box.height) return "it is not seen";
  if (Math.abs(box.x - before.x) + Math.abs(box.y - before.y) > 0.5) return "it moves";
  const x = Math.floor(box.x + box.width / 2), y = Math.floor(box.y + box.height / 2);
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(one.contains(hit) || hit.closest("label")?.control === one))
    return "it is covered by " + (hit?.outerHTML ?? "nothing").slice(0, 200);
  return [x, y];
}"""


class Engine(Protocol):
    """A browser with one window and an empty profile."""

    name: str

    def ask(self, function: str) -> Any:
        """The answer of a JavaScript function without arguments, which may be a promise of it."""

    def go(self, address: str) -> None: ...
    def reload(self) -> None: ...
    def size(self, width: int, height: int) -> None: ...
    def picture(self, file: Path) -> None: ...

    def act(self, pointer: list[dict[str, Any]], touch: bool = False) -> None:
        """Moves, presses and releases of the mouse or of a finger, in WebDriver's words."""

    def errors(self) -> list[str]:
        """What was written to the console as an error until now."""

    def close(self) -> None: ...


class Mouse:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.at = (0.0, 0.0)

    def move(self, x: float, y: float, steps: int = 1) -> None:
        (x0, y0), self.at = self.at, (x, y)
        way = [(x0 + (x - x0) * n / steps, y0 + (y - y0) * n / steps) for n in range(1, steps + 1)]
        self.engine.act([{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20} for x, y in way])

    def down(self) -> None:
        self.engine.act([{"type": "pointerDown", "button": 0}])

    def up(self) -> None:
        self.engine.act([{"type": "pointerUp", "button": 0}])


class EnginePage:
    """What a player sees and touches; named as Playwright names it."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.engine, self.address, self.mouse = engine, address, Mouse(engine)

    def evaluate(self, source: str, arg: Any = None) -> Any:
        """Playwright's own convention: an expression, or a function that gets the argument."""
        return self.engine.ask(
            f"async () => {{ const find = {FIND}; const it = ({source});"
            f" return typeof it === 'function' ? await it({json.dumps(arg)}) : it; }}"
        )

    def wait(self, reached: Any, what: str, timeout: float = LIMIT) -> Any:
        end = time.monotonic() + timeout / 1000
        while not (found := reached()):
            if time.monotonic() > end:
                raise TimeoutError(f"{self.engine.name} waited in vain: {what}\n{self.inner_text('body')[:2000]}")
            time.sleep(0.05)
        return found

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def wait_for_selector(self, selector: str, timeout: float = LIMIT) -> None:
        Locator(self, selector, visible=True).wait_for(timeout)

    def locator(self, selector: str) -> Locator:
        return Locator(self, selector)

    def click(self, selector: str) -> None:
        self.locator(selector).click()

    def inner_text(self, selector: str) -> str:
        return str(self.evaluate("s => document.querySelector(s)?.innerText ?? ''", selector))

    def select_option(self, selector: str, value: str) -> None:
        self.wait_for_selector(selector)
        self.evaluate(
            """([selector, value]) => {
              const one = document.querySelector(selector);
              one.value = value;
              for (const name of ["input", "change"]) one.dispatchEvent(new Event(name, { bubbles: true }));
            }""",
            [selector, value],
        )

    @property
    def url(self) -> str:
        return str(self.evaluate("location.href"))

    def goto(self, path: str) -> None:
        self.engine.go(path if "://" in path else self.address + path)

    def reload(self) -> None:
        self.engine.reload()

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self.engine.size(size["width"], size["height"])

    def screenshot(self, path: Path) -> None:
        self.engine.picture(path)


class Locator:
    def __init__(self, page: EnginePage, selector: str, visible: bool = False, n: int | None = None) -> None:
        self.page, self.selector, self.visible, self.n = page, selector, visible, n

    def locator(self, selector: str) -> Locator:
        if selector == "visible=true":
            return Locator(self.page, self.selector, True, self.n)
        return Locator(self.page, f"{self.selector} {selector}", self.visible)

    @property
    def first(self) -> Locator:
        return self.nth(0)

    def nth(self, n: int) -> Locator:
        return Locator(self.page, self.selector, self.visible, n)

    def on(self, source: str, otherwise: str = "null") -> Any:
        """The answer of a JavaScript expression about `one`, or what it is if there is none."""
        return self.page.evaluate(
            f"([selector, visible, nth]) => {{ const one = find(selector, visible).at(nth);"
            f" return one ? ({source}) : {otherwise}; }}",
            [self.selector, self.visible, self.n or 0],
        )

    def count(self) -> int:
        return int(self.page.evaluate("([selector, visible]) => find(selector, visible).length", self.which()[:2]))

    def which(self) -> list[Any]:
        return [self.selector, self.visible, self.n or 0]

    def wait_for(self, timeout: float = LIMIT) -> None:
        seen = Locator(self.page, self.selector, True, self.n)
        self.page.wait(lambda: seen.count() > (self.n or 0), self.selector, timeout)

    def get_attribute(self, name: str) -> str | None:
        self.wait_there()
        found = self.on(f"one.getAttribute({json.dumps(name)})")
        return None if found is None else str(found)

    def text_content(self) -> str:
        self.wait_there()
        return str(self.on("one.textContent", "''"))

    def inner_text(self) -> str:
        self.wait_there()
        return str(self.on("one.innerText", "''"))

    def bounding_box(self) -> dict[str, float]:
        self.wait_there()
        return dict(self.on("(({ x, y, width, height }) => ({ x, y, width, height }))(one.getBoundingClientRect())"))

    def wait_there(self) -> None:
        self.page.wait(lambda: self.count() > (self.n or 0), self.selector)

    def click(self, timeout: float = LIMIT) -> None:
        x, y = self.ready(timeout)
        self.page.mouse.at = (x, y)
        move = {"type": "pointerMove", "x": x, "y": y}
        self.page.engine.act([move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def tap(self, timeout: float = LIMIT) -> None:
        """By finger, where the engine has one."""
        x, y = self.ready(timeout)
        move = {"type": "pointerMove", "x": x, "y": y}
        self.page.engine.act([move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}], True)

    def ready(self, timeout: float) -> tuple[int, int]:
        """Where to press, as soon as it may be pressed."""
        end, why = time.monotonic() + timeout / 1000, ""
        while time.monotonic() < end:
            found = self.page.evaluate(READY, self.which())
            if isinstance(found, list):
                return found[0], found[1]
            why = str(found)
            time.sleep(0.05)
        raise TimeoutError(f"{self.page.engine.name} cannot press {self.selector}: {why}")


def quietly(close: Any) -> None:
    """What is being closed may have gone already."""
    with contextlib.suppress(Exception):
        close()
