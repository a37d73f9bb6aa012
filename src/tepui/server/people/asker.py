"""Who asks at an address: a person, at a device, in a language; and which room or game they mean."""

from functools import cached_property

from starlette.requests import Request

from tepui.core import find
from tepui.core.game import Game
from tepui.server.people import identity
from tepui.server.people.devices import Known
from tepui.server.people.signatures import COOKIE, cookie_headers
from tepui.server.room.room import Room
from tepui.server.rooms.rooms import Rooms
from tepui.server.site import Site
from tepui.server.web import guard


class Asker(Request):
    """Someone at an address: who they are, which room or game they mean, and how they read."""

    @property
    def site(self) -> Site:
        site: Site = self.app.state.site
        return site

    @property
    def rooms(self) -> Rooms:
        return self.site.rooms

    # ---- who

    async def recognise(self) -> None:
        """Looks the cookie up before anything is answered, where that may take a while: in PostgreSQL."""
        cookie = guard.cookie_of(self, COOKIE)
        if cookie and self.rooms.store.shared:
            self._recognised(await self.rooms.store.read(self.site.devices.who, cookie))

    @property
    def guest(self) -> str:
        """Who the cookie says it is; a newcomer gets one with the answer."""
        return self.credential.guest

    @property
    def credential(self) -> identity.Credential:
        """The same with the secret of this device."""
        state = self.scope.setdefault("tepui", {})
        if "who" not in state:
            self._recognised(self.site.devices.who(guard.cookie_of(self, COOKIE)))
        state["asked"] = True
        who: identity.Credential = state["who"]
        return who

    def _recognised(self, known: Known | None) -> None:
        who = self.rooms.newcomer() if known is None else known.credential
        self.scope.setdefault("tepui", {}).update(who=who, new=known is None or known.changed)

    def log_in(self, who: identity.Credential) -> None:
        """This device is someone else from this answer on."""
        self.scope["tepui"] = {"who": who, "new": True, "asked": True}

    def log_out(self) -> None:
        """This device is nobody from this answer on."""
        self.scope["tepui"] = {"gone": True}

    def new_cookie(self) -> list[tuple[bytes, bytes]]:
        """Of a newcomer whom someone asked for, or of nobody any more, as headers of the answer."""
        state = self.scope.get("tepui", {})
        if state.get("gone"):
            return cookie_headers("", self.base.startswith("https"), seconds=0)
        if not (state.get("new") and state.get("asked")):
            return []
        return cookie_headers(self.rooms.signatures.cookie(state["who"]), self.base.startswith("https"))

    @property
    def person(self) -> int | None:
        """Which of those who share the device."""
        return identity.asked_person(self.query_params.get("person"))

    # ---- from where, and in which language

    @cached_property
    def language(self) -> str:
        return guard.language_of(self)

    @property
    def base(self) -> str:
        return guard.base_of(self, self.site.settings.url)

    @property
    def network(self) -> str:
        return guard.network_of(guard.address_of(self))

    def check(self, limit: str, takes: int = 1) -> None:
        self.site.rates.check(limit, guard.address_of(self), takes)

    # ---- what

    def asked(self, name: str) -> str:
        """What stands behind the ? of the address."""
        return self.query_params.get(name, "")

    @property
    def game(self) -> Game:
        return find.game(self.path_params["game"])

    async def room(self) -> Room:
        """The room of this address, for anyone whom its host has not sent away, and who would not learn too much."""
        return await self.rooms.room_for(self.path_params["room"], self.guest)
