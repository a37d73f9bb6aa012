"""Who someone is: their name, their devices, and where they want to be called."""

import msgspec

from tepui.server.wire.messages import Language


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/me, POST /api/me: who the cookie says you are."""

    name: str


class DeviceLink(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/devices/link: opened on another device, it becomes the same person. Works once."""

    link: str
    qr: str
    seconds: int


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/devices: one of the devices that are the same person."""

    id: str
    label: str
    added: int
    here: bool
    first: bool


class PushKey(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/push: this server's public key, for a browser's push service."""

    key: str


class PushOn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/push: a browser of this device would like to be called."""

    endpoint: str
    p256dh: str
    auth: str
    language: Language = "en"


class PushOff(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """DELETE /api/push: no longer."""

    endpoint: str
