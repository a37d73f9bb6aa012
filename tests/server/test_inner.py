"""Between processes: whole requests go over a line and back, and nobody is answered who does not know the key."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tepui.server.outside import Chance
from tepui.server.processes import inner
from tepui.server.processes.inner import BadInner, Inner, InnerLine
from tepui.server.refusals import Refused
from tepui.server.store.contract import OtherOwner, Peer
from tepui.testing import HandTime

GET = {"type": "http", "method": "GET", "path": "/", "headers": [(b"cookie", b"a=b")], "client": ("192.0.2.7", 5)}
POST = {**GET, "method": "POST"}
SOCKET = {"type": "websocket", "path": "/", "headers": [], "client": None}
END = {"type": "http.request", "body": b"", "more_body": False}
BODY = {"type": "http.response.body"}


def process(name: str = "owner", key: bytes = b"key", peers: tuple[Peer, ...] = ()) -> Inner:
    store = SimpleNamespace(process=name, peers=lambda: [*peers])
    made = Inner(SimpleNamespace(store=store, signatures=SimpleNamespace(inner=key), time=HandTime(), chance=Chance()))
    made.open("127.0.0.1", inner.listen)
    return made


def owned(by: Inner, name: str = "owner") -> OtherOwner:
    return OtherOwner("room", Peer(name, by.address, f"{name} 7"))


def between(app: Any, evening: Callable[[Inner, Inner], Awaitable[None]], **caller: Any) -> None:
    """A process that has a room and answers by `app`, and one that is asked for it."""

    async def whole() -> None:
        owner, edge = process(), process("edge", **caller)
        await owner.listen(app)
        try:
            await evening(owner, edge)
        finally:
            owner.close()
            edge.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


def heard(*messages: Any) -> Callable[[], Awaitable[Any]]:
    """What a page says; then it is silent."""
    left = [*messages]

    async def receive() -> Any:
        return left.pop(0) if left else await asyncio.Future()

    return receive


def kept() -> tuple[list[Any], Callable[[Any], Awaitable[None]]]:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    return messages, send


def test_a_request_goes_over_whole_and_its_answer_comes_back() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["client"] == ("192.0.2.7", 5) and scope["headers"] == [(b"cookie", b"a=b")]
        assert scope["method"] == "POST" and inner.INNER in scope
        body = (await receive())["body"] + (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"set-cookie", b"c=d")]})
        await send({**BODY, "body": body, "more_body": True})
        await send({**BODY, "body": b"!" * 300_000})

    async def evening(owner: Inner, edge: Inner) -> None:
        answer, send = kept()
        receive = heard({**END, "body": b"he", "more_body": True}, {**END, "body": b"llo"})
        assert await edge.hand_on(owned(owner), POST, receive, send)
        assert [message["type"] for message in answer] == ["http.response.start", *["http.response.body"] * 2]
        assert answer[0]["headers"] == [[b"set-cookie", b"c=d"]] and answer[1]["body"] == b"hello"
        assert len(answer[2]["body"]) == 300_000 and not edge.void("room")

    between(app, evening)


def test_a_socket_goes_both_ways_until_the_page_leaves() -> None:
    left = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"].upper()})
        assert message == {"type": "websocket.disconnect", "code": 1006}
        left.set()

    async def evening(owner: Inner, edge: Inner) -> None:
        page: asyncio.Queue[Any] = asyncio.Queue()
        answers: asyncio.Queue[Any] = asyncio.Queue()
        going = asyncio.create_task(edge.hand_on(owned(owner), SOCKET, page.get, answers.put))
        assert (await answers.get())["type"] == "websocket.accept"
        for text in ("one", "two"):
            page.put_nowait({"type": "websocket.receive", "text": text})
            assert (await answers.get())["text"] == text.upper()
        page.put_nowait({"type": "websocket.disconnect", "code": 1001})
        assert await going
        await left.wait()

    between(app, evening)


def test_who_reads_slowly_slows_its_own_line_only() -> None:
    frames, many = 0, 400

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal frames
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/long":
            for _ in range(many):
                await send({**BODY, "body": bytes(100_000), "more_body": True})
                frames += 1
        await send(BODY)

    async def evening(owner: Inner, edge: Inner) -> None:
        reads, answer = asyncio.Event(), []

        async def slow(message: Any) -> None:
            await reads.wait()
            answer.append(message)

        long = asyncio.create_task(edge.hand_on(owned(owner), {**GET, "path": "/long"}, heard(END), slow))
        while not frames:
            await asyncio.sleep(0.01)
        for _ in range(50):
            messages, send = kept()
            assert await edge.hand_on(owned(owner), GET, heard(END), send) and len(messages) == 2
        assert frames < many  # 40 MB do not fit between them
        reads.set()
        assert await long and len(answer) == many + 2

    between(app, evening)


async def never(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("it was answered")


def test_who_does_not_know_the_key_is_not_answered() -> None:
    answered = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        answered.append(scope)

    async def evening(owner: Inner, edge: Inner) -> None:
        assert not await edge.hand_on(owned(owner), GET, heard(END), never)  # for it, that is another server
        assert edge.void("room") == {"owner 7"}
        host, _, port = owner.address.partition("@")[2].rpartition(":")
        for greeting, proof in ((b"x" * 16, b"y" * 32), (b"x" * 16, 7), (b"x" * 16, None), (b"x" * 1000, b"")):
            line = InnerLine(*await asyncio.open_connection(host, int(port)))
            await line.put(greeting)
            if len(greeting) < 1000:
                name, number, _ = await line.get()
                assert name == "owner" and len(number) == 16
                await line.put(proof)
                await line.put(GET | {"headers": []})
            with pytest.raises(ConnectionError):
                await line.get()
            line.close()
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        assert await reader.read() == b""
        writer.close()
        assert not answered

    between(app, evening, key=b"another")


def test_an_address_at_which_another_process_answers_or_nobody_is_free() -> None:
    async def evening(owner: Inner, edge: Inner) -> None:
        assert not await edge.hand_on(owned(owner, "before"), GET, heard(END), never)
        assert edge.void("room") == {"before 7"}
        owner.close()
        assert await edge.errand(owned(owner), "here", ()) == (False, None)
        assert edge.void("another") == {"before 7", "owner 7"}

    between(never, evening)


@pytest.mark.parametrize("begun", [False, True])
def test_a_process_that_ends_in_the_middle(begun: bool) -> None:
    """What only reads is asked again, at whoever has the room then; what may have changed something is not."""

    async def evening(owner: Inner, edge: Inner) -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            if begun:
                starts = {"type": "http.response.start", "status": 200, "headers": []}
                await send(starts if scope["type"] == "http" else {"type": "websocket.accept"})
            raise asyncio.CancelledError  # as all its lines are when it is ended

        owner.app = app
        assert not await edge.hand_on(owned(owner), SOCKET, heard(), kept()[1])
        with pytest.raises(OtherOwner):
            await edge.hand_on(owned(owner), POST, heard(END), kept()[1])
        if begun:
            with pytest.raises(OtherOwner):
                await edge.hand_on(owned(owner), GET, heard(END), kept()[1])
        else:
            assert not await edge.hand_on(owned(owner), GET, heard(END), kept()[1])
        assert not edge.void("room")

    between(never, evening)


def test_who_has_it_no_more_says_so_and_is_not_asked_to_hand_it_on() -> None:
    async def evening(owner: Inner, edge: Inner) -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await owner.hand_on(owned(edge, "edge"), scope, receive, send)

        owner.app = app
        for scope in (GET, POST, SOCKET):
            messages, send = kept()
            assert not await edge.hand_on(owned(owner), scope, heard(END), send) and not messages

    between(never, evening)


def test_an_errand_is_done_there_or_refused_in_the_same_words() -> None:
    async def run(room: str, errand: str, arguments: list[Any]) -> Any:
        if errand == "no":
            raise Refused("forbidden", "not {what}", what="so")
        if errand == "moved":
            raise OtherOwner(room, Peer("third", "@third:1", "third 1"))
        return [room, *arguments]

    async def evening(owner: Inner, edge: Inner) -> None:
        owner.rooms.errands = SimpleNamespace(run=run)
        assert await edge.errand(owned(owner), "yes", (1, "two")) == (True, ["room", 1, "two"])
        assert await edge.errand(owned(owner), "moved", ()) == (False, None)
        with pytest.raises(Refused) as no:
            await edge.errand(owned(owner), "no", ())
        assert (no.value.why, no.value.sentence("en")) == ("forbidden", "not so")

    between(never, evening)


def test_from_a_process_that_lives_and_cannot_be_reached_a_room_is_taken_after_a_while() -> None:
    async def evening(owner: Inner, edge: Inner) -> None:
        time = edge.rooms.time
        there = OtherOwner("room", Peer("far", "another machine@127.0.0.1:1", "far 7"))
        also = OtherOwner("also", there.peer)

        async def asked(one: OtherOwner) -> bool:
            try:
                return await edge.hand_on(one, GET, heard(END), never)
            except OtherOwner:
                return True

        for at in (1000.0, 1010.0, 1019.0):
            time.seconds = at
            assert await asked(there) and not edge.void("room")
        time.seconds = 1021.0
        assert not await asked(there) and edge.void("room") == {"far 7"} and not edge.void("also")
        for at in (1030.0, 1050.0, 1070.0):
            time.seconds = at
            assert await asked(there)  # once a minute
        assert not await asked(also) and edge.void("also") == {"far 7"}
        time.seconds = 1085.0
        assert not await asked(there)
        time.seconds = 1200.0
        assert await asked(there)  # that was long ago: it may be reached by now

    between(never, evening)


@pytest.mark.parametrize(
    "address", ["0.0.0.0", "::", "192.0.2.1", "no-such-host.invalid", "127.0.0.1:99999", "127.0.0.1:port", "1:2:3:x"]
)
def test_an_address_that_does_not_lead_here_is_noticed_at_the_start(address: str) -> None:
    rooms = SimpleNamespace(store=SimpleNamespace(peers=list))
    with pytest.raises(BadInner, match=r"--inner .*" + address[:3].replace(".", r"\.")):
        Inner(rooms).open(address, inner.listen)


def test_an_address_that_is_taken_is_noticed_at_the_start() -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    with taken, pytest.raises(BadInner, match="does not lead to this process"):
        Inner(SimpleNamespace()).open(f"127.0.0.1:{taken.getsockname()[1]}", inner.listen)


def test_processes_of_several_machines_need_addresses_for_each_other() -> None:
    with pytest.raises(BadInner, match=r"another-machine@127\.0\.0\.1:1 uses the same database.* --inner"):
        process(peers=(Peer("far", "another-machine@127.0.0.1:1", "far 7"),))
    with pytest.raises(BadInner, match="with --inner"):
        process(peers=(Peer("far", "@10.0.0.5:1", "far 7"),))
    process(peers=(Peer("near", f"{socket.gethostname()[:100]}@127.0.0.1:1", "near 7"),)).close()
