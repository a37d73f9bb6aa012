"""Who may open the admin page: whoever can read one file in the data folder. `tepui admin-token` prints it.

The token goes into a form, never into an address. A browser that has said it gets a signed cookie for half an hour;
another token (`tepui admin-token --new`) ends all of them at once, because it is what they are signed with.
"""

import hmac
import os
import re
from hashlib import sha256
from pathlib import Path

from itsdangerous import BadSignature, TimestampSigner

from tepui.core.refusal import Refusal
from tepui.server.backup import parser_of
from tepui.server.outside import SYSTEM_CHANCE, Chance, Time
from tepui.server.settings import BadFolder, data_folder
from tepui.server.store.key import ADMIN as FILE
from tepui.server.store.key import write_whole

COOKIE = "tepui_admin"
LIFE = 30 * 60  # seconds
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits


class BadToken(Refusal):
    """The file does not hold a token: the sentence says what to do."""


def token_of(folder: Path, chance: Chance = SYSTEM_CHANCE) -> str:
    """The token of this folder; made when it is first asked for, by whichever process is first."""
    path = folder / FILE
    try:
        if not path.exists():
            write_whole(path, chance.text(32).encode() + b"\n", put_first)
        found = path.read_text("ascii", "replace").strip()
    except OSError as error:
        raise BadToken(f"the token {path} cannot be read or made ({error.strerror}). Fix its permissions") from None
    if not TOKEN.fullmatch(found):
        raise BadToken(f"{path} holds no whole token. `tepui admin-token --new` makes another")
    return found


def put_first(new: Path, path: Path) -> None:
    """Only if no other process has made one meanwhile."""
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        new.replace(path)


def replace_token(folder: Path, chance: Chance = SYSTEM_CHANCE) -> str:
    """Another one, owned by whoever owns the folder: root may have asked for it."""
    token, path = chance.text(32), folder / FILE
    write_whole(path, token.encode() + b"\n")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
    return token


def command(words: list[str]) -> int:
    parser = parser_of("admin-token", "Prints the token of this server's admin page, /admin.")
    parser.switch("--new", "make another. The old one, and every login, stop working")
    said = parser.parse_args(words)
    folder = said.data or data_folder()
    if not folder.is_dir():
        raise BadFolder(f"{folder} is not there. `tepui serve` makes it, or name the right one with --data")
    print(replace_token(folder) if said.new else token_of(folder))
    return 0


class Signer(TimestampSigner):
    time: Time

    def get_timestamp(self) -> int:
        return int(self.time.time())


class Access:
    """Checks what a browser says; the file is read each time, so a new token counts at once."""

    def __init__(self, folder: Path, time: Time, chance: Chance) -> None:
        self.folder = folder
        self.time = time
        self.chance = chance

    def is_token(self, said: str) -> bool:
        """In the same time, whatever was said."""
        ours = sha256(token_of(self.folder).encode()).digest()
        return hmac.compare_digest(sha256(said.encode()).digest(), ours)

    def cookie(self) -> str:
        return self._signer().sign(self.chance.hex(16)).decode()

    def admits(self, cookie: str | None) -> bool:
        if not cookie or len(cookie) > 200:
            return False
        try:
            self._signer().unsign(cookie, max_age=LIFE)
        except (BadSignature, BadToken, UnicodeError):
            return False
        return True

    def form_key(self, cookie: str) -> str:
        """Stands in every form of this browser's pages: another site cannot know it."""
        return hmac.digest(token_of(self.folder).encode(), b"form " + cookie.encode(), "sha256").hex()

    def _signer(self) -> Signer:
        signer = Signer(token_of(self.folder), salt="admin", digest_method=sha256)
        signer.time = self.time
        return signer
