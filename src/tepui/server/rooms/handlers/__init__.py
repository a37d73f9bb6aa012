"""One message of one page reaches a room: who answers it, and how a refusal is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tepui.core.refusal import Refusal
from tepui.server.refusals import Refused, words
from tepui.server.rooms import absent, helping, seating, shared_chance
from tepui.server.rooms.handlers import play, seats
from tepui.server.rooms.room import Room
from tepui.server.wire import messages
from tepui.server.wire.page import Page

LONGEST = 120  # characters of a sentence that is looked up, and kept with those that were
SHOWN = 1000


async def handle(room: Room, page: Page, message: messages.In) -> None:
    """Refusals go to this page only."""
    try:
        if room.state.kicked or room.state.shut is not None:  # a page that is not closed yet, or a plain one
            seating.require_welcome(room.state, page.guest)
        shared_chance.require_allowed(room, message)
        await room.decide(partial(HANDLERS[type(message)], room, page, message))
    except Refused as no:
        page.tell(refused(no, page, message.id))
    except Refusal as refusal:
        page.tell(messages.Refused(id=message.id, sentence=sentence(refusal, page.language), why="illegal"))


def refused(no: Refused, page: Page, id: int | None = None) -> messages.Refused:
    why: Any = "forbidden" if no.why == "absent" else no.why
    return messages.Refused(id=id, sentence=no.sentence(page.language), why=why)


def sentence(refusal: Refusal, language: str) -> str:
    """A refusal of the core in the reader's language, as far as it has been translated."""
    text = refusal.sentence(language)
    if len(text) <= LONGEST and "{" not in text:  # a longer one quotes a file or a person: nobody has translated it
        text = words(language)(text)
    return text[:1].upper() + text[1:SHOWN]


Handler = Callable[[Room, Page, Any], Awaitable[None]]
HANDLERS: dict[type[messages.In], Handler] = {
    messages.Hello: play.hello,
    messages.Pick: play.pick,
    messages.Try: play.try_out,
    messages.Note: play.note,
    messages.TakeBack: play.take_back,
    messages.Answer: play.answer,
    messages.Say: play.say,
    messages.Sit: seats.sit,
    messages.Commit: seats.commit,
    messages.Open: seats.open_word,
    messages.Leave: seats.leave,
    messages.Rename: seats.rename,
    messages.Piece: seats.piece,
    messages.AddBot: seats.add_bot,
    messages.InviteBot: seats.invite_bot,
    messages.RevokeBot: seats.revoke_bot,
    messages.FreeSeat: seats.free_seat,
    messages.Start: seats.start,
    messages.Kick: seats.kick,
    messages.Mute: seats.mute,
    messages.Look: seats.look,
    messages.LetLook: seats.let_look,
    messages.Replace: absent.replace_player,
    messages.Holiday: absent.holiday,
    messages.CallMe: seats.call_me,
    messages.Pace: seats.pace,
    messages.GiveLink: seats.give_link,
    messages.HelpMe: helping.choose,
    messages.HelpAtMost: helping.limit,
    messages.Why: helping.why,
    messages.Rematch: seats.rematch,
    messages.Ping: play.ping,
}
