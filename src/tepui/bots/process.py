"""A program that answers lines, in any language: started, asked with a time limit, and ended with all that it started.

The one driver of bots in programs of their own. A program hears what its seat sees and nothing else; one that crashes,
hangs, talks rubbish or answers late is ended, and a sentence says why.
"""

import os
import shutil
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import IO, Any

from tepui.bots.contract import MEMORY, pick_of
from tepui.bots.levels import seconds_for
from tepui.bots.lines import SeatLines, answer_of, line, sentences_of, shortened, start_of
from tepui.core.refusal import BotFailed
from tepui.core.view import View

LONGEST = 1_000_000  # bytes of an answer
PIECE = 65536
START_SECONDS = 10.0  # a program may need a while until it hears its first question
GRACE = 0.25  # for the way there and back; the program knows the time without it
CLOSE_SECONDS = 0.5  # that a program may take to end by itself
END_SECONDS = 5.0  # that the guard may take to end everything
LATE = "did not answer in time"
STOPPED = "stopped without an answer"
EARLY = "spoke without being asked"
POSIX = os.name == "posix"
GUARD = str(Path(__file__).with_name("guard.py"))


class BotProcess:
    """One running program, asked one question at a time. Threads read and write its pipes, which block on some systems:
    so nobody waits too long, and it is the same everywhere."""

    def __init__(self, command: Sequence[str], *, memory: int = MEMORY, nice: int = 0) -> None:
        if shutil.which(command[0]) is None:
            raise BotFailed("cannot be started (there is no such program: check the command)")
        theirs, ours = os.pipe()
        self._lifeline = os.fdopen(ours, "wb", 0)
        guard = [sys.executable, "-I", "-S", GUARD, str(theirs), str(memory), str(nice)] if POSIX else []
        try:
            process = subprocess.Popen(
                [*guard, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=POSIX,  # Ctrl-C is for us; we end our programs ourselves
                pass_fds=(theirs,) if POSIX else (),
                bufsize=0,
            )
        except OSError as error:
            self._lifeline.close()
            raise BotFailed(f"cannot be started ({error.strerror}: check the command)") from None
        finally:
            os.close(theirs)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self.process = process
        self._into: IO[bytes] = process.stdin
        self._said: SimpleQueue[bytes | BotFailed] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=20)
        aside(hear, process.stdout, self._said)
        self._listening = aside(listen, process.stderr, self._complaints)
        self.end = weakref.finalize(self, end, process, self._lifeline)  # when it is called, or when this is forgotten

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    def break_off(self) -> None:
        """For another thread than the one that asks: that one hears at once that there is no answer, and ends it."""
        self._lifeline.close()
        if not POSIX:
            self.process.kill()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Its answer, a line; a program without one is ended."""
        try:
            with suppress(Empty):
                early = self._said.get_nowait()
                raise early if isinstance(early, BotFailed) else BotFailed(f"{EARLY}: {shortened(early)}")
            aside(tell, self._into, question)
            answer = self._said.get(timeout=seconds)
            if isinstance(answer, BotFailed):
                raise answer
            return answer
        except Empty:
            failed = BotFailed(LATE)
        except BotFailed as error:
            failed = error
        self.end()
        if failed.why == STOPPED:
            self._listening.join(CLOSE_SECONDS)  # its last words say why
            if self._complaints:
                failed = BotFailed(f"{failed.why} ({self._complaints[-1]})")
        raise failed from None

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """End of input is the sign to go; whoever stays is ended."""
        with suppress(OSError):
            self._into.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.end()


# ---- each in a thread of its own, until the program is over


def aside(work: Callable[..., None], *words: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=words, daemon=True)
    thread.start()
    return thread


def hear(pipe: IO[bytes], said: SimpleQueue[bytes | BotFailed]) -> None:
    """Line after line; or why there can be no answer any more. Who speaks again and again unasked is not heard."""
    heard, failed = b"", ""
    with suppress(OSError), pipe:
        while not failed and said.qsize() < 2 and (more := pipe.read(PIECE)):
            heard, found, extra = (heard + more).partition(b"\n")
            if extra:
                failed = f"said more than one line: {shortened(extra)}"
            elif found:
                said.put(heard)
                heard = b""
            elif len(heard) > LONGEST:
                failed = "answered without an end"
    said.put(BotFailed(failed or STOPPED))


def listen(pipe: IO[bytes], complaints: deque[str]) -> None:
    """Keeps the last lines that it complained with."""
    rest = b""
    with suppress(OSError), pipe:
        while more := pipe.read(PIECE):
            *lines, rest = (rest[-1000:] + more).split(b"\n")
            complaints += [shown for text in lines[-20:] if (shown := text.decode("utf-8", "replace").strip()[:200])]


def tell(pipe: IO[bytes], question: bytes) -> None:
    rest = memoryview(question)
    with suppress(OSError, ValueError):  # it reads no more: whether it answers, its output will tell
        while rest:
            rest = rest[pipe.write(rest) :]


def end(process: subprocess.Popen[bytes], lifeline: IO[bytes]) -> None:
    """Ends the program, and all that it started."""
    lifeline.close()  # the guard ends everything
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(END_SECONDS if POSIX else 0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@dataclass(eq=False)
class ProgramBot:
    """A bot like any other, which asks a program. One for each seat; `close` it when the game is over."""

    command: Sequence[str]
    _: KW_ONLY
    name: str = ""
    language: str = "en"
    memory: int = MEMORY
    start_seconds: float = START_SECONDS
    grace: float = GRACE

    def __post_init__(self) -> None:
        self.name = self.name or self.command[0]
        self._process: BotProcess | None = None
        self._lines: SeatLines | None = None

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        """1 for the action that the program chose, by a pick or by values, and 0 for the others."""
        offered = len(view.codes())
        text = self._ask(view, seconds, rng)
        try:
            pick = pick_of(answer_of(text), offered, view.must_act, rng)
        except BotFailed as failed:
            raise self._failed(failed) from None
        return None if pick is None else [float(index == pick) for index in range(offered)]

    def _ask(self, view: View, seconds: float, rng: Random, what: str = "pick") -> bytes:
        limit, question = seconds + self.grace, b""
        try:
            if self._process is None:
                self._process = BotProcess(self.command, memory=self.memory)
                self._lines = None
                limit += self.start_seconds
            if self._lines is None or not self._lines.goes_on(view):
                self._lines = SeatLines(view)
                question = line(start_of(view, self.language, rng.getrandbits(63)))
            return self._process.ask(question + self._lines.next(view, seconds, what), limit)
        except BotFailed as failed:
            raise self._failed(failed) from None

    def _failed(self, failed: BotFailed) -> BotFailed:
        if self._process is not None:
            self._process.end()
            self._process = None
        return failed.named(self.name)

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Ends the program; asked again, a new one starts."""
        if self._process is not None:
            self._process.close(seconds)
            self._process = None


class OwnBot(ProgramBot):
    """One of the installed bots in a program of its own: that also says something in sentences, if it has anything."""

    def forgot(self, view: View, language: str) -> Sequence[str]:
        return self._say(view, "forgot")

    def explain(self, view: View, language: str) -> Sequence[str]:
        return self._say(view, "explain")

    def _say(self, view: View, what: str) -> list[str]:
        """In the language that it was started with; one that fails at it has nothing to say."""
        try:
            return sentences_of(self._ask(view, seconds_for(self.name), Random(0), what))
        except BotFailed:
            return []


def own_bot(name: str = "") -> list[str]:
    """The command that runs one of the installed bots as a program; without a name, the start line says which."""
    return [sys.executable, "-m", "tepui.bots.program", *filter(None, [name])]


def in_own_process(bot: str, *, language: str = "en", memory: int = MEMORY) -> OwnBot:
    """One of the installed bots, away from us: it can neither hang nor look at more than its seat sees."""
    return OwnBot(own_bot(bot), name=bot, language=language, memory=memory)
