"""A program that answers lines, in any language: started, asked with a time limit, and ended with all that it started.

The one driver of bots in programs of their own. A program hears what its seat sees and nothing else; one that crashes,
hangs, talks rubbish or answers late is ended, and a sentence says why.
"""

import os
import selectors
import shutil
import socket
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO

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
POSIX = os.name == "posix"
GUARD = str(Path(__file__).with_name("guard.py"))
Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)


class BotProcess:
    """One running program, asked one question at a time. Its pipes never block, so that nobody waits too long."""

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
        self.into, self.out, self.err = Pipe(process.stdin, "w"), Pipe(process.stdout, "r"), Pipe(process.stderr, "r")
        self._rest = memoryview(b"")  # of the question, still to be written
        self._heard = bytearray()
        self._complaints: deque[str] = deque(maxlen=20)
        self._complaint = b""
        pipes = [self.into, self.out, self.err]
        self.end = weakref.finalize(
            self, end, process, self._lifeline, pipes
        )  # when it is called, or when this is forgotten

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    def break_off(self) -> None:
        """For another thread than the one that asks: that one hears at once that there is no answer, and ends it."""
        self._lifeline.close()
        if not POSIX:
            self.process.kill()

    # ---- one question, step by step: BotFailed as soon as there can be no answer

    def _begin(self, question: bytes) -> None:
        """Sends what goes at once; while there is a rest, `_push` when more can be written."""
        early = self.out.read(1000)
        if early is not None:
            raise BotFailed(f"spoke without being asked: {shortened(early)}" if early else STOPPED)
        self._heard.clear()
        self._rest = memoryview(question)
        self._push()

    def _push(self) -> None:
        try:
            while self._rest:
                self._rest = self._rest[self.into.write(self._rest) :]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; whether it answers, its output will tell
            self._rest = memoryview(b"")

    def _pull(self) -> bytes | None:
        """Its answer, a line; None: there is more to come."""
        more = self.out.read(PIECE)
        if more is None:
            return None
        if not more:
            raise BotFailed(STOPPED)
        self._heard += more
        if b"\n" in more:
            answer, _, extra = self._heard.partition(b"\n")
            if extra:
                raise BotFailed(f"said more than one line: {shortened(bytes(extra))}")
            return bytes(answer)
        if len(self._heard) > LONGEST:
            raise BotFailed("answered without an end")
        return None

    def _listen(self) -> bool:
        """Keeps the last lines that it complained with, which say why it stopped; False: there will be no more."""
        more = self.err.read(PIECE)
        if more is None:
            return True
        *lines, self._complaint = (self._complaint[-1000:] + more).split(b"\n")
        self._complaints += [shown for text in lines[-20:] if (shown := text.decode("utf-8", "replace").strip()[:200])]
        return bool(more)

    def _ended(self, failed: BotFailed) -> BotFailed:
        """Ends it; why it failed, with the last words of one that stopped."""
        if failed.why == STOPPED:
            self._listen()
            if self._complaints:
                failed = BotFailed(f"{failed.why} ({self._complaints[-1]})")
        self.end()
        return failed

    # ---- all of it

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Its answer; a program without one is ended."""
        try:
            return self._ask(question, monotonic() + seconds)
        except BotFailed as failed:
            raise self._ended(failed) from None

    def _ask(self, question: bytes, deadline: float) -> bytes:
        self._begin(question)
        with Selector() as waiting:
            waiting.register(self.out, selectors.EVENT_READ)
            waiting.register(self.err, selectors.EVENT_READ)
            if self._rest:
                waiting.register(self.into, selectors.EVENT_WRITE)
            while (left := deadline - monotonic()) > 0:
                for key, _ in waiting.select(left):
                    if key.fileobj is self.into:
                        self._push()
                        if not self._rest:
                            waiting.unregister(self.into)
                    elif key.fileobj is self.err:
                        if not self._listen():
                            waiting.unregister(self.err)
                    elif (answer := self._pull()) is not None:
                        return answer
        raise BotFailed(LATE)

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """End of input is the sign to go; whoever stays is ended."""
        self.into.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.end()


class Pipe:
    """One end of a pipe, which can be waited for and never blocks.

    Windows can wait for sockets only, so there a thread carries the bytes between the pipe and a socket.
    """

    def __init__(self, pipe: IO[bytes], mode: str, carried: bool = not POSIX) -> None:
        if not carried:
            self._fd = pipe.fileno()
            os.set_blocking(self._fd, False)
            self._read: Callable[[int], bytes] = partial(os.read, self._fd)
            self.write: Callable[[memoryview], int] = partial(os.write, self._fd)
            self.close: Callable[[], None] = pipe.close
            return
        near, far = socket.socketpair()
        near.setblocking(False)
        self._fd = near.fileno()
        self._read, self.write, self.close = near.recv, near.send, near.close
        threading.Thread(target=carry_out if mode == "r" else carry_in, args=(pipe, far), daemon=True).start()

    def fileno(self) -> int:
        return self._fd

    def read(self, most: int) -> bytes | None:
        """None: there is nothing now. Empty: there will be no more."""
        try:
            return self._read(most)
        except BlockingIOError:
            return None
        except OSError:
            return b""


def carry_out(pipe: IO[bytes], far: socket.socket) -> None:
    with suppress(OSError), pipe, far:
        while more := pipe.read(PIECE):
            far.sendall(more)


def carry_in(pipe: IO[bytes], far: socket.socket) -> None:
    with suppress(OSError), pipe, far:
        while more := far.recv(PIECE):
            rest = memoryview(more)
            while rest:
                rest = rest[pipe.write(rest) :]


def end(process: subprocess.Popen[bytes], lifeline: IO[bytes], pipes: list[Pipe]) -> None:
    """Ends the program, all that it started, and the conversation with it."""
    lifeline.close()  # the guard ends everything
    try:
        process.wait(END_SECONDS if POSIX else 0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in pipes:
        pipe.close()


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
