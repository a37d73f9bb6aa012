"""One of our own bots as a program that answers JSON lines: `python -m tepui.bots.program [BOT]`.

The other end of `bots/process.py`. It replays the game from the moves it hears, which are those of its seat,
and so holds that seat's view and nothing more. BOT is a bot installed for the game that is played; a start line that
names one (`"bot": "steady"`) has precedence. A new start line begins another game, or another seat.
"""

import os
import sys
from collections.abc import Callable
from random import Random
from typing import Any, BinaryIO, Literal

import msgspec

from tepui.bots import levels
from tepui.bots.contract import Bot, choose
from tepui.coach.review import walk as look_back
from tepui.core import find
from tepui.core.game import Value
from tepui.core.position import TABLE
from tepui.core.refusal import Refusal
from tepui.core.replay import decoder_of
from tepui.core.view import View


class Start(msgspec.Struct):
    game: str
    seats: int
    seat: int
    options: dict[str, Value] = {}
    parts: str | None = None
    names: tuple[str, ...] = ()
    seed: int | None = None
    bot: str = ""
    language: str = "en"


class Move(msgspec.Struct):
    by: int | str
    move: msgspec.Raw


class Ask(msgspec.Struct):
    moves: list[Move]
    seconds: float
    what: Literal["pick", "forgot", "explain", "review"] = "pick"


class Seat:
    """A bot at its seat, with the view that it has heard."""

    def __init__(self, start: Start, bot: Bot) -> None:
        game = find.game(start.game)
        setting = game.setting(start.seats, start.options, start.parts)
        names = start.names or tuple(f"Player {seat + 1}" for seat in range(start.seats))
        self.view = View(game, setting, start.seat, names)
        self.bot = bot
        self.rng = Random(start.seed)
        self.language = start.language
        self.decoder = decoder_of(game)

    def hear(self, moves: list[Move]) -> None:
        view = self.view
        for move in moves:
            by = TABLE if move.by == "table" else int(move.by)
            view.observe(by, view.game.hear(view.position, by, self.decoder.decode(move.move)))

    def answer(self, ask: Ask) -> dict[str, Any]:
        self.hear(ask.moves)
        view = self.view
        if ask.what == "forgot":
            return {"lines": levels.forgot(self.bot, view, self.language)}
        if ask.what == "explain":
            return {"lines": levels.explain(self.bot, view, self.language)}
        if ask.what == "review":
            return {"review": look_back.review(view)}
        return {"pick": choose(self.bot, view, ask.seconds, self.rng)}


def serve(lines: BinaryIO, answers: BinaryIO, bot_for: Callable[[Start], Bot]) -> None:
    """Answers every question until the end of input."""
    seat: Seat | None = None
    for text in lines:
        if b'"moves"' not in text:
            start = msgspec.json.decode(text, type=Start)
            seat = Seat(start, bot_for(start))
            continue
        if seat is None:
            raise Refusal("a question came before the start line. Send that first")
        answers.write(msgspec.json.encode(seat.answer(msgspec.json.decode(text, type=Ask))) + b"\n")
        answers.flush()


def main(words: list[str]) -> int:
    usual = words[0] if words else "random"
    return run(lambda start: find.bot(start.game, start.bot or usual))


def run(bot_for: Callable[[Start], Bot]) -> int:
    """A bot as a program on standard input and output, for whoever writes one in Python with our views."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints must not break the conversation
    try:
        serve(sys.stdin.buffer, answers, bot_for)
    except (Refusal, msgspec.MsgspecError) as error:
        print(error, file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
