"""The addresses under which a browser asks to be called, and asks not to be any more."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.core.words import N_
from tepui.server.calls import outgoing
from tepui.server.http import http_guard
from tepui.server.http.api import answer
from tepui.server.http.site import Site, site_of
from tepui.server.refusals import Refused
from tepui.server.storage.devices import id_of
from tepui.server.storage.subscriptions import Subscription
from tepui.server.wire.people import PushKey, PushOff, PushOn

BAD = N_("This browser’s push service gave no key that can be used; try another browser.")


async def push(request: Request) -> Response:
    site = site_of(request)
    if request.method == "GET":
        return answer(PushKey(key=await site.rooms.slow.run(lambda: public_key(site))))
    http_guard.require_same_origin(request, site.settings.url)
    guest = site.guest(request)
    if request.method == "DELETE":
        gone: PushOff = await http_guard.read(request, PushOff)
        await site.rooms.calls.forget(guest, gone.endpoint)
        return answer(PushOff(endpoint=gone.endpoint))
    site.rates.check("room", http_guard.address_of(request))
    asked: PushOn = await http_guard.read(request, PushOn)
    outgoing.checked(asked.endpoint, site.settings.calls_anywhere)
    await site.rooms.slow.run(lambda: check_keys(asked))
    one = Subscription(
        asked.endpoint, guest, asked.p256dh, asked.auth, asked.language, id_of(*site.credential(request))
    )
    await site.rooms.calls.subscribe(one)
    return answer(PushOff(endpoint=asked.endpoint), 201)


def public_key(site: Site) -> str:
    from tepui.server.calls import push

    return push.b64(push.public_bytes(push.private_key(site.rooms.calls.key())))


def check_keys(asked: PushOn) -> None:
    from tepui.server.calls import push

    try:
        fine = push.is_public_key(push.unb64(asked.p256dh[:200])) and len(push.unb64(asked.auth[:200])) == 16
    except ValueError:
        fine = False
    if not fine:
        raise Refused("unclear", BAD)


ROUTES = [Route("/api/push", push, methods=["GET", "POST", "DELETE"])]
