"""`tepui join`: a bot on this machine plays a seat at a table somewhere else.

It asks the table what is next, lets the bot answer, and brings the answer back (`docs/network-bots.md`). The table
tells everything again each time; the bot, a program like any other, is told only what is new to it.
"""

import getpass
import json
import os
import shlex
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tepui.bots.lines import answer_of, line
from tepui.bots.network import HOLD
from tepui.bots.process import GRACE, START_SECONDS, BotProcess, own_bot
from tepui.cli_args import Parser, more_than_nothing, warn
from tepui.core import find
from tepui.core.refusal import BotFailed, Refusal, UnknownName
from tepui.core.words import clean

WAIT = (0.2, 5.0)  # seconds between two tries to reach the table: at first, at most
FAILURES = 3  # of a bot, one after the other, after which it is not started again
FINAL = (301, 302, 303, 307, 308, 403, 404, 409)  # what does not become better by asking again
LONGEST = 10_000_000  # bytes of an answer
NO_TABLE = "no table of Tepui answers there. Check the address"


class Over(msgspec.Struct):
    places: list[int]
    scores: list[int]


class Reply(msgspec.Struct):
    """What the table says: a question, that there is none now, or that the game is over."""

    question: int | None = None
    start: msgspec.Raw = msgspec.Raw()
    ask: dict[str, msgspec.Raw] = {}
    over: Over | None = None


class Start(msgspec.Struct):
    game: str
    names: list[str]
    seat: int


def read(body: bytes) -> Reply:
    """Whoever answers may be no table: what is looked at here is there, and of its types."""
    try:
        reply = msgspec.json.decode(body, type=Reply)
        if reply.ask:
            msgspec.json.decode(reply.start, type=Start)
            msgspec.json.decode(reply.ask["moves"], type=list[msgspec.Raw])
            msgspec.json.decode(reply.ask["seconds"], type=float)
    except (msgspec.MsgspecError, KeyError, RecursionError):
        raise Refusal(NO_TABLE) from None
    return reply


class NotElsewhere(urllib.request.HTTPRedirectHandler):
    """The token is for this address only."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Rejected(Refusal):
    """The table could not play the bot's answer, and says why; the next question comes all the same."""


class NotSoFar(Exception):
    """The table cannot be reached now, or is busy: try again."""


class Table:
    """The table, somewhere else."""

    def __init__(self, address: str, token: str, patience: float) -> None:
        self.address = address
        self.token = token
        self.patience = patience

    def ask(self, said: dict[str, Any]) -> Reply:
        """Says this and hears what is next; a lost line is tried again. Refusal when it makes no sense to."""
        until, wait = time.monotonic() + self.patience, WAIT[0]
        while True:
            try:
                return self._ask(said)
            except NotSoFar as reason:
                if time.monotonic() > until:
                    raise Refusal(f"the table cannot be reached ({reason}). Try again later") from None
                if wait == WAIT[0]:
                    warn(f"the table cannot be reached ({reason}). Trying again")
                time.sleep(wait)
                wait = min(2 * wait, WAIT[1])

    def _ask(self, said: dict[str, Any]) -> Reply:
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        request = urllib.request.Request(self.address, json.dumps(said).encode(), headers)  # noqa: S310
        try:
            with urllib.request.build_opener(NotElsewhere).open(request, timeout=HOLD + 20) as answer:
                return read(answer.read(LONGEST))
        except urllib.error.HTTPError as error:
            sentence = sentence_in(error.read())
            if error.code == 400:
                raise Rejected(sentence) from None
            if error.code in FINAL:
                raise Refusal(sentence) from None
            raise NotSoFar(sentence) from None
        except (OSError, HTTPException) as error:
            raise NotSoFar(str(getattr(error, "reason", error)) or type(error).__name__) from None


class Bot:
    """A program that is told what is new to it; it is started again when it fails, a few times."""

    def __init__(self, command: list[str], memory: int) -> None:
        self.command = command
        self.memory = memory
        self.failures = 0
        self._process: BotProcess | None = None
        self._begin()

    def _begin(self) -> None:
        self._process = BotProcess(self.command, memory=self.memory)
        self._fresh, self._start, self._moves = True, b"", list[bytes]()

    def answer(self, start: bytes, ask: dict[str, msgspec.Raw]) -> bytes | None:
        """Its answer as a line; None: it has failed, and is there again for the next question."""
        if self._process is None:
            self._begin()
        assert self._process is not None
        moves = [bytes(move) for move in msgspec.json.decode(ask["moves"], type=list[msgspec.Raw])]
        known = len(self._moves)
        goes_on = start == self._start and moves[:known] == self._moves
        question = b"" if goes_on else start + b"\n"
        new = msgspec.Raw(b"[" + b",".join(moves[known if goes_on else 0 :]) + b"]")
        seconds = msgspec.json.decode(ask["seconds"], type=float) + GRACE + (START_SECONDS if self._fresh else 0)
        try:
            text = self._process.ask(question + line({**ask, "moves": new}), seconds)
            answer_of(text)  # what is no answer at all is not sent
        except BotFailed as failed:
            self.failures += 1
            self._process.end()
            self._process = None
            warn(str(failed.named(self.command[0])) if self.failures < FAILURES else f"the bot {failed.why}")
            if self.failures == FAILURES:
                raise Refusal(f"the bot failed {FAILURES} times, so it leaves the table") from None
            return None
        self._fresh, self._start, self._moves, self.failures = False, start, moves, 0
        return text

    def close(self) -> None:
        if self._process is not None:
            self._process.close()


