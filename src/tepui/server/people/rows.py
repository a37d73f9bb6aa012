"""The devices that share a person, and the links that add one, on disk: of every secret only a hash."""

from collections.abc import Collection
from hashlib import sha256

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from tepui.server.store import schema
from tepui.server.store.contract import Declined
from tepui.server.store.rows import Rows, written


class LinkSpent(Declined):
    """This link was used, replaced or withdrawn in the meantime; or there are enough devices."""


class DeviceRow(msgspec.Struct, frozen=True):
    id: str
    guest: str
    before: str  # who it was, as in a cookie
    label: str
    added: int
    revoked: int


def id_of(guest: str, secret: str) -> str:
    """Of the device with this secret in its cookie; the first device of a person has none."""
    return sha256(f"device {secret or guest}".encode()).hexdigest()[:32]


def hash_of(token: str) -> str:
    return sha256(f"add {token}".encode()).hexdigest()


def forget(connection: Connection, guest: str) -> None:
    """All devices of this person are strangers now; none of them is named as theirs, nor goes back to being them."""
    at = schema.devices.c
    connection.execute(schema.device_links.delete().where(schema.device_links.c.guest == guest))
    connection.execute(update(schema.devices).where(at.guest == guest).values(guest="", label="", revoked=1))
    were = or_(at.before == guest, at.before.between(f"{guest}-", f"{guest}-~"))
    connection.execute(update(schema.devices).where(were).values(before=""))


class Devices(Rows):
    def find(self, id: str) -> DeviceRow | None:
        found = self._store.rows(select(schema.devices).where(schema.devices.c.id == id))
        return DeviceRow(*found[0]) if found else None

    def revoked(self, among: Collection[str]) -> list[str]:
        at = schema.devices.c
        return [id for (id,) in self._store.rows(select(at.id).where(at.revoked == 1, at.id.in_(among)))]

    def of(self, guest: str) -> list[DeviceRow]:
        """Those that are this person now: the first one first, then as they came."""
        at = schema.devices.c
        query = select(schema.devices).where(at.guest == guest, at.revoked == 0)
        query = query.order_by(at.id != id_of(guest, ""), at.added, at.id)
        return [DeviceRow(*row) for row in self._store.rows(query)]

    def link(self, token: str) -> tuple[str, int] | None:
        """Whose it is, and when it was made."""
        at = schema.device_links.c
        found = self._store.rows(select(at.guest, at.made).where(at.hash == hash_of(token)))
        return (str(found[0].guest), int(found[0].made)) if found else None

    @written
    def new_link(self, connection: Connection, token: str, asking: DeviceRow, made: int) -> None:
        """The newest only; the device that asks for it is listed from now on. One that was removed gets `LinkSpent`."""
        revoked = connection.scalar(select(schema.devices.c.revoked).where(schema.devices.c.id == asking.id))
        if revoked:
            raise LinkSpent
        if revoked is None:
            connection.execute(insert(schema.devices).values(**msgspec.structs.asdict(asking)))
        connection.execute(schema.device_links.delete().where(schema.device_links.c.guest == asking.guest))
        values = {"guest": asking.guest, "hash": hash_of(token), "made": made}
        connection.execute(insert(schema.device_links).values(**values))

    @written
    def add(self, connection: Connection, token: str, new: DeviceRow, most: int) -> None:
        """The link is spent and the device added, both or neither: of two at the same time one gets `LinkSpent`."""
        spent, at = schema.device_links.c, schema.devices.c
        here: ColumnElement[bool] = and_(spent.hash == hash_of(token), spent.guest == new.guest)
        if connection.execute(delete(schema.device_links).where(here)).rowcount != 1:
            raise LinkSpent
        theirs = select(func.count()).select_from(schema.devices).where(at.guest == new.guest, at.revoked == 0)
        if (connection.scalar(theirs) or 0) >= most:
            raise LinkSpent
        connection.execute(insert(schema.devices).values(**msgspec.structs.asdict(new)))

    @written
    def revoke(self, connection: Connection, one: DeviceRow, first: bool) -> None:
        """It is a stranger from now on; no link that is open adds another, and it is not called any more."""
        calls = schema.subscriptions.c
        ids = [one.id, ""] if first else [one.id]  # the first device's calls may be older than ids
        connection.execute(update(schema.devices).where(schema.devices.c.id == one.id).values(revoked=1))
        connection.execute(schema.device_links.delete().where(schema.device_links.c.guest == one.guest))
        connection.execute(schema.subscriptions.delete().where(calls.guest == one.guest, calls.device.in_(ids)))
