"""A bot that joins a match over the network: it plays as a program does, and one that hangs loses by the rules."""

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest

from tepui.arena import doors, match
from tepui.core.refusal import Refusal, UnknownName

TEPUI = [sys.executable, "-m", "tepui.cli"]


def test_a_bot_that_joins_plays_as_it_would_here() -> None:
    arena = subprocess.Popen(
        [*TEPUI, "arena", "forehead", "join:kim", "random", "--pairs", "4", "--seats", "3", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert arena.stderr is not None
    lines = iter(arena.stderr.readline, "")
    address = next((found for line in lines if (found := re.search(r"http://\S+/t/kim", line))), None)
    token = arena.stderr.readline().rpartition(" ")[2].strip()
    assert address, "the arena says where its door is"
    joined = subprocess.run(
        [*TEPUI, "join", address[0], "--bot", "keen"],
        env={**os.environ, "TEPUI_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=240,
    )
    out, _ = arena.communicate(timeout=240)
    assert arena.returncode == 0 and joined.returncode == 0, joined.stderr
    found = json.loads(out)
    here = match("forehead", ["keen", "random"], pairs=4, seats=3)
    assert found["failed"] == [] and found["games"] == 8
    assert found["bots"] == ["join:kim", "random"] and found["share"] == list(here.share)


def asked(address: str, token: str, said: bytes) -> tuple[int, dict]:
    address = address.replace("/t/", "/api/rooms/") + "/bot"
    request = urllib.request.Request(address, said, {"authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.parametrize(
    "said, why",
    [
        (b"{}", "did not answer in time"),
        (b'{"question": 1, "answer": {"pick": 99}}', "picked 99, but"),
        (b'{"question": 1, "answer": "rubbish"}', "did not answer in the protocol"),
    ],
    ids=["hangs", "lies", "talks"],
)
def test_one_that_hangs_or_lies_loses_by_the_rules(monkeypatch: pytest.MonkeyPatch, said: bytes, why: str) -> None:
    monkeypatch.setattr("tepui.arena.entrants.START_SECONDS", 1.0)
    heard: list[tuple[int, dict]] = []

    def announce(name: str, address: str, token: str) -> None:
        def bot() -> None:
            heard.append(asked(address, "no token", b"{}"))
            heard.append(asked(address.replace(name, "else"), token, b"{}"))
            heard.append(asked(address, token, b"{"))
            heard.append(asked(address, token, b"{}"))  # the first question
            heard.append(asked(address, token, said))

        threading.Thread(target=bot, daemon=True).start()

    monkeypatch.setattr(doors, "tell", announce)
    found = match("forehead", ["join:kim", "random"], pairs=1, seconds=0.2)
    assert found.share == [0.0, 1.0]
    assert found.failed[0].games == 2 and found.failed[0].bot == "join:kim"
    assert [status for status, _ in heard[:3]] == [403, 403, 400]
    assert heard[3][1]["ask"]["legal"]
    if b"answer" in said:
        assert heard[4][0] == 400 and why in heard[4][1]["sentence"]
    else:
        assert why in found.failed[0].why


def test_who_cannot_join_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="join: needs a name"):
        match("forehead", ["join:", "random"], pairs=1)
    with pytest.raises(UnknownName, match="on this machine only"):
        match("forehead", ["join:kim", "random"], pairs=1, ray="auto")
    monkeypatch.setattr(doors, "COMING", 0.05)
    with pytest.raises(Refusal, match="nobody has come for join:kim"):
        match("forehead", ["join:kim", "random"], pairs=1)
    assert doors.opened is None