def command(words: list[str]) -> int:
    parser = Parser("join", "Lets a bot on this machine play a seat at a table somewhere else.")
    parser.add_argument("url", metavar="URL", help="the address of the table, as the host sees it")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--bot", metavar="NAME", help="an installed bot")
    who.add_argument("--program", metavar="COMMAND", help="a program that answers lines (docs/write-a-bot.md)")
    parser.option("--name", "NAME", "what it is called at the table. Otherwise the table says network bot")
    parser.option("--says", "WORDS", "what everyone at the table reads about this bot")
    parser.option("--token-file", "FILE", "read the token from there (- is standard input)")
    parser.add_memory()
    parser.option("--patience", "S", "seconds to try when the table cannot be reached", 600.0, more_than_nothing)
    said = parser.parse_args(words)
    program = own_bot(said.bot) if said.bot else shlex.split(said.program)
    if not program:
        raise UnknownName("--program needs a command line, for instance --program 'python3 my_bot.py'")
    address = address_of(said.url)
    table = Table(address, token_of(said.token_file), said.patience)
    bot = Bot(program, said.memory)
    try:
        return sit(table, bot, said.bot, introduction(said.name, said.says or said.bot))
    finally:
        bot.close()


def introduction(name: str | None, about: str | None) -> dict[str, Any]:
    """Said once: its name, and what it is; an installed bot says which, if its owner says nothing else."""
    return {key: words for key, words in (("name", name), ("about", about)) if words is not None}


def sit(table: Table, bot: Bot, name: str | None, said: dict[str, Any]) -> int:
    """Until the game is over."""
    seated = False
    while True:
        try:
            reply = table.ask(said)
        except Rejected as no:
            if "answer" not in said:
                raise
            warn(str(no))
            said = {}
            continue
        said = {}
        if reply.over is not None:
            warn(f"the game is over. Places {reply.over.places}, points {reply.over.scores}")
            return 0
        if not reply.ask:
            if not seated:
                warn("at the table. The game has nothing for this bot to decide yet")
            seated = True
            continue
        start = msgspec.json.decode(reply.start, type=Start)
        if name is not None:
            find.bot(start.game, name)
        seated = True
        text = bot.answer(bytes(reply.start), reply.ask)
        if text is not None:
            said = {"question": reply.question, "answer": json.loads(text)}


def address_of(url: str) -> str:
    """Where the table hears bots: what the browser shows for the table, or that address itself."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    steps = [step for step in parts.path.split("/") if step]
    if parts.query or parts.fragment or parts.username:
        raise UnknownName("a table's address has no ? # or @. Leave a token out too, you are asked for it")
    room = steps[-1] if steps[-2:-1] == ["t"] else steps[-2] if steps[-1:] == ["bot"] and len(steps) > 1 else ""
    if parts.scheme not in ("http", "https") or not parts.netloc or not room:
        raise UnknownName(f"{url!r} is no table's address. Copy it from the browser: http://HOST/t/TABLE")
    return f"{parts.scheme}://{parts.netloc}/api/rooms/{room}/bot"


def token_of(file: str | None) -> str:
    """Never in the command line, where everyone on this machine could read it."""
    if file is not None:
        try:
            token = sys.stdin.readline() if file == "-" else Path(file).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UnknownName(f"cannot read the token from {file} ({error}). Check the name of the file") from None
    elif "TEPUI_TOKEN" in os.environ:
        token = os.environ["TEPUI_TOKEN"]
    elif sys.stdin.isatty():
        token = getpass.getpass("Token of the seat: ")
    else:
        raise UnknownName("there is no token. Set TEPUI_TOKEN or name a file with --token-file")
    token = token.strip()
    if not token or not token.isascii() or len(token.split()) != 1:
        raise UnknownName("that is no token. Copy it from the host's page as it is")
    return token


def sentence_in(body: bytes) -> str:
    try:
        return clean(json.loads(body)["sentence"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return NO_TABLE
