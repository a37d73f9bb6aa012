"""Firefox, driven through its own WebDriver BiDi socket: no driver and no package but websockets."""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from engine import quietly
from websockets.sync.client import connect

PROGRAMS = ("firefox-esr", "firefox")
PREFERENCES = {
    "intl.accept_languages": "en-GB,en",
    "ui.prefersReducedMotion": 1,
    "dom.w3c_touch_events.enabled": 1,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
}


class Firefox:
    name = "Firefox"

    def __init__(self) -> None:
        program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
        assert program, "Firefox is not installed; run `apt install firefox-esr` as root"
        self.profile = Path(tempfile.mkdtemp(prefix="tepui-firefox-"))
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        command = [program, "--headless", "--no-remote", "--profile", str(self.profile), "--remote-debugging-port", "0"]
        self.log = self.profile / "said.log"
        with self.log.open("w") as said:
            self.program = subprocess.Popen(
                command, stdout=said, stderr=said, env={**os.environ, "HOME": str(self.profile)}
            )
        self.numbers, self.wrong = itertools.count(1), list[str]()
        self.socket = connect(self.address() + "/session", max_size=None, ping_interval=None)
        told = self.send("session.new", capabilities={})["capabilities"]
        self.name = f"Firefox {told['browserVersion']}"
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("session.subscribe", events=["log.entryAdded"])

    def address(self) -> str:
        end = time.monotonic() + 120
        while time.monotonic() < end and self.program.poll() is None:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", self.log.read_text()):
                return found[1]
            time.sleep(0.1)
        raise AssertionError(f"Firefox did not start: {self.log.read_text()[-2000:]}")

    def send(self, method: str, **params: Any) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(timeout=120))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.wrong.append(str(told["params"]["text"]))
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def ask(self, function: str) -> Any:
        told = self.send(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await ({function})()) ?? null",
            awaitPromise=True,
            target={"context": self.context},
            userActivation=False,
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        value = told["result"].get("value")
        return None if value is None else json.loads(value)

    def go(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        self.send("browsingContext.reload", context=self.context, wait="complete")

    def size(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.context, viewport=viewport)

    def picture(self, file: Path) -> None:
        told = self.send("browsingContext.captureScreenshot", context=self.context)
        file.write_bytes(base64.b64decode(told["data"]))

    def act(self, pointer: list[dict[str, Any]], touch: bool = False) -> None:
        kind = "touch" if touch else "mouse"
        actions = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": pointer}
        self.send("input.performActions", context=self.context, actions=[actions])

    def errors(self) -> list[str]:
        self.ask("() => null")  # what it said before this answer has been heard
        return self.wrong

    def close(self) -> None:
        quietly(lambda: self.send("browser.close"))
        quietly(self.socket.close)
        try:
            self.program.wait(20)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
