"""Being called: what is sent, to whom, that it is tried again, and that nobody at a table waits for a receiver."""

import asyncio
import json
import threading
from random import Random
from statistics import median
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from headless import Page, Visitor
from headless import Refused as Said
from own_server import Site, serve
from people import play_picks, refused, room_where
from receiver import Authority, PushBrowser, Receiver
from test_clocks import table_of_two

from tepui.server.calls.calls import Call, Calls
from tepui.server.calls.push import CURVE, private_key, unb64
from tepui.server.refusals import Refused
from tepui.server.web import outgoing
from tepui.testing import HandTime


def test_the_example_of_rfc_8291_is_opened() -> None:
    private = int.from_bytes(unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = PushBrowser(private_key(f"{private:064x}"), unb64("BTBZMqHH6r4Tts7J_aSIgg"))
    body = unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.opened(body) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.7", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1", "::1", "fe80::1",
     "fc00::1", "::ffff:8.8.8.8", "2002:7f00:1::", "64:ff9b::a00:1", "::", "64:ff9b:1::1", "fec0::1", "::127.0.0.1",
     "::ffff:0:127.0.0.1", "3fff::1", "2001:db8::1", "fe80::5efe:7f00:1"],
)  # fmt: skip
def test_a_private_address_is_none_that_is_called(address: str) -> None:
    assert not outgoing.is_public(address)
    assert outgoing.is_public("1.1.1.1") and outgoing.is_public("2606:4700::1111")


@pytest.mark.parametrize(
    "url",
    ["http://example.org/x", "ftp://example.org", "https://", "https://a:b@example.org/", "https://example.org:99999/",
     "https://example.org/\r\nX: y", "https://exämple.org/", "https://[::1", "example.org", "https://" + "x" * 1000],
)  # fmt: skip
def test_an_address_that_cannot_be_called_gets_a_sentence(url: str) -> None:
    with pytest.raises(Refused, match="begins with https://"):
        outgoing.checked(url, False)


def test_a_private_network_is_not_called_even_by_a_name_that_leads_there() -> None:
    async def call() -> None:
        with pytest.raises(outgoing.Unreachable, match="private network"):
            await outgoing.Names().addresses("localhost", 443, False, "Eve")

    asyncio.run(call())


