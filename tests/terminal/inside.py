"""`tepui` without a process of its own: the same words, the same text, a tenth of the time."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from tepui.cli import main


@contextlib.contextmanager
def typing(text: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def tepui(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """As a process would answer: its exit code and what it printed."""
    env = {"XDG_DATA_HOME": str(folder / "data"), "LANG": "C.UTF-8", "COLUMNS": "100"}
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, env),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        typing(typed),
    ):
        try:
            code = main(list(words))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    said, complained = (text.buffer.getvalue().decode() for text in (out, err))  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(["tepui", *words], code or 0, said, complained)
