"""A receiver of calls in the test's own process, and what a browser does with a push message."""

import asyncio
import hashlib
import hmac
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tepui.server.calls.push import CURVE, b64, public_bytes


class Receiver:
    """Answers with the next status of the list, then with 201; `None`: never."""

    def __init__(self, *statuses: int | None, tls: ssl.SSLContext | None = None) -> None:
        self.tls = tls
        self.statuses = list(statuses)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.news = asyncio.Event()

    async def __aenter__(self) -> "Receiver":
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.tls)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.server.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}" if self.tls is None else f"https://localhost:{self.port}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.got.append((lines[0].split()[1], headers, body))
        self.news.set()
        status = self.statuses.pop(0) if self.statuses else 201
        if status is not None:
            writer.write(f"HTTP/1.1 {status} x\r\nLocation: {self.url}/elsewhere\r\n\r\n".encode())
            writer.close()

    async def calls(self, n: int) -> list[tuple[str, dict[str, str], bytes]]:
        async with asyncio.timeout(60):
            while len(self.got) < n:
                self.news.clear()
                await self.news.wait()
        return self.got


class Authority:
    """A certificate authority of the test's own, as a host has one in a private network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(CURVE)
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Authority {folder.name}")])
        self.file = folder / "authority.pem"
        self.file.write_bytes(self._signed(self.name, self.key, None).public_bytes(Encoding.PEM))

    def _signed(self, name: x509.Name, key: ec.EllipticCurvePrivateKey, host: str | None) -> x509.Certificate:
        now = datetime.now(UTC)
        told = x509.CertificateBuilder().subject_name(name).issuer_name(self.name).public_key(key.public_key())
        told = told.serial_number(x509.random_serial_number())
        told = told.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        told = told.add_extension(x509.BasicConstraints(ca=host is None, path_length=None), critical=True)
        if host is not None:
            told = told.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        return told.sign(self.key, SHA256())

    def serves(self, host: str) -> ssl.SSLContext:
        """What a receiver of that name needs."""
        key, file = ec.generate_private_key(CURVE), self.folder / f"{host}.pem"
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(private + self._signed(name, key, host).public_bytes(Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


class PushBrowser:
    """The keys that a browser makes, and how it opens a message (RFC 8291, written independently of the server)."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self.private = private or ec.generate_private_key(CURVE)
        self.auth = auth or bytes(range(16))

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": b64(public_bytes(self.private)), "auth": b64(self.auth)}

    def opened(self, body: bytes) -> bytes:
        def expand(key: bytes, info: bytes, size: int) -> bytes:
            return hmac.digest(key, info + b"\x01", hashlib.sha256)[:size]

        salt, sender = body[:16], body[21 : 21 + body[20]]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + public_bytes(self.private) + sender
        secret = expand(hmac.digest(self.auth, shared, hashlib.sha256), info, 32)
        root = hmac.digest(salt, secret, hashlib.sha256)
        key = expand(root, b"Content-Encoding: aes128gcm\0", 16)
        nonce = expand(root, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, body[21 + len(sender) :], None).rstrip(b"\0")
        assert padded.endswith(b"\x02")
        return padded[:-1]
