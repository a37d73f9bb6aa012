"""What proves who someone is: a signed cookie, and private links for a seat."""

import hmac

from itsdangerous import BadSignature, Signer, URLSafeSerializer

from tepui.core.words import N_
from tepui.server.people.identity import Credential, credential_of, text_of
from tepui.server.refusals import Refused

COOKIE = "tepui"
YEAR = 365 * 24 * 3600


class Signatures:
    """Signs who someone is, and which seat a private link moves."""

    def __init__(self, key: bytes) -> None:
        self._guests = Signer(key, salt="guest")
        self._links = URLSafeSerializer(key, salt="link")
        self.inner = hmac.digest(key, b"between processes", "sha256")

    def cookie(self, who: Credential) -> str:
        return self._guests.sign(text_of(who)).decode()

    def read(self, cookie: str | None) -> Credential | None:
        """What we have signed; whether it still counts, `people/devices.py` knows."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            return credential_of(self._guests.unsign(cookie).decode())
        except (BadSignature, UnicodeError):
            return None

    def link(self, room: str, seat: int, number: int) -> str:
        return str(self._links.dumps([room, seat, number]))

    def seat(self, token: str) -> tuple[str, int, int]:
        try:
            room, seat, number = self._links.loads(token[:300])
            return str(room), int(seat), int(number)
        except (BadSignature, ValueError, TypeError):
            raise Refused("absent", N_("This link is not whole. Copy it again.")) from None


def cookie_headers(value: str, secure: bool, seconds: int = YEAR) -> list[tuple[bytes, bytes]]:
    """So a browser keeps it, also when a socket is opened."""
    text = f"{COOKIE}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
    return [(b"set-cookie", text.encode())]
