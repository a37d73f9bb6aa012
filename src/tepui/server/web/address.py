"""How an address is declared: its method, what it reads, how often one network may ask, and where its work is done.

    post("/api/join", join, Join, limit="join")      async def join(at: Asker, asked: Join) -> RoomLink

The body is read before anybody is recognised: whoever was removed meanwhile is a stranger. What a page of another site
sends is refused wherever something changes; only a bot, which says a token in a header, needs no page of ours. A
handler decides on the event loop. With `slow` it returns work without arguments, done beside the loop, where its
answer is put into JSON too.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Literal
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.web import guard

LOOP, THREAD = 20, 100  # what a request may cost; what needs more counts as several
Method = Literal["GET", "POST", "DELETE"]
Fields = dict[str, str]  # of a form on a page of ours
UNREADABLE = N_("This form cannot be read; go back and try again.")
encode = msgspec.json.Encoder().encode


class Address(Route):
    def __init__(
        self,
        method: Method,
        path: str,
        handler: Callable[..., Any],
        body: Any = None,
        *,
        limit: str = "",  # how often, beside that of every request (guard.Rates)
        guesses: str = "",  # how often one may ask for what is not there: looked at before, counted when it was not
        slow: str = "",  # the threads that do its work
        thread: int = THREAD,  # milliseconds of theirs that it may take, and LOOP of the loop (tests/proofs/costs.py)
        by_token: bool = False,
        status: int = 200,
    ) -> None:
        super().__init__(path, handler, methods=[method])
        self.method, self.handler, self.body = method, handler, body
        self.limit, self.guesses, self.slow, self.by_token, self.status = limit, guesses, slow, by_token, status
        self.thread = thread
        self.app = self.answer

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        at = scope["app"].state.asker(scope, receive, send)
        if self.method != "GET" and not self.by_token:
            guard.require_same_origin(at, at.site.settings.url)
        if self.limit:
            at.check(self.limit)
        if self.thread > THREAD:
            at.check("page", self.thread // THREAD - 1)
        if self.guesses:
            at.check(self.guesses, takes=0)
        read = () if self.body is None else (await self.read(at),)
        await at.recognise()
        try:
            made = self.handler(at, *read)
            if inspect.isawaitable(made):
                made = await made
        except Refused as no:
            if self.guesses and no.why == "absent":
                at.check(self.guesses)
            raise
        if self.slow and not isinstance(made, Response):
            made = await at.site.threads[self.slow].run(partial(self.response, made), at.network)
        await self.response(lambda: made)(scope, receive, send)

    async def read(self, request: Request) -> Any:
        if self.body is Fields:
            try:
                data = (await guard.body_of(request)).decode()
                return dict(parse_qsl(data, keep_blank_values=True, max_num_fields=50))
            except (UnicodeError, ValueError):
                raise Refused("unclear", UNREADABLE) from None
        if not self.by_token and not request.headers.get("content-type", "").startswith("application/json"):
            raise Refused("unclear", N_("Send JSON, with the content type application/json."))  # no form can send it
        try:
            return msgspec.json.decode(await guard.body_of(request) or b"{}", type=self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            what = str(error)[:200]
            raise Refused("unclear", N_("That is not what this address expects ({what})."), what=what) from None

    def response(self, work: Callable[[], Any]) -> Response:
        made = work()
        if isinstance(made, Response):
            return made
        return Response(status_code=204) if made is None else answer(made, self.status)


get = partial(Address, "GET")
post = partial(Address, "POST")
delete = partial(Address, "DELETE")


def answer(thing: Any, status: int = 200) -> Response:
    return Response(encode(thing), status, media_type="application/json")


def file(data: bytes | AsyncIterator[bytes], kind: str, name: str) -> Response:
    """To be saved under this name; what comes in pieces is sent in pieces."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if isinstance(data, bytes):
        return Response(data, media_type=kind, headers=headers)
    return StreamingResponse(data, media_type=kind, headers=headers)


def is_for_bots(path: str) -> bool:
    """Where network bots ask. It has limits of its own: a quick bot asks more often than a person presses."""
    return path.startswith("/api/rooms/") and path.endswith("/bot")
