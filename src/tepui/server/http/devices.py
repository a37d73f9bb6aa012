"""The addresses with which a person moves to another device: a link, the question there, and the list of devices."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tepui.server.http import http_guard, plain, qr_code
from tepui.server.http.api import answer
from tepui.server.http.site import Site, site_of
from tepui.server.rooms.devices import SECONDS
from tepui.server.storage.devices import id_of
from tepui.server.wire.people import Device, DeviceLink

SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "CrOS", "Mac", "Linux")
BROWSERS = {  # by what they say of themselves; the first that fits
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}


def label_of(request: Request) -> str:
    """What kind of device this is, so that its owner recognises it: system and browser, nothing else."""
    said = request.headers.get("user-agent", "")[:400]
    system = next((name for name in SYSTEMS if name in said), "")
    browser = next((name for mark, name in BROWSERS.items() if re.search(rf"\b{mark}\w*/", said)), "")
    return " · ".join(one for one in (system.replace("CrOS", "ChromeOS"), browser) if one)


async def new_link(site: Site, request: Request) -> DeviceLink:
    site.rates.check("token", http_guard.address_of(request))
    site.guest(request)
    token = await site.rooms.devices.link(site.credential(request), label_of(request))
    link = f"{site.base(request)}/me/{token}"
    return DeviceLink(link=link, qr=qr_code.as_svg(link), seconds=SECONDS)


async def listed(site: Site, request: Request) -> list[Device]:
    guest = site.guest(request)
    here = id_of(*site.credential(request))
    return [
        Device(id=one.id, label=one.label, added=one.added, here=one.id == here, first=one.id == id_of(guest, ""))
        for one in await site.rooms.store.read(site.rooms.devices.listed, guest)
    ]


async def link(request: Request) -> Response:
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    return answer(await new_link(site, request), 201)


async def devices(request: Request) -> Response:
    return answer(await listed(site_of(request), request))


async def remove(request: Request) -> Response:
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    await site.rooms.devices.revoke(site.guest(request), request.path_params["id"])
    return Response(status_code=204)


async def become(request: Request) -> Response:
    """Opened on the other device: asks first, because a messenger's preview opens links too."""
    site = site_of(request)
    site.rates.check("token", http_guard.address_of(request))
    token, old = request.path_params["token"], site.guest(request)
    read, kept = site.rooms.store.read, site.rooms.devices
    guest = await read(kept.offered, token)
    if request.method == "GET":
        set_aside = await site.rooms.name_of(old) if old != guest and await read(kept.knows, old) else ""
        name = await site.rooms.name_of(guest)
        return plain.page(request, "add_device.html", name=name, set_aside=set_aside, already=old == guest)
    http_guard.require_same_origin(request, site.settings.url)
    site.become(request, await site.rooms.devices.add(token, site.credential(request), label_of(request)))
    return RedirectResponse("/", 303)


ROUTES = [
    Route("/api/devices", devices),
    Route("/api/devices/link", link, methods=["POST"]),
    Route("/api/devices/{id}", remove, methods=["DELETE"]),
    Route("/me/{token}", become, methods=["GET", "POST"]),
]
