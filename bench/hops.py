"""Which functions one pick passes, from its frame's arrival until both pages can show it, in the order of first calls.

.venv/bin/python bench/hops.py                  with pages that show motion: an old server is asked for replays too
.venv/bin/python bench/hops.py --motion off     up to the views alone
.venv/bin/python bench/hops.py --write          puts the functions that most picks pass into ARCHITECTURE.md
.venv/bin/python bench/hops.py --check          compares that table with what picks pass now (tests/server/test_path.py)

The Lost Code, two pages; of several picks the median one is listed. `tepui serve` runs in the main thread of this
process, with interpreted rules and real sockets. The pages run in a thread of their own that is not traced; all other
threads are, the writer's too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

from pair import Pair
from thin import Browser, protocol_of

ROOT = Path(__file__).resolve().parents[1]
SOURCE = str(ROOT / "src/tepui") + os.sep
UNTRACED, TRACED = 30, 15  # picks; a game has more than fifty
PAGE = ROOT / "ARCHITECTURE.md"
HEAD = "| file | functions |\n|---|---|\n"
BESIDE = ("Load.start",)  # looks every moment how late the loop is, pick or not
COUNTED = ("server/", "coach/")
MOST = (50, 15)  # functions, in so many files


Hops = list[tuple[str, str]]  # file and function, in the order of first calls
NAMELESS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # no functions to a reader, nor to later Pythons


class Tracer:
    """Notes the functions of Tepui that are called while it is on; a profile function for `sys.setprofile`."""

    def __init__(self) -> None:
        self.on = False
        self.called: dict[tuple[str, str], None] = {}  # in order
        self.picks: list[Hops] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self.on and event == "call" and code.co_filename.startswith(SOURCE) and code.co_name not in NAMELESS:
            self.called[code.co_filename.removeprefix(SOURCE), code.co_qualname] = None

    async def trace(self, pair: Pair) -> None:
        await asyncio.sleep(0.1)  # whatever the last pick left to do is done
        self.called, self.on = {}, True
        await pair.move()
        self.on = False
        self.picks.append(list(self.called))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def play(tracer: Tracer, url: str, motion: bool, seed: int) -> None:
    """Some picks, until the server has found out how quick its disk is; then those that are traced."""
    browsers = [Browser(url, protocol_of(ROOT), motion) for _ in range(2)]
    pair = Pair(browsers, "lost-code", random.Random(seed))
    for _ in range(100):  # until the server listens
        with contextlib.suppress(OSError):
            await browsers[0].get("/healthz")
            break
        await asyncio.sleep(0.1)
    await pair.sit()
    for _ in range(UNTRACED):
        await pair.move()
    for _ in range(TRACED):
        await tracer.trace(pair)
    pair.close()


def totals(hops: Hops, folder: str = "") -> tuple[int, int]:
    """How many functions, in how many files."""
    files = [file for file, _ in hops if file.startswith(folder)]
    return len(files), len(set(files))


def report(picks: list[Hops]) -> None:
    picks = sorted(picks, key=len)
    middle = picks[len(picks) // 2]
    for file, function in middle:
        print(f"{file}:{function}")
    least, most = totals(picks[0]), totals(picks[-1])
    server, every = totals(middle, f"server{os.sep}"), totals(middle)
    print(f"{server[0]} functions in {server[1]} files of server/; {every[0]} in {every[1]} over all", end="")
    print(f" (median of {len(picks)} picks; {least[0]} to {most[0]} over all)")


def often(picks: list[Hops], part: float) -> Hops:
    """The functions of server/, and of the coach's story, that so many of the picks pass.

    Which card is turned over decides about a few more.
    """
    found = [hop for hop in dict.fromkeys(hop for pick in picks for hop in pick) if hop[0].startswith(COUNTED)]
    found = [hop for hop in found if sum(hop in pick for pick in picks) >= part * len(picks) and hop[1] not in BESIDE]
    return [(f"../{file}".removeprefix("../server/"), name.replace(".<locals>", "")) for file, name in found]


def table(hops: Hops) -> str:
    files = dict.fromkeys(file for file, _ in hops)
    rows = (f"| `{one}` | {', '.join(f'`{name}`' for file, name in hops if file == one)} |" for one in files)
    return HEAD + "\n".join(rows) + "\n"


def page_with(rows: str) -> str:
    text = PAGE.read_text()
    first = text.index(HEAD)
    return text[:first] + rows + text[text.index("\n\n", first) + 1 :]


def check(picks: list[Hops]) -> str:
    """What is wrong with the table, or nothing."""
    text = PAGE.read_text()
    rows = text[text.index(HEAD) :].partition("\n\n")[0].splitlines()[2:]
    told = {(row.split("`")[1], name) for row in rows for name in row.split("|")[2].split("`")[1::2]}
    must, may = set(often(picks, 0.9)), set(often(picks, 0.0))
    wrong = [f"missing: {file} {name}" for file, name in must - told]
    wrong += [f"not passed: {file} {name}" for file, name in told - may]
    if len(told) > MOST[0] or len(rows) > MOST[1]:
        wrong.append(f"{len(told)} functions in {len(rows)} files; at most {MOST[0]} in {MOST[1]}")
    return "\n".join([*wrong, "write it anew: bench/hops.py --write"] if wrong else [])


def main() -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--motion", choices=("on", "off"), default="on", help="do pages show move after move")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--write", action="store_true", help="the table in ARCHITECTURE.md")
    words.add_argument("--check", action="store_true", help="that table")
    said = words.parse_args()
    os.environ["TEPUI_INTERPRETED"] = "1"  # before the first import of tepui
    from tepui import cli

    tracer, port = Tracer(), free_port()
    failures: list[str] = []

    def run_pages() -> None:
        try:
            asyncio.run(play(tracer, f"http://127.0.0.1:{port}", said.motion == "on", said.seed))
        except Exception:
            failures.append(traceback.format_exc())
        finally:
            os.kill(os.getpid(), signal.SIGINT)  # ends `tepui serve` as Ctrl-C does

    with tempfile.TemporaryDirectory() as data, contextlib.redirect_stdout(io.StringIO()):
        pages = threading.Thread(target=run_pages)
        pages.start()
        threading.setprofile(tracer)
        sys.setprofile(tracer)
        cli.main(["serve", "--no-browser", "--no-limits", "--port", str(port), "--data", data])
        sys.setprofile(None)
        pages.join()
    if failures:
        print(failures[0])
        return 1
    if said.write:
        PAGE.write_text(page_with(table(often(tracer.picks, 0.5))))
    if said.check:
        wrong = check(tracer.picks)
        print(wrong or "as it stands in ARCHITECTURE.md")
        return int(bool(wrong))
    report(tracer.picks)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
