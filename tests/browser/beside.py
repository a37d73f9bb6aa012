"""Somebody beside a real box, with a phone: enters what happens by the keys of the page, and counts the taps."""

from __future__ import annotations

from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from tepui.coach.companion.messages import Entry
from tepui.core.position import TABLE


class Beside:
    """Finds the key of an action on the page; what the page does not offer cannot be tapped."""

    def __init__(self, page: Page, pad: str = "[data-ui=asking] [data-ui=pad]") -> None:
        self.page = page
        self.pad = pad
        self.taps = 0
        self.waiting = 0  # dice of a roll that is not whole yet
        self.entered = int(page.locator("[data-ui=box-game]").get_attribute("data-entries") or 0)

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def key(self, name: object) -> None:
        self.tap(f'{self.pad} [data-key="{name}"]:not([aria-disabled="true"])')

    def has(self, name: object) -> bool:
        return self.page.locator(f'{self.pad} [data-key="{name}"]:not([aria-disabled="true"])').count() > 0

    def settled(self) -> None:
        """Everything that was entered has been worked out."""
        expect(
            self.page.locator(f'[data-ui=box-game][data-entries="{self.entered}"][data-current="true"]')
        ).to_have_count(1)

    def noted(self) -> None:
        """Everything that was entered is on the page, worked out or not."""
        expect(self.page.locator(f'[data-ui=box-game][data-entries="{self.entered}"]')).to_have_count(1)

    def enter(self, entry: Entry, *, online: bool = True) -> int:
        """One entry by its keys; returns how many taps it took."""
        before = self.taps
        words = msgspec.json.decode(msgspec.json.encode(entry.action))
        if not online:
            self.recall(words["do"])
        self.whose("table" if entry.by == TABLE else entry.by)
        self.press(words)
        self.waiting += 1
        if self.page.locator("[data-thrown]:not([data-thrown='0'])").count():
            return self.taps - before  # the other dice of this roll come on the same pad
        self.entered, self.waiting = self.entered + self.waiting, 0
        if online:
            self.settled()
        else:
            self.noted()
        return self.taps - before

    def recall(self, kind: str) -> None:
        """Without a connection the page asks as it remembers; if it guesses wrong, the question is tapped first."""
        asking = self.page.locator("[data-ui=asking]")
        for known in self.page.locator("[data-known]").all():
            if asking.get_attribute("data-asking") == kind:
                return
            if known.get_attribute("data-known") == kind:
                known.tap()
                self.taps += 1

    def whose(self, by: int | str) -> None:
        """Somebody else than the page expects: their name first."""
        other = f'[data-actor="{by}"][aria-pressed="false"]'
        if self.page.locator(other).count():
            self.tap(other)

    def press(self, words: dict[str, Any]) -> None:
        match words:
            case {"do": "guess", "wheel": wheel, "low": low}:
                self.tap(f'{self.pad} [data-wheel="{wheel}"]:not([aria-disabled="true"])')
                self.key(f"low-{low}")
            case {"do": "roll" | "exchange" | "roll_colour" | "accelerate", "colour": colour}:
                self.key(colour)
            case {"do": "roll_digit", "digit": digit}:
                self.key(f"digit-{digit}")
            case {"do": "turn", "die": die, "colour": colour}:
                self.key(f"{die}-{colour}")
            case {"do": "stack", "piece": piece}:
                self.key(piece)
            case {"do": "first", "seat": seat}:
                self.key(f"first-{seat}")
            case {"do": "answer", "answer": answer}:
                self.key(answer)
            case {"do": "answer", "yes": yes}:
                self.key("yes" if yes else "no")
            case {"do": "name", "number": number}:
                self.key(f"name-{number}")
            case {"numbers": list(numbers)}:
                for number in numbers:
                    self.key(f"set-{number}")
                self.key("write")
            case {"do": "take", "colour": colour, "digit": digit, "use": use}:
                self.key(colour)
                self.key(f"digit-{digit}")
                if self.has(f"take-{colour}-{digit}-{use}"):
                    self.key(f"take-{colour}-{digit}-{use}")
            case {"card": [number, colour], **rest}:
                where = rest.get("where", "")
                if self.has(f"{number}-{colour}-{where}"):
                    self.key(f"{number}-{colour}-{where}")
                else:
                    self.key(f"{number}-{colour}")
                    if where and self.has(where):
                        self.key(where)
            case {"do": "ask", "stand": stand, "value": value, "secret": secret} if value is not None:
                if secret and self.page.locator('[data-key="secret"][aria-checked="false"]').count():
                    self.tap('[data-key="secret"]')
                self.key(f"stand-{stand}")
                self.key(f"value-{value}")
            case {"do": "deal" | "draw" | "discard" | "uncover", "number": int(number)}:
                self.key(number)
            case _:
                self.key("-".join("" if one is None else str(one) for one in words.values()))
