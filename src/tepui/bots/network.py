"""The conversation with a bot over the network: questions that wait for it, answers that it brings.

A bot asks again and again: "here is my answer, what is next?" Its request waits until there is something to say.
Nothing depends on the connection: whoever has the token and asks gets the question that is open now, whole, so a lost
line or a restarted server costs nothing but time. The server and the arena speak through this, and each waits in its
own way; `docs/network-bots.md` tells the same to whoever writes a bot.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from random import Random
from threading import Lock
from typing import Annotated, TypeVar

import msgspec

from tepui.bots.contract import pick_of
from tepui.bots.lines import SeatLines, answer_of, start_of
from tepui.core.refusal import BotFailed, Refusal
from tepui.core.view import View

T = TypeVar("T")
ABOUT = 60  # characters in which a bot's owner says what it is
HOLD = 20.0  # seconds that a request waits for something to say
SECONDS = 10.0  # that a bot may think
GRACE = 2.0  # more, for the way there and back; the bot knows the time without it
NOTHING = b'{"wait":true}'  # nothing to decide now: ask again


class TokenInUse(Refusal):
    """Another program uses this token now."""


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """What a bot says: nothing but that it is here; or an answer, and to which question."""

    question: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None
    answer: msgspec.Raw = msgspec.Raw()  # a line as a program answers it
    about: str | None = None
    name: str | None = None  # what it wants to be called


class Question:
    """One decision: `delivered` when a bot has heard of it, `answered` with its pick, or with why there is none."""

    def __init__(self, number: int, text: bytes, read: Callable[[bytes], int | None]) -> None:
        self.number = number
        self.text = text
        self.read = read
        self.delivered: Future[None] = Future()
        self.answered: Future[int | None] = Future()


class BotLine:
    """One bot's conversation; its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: Question | None = None
        self._waiting: Future[bytes] | None = None

    @property
    def waits(self) -> bool:
        """Is there a request that waits for something to say?"""
        return self._waiting is not None

    def ask(self, question: Question) -> Question:
        """Tells it as soon as the bot listens; it replaces the one before."""
        with self._lock:
            self._open = question
            self._deliver()
        return question

    def withdraw(self, question: Question) -> None:
        with self._lock:
            if self._open is question:
                self._open = None

    def hear(self, said: Said) -> Future[bytes]:
        """Takes its answer, if it is to the question that is open, and promises the next thing to say.

        An answer to another question is none: the game has moved on, or the answer came twice. One that cannot be
        played fails its question, and BotFailed tells the bot. The newest request is served, an older one is ended.
        """
        with self._lock:
            settle(self._waiting, TokenInUse("another program uses this token now, so this one ends"))
            self._waiting = None
            if bytes(said.answer):
                self._answer(said.question, bytes(said.answer))
            waiting = self._waiting = Future()
            self._deliver()
            return waiting

    def leave(self, waiting: Future[bytes]) -> bool:
        """This request waits no longer; False: it did not, because it heard something, or another has come since."""
        with self._lock:
            left = self._waiting is waiting
            if left:
                self._waiting = None
            return left

    def release(self, text: bytes = NOTHING) -> None:
        """Something has changed that no question tells: whoever waits hears this, and asks again."""
        with self._lock:
            settle(self._waiting, text)
            self._waiting = None

    def _answer(self, number: int | None, answer: bytes) -> None:
        """Whoever answers has read it, even if it was asked elsewhere: by another process, or before a restart."""
        question = self._open
        if question is None or question.number != number:
            return
        self._open = None
        settle(question.delivered, None)
        try:
            settle(question.answered, question.read(answer))
        except BotFailed as failed:
            settle(question.answered, failed)
            raise

    def _deliver(self) -> None:
        if self._open is not None and self._waiting is not None:
            settle(self._open.delivered, None)
            settle(self._waiting, self._open.text)
            self._waiting = None


def settle(future: Future[T] | None, result: T | BaseException) -> None:
    """Who waits hears this, unless they have gone."""
    if future is None or future.done():
        return
    with suppress(InvalidStateError):  # gone in this very moment
        if isinstance(result, BaseException):
            future.set_exception(result)
        else:
            future.set_result(result)


def question(number: int, view: View, lines: SeatLines, seconds: float, seed: int, rng: Random) -> Question:
    """What this seat has to decide, as the two lines that a program would read."""
    offered, must_act = len(view.codes()), view.must_act
    start, ask = start_of(view, "en", seed), lines.from_the_start(view, seconds)
    text = msgspec.json.encode({"question": number, "start": start, "ask": ask})
    return Question(number, text, lambda answer: pick_of(answer_of(answer), offered, must_act, rng))


def over(scores: list[int], places: list[int]) -> bytes:
    return msgspec.json.encode({"over": {"scores": scores, "places": places}})


def new_token() -> str:
    """A hundred and sixty bits: nobody finds one by trying."""
    return secrets.token_hex(20)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, hash: str) -> bool:
    return bool(hash) and hmac.compare_digest(hash_of(token), hash)


def bearer(header: str) -> str:
    """The token of an `Authorization` header, empty if there is none."""
    kind, _, token = header.partition(" ")
    return token.strip() if kind.lower() == "bearer" and len(token) <= 200 else ""
