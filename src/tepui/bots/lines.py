"""The JSON lines that a program at a seat reads, and how its answer is read (`docs/write-a-bot.md`)."""

from typing import Any, TypeVar

import msgspec

from tepui.coach.review import SeatReview
from tepui.core.position import TABLE
from tepui.core.refusal import BotFailed
from tepui.core.text import Follower
from tepui.core.view import View

PROTOCOL = 1
Line = TypeVar("Line")


class Answer(msgspec.Struct, forbid_unknown_fields=False):
    pick: int | msgspec.UnsetType | None = msgspec.UNSET
    rank: list[float] | msgspec.UnsetType = msgspec.UNSET


class Said(msgspec.Struct):
    lines: list[str]


class Reviewed(msgspec.Struct):
    review: SeatReview


class SeatLines:
    """What one seat has seen so far, as lines for a program; each move is put into words once."""

    def __init__(self, view: View) -> None:
        self._follower = Follower(view)
        self._moves: list[bytes] = []
        self._sent = 0

    def goes_on(self, view: View) -> bool:
        """Is this the same game of the same seat, not before the last known moment? Otherwise begin again."""
        return self._follower.goes_on(view)

    def next(self, view: View, seconds: float, what: str = "pick") -> bytes:
        """A question for a program that remembers what it read; `what` else than a pick only our own are asked."""
        self._catch_up(view)
        new, self._sent = self._moves[self._sent :], len(self._moves)
        return line({**question_of(view, new, seconds), **asking(what)})

    def from_the_start(self, view: View, seconds: float) -> dict[str, Any]:
        """The same question for a program that may remember nothing: with all the moves."""
        self._catch_up(view)
        return question_of(view, self._moves, seconds)

    def whole(self, view: View, bot: str, seconds: float, seed: int, what: str = "pick", language: str = "en") -> bytes:
        """Start line and question for one of our own processes, which serves another seat each time."""
        self._catch_up(view)
        ask = {"moves": array(self._moves), "must": view.must_act, "seconds": seconds, **asking(what)}
        return line({**start_of(view, language, seed), "bot": bot}) + line(ask)

    def _catch_up(self, view: View) -> None:
        for by, action in self._follower.catch_up(view):
            self._moves.append(msgspec.json.encode({"by": "table" if by == TABLE else by, "move": action}))


def asking(what: str) -> dict[str, str]:
    """A pick is what everyone is asked for, without a word; our own bots also say something in sentences."""
    return {} if what == "pick" else {"what": what}


def question_of(view: View, moves: list[bytes], seconds: float) -> dict[str, Any]:
    return {
        "moves": array(moves),
        "picture": view.picture(),
        "legal": view.legal(),
        "must": view.must_act,
        "seconds": seconds,
    }


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


def answer_of(text: bytes) -> list[float] | int | None:
    """The answer in a line, for `bots.pick_of`; BotFailed if it is none."""
    answer = decoded(text, Answer)
    if isinstance(answer.rank, list):
        return answer.rank
    if isinstance(answer.pick, msgspec.UnsetType):
        raise BotFailed(f"answered neither pick nor rank but {shortened(text)}")
    return answer.pick


def sentences_of(text: bytes) -> list[str]:
    """What one of our own bots said in sentences."""
    return decoded(text, Said).lines


def review_of(text: bytes) -> SeatReview:
    """A finished game as one seat looks at it again."""
    return decoded(text, Reviewed).review


def decoded(text: bytes, kind: type[Line]) -> Line:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BotFailed(f"did not answer in the protocol but said {shortened(text)}") from None


def line(thing: Any) -> bytes:
    return msgspec.json.encode(thing) + b"\n"


def array(items: list[bytes]) -> msgspec.Raw:
    return msgspec.Raw(b"[" + b",".join(items) + b"]")


def shortened(text: bytes) -> str:
    shown = text.decode("utf-8", "replace").strip()
    return repr(shown if len(shown) <= 60 else shown[:60] + "...")
