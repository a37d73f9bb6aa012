"""A bot in a program of its own, in any language: one JSON line asks, one JSON line answers, in time or never.

It is told what its seat sees and nothing else. A program that crashes, hangs, talks rubbish or answers late is ended,
with everything that it started, and a sentence says why. `docs/write-a-bot.md` describes the lines.
"""

from __future__ import annotations

import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from tepui.core.bots import SEAT_ANOTHER
from tepui.core.follower import Follower
from tepui.core.position import TABLE
from tepui.core.refusal import BotFailed
from tepui.core.view import View

PROTOCOL = 1
LONGEST = 1_000_000  # bytes of an answer
START_SECONDS = 10.0  # a program may need a while until it hears its first question
GRACE = 0.25  # for the way there and back; the program is told the time without it
POSIX = os.name == "posix"


class Answer(msgspec.Struct, forbid_unknown_fields=False):
    pick: int | msgspec.UnsetType | None = msgspec.UNSET
    rank: list[float] | msgspec.UnsetType = msgspec.UNSET


class ChildBot:
    """A bot like any other, which asks a program. One for each seat; `close` it when the game is over."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str = "",
        language: str = "en",
        start_seconds: float = START_SECONDS,
        grace: float = GRACE,
    ) -> None:
        self.command = list(command)
        self.name = name or self.command[0]
        self.language = language
        self.start_seconds = start_seconds
        self.grace = grace
        self._program: Program | None = None
        self._told: Follower | None = None

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        limit = seconds + self.grace
        lines = b""
        if self._program is None:
            self._program = Program(self.command)
            limit += self.start_seconds
            self._told = None
        if self._told is None or not self._told.goes_on(view):
            self._told = Follower(view)
            lines += line(start_of(view, self.language, rng.getrandbits(63)))
        legal = view.legal()
        ask = {
            "moves": [
                {"by": "table" if by == TABLE else by, "move": action} for by, action in self._told.catch_up(view)
            ],
            "picture": view.picture(),
            "legal": legal,
            "must": view.must_act,
            "seconds": seconds,
        }
        try:
            return self._values(self._program.ask(lines + line(ask), limit), len(legal), view.must_act)
        except BotFailed as failed:
            self._program.end()
            self._program = None
            raise BotFailed(f"the bot {self.name} {failed}; {SEAT_ANOTHER}") from None

    def _values(self, text: bytes, offered: int, must_act: bool) -> Sequence[float] | None:
        try:
            answer = msgspec.json.decode(text, type=Answer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise BotFailed(f"did not answer in the protocol but said {shortened(text)}") from None
        if isinstance(answer.rank, list):
            if len(answer.rank) != offered:
                raise BotFailed(f"valued {len(answer.rank)} actions, but {offered} are on offer")
            return answer.rank
        if answer.pick is None:
            if must_act:
                raise BotFailed("passed though its seat must act")
            return None
        if isinstance(answer.pick, int):
            if not 0 <= answer.pick < offered:
                raise BotFailed(f"picked {answer.pick}, but 0 to {offered - 1} are on offer")
            return [float(index == answer.pick) for index in range(offered)]
        raise BotFailed(f"answered neither pick nor rank but {shortened(text)}")

    def close(self) -> None:
        """Ends the program; asked again, a new one starts."""
        if self._program is not None:
            self._program.close()
            self._program = None


def in_own_process(bot: str, *, nice: int = 0, language: str = "en") -> ChildBot:
    """One of the installed bots, away from us: it can neither hang nor look at more than its seat sees."""
    polite = ["--nice", str(nice)] if nice else []
    return ChildBot([sys.executable, "-m", "tepui.core.bot_main", *polite, bot], name=bot, language=language)


def start_of(view: View, language: str, seed: int) -> dict[str, Any]:
    """All that is fixed before the first move, and which seat asks."""
    setting = view.setting
    return {
        "tepui": PROTOCOL,
        "game": view.game.name,
        "rules": view.game.rules,
        "seats": setting.seats,
        "options": setting.options,
        "parts": setting.parts_text,
        "names": view.names,
        "seat": view.eye,
        "language": language,
        "seed": seed,
    }


def line(thing: Any) -> bytes:
    return msgspec.json.encode(thing) + b"\n"


def shortened(text: bytes) -> str:
    shown = text.decode("utf-8", "replace").strip()
    return repr(shown if len(shown) <= 60 else shown[:60] + "...")


class Program:
    """A program that answers lines. Nobody waits for it longer than they said.

    The talking is done by a thread, because writing to a program that does not read blocks just as reading does;
    when time is up the program is killed, and that wakes the thread.
    """

    def __init__(self, command: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=POSIX,  # a group of its own: what it starts ends with it
                bufsize=0,
            )
        except OSError as error:
            raise BotFailed(f"cannot start the bot {command[0]}: {error.strerror}; check the command") from None
        self.complaints: deque[str] = deque(maxlen=20)
        self.questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[bytes | BotFailed] = queue.SimpleQueue()
        self.talk = threading.Thread(target=talk, args=(self.process, self.questions, self.answers), daemon=True)
        self.listen = threading.Thread(target=listen, args=(self.process, self.complaints), daemon=True)
        self.talk.start()
        self.listen.start()
        self.end = weakref.finalize(self, kill, self.process, self.questions)

    def ask(self, question: bytes, seconds: float) -> bytes:
        self.questions.put(question)
        try:
            answer = self.answers.get(timeout=seconds)
        except queue.Empty:
            raise BotFailed("did not answer in time") from None
        if isinstance(answer, BotFailed):
            self.end()
            self.listen.join(1.0)
            why = f" ({self.complaints[-1]})" if self.complaints else ""
            raise BotFailed(f"{answer}{why}")
        return answer

    def close(self) -> None:
        """End of input is the sign to go; whoever stays is sent."""
        self.questions.put(None)
        if POSIX:
            deadline = time.monotonic() + 0.3
            while self.end.alive and time.monotonic() < deadline and not gone(self.process):
                time.sleep(0.005)
        self.end()


def talk(
    process: subprocess.Popen[bytes],
    questions: queue.SimpleQueue[bytes | None],
    answers: queue.SimpleQueue[bytes | BotFailed],
) -> None:
    assert process.stdin is not None and process.stdout is not None
    into, out = process.stdin, process.stdout
    while (question := questions.get()) is not None:
        try:
            if POSIX and select.select([out], [], [], 0)[0] and (early := out.read(1000)):
                answers.put(BotFailed(f"spoke without being asked: {shortened(early)}"))
                break
            rest = memoryview(question)
            while rest:
                rest = rest[into.write(rest) :]
            text = b""
            while b"\n" not in text and len(text) <= LONGEST and (more := out.read(65536)):
                text += more
        except OSError:
            text = b""
        answer, newline, extra = text.partition(b"\n")
        if newline and not extra:
            answers.put(answer)
            continue
        if newline:
            answers.put(BotFailed(f"said more than one line: {shortened(extra)}"))
        elif len(text) > LONGEST:
            answers.put(BotFailed("answered without an end"))
        else:
            answers.put(BotFailed("stopped without an answer"))
        break
    with suppress(OSError):
        into.close()
    out.close()


def listen(process: subprocess.Popen[bytes], complaints: deque[str]) -> None:
    """Keeps the last lines that the program complained with: they say why it stopped."""
    assert process.stderr is not None
    rest = b""
    while more := process.stderr.read(65536):
        *lines, rest = (rest + more).split(b"\n")
        complaints.extend(shown for text in lines[-20:] if (shown := text.decode("utf-8", "replace").strip()[:200]))
        rest = rest[-1000:]
    process.stderr.close()


def gone(process: subprocess.Popen[bytes]) -> bool:
    """Has it ended? (Without forgetting its number, which still names its group.)"""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def kill(process: subprocess.Popen[bytes], questions: queue.SimpleQueue[bytes | None]) -> None:
    """Ends the program, all that it started, and the conversation with it."""
    if POSIX:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
    questions.put(None)
