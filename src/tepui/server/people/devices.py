"""One person on several devices: who a cookie says someone is, how a device is added, and how it is removed again.

A person's first device has a cookie with nothing but their id. Every further one has a secret of its own in it, so that
it can be removed without the others. What a device was before it was added is set aside, not merged: when it is removed
it is that again, and a stranger to the person it was.
"""

from typing import NamedTuple

from tepui.core.words import N_
from tepui.server.people import identity
from tepui.server.people.identity import Credential
from tepui.server.people.rows import DeviceRow, Devices, LinkSpent, id_of
from tepui.server.refusals import Refused
from tepui.server.rooms.rooms import Rooms

SECONDS = 600  # that a link can be used
MOST = 10  # devices of one person
BACK = 8  # how often a device can have become someone else before
SPENT = N_("This link has been used, or is older than ten minutes. Ask for a new one on the other device.")
ENOUGH = N_("There are 10 devices already. Remove one of them first.")
REMOVED = N_("This device has been removed from the list of your devices.")
LAST = N_("This is your only device. To delete everything, use “Delete my data” in the settings.")


class Known(NamedTuple):
    """Who a cookie says someone is."""

    credential: Credential
    changed: bool  # the cookie was of a device that has been removed: it gets the one it had before


class PersonDevices:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.store = Devices(rooms.store)
        self._read = rooms.store.read

    def who(self, cookie: str | None) -> Known | None:
        """None: a stranger."""
        credential, changed = self._rooms.signatures.read(cookie), False
        for _ in range(BACK):
            if credential is None:
                return None
            found = self.store.find(id_of(*credential))
            if self._counts(credential, found):
                return Known(credential, changed)
            credential, changed = identity.credential_of(found.before if found is not None else ""), True
        return None

    def _counts(self, credential: Credential, found: DeviceRow | None) -> bool:
        if found is None:
            return not credential.secret  # a first device is listed only when there are others
        return not found.revoked and found.guest == credential.guest

    def valid(self, id: str) -> bool:
        """Has the device of an open page been removed meanwhile?"""
        return not self.store.revoked([id])

    # ---- adding

    async def link(self, me: Credential, label: str) -> str:
        """A token that makes one more device this person, once, for ten minutes; an older one ends."""
        if len(await self._read(self.store.of, me.guest)) >= MOST:
            raise Refused("forbidden", ENOUGH)
        now = self._rooms.now()
        name = await self._rooms.name_of(me.guest)
        await self._rooms.store.greet(me.guest, name, now)  # the other device asks for it
        token = self._rooms.chance.text(32)
        asking = DeviceRow(id_of(*me), me.guest, "", label, now, 0)
        try:
            await self.store.new_link(token, asking, now)
        except LinkSpent:  # it was recognised, and then removed
            raise Refused("forbidden", REMOVED) from None
        return token

    def offered(self, token: str) -> str:
        """Whose link this is, if it can still be used."""
        guest, made = self.store.link(token[:100]) or ("", 0)
        if not 0 <= self._rooms.now() - made <= SECONDS:  # a clock that was set back ends it, too
            raise Refused("absent", SPENT)
        return guest

    async def add(self, token: str, me: Credential, label: str) -> Credential:
        """This device is that person from now on; who it was is set aside."""
        guest = await self._read(self.offered, token)
        if guest == me.guest:
            return me
        if len(await self._read(self.store.of, guest)) >= MOST:
            raise Refused("forbidden", ENOUGH)
        new = Credential(guest, identity.new_guest(self._rooms.chance))
        device = DeviceRow(id_of(*new), guest, identity.text_of(me), label, self._rooms.now(), 0)
        try:
            await self.store.add(token[:100], device, MOST)
        except LinkSpent:
            raise Refused("absent", SPENT) from None
        return new

    # ---- removing

    async def revoke(self, guest: str, id: str) -> None:
        """At once: its open pages are closed, its links and calls end."""
        there = await self._read(self.store.of, guest)
        found = next((one for one in there if one.id == id), None)
        if found is None:
            raise Refused("absent", N_("There is no such device any more. Load the page again."))
        if len(there) == 1:
            raise Refused("forbidden", LAST)
        await self.store.revoke(found, found.id == id_of(guest, ""))
        self.close_pages(id)
        await self._rooms.neighbours.tell("removed", id)
        for saved in await self._rooms.slow.run(lambda: self._rooms.store.rooms_of(guest, 0)):
            await self._rooms.at(saved.id, "end_links", guest)  # private links that it may have kept

    def close_pages(self, id: str) -> None:
        for room in list(self._rooms.loaded.values()):
            gone = [page for page in room.audience.pages if page.device == id]
            if gone:
                room.dismiss(gone, REMOVED)
                room.tell_room()

    async def close_removed(self) -> None:
        """Another process may have removed them without reaching us."""
        pages = {page.device for room in self._rooms.loaded.values() for page in room.audience.pages}
        for id in await self._read(self.store.revoked, pages) if pages else ():
            self.close_pages(id)
