"""The key that signs cookies and links: made once, written whole or not at all, and used with its own rooms only."""

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from tepui.core.refusal import Refusal
from tepui.server.outside import SYSTEM_CHANCE, Chance
from tepui.server.store.store import Store

FILE = "key"
ADMIN = "admin-token"  # the file of whoever runs the server (`admin/access.py`)
FACT = "secret"  # the fact that holds it in a database
BYTES = 32
AGAIN = "Put the right one back (`tepui restore` does), or delete it: a new one is made, and everyone loses their seat"


class BadKey(Refusal):
    """This key cannot be used: the sentence says what to do."""


def key_of(folder: Path, store: Store, chance: Chance = SYSTEM_CHANCE) -> bytes:
    """The key of this folder, or of this database: made at the first start, and the same for all its processes."""
    if store.shared:  # processes on several machines share no folder
        text = store.fact(FACT) or store.once(FACT, chance.bytes(BYTES).hex())
        return key_in(text, "in the database", "Restore a backup")
    path = folder / FILE
    known = store.fact("key")
    if path.exists():
        key = read_key(path)
        if known is not None and known != fingerprint(key):
            raise BadKey(f"the key {path} does not belong to these rooms. {AGAIN}")
        if known is None:  # rooms of a version that did not remember it
            store.remember("key", fingerprint(key))
        return key
    key = chance.bytes(BYTES)
    # First the fingerprint, then the key: whatever fails between them, the next start finds no key and makes one.
    store.remember("key", fingerprint(key))
    write_whole(path, key.hex().encode() + b"\n")
    return key


def read_key(path: Path) -> bytes:
    """A whole key, or a sentence that says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadKey(f"the key {path} cannot be read ({error.strerror}). Fix its permissions") from None
    return key_in(data.decode("ascii", "replace").strip(), str(path), AGAIN)


def key_in(text: str, where: str, again: str) -> bytes:
    if not text:
        raise BadKey(f"the key {where} is empty. {again}")
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise BadKey(f"the key {where} is not one that Tepui wrote. {again}") from None
    if len(key) != BYTES:
        raise BadKey(f"the key {where} has {len(key)} bytes instead of {BYTES}. {again}")
    return key


def fingerprint(key: bytes) -> str:
    """Tells two keys apart, and nothing about either."""
    return sha256(b"the key of these rooms:" + key).hexdigest()[:32]


def write_whole(path: Path, data: bytes, put: Callable[[Path, Path], object] = Path.replace) -> None:
    """The file is there with all of this, on disk and for its owner only, or it is as it was."""
    new, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(new, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put(Path(name), path)
    finally:
        Path(name).unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The names in it are on disk too; Windows cannot open a folder and does not need to."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
