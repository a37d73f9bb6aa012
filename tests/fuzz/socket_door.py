"""Several pages of several people at one table, and everything that they can say, in any order."""

from __future__ import annotations

from random import Random
from typing import Any

from fuzz.door import Finding
from fuzz.mutations import anything, changed, damaged, text_of
from fuzz.raw_page import BINARY, TEXT, RawPage, frame
from fuzz.said import some_message, strange_frames
from fuzz.target import FAILED, ServerDoor

AGAIN = (
    "/plain/t/{}",
    "/api/rooms/{}/replay",
    "/api/rooms/{}/replay?eye=all",
    "/api/rooms/{}/record",
    "/api/rooms/{}/review",
)


class Sockets(ServerDoor):
    """Several pages of several people at one table: every kind of message, in any order, whole and damaged; frames."""

    name = "sockets"

    def attack(self, rng: Random) -> None:
        strangers = self.target.strangers
        for guest in strangers:
            guest.careful = rng.random() < 0.7
        room = self.target.room if rng.random() < 0.15 else self.new_room(rng, strangers[0])
        self.count["at the calm table"] += room == self.target.room
        pages: list[RawPage] = []
        try:
            for number in range(rng.choice((1, 2, 2, 3, 4))):
                query = rng.choice(("", "", "", "", "", f"?person={rng.randint(0, 9)}", "?person=x", "?language=de"))
                guest = strangers[0] if number == 0 else rng.choice(strangers)
                pages.append(RawPage(self.target.port, room, guest, self.target.no_secret_in, query if number else ""))
            for page in pages:
                if rng.random() < 0.9:
                    page.say({"type": "hello", "language": "en", "motion": rng.random() < 0.5})
                if rng.random() < 0.6:
                    page.say({"type": "sit"})
            if rng.random() < 0.7:
                self.begin(pages)
            for _ in range(rng.choice((5, 20, 45))):
                page = rng.choice(pages)
                if page.over:
                    continue
                self.one(rng, page)
                for other in pages:
                    other.take(rng.choice((0, 0, 0.01)))
            for page in pages:
                page.answers()
            for page in pages:
                self.count["closed by the server"] += page.over
                for message in page.messages:
                    self.judge(message)
            self.tell_again(rng, room, pages)
        finally:
            for page in pages:
                page.close()

    def begin(self, pages: list[RawPage]) -> None:
        """As a host does it: bots on the free seats, and then the start; pages that see to their words get a game."""
        host = pages[0]
        for _ in range(20):
            for page in pages:
                page.take(0.01)
            if host.room:
                break
        for seat in host.room.get("seats", []):
            if seat["kind"] == "free":
                host.say({"type": "add_bot", "seat": seat["seat"], "bot": "random"})
        host.say({"type": "start"})
        for _ in range(10):
            for page in pages:
                page.take(0.01)

    def tell_again(self, rng: Random, room: str, pages: list[RawPage]) -> None:
        """What has become of the game, over HTTP; and private links are opened by whoever finds them."""
        links = [said["link"] for page in pages for said in page.messages if said["type"] == "link"]
        paths = [rng.choice(AGAIN).format(room), *("/d/" + link.rpartition("/")[2] for link in links[:2])]
        for path in paths:
            method = rng.choice(("GET", "POST")) if path.startswith("/d/") else "GET"
            answer = self.target.ask(rng.choice(self.target.strangers), method, path)
            self.count[f"HTTP {answer.status}"] += 1
            if answer.status >= 500:
                raise Finding(f"{answer.status} for {path.replace(room, 'ROOM')[:40]}: {answer.body[:150]!r}")

    def one(self, rng: Random, page: RawPage) -> None:
        luck = rng.random()
        self.count["messages"] += 1
        if luck < 0.003:
            page.send(strange_frames(rng))
            return
        message: Any = some_message(rng, page)
        if page.legal and page.eye in page.to_act and luck > 0.5:
            message = {"type": "pick", "turn": page.turn, "pick": rng.randrange(page.legal)}
        if luck < 0.2:
            message = changed(rng, message)
        elif luck < 0.23:
            message = anything(rng)
        data = text_of(rng, message)
        if luck > 0.96:
            data = damaged(rng, data)
        page.send(frame(TEXT if rng.random() < 0.95 else BINARY, data))

    def judge(self, message: dict[str, Any]) -> None:
        self.count[message["type"]] += 1
        if message["type"] == "refused":
            sentence = message["sentence"]
            if FAILED in sentence:
                raise Finding("a message fails")
            if not sentence.strip() or "Traceback" in sentence or not sentence.lstrip("“")[0].isupper():
                raise Finding(f"a refusal is no sentence: {sentence[:100]!r}")
        if message["type"] == "gone" and not message["sentence"].strip():
            raise Finding("a page is closed without a sentence")
