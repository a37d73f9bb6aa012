"""Browsers that want to be called, on disk: by device."""

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.engine import Connection

from tepui.server.store import schema
from tepui.server.store.rows import Rows, written

MOST = 10  # of one device; the oldest go


class Subscription(msgspec.Struct, frozen=True):
    endpoint: str
    guest: str  # a device
    p256dh: str
    auth: str
    language: str
    device: str = ""  # which of this person's


class Subscriptions(Rows):
    def devices(self) -> set[str]:
        found = self._store.rows(select(schema.subscriptions.c.guest).distinct())
        return {str(guest) for (guest,) in found}

    def of(self, guest: str) -> list[Subscription]:
        at = schema.subscriptions.c
        query = select(at.endpoint, at.guest, at.p256dh, at.auth, at.language, at.device).where(at.guest == guest)
        return [Subscription(*map(str, row)) for row in self._store.rows(query.order_by(at.number))]

    @written
    def put(self, connection: Connection, one: Subscription) -> None:
        at = schema.subscriptions.c
        connection.execute(schema.subscriptions.delete().where(at.endpoint == one.endpoint))
        number = select(func.coalesce(func.max(at.number), 0) + 1).scalar_subquery()
        connection.execute(insert(schema.subscriptions).values(number=number, **msgspec.structs.asdict(one)))
        newest = select(at.number).where(at.guest == one.guest).order_by(at.number.desc()).limit(MOST)
        connection.execute(schema.subscriptions.delete().where(at.guest == one.guest, at.number.not_in(newest)))

    @written
    def delete(self, connection: Connection, guest: str, endpoint: str | None) -> None:
        at = schema.subscriptions.c
        gone = schema.subscriptions.delete().where(at.guest == guest)
        if endpoint is not None:
            gone = gone.where(at.endpoint == endpoint)
        connection.execute(gone)
