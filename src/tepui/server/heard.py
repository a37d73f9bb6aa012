"""One message of one page reaches a room: who answers it, and how a refusal is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tepui.core.refusal import Refusal
from tepui.server import heard_play, heard_seats, helping, messages
from tepui.server.line import Line
from tepui.server.no import No, words
from tepui.server.room import Room


async def hear(room: Room, line: Line, message: messages.In) -> None:
    """Refusals go to this page only."""
    try:
        await HEARD[type(message)](room, line, message)
    except No as no:
        line.tell(refused(no, line, message.id))
    except Refusal as refusal:
        line.tell(messages.Refused(id=message.id, sentence=sentence(refusal, line.language), why="illegal"))


def refused(no: No, line: Line, id: int | None = None) -> messages.Refused:
    why: Any = "forbidden" if no.why == "absent" else no.why
    return messages.Refused(id=id, sentence=no.sentence(line.language), why=why)


def sentence(refusal: Refusal, language: str) -> str:
    """A refusal of the core in the reader's language, as far as it has been translated."""
    text = refusal.sentence(language)
    told = words(language)(text) if "{" not in text else text
    return told[:1].upper() + told[1:]


Heard = Callable[[Room, Line, Any], Awaitable[None]]
HEARD: dict[type[messages.In], Heard] = {
    messages.Hello: heard_play.hello,
    messages.Pick: heard_play.pick,
    messages.Try: heard_play.try_out,
    messages.Note: heard_play.note,
    messages.TakeBack: heard_play.take_back,
    messages.Answer: heard_play.answer,
    messages.Say: heard_play.say,
    messages.Sit: heard_seats.sit,
    messages.Leave: heard_seats.leave,
    messages.Rename: heard_seats.rename,
    messages.AddBot: heard_seats.add_bot,
    messages.FreeSeat: heard_seats.free_seat,
    messages.Start: heard_seats.start,
    messages.Kick: heard_seats.kick,
    messages.Mute: heard_seats.mute,
    messages.Pace: heard_seats.pace,
    messages.GiveLink: heard_seats.give_link,
    messages.HelpMe: helping.choose,
    messages.HelpAtMost: helping.limit,
    messages.Why: helping.why,
    messages.Rematch: heard_seats.rematch,
    messages.Ping: heard_play.ping,
}
