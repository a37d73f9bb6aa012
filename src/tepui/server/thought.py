"""A bot's own process: reads one seat's view per line, answers with a pick. `python -m tepui.server.thought`.

It knows the game, the setting and the moves as that seat saw them, and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import sys
from random import Random

import msgspec

from tepui.core import find
from tepui.core.bots import Bot, choose
from tepui.core.game import Value
from tepui.core.view import View

NICE = 10


class Question(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    seats: int
    options: dict[str, Value]
    parts: str | None
    eye: int
    names: tuple[str, ...]
    moves: list[tuple[int, int]]
    bot: str
    seconds: float
    seed: int


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    pick: int | None = None
    error: str = ""


def view_of(question: Question) -> View:
    game = find.game(question.game)
    setting = game.setting(question.seats, question.options, question.parts)
    view = View(game, setting, question.eye, question.names)
    for by, code in question.moves:
        view.told(by, code)
    return view


def answer(question: Question, bots: dict[tuple[str, str], Bot]) -> Answer:
    key = question.game, question.bot
    try:
        if key not in bots:
            bots[key] = find.bot(*key)
        return Answer(pick=choose(bots[key], view_of(question), question.seconds, Random(question.seed)))
    except Exception as error:  # whatever a stranger's bot raises
        bots.pop(key, None)
        return Answer(error=f"{type(error).__name__}: {error}"[:200])


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is not an answer
    bots: dict[tuple[str, str], Bot] = {}
    for line in sys.stdin.buffer:
        out.write(msgspec.json.encode(answer(msgspec.json.decode(line, type=Question), bots)) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
