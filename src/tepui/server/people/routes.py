"""The addresses with which a person moves to another device: a link, the question there, and the list of devices."""

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tepui.server.pages import page
from tepui.server.people.asker import Asker
from tepui.server.people.devices import SECONDS
from tepui.server.people.messages import Device, DeviceLink
from tepui.server.people.rows import id_of
from tepui.server.web import qr
from tepui.server.web.address import delete, get, post

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


async def link(at: Asker) -> DeviceLink:
    token = await at.site.devices.link(at.credential, label_of(at))
    link = f"{at.base}/me/{token}"
    return DeviceLink(link=link, qr=qr.as_svg(link), seconds=SECONDS)


async def devices(at: Asker) -> list[Device]:
    here, first = id_of(*at.credential), id_of(at.guest, "")
    return [
        Device(id=one.id, label=one.label, added=one.added, here=one.id == here, first=one.id == first)
        for one in await at.rooms.store.read(at.site.devices.store.of, at.guest)
    ]


async def ask(at: Asker) -> Response:
    """Opened on the other device: asks first, because a messenger's preview opens links too."""
    old, store = at.guest, at.rooms.store
    guest = await store.read(at.site.devices.offered, at.path_params["token"])
    set_aside = "" if old == guest else await store.read(store.name_of, old)  # nobody, who has done nothing here
    name = await at.rooms.name_of(guest)
    return page(at, "add_device.html", name=name, set_aside=set_aside, already=old == guest)


async def add(at: Asker) -> Response:
    at.log_in(await at.site.devices.add(at.path_params["token"], at.credential, label_of(at)))
    return RedirectResponse("/", 303)


ROUTES = [
    get("/api/devices", devices),
    post("/api/devices/link", link, limit="token", status=201),
    delete("/api/devices/{id}", lambda at: at.site.devices.revoke(at.guest, at.path_params["id"])),
    get("/me/{token}", ask, limit="token"),
    post("/me/{token}", add, limit="token"),
]
