"""The addresses under which a browser asks to be called, and asks not to be any more."""

from collections.abc import Callable

from tepui.core.words import N_
from tepui.server.calls.rows import Subscription
from tepui.server.people.asker import Asker
from tepui.server.people.messages import PushKey, PushOff, PushOn
from tepui.server.people.rows import id_of
from tepui.server.refusals import Refused
from tepui.server.web import outgoing
from tepui.server.web.address import delete, get, post

BAD = N_("This browser’s push service gave no key that can be used. Try another browser.")


async def push_key(at: Asker) -> Callable[[], PushKey]:
    from tepui.server.calls import push

    key = at.site.calls.key()
    return lambda: PushKey(key=push.b64(push.public_bytes(push.private_key(key))))


async def subscribe(at: Asker, asked: PushOn) -> PushOff:
    outgoing.checked(asked.endpoint, at.site.settings.calls_anywhere)
    await at.rooms.slow.run(lambda: check_keys(asked))
    device = id_of(*at.credential)
    await at.site.calls.subscribe(
        Subscription(asked.endpoint, at.guest, asked.p256dh, asked.auth, asked.language, device)
    )
    return PushOff(endpoint=asked.endpoint)


async def unsubscribe(at: Asker, gone: PushOff) -> PushOff:
    await at.site.calls.forget(at.guest, gone.endpoint)
    return gone


def check_keys(asked: PushOn) -> None:
    from tepui.server.calls import push

    try:
        fine = push.is_public_key(push.unb64(asked.p256dh[:200])) and len(push.unb64(asked.auth[:200])) == 16
    except ValueError:
        fine = False
    if not fine:
        raise Refused("unclear", BAD)


ROUTES = [
    get("/api/push", push_key, slow="slow"),
    post("/api/push", subscribe, PushOn, limit="room", status=201),
    delete("/api/push", unsubscribe, PushOff),
]
