"""Pictures of Tepui as an installed app: a window of its own, without the browser around it, from a real screen.

python tests/browser/installed.py http://127.0.0.1:8000 docs/pictures

(beside a running `tepui serve --pace 0 --no-limits`; needs chromium and Xvfb)
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from player import LAPTOP, PHONE
from playwright.sync_api import sync_playwright

FLAGS = "--no-sandbox --test-type --disable-gpu --no-first-run --disable-sync --disable-background-networking"


def as_png(screen: bytes, width: int, height: int) -> bytes:
    """What Xvfb keeps in its file (X window dump, four bytes a pixel), as a PNG."""
    words = struct.unpack(">25I", screen[:100])
    start, line, rows = words[0] + 12 * words[19], words[12], []
    for y in range(height):
        pixels, row = screen[start + y * line : start + y * line + 4 * width], bytearray(3 * width)
        row[0::3], row[1::3], row[2::3] = pixels[2::4], pixels[1::4], pixels[0::4]
        rows.append(b"\0" + bytes(row))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", size)
        + chunk(b"IDAT", zlib.compress(b"".join(rows), 9))
        + chunk(b"IEND", b"")
    )


def take(address: str, size: dict[str, int], file: Path) -> None:
    width, height = size["width"], size["height"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-nocursor", "-fbdir", folder, "-screen", "0", f"{width + 1}x{height + 1}x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert screen.stdout is not None
            window = f"--app={address}/ --window-position=0,0 --window-size={width + 1},{height + 1}"
            app = playwright.chromium.launch_persistent_context(
                Path(folder, "profile"),
                executable_path=shutil.which("chromium"),
                headless=False,
                no_viewport=True,
                locale="en-GB",
                reduced_motion="reduce",
                ignore_default_args=["--enable-automation"],
                args=[*window.split(), *FLAGS.split()],
                env={**os.environ, "DISPLAY": f":{screen.stdout.readline().strip()}"},
            )
            page = app.pages[0]
            page.click("[data-play=lost-code]", timeout=60_000)
            page.wait_for_selector("header.top.mine", timeout=60_000)
            assert page.evaluate("matchMedia('(display-mode: standalone)').matches"), "it is a tab, not an app"
            page.wait_for_timeout(2500)  # the screen is drawn after the page
            file.write_bytes(as_png(Path(folder, "Xvfb_screen0").read_bytes(), width, height))
            app.close()
        finally:
            screen.terminate()
            screen.wait()


if __name__ == "__main__":
    for name, size in {"phone": PHONE, "laptop": LAPTOP}.items():
        take(sys.argv[1], size, Path(sys.argv[2]) / f"installed-{name}.png")
