"""WebKitGTK, driven by WebDriver (JSON over HTTP) on a screen of its own: MiniBrowser, WebKitWebDriver and Xvfb."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from engine import quietly

BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
# The window is no wider than its own buttons; with tiny ones it can be as narrow as a phone.
SETTINGS = "[Settings]\ngtk-enable-animations=0\ngtk-font-name=Sans 1\n"
STYLE = "headerbar, toolbar, toolbar *, button, entry { padding: 0; margin: 0; min-width: 0; min-height: 0; }\n"
# Under automation WebKitGTK keeps its console to itself: the page is listened to from the moment it has loaded.
LISTEN = """async () => {
  if (window.wrong) return;
  const wrong = (window.wrong = []);
  addEventListener("error", (event) => wrong.push(event.message || `not loaded: ${event.target.outerHTML}`), true);
  addEventListener("unhandledrejection", (event) => wrong.push(String(event.reason)));
  const plain = console.error;
  console.error = (...words) => { wrong.push(words.map(String).join(" ")); plain(...words); };
}"""


class WebKit:
    name = "WebKitGTK"

    def __init__(self) -> None:
        browser = next(iter(sorted(Path("/").glob(BROWSERS[1:]), reverse=True)), None)
        driver = shutil.which("WebKitWebDriver")
        assert browser and driver, "WebKitGTK is not installed; run `apt install webkit2gtk-driver` as root"
        assert shutil.which("Xvfb"), "there is no Xvfb; run `apt install xvfb` as root"
        self.home = Path(tempfile.mkdtemp(prefix="tepui-webkit-"))
        (self.home / "gtk-3.0").mkdir()
        (self.home / "gtk-3.0" / "settings.ini").write_text(SETTINGS)
        (self.home / "gtk-3.0" / "gtk.css").write_text(STYLE)
        self.log = self.home / "said.log"
        self.screen, display = self.new_screen()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        mine = {"DISPLAY": display, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home), "LANGUAGE": "en_GB"}
        mine |= {"LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        with self.log.open("w") as said:
            self.driver = subprocess.Popen(
                [driver, f"--port={port}", "--host=127.0.0.1"],
                stdout=said,
                stderr=said,
                env={k: v for k, v in os.environ.items() if k != "WAYLAND_DISPLAY"} | mine,
            )
        self.address = f"http://127.0.0.1:{port}"
        self.session = ""
        self.wrong: list[str] = []
        options = {"binary": str(browser), "args": ["--automation"]}
        told = self.begin({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.session = f"/session/{told['sessionId']}"
        self.name = f"WebKitGTK {told['capabilities']['browserVersion']}"
        self.send("POST", "/timeouts", {"script": 600_000, "pageLoad": 120_000})

    def new_screen(self) -> tuple[subprocess.Popen[str], str]:
        program = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1500x1100x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert program.stdout is not None
        return program, f":{program.stdout.readline().strip()}"

    def begin(self, wanted: dict[str, Any]) -> Any:
        end = time.monotonic() + 60
        while True:
            try:
                return self.send("POST", "/session", wanted)
            except urllib.error.URLError:
                assert time.monotonic() < end and self.driver.poll() is None, self.log.read_text()[-2000:]
                time.sleep(0.1)

    def send(self, method: str, path: str, what: dict[str, Any] | None = None) -> Any:
        body = None if what is None else json.dumps(what).encode()
        request = urllib.request.Request(self.address + self.session + path, body, method=method)
        request.add_header("content-type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{self.name}, {path}: {refused.read().decode()[:2000]}") from None

    def ask(self, function: str) -> Any:
        script = (
            f"const done = arguments[arguments.length - 1]; ({function})()"
            ".then((value) => done(JSON.stringify([value])), (error) => done('!' + error));"
        )
        told = str(self.send("POST", "/execute/async", {"script": script, "args": []}))
        assert not told.startswith("!"), told
        return json.loads(told)[0]

    def go(self, address: str) -> None:
        self.errors()  # of the page that is left
        self.send("POST", "/url", {"url": address})
        self.ask(LISTEN)

    def reload(self) -> None:
        self.errors()
        self.send("POST", "/refresh", {})
        self.ask(LISTEN)

    def size(self, width: int, height: int) -> None:
        """The window has a frame; what counts is what is inside."""
        frame = [0, 0]
        for _ in range(4):
            rect = {"x": 0, "y": 0, "width": width + frame[0], "height": height + frame[1]}
            self.send("POST", "/window/rect", rect)
            time.sleep(0.3)
            inside = self.ask("async () => [innerWidth, innerHeight]")
            if inside == [width, height]:
                return
            frame = [frame[0] + width - inside[0], frame[1] + height - inside[1]]

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.send("GET", "/screenshot")))

    def act(self, pointer: list[dict[str, Any]], touch: bool = False) -> None:
        """There are no fingers in WebKitGTK's driver: the mouse stands in for them."""
        actions = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": pointer}
        self.send("POST", "/actions", {"actions": [actions]})

    def errors(self) -> list[str]:
        self.wrong += self.ask("async () => window.wrong?.splice(0) ?? []")
        return self.wrong

    def close(self) -> None:
        quietly(lambda: self.send("DELETE", ""))
        for program in (self.driver, self.screen):
            program.terminate()
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        shutil.rmtree(self.home, ignore_errors=True)