class NobodyAnswers:
    """Names of which some are never found: whoever looks one up waits, until the test ends."""

    def __init__(self, monkeypatch) -> None:
        self.asked: list[str] = []
        self.end = threading.Event()
        monkeypatch.setattr(outgoing.socket, "getaddrinfo", self.look_up)

    def look_up(self, host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        self.asked.append(host)
        if host.startswith("slow"):
            self.end.wait(120)
        return [(0, 0, 0, "", ("1.1.1.1", port))]


def test_a_name_that_takes_too_long_is_left_alone_for_a_while(monkeypatch) -> None:
    monkeypatch.setattr(outgoing, "LOOK_UP_SECONDS", 0.05)
    found = NobodyAnswers(monkeypatch)

    async def call() -> None:
        names = outgoing.Names()
        for _ in range(3):
            with pytest.raises(outgoing.Unreachable, match="takes too long"):
                await names.addresses("slow.example", 443, False, "Eve")
        assert found.asked == ["slow.example"] and list(names.slow) == ["slow.example"]
        names.slow["slow.example"] -= outgoing.LEFT_ALONE
        found.end.set()
        while names._asked:
            await asyncio.sleep(0.001)
        assert await names.addresses("slow.example", 443, False, "Eve") == ["1.1.1.1"]

    asyncio.run(call())


def test_names_that_nobody_answers_for_keep_nobody_else_waiting(monkeypatch) -> None:
    """Each costs a thread for as long as the system tries: a person has two, and the others go on at once."""
    found = NobodyAnswers(monkeypatch)

    async def call() -> None:
        names = outgoing.Names()
        slow = [asyncio.create_task(names.addresses(f"slow{n}.example", 443, False, "Eve")) for n in range(40)]
        refused = asyncio.gather(*slow[outgoing.EACH :], return_exceptions=True)
        assert {str(one) for one in await refused} == {"a name that takes too long"}
        assert await names.addresses("calm.example", 443, False, "Anna") == ["1.1.1.1"]
        assert not names.slow and not any(one.done() for one in slow[: outgoing.EACH])
        assert found.asked == ["slow0.example", "slow1.example", "calm.example"]
        found.end.set()
        await asyncio.gather(*slow[: outgoing.EACH])

    asyncio.run(call())


def test_a_name_is_looked_up_once_at_a_time(monkeypatch) -> None:
    """Whoever else gave us the same name hears at once that it takes long, and costs no second thread."""
    found = NobodyAnswers(monkeypatch)

    async def call() -> None:
        names = outgoing.Names()
        first = asyncio.create_task(names.addresses("slow.example", 443, False, "Eve"))
        while not found.asked:
            await asyncio.sleep(0.001)
        with pytest.raises(outgoing.Unreachable, match="takes too long"):
            await names.addresses("slow.example", 443, False, "Anna")
        assert found.asked == ["slow.example"]
        found.end.set()
        assert await first == ["1.1.1.1"]

    asyncio.run(call())


def test_one_machine_is_one_receiver_however_its_name_is_written() -> None:
    calls = SimpleNamespace(_queues={}, _start=lambda _: None, _work=lambda *_: None)
    for n, url in enumerate(("https://host.example/a", "https://HOST.example/b", "https://host.example./c")):
        Calls._queue(calls, Call("room", n, 1, url, "Anna", b"", {}))  # type: ignore[arg-type]
    assert [len(queue) for queue in calls._queues.values()] == [3]


# ---- tables


def called(tmp_path, play, time: HandTime | None = None) -> None:
    """Anna and Ben at a table; whoever does not move first has closed the page."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            one, two = await table_of_two(anna, ben, clock="day")
            first = one.clock["running"][0]
            mover, other = (one, two) if first == 0 else (two, one)
            await play(site, mover, other)

    serve(tmp_path, evening, time or HandTime(), limited=False, calls_anywhere=True)


async def leave_page(other: Page, mover: Page) -> None:
    await other.close()
    seat = 1 - mover.room["you"]["seat"]
    await room_where(mover, lambda room: not room["seats"][seat]["connected"])


async def move(page: Page) -> None:
    """The first button, until it is the other's move."""
    seat = page.room["you"]["seat"]
    while seat in page.clock["running"]:
        await page.pick(page.view, 0)
        await page.until("clock")


def test_a_push_message_says_the_table_and_your_move_to_one_browser_only(tmp_path) -> None:
    async def play(site: Site, mover: Page, other: Page) -> None:
        browser, visitor = PushBrowser(), other.visitor
        async with Receiver(410) as receiver:
            key = unb64((await visitor.get("/api/push"))["key"])
            asked = {**browser.subscription(f"{receiver.url}/push/1"), "language": "de"}
            await visitor.post("/api/push", asked)
            await leave_page(other, mover)
            await move(mover)
            path, headers, body = (await receiver.calls(1))[0]
            assert path == "/push/1" and headers["ttl"] == "86400" and headers["content-encoding"] == "aes128gcm"
            told = {"title": mover.room["title"], "body": "Du bist dran", "room": mover.id}
            assert json.loads(browser.opened(body)) == told
            token, _, public = headers["authorization"].removeprefix("vapid t=").partition(", k=")
            assert unb64(public) == key
            signed, _, signature = token.rpartition(".")
            raw = unb64(signature)
            der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
            signer = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
            signer.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
            assert json.loads(unb64(signed.split(".")[1]))["aud"] == receiver.url
            calls = site.app.state.site.calls
            while calls.devices:  # 410: the service does not know this browser any more
                await asyncio.sleep(0.01)
            assert not site.app.state.site.calls.subscriptions.devices()

    called(tmp_path, play)


def test_a_webhook_is_called_again_later_and_reminds_of_a_slow_move(tmp_path) -> None:
    time = HandTime()

    async def play(site: Site, mover: Page, other: Page) -> None:
        async with Receiver(500, 302) as receiver:
            assert "begins with https://" in await refused(other, type="call_me", address="gopher://x")
            await other.send(type="call_me", address=f"{receiver.url}/topic?a=1", form="json")
            room = await room_where(other, lambda room: room["you"]["called_at"])
            assert receiver.url not in json.dumps(mover.room)
            await leave_page(other, mover)
            await move(mover)
            path, _, body = (await receiver.calls(1))[0]
            text = f"{room['title']}, {room['code']}: Your move"
            assert path == "/topic?a=1" and json.loads(body) == {"text": text, "content": text}
            calls = site.app.state.site.calls
            await time.waits(2)  # for the end of Ben's time, and to try again
            assert calls.failed == 1
            await time.passed(5)
            assert (await receiver.calls(2))[1] == receiver.got[0]
            while calls.failed < 2:  # a redirect is neither followed nor tried again
                await asyncio.sleep(0.01)
            await time.passed(18 * 3600)  # a quarter of the day is left
            assert (await receiver.calls(3))[2][2] == body
            assert [path for path, _, _ in receiver.got] == ["/topic?a=1"] * 3

    called(tmp_path, play, time)


@pytest.mark.parametrize("wrong", ["nothing", "its authority", "its name"])
def test_a_webhook_over_tls_arrives_only_where_the_certificate_is_right(tmp_path, monkeypatch, wrong: str) -> None:
    """The host's own authority is named as everywhere, by SSL_CERT_FILE."""
    folders = [tmp_path / name for name in ("data", "ours", "theirs")]
    for folder in folders:
        folder.mkdir()
    ours, theirs = map(Authority, folders[1:])
    monkeypatch.setenv("SSL_CERT_FILE", str(ours.file))
    signer, name = theirs if wrong == "its authority" else ours, "elsewhere" if wrong == "its name" else "localhost"

    async def play(site: Site, mover: Page, other: Page) -> None:
        async with Receiver(tls=signer.serves(name)) as receiver:
            assert receiver.url.startswith("https://localhost:")
            await other.send(type="call_me", address=f"{receiver.url}/topic")
            room = await room_where(other, lambda room: room["you"]["called_at"])
            await leave_page(other, mover)
            await move(mover)
            calls = site.app.state.site.calls
            while not (calls.sent or calls.failed):
                await asyncio.sleep(0.01)
            if wrong == "nothing":
                assert [body for _, _, body in receiver.got] == [f"{room['title']}, {room['code']}: Your move".encode()]
            assert (calls.sent, calls.failed, len(receiver.got)) == ((1, 0, 1) if wrong == "nothing" else (0, 1, 0))

    called(folders[0], play)


def test_a_receiver_that_hangs_delays_nobody(tmp_path) -> None:
    async def play(site: Site, mover: Page, other: Page) -> None:
        async with Receiver(*[None] * 9) as hangs, Receiver() as answers:
            await other.send(type="call_me", address=hangs.url)
            await room_where(other, lambda room: room["you"]["called_at"])
            await other.visitor.post("/api/push", PushBrowser().subscription(f"{answers.url}/push"))
            await leave_page(other, mover)
            await move(mover)  # it returns when the move is on disk and told
            await hangs.calls(1)
            await answers.calls(1)
            back = await other.visitor.open(mover.id)
            await back.until("clock")
            await move(back)

    called(tmp_path, play)


def test_a_move_costs_the_same_while_every_call_hangs(tmp_path) -> None:
    """Two tables take turns; at one of them both people are called at each move, by a receiver that never answers."""
    rng, taken = Random(9), ([], [])

    async def evening(site: Site) -> None:
        rooms, calls = site.app.state.site.rooms, site.app.state.site.calls
        async with Visitor(site.url) as anna, Visitor(site.url) as ben, Receiver(*[None] * 999) as hangs:
            pairs = [await table_of_two(anna, ben, clock="day") for _ in taken]
            for page in pairs[1]:
                await page.send(type="call_me", address=f"{hangs.url}/{page.room['you']['seat']}")
                await room_where(page, lambda room: room["you"]["called_at"])
            tables = [rooms.loaded[one.id] for one, _ in pairs]
            for page in (*pairs[0], *pairs[1]):
                await page.close()
            while any(room.audience.pages for room in tables):
                await asyncio.sleep(0.01)
            while not any(room.state.over for room in tables) and len(taken[1]) < 200:
                for room, times in zip(tables, taken, strict=True):
                    async with room.lock:
                        seat = room.turn.waiting[0]
                        pick = rng.randrange(len(room.session.offered(seat).codes))
                        calls._called.clear()  # whoever moves next is called, also if it is the same person
                        begun = perf_counter()
                        await play_picks(room, seat, room.session.turn, [pick])
                        times.append(perf_counter() - begun)
                    await asyncio.sleep(0)
            await hangs.calls(1)
            assert not calls.sent

    serve(tmp_path, evening, HandTime(), limited=False, calls_anywhere=True)
    without, hanging = (1000 * median(times) for times in taken)
    print(f"a move: {without:.2f} ms without calls, {hanging:.2f} ms while its calls hang ({len(taken[1])} moves)")
    assert hanging < 3 * without + 5


def test_bad_keys_get_a_sentence_and_who_is_forgotten_is_not_called(tmp_path) -> None:
    async def play(site: Site, mover: Page, other: Page) -> None:
        visitor, calls = other.visitor, site.app.state.site.calls
        good = PushBrowser().subscription("http://127.0.0.1:9/x")
        for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "é"}, {"auth": ""}):
            with pytest.raises(Said, match="no key that can be used"):
                await visitor.post("/api/push", {**good, **wrong})
        for n in range(12):
            await visitor.post("/api/push", {**good, "endpoint": f"http://127.0.0.1:9/{n}"})
        assert len(calls.subscriptions.of(next(iter(calls.devices)))) == 10
        await visitor.ask("DELETE", "/api/push", {"endpoint": "http://127.0.0.1:9/11"})
        assert len(calls.subscriptions.of(next(iter(calls.devices)))) == 9
        await visitor.ask("DELETE", "/api/me")
        assert not calls.devices and not calls.subscriptions.devices()

    called(tmp_path, play)
