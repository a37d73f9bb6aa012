"""A bot that hangs, lies, crashes, floods or eats memory loses its game with a line in the table; the match goes on."""

import sys
import time
from pathlib import Path

import pytest

from tepui.arena import match
from tepui.arena.command import as_text

READ = "import json, sys, time\nfor line in sys.stdin:\n    if '\"moves\"' in line:\n        "
BAD = {
    "hangs": ("time.sleep(60)", "did not answer in time"),
    "lies": ("print('{\"pick\": 99}', flush=True)", "picked 99"),
    "crashes": ("raise ValueError('I am lost')", "I am lost"),
    "floods": ("sys.stdout.write('x' * 5_000_000); sys.stdout.flush()", "answered without an end"),
    "talks": ('print(\'{"pick": 0}\\n{"pick": 0}\', flush=True)', "more than one line"),
    "passes": ("print('{\"pick\": null}', flush=True)", "passed though"),
    "eats": ("x = [bytearray(1 << 20) for _ in range(900)]; print('{\"pick\": 0}', flush=True)", "MemoryError"),
}


@pytest.mark.parametrize("how", BAD)
def test_it_loses_and_the_match_goes_on(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, why = BAD[how]
    file = tmp_path / "bot.py"
    file.write_text(READ + source, "utf-8")
    bad = f"program:{sys.executable} -S {file}"
    if how == "hangs":
        monkeypatch.setattr("tepui.arena.entrants.START_SECONDS", 0.5)
    began = time.monotonic()
    found = match("forehead", [bad, "random"], pairs=1, seconds=0.2, memory=400)
    assert found.share == [0.0, 1.0] and found.won == [0.0, 1.0], how
    assert found.failed[0].games == found.games == 2 and why in found.failed[0].why, found.failed[0].why
    assert f"{bad} lost 2 games by failing: " in as_text(found)
    assert time.monotonic() - began < 60
