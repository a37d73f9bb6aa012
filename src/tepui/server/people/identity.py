"""Who someone is, without an account: a device and the people at it, by their names."""

import re
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from tepui.core.words import N_, clean
from tepui.server.outside import Chance
from tepui.server.refusals import Refused
from tepui.server.wire.messages import NAME

GUEST = re.compile(r"([0-9a-f]{32})(?:-([0-9a-f]{32}))?")
MOST_PEOPLE = 8  # who share one device

ANIMALS = (
    "Toucan", "Tapir", "Puma", "Iguana", "Condor", "Caiman", "Coati", "Macaw", "Ocelot", "Quetzal",
    "Armadillo", "Capybara", "Jaguar", "Hoatzin", "Kinkajou", "Pangolin", "Margay", "Anaconda", "Otter", "Sloth",
)  # fmt: skip


def new_guest(chance: Chance) -> str:
    return chance.hex(16)


def person_of(device: str, person: int) -> str:
    """One of the people who share a device; the first of them goes by the device's own cookie."""
    return device if person == 1 else f"{device}.{person}"


def device_of(guest: str) -> str:
    return guest.partition(".")[0]


def number_of(guest: str) -> int:
    return int(guest.partition(".")[2] or 1)


def asked_person(said: str | None) -> int | None:
    """Which of the people at this device an address names: 1 to 8; 0, its screen; nobody."""
    if said is None:
        return None
    if len(said) != 1 or not "0" <= said <= str(MOST_PEOPLE):
        raise Refused("unclear", N_("There is no such person at this device. Say who you are."))
    return int(said)


def new_room_id(chance: Chance) -> str:
    """Eighty bits: nobody finds a room by trying."""
    return "".join(chance.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(16))


@lru_cache(4096)
def speaker_of(room: str, device: str) -> str:
    """A mark for a device at one table: the host can point at who said something, and learns nothing else of them."""
    return sha256(f"speaker {device} at {room}".encode()).hexdigest()[:12]


def tag_of(room: str) -> str:
    """What a log calls a room: its address is an invitation, and a log is read by others."""
    return sha256(room.encode()).hexdigest()[:8]


def animal(guest: str) -> str:
    """Of someone who has not said a name: the same in every process."""
    return ANIMALS[sha256(f"animal {guest}".encode()).digest()[0] % len(ANIMALS)]


def tidy_name(name: str) -> str:
    """A name as people may choose it: text on one line, not empty, not long."""
    tidy = " ".join(clean(name).split())
    if not 0 < len(tidy) <= NAME:
        raise Refused("unclear", N_("A name has 1 to {n} characters. Choose another."), n=NAME)
    return tidy


class Credential(NamedTuple):
    """Who a device is, and the secret by which it differs from a person's other devices; the first has none."""

    guest: str
    secret: str = ""


def text_of(who: Credential) -> str:
    return f"{who.guest}-{who.secret}" if who.secret else who.guest


def credential_of(text: str) -> Credential | None:
    found = GUEST.fullmatch(text)
    return None if found is None else Credential(found[1], found[2] or "")
