"""A push message as browsers take it: locked for one of them (RFC 8291), signed by this server (RFC 8292, VAPID)."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tepui.server.outside import Chance

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes; one record holds the whole message
DAY = 24 * 3600
VALID = 12 * 3600  # seconds for which a signature counts


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key, as it is kept: its number in hexadecimal digits."""
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"


def private_key(kept: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int(kept, 16), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_public_key(data: bytes) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        return False
    return len(data) == 65


def derived(salt: bytes, secret: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


def keys_for(shared: bytes, auth: bytes, browser: bytes, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key of the content and its nonce; both ends find the same."""
    secret = derived(auth, shared, b"WebPush: info\0" + browser + sender, 32)
    return (
        derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16),
        derived(salt, secret, b"Content-Encoding: nonce\0", 12),
    )


def locked(text: bytes, browser: bytes, auth: bytes, chance: Chance) -> bytes:
    """Only the browser that gave us these two can open it; its push service cannot."""
    once, salt = ec.generate_private_key(CURVE), chance.bytes(16)
    sender = public_bytes(once)
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    key, nonce = keys_for(shared, auth, browser, sender, salt)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)  # 2: the last record


def authorization(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str, now: int) -> str:
    """Says who sends, to this service only, for half a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + VALID, "sub": contact}
    said = b64(b'{"typ":"JWT","alg":"ES256"}') + "." + b64(json.dumps(claims).encode())
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={b64(public_bytes(key))}"


def headers(endpoint: str, kept: str, contact: str, now: int, topic: str) -> dict[str, str]:
    """`topic`: a newer message about it takes the place of one that still waits at the service."""
    return {
        "TTL": str(DAY),
        "Topic": topic,
        "Urgency": "normal",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Authorization": authorization(endpoint, private_key(kept), contact, now),
    }
