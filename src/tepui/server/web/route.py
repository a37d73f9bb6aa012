"""How a declared address (`address.py`) is answered by Starlette.

The body is read before anyone is recognised: whoever was removed meanwhile is a stranger. What a page of another site
sends is refused wherever something changes; only a bot, which says a token in a header, needs no page of ours.
"""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.web import guard
from tepui.server.web.address import THREAD, UNREADABLE, Address, Fields, File

encode = msgspec.json.Encoder().encode


class Answered(Route):
    def __init__(self, address: Address) -> None:
        super().__init__(address.path, address.handler, methods=[address.method])
        self.address = address
        self.app = self.answer

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        at = scope["app"].state.asker(scope, receive, send)
        if self.address.method != "GET" and not self.address.by_token:
            guard.require_same_origin(at, at.site.settings.url)
        if self.address.limit:
            at.check(self.address.limit)
        if self.address.thread > THREAD:
            at.check("page", self.address.thread // THREAD - 1)
        if self.address.guesses:
            at.check(self.address.guesses)  # before the body: many may wait for theirs
        read = () if self.address.body is None else (await self.read(at),)
        await at.recognise()
        found = True
        try:
            made = self.address.handler(at, *read)
            if inspect.isawaitable(made):
                made = await made
        except Refused as no:
            found = no.why != "absent"
            raise
        finally:
            if self.address.guesses and found:
                at.site.rates.give_back(self.address.guesses, guard.address_of(at))
        if self.address.slow and not isinstance(made, Response):
            made = await at.site.threads[self.address.slow].run(partial(self.response, made))
        await self.response(lambda: made)(scope, receive, send)

    async def read(self, request: Request) -> Any:
        if self.address.body is Fields:
            try:
                data = (await guard.body_of(request)).decode()
                return dict(parse_qsl(data, keep_blank_values=True, max_num_fields=50))
            except (UnicodeError, ValueError):
                raise Refused("unclear", UNREADABLE) from None
        if not self.address.by_token and not request.headers.get("content-type", "").startswith("application/json"):
            raise Refused("unclear", N_("Send JSON, with the content type application/json."))  # no form can send it
        try:
            return msgspec.json.decode(await guard.body_of(request) or b"{}", type=self.address.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            what = str(error)[:200]
            raise Refused("unclear", N_("That is not what this address expects ({what})."), what=what) from None

    def response(self, work: Callable[[], Any]) -> Response:
        made = work()
        if isinstance(made, Response):
            return made
        if isinstance(made, File):
            saved = {"content-disposition": f'attachment; filename="{made.name}"'} if made.name else None
            if isinstance(made.data, bytes):
                return Response(made.data, media_type=made.kind, headers=saved)
            return StreamingResponse(made.data, media_type=made.kind, headers=saved)
        return Response(status_code=204) if made is None else answer(made, self.address.status)


def answer(thing: Any, status: int = 200) -> Response:
    return Response(encode(thing), status, media_type="application/json")
