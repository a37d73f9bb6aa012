"""The key is written whole or not at all, used with its own rooms only, and nothing beside it is for others to read."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tepui.cli import main
from tepui.server.store import key
from tepui.server.store.store import FILE, Store


def serve(data: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def opened(folder: Path) -> bytes:
    store = Store(folder)
    try:
        return key.key_of(folder, store)
    finally:
        store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    data.mkdir()
    opened(data)
    return data


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("\n", "is empty"),
        ("ab" * 31, "31 bytes instead of 32"),
        ("ab" * 33, "33 bytes instead of 32"),
        ("ab" * 31 + "a", "not one that Tepui wrote"),
        ("rubbish", "not one that Tepui wrote"),
        ("ab" * 32, "does not belong to these rooms"),
    ],
)
def test_a_short_empty_or_foreign_key_is_refused_with_a_sentence(folder: Path, text: str, told: str, capsys) -> None:
    (folder / key.FILE).write_text(text)
    done = serve(folder)
    assert done.returncode == 2 and told in done.stderr and "tepui restore" in done.stderr
    assert "Traceback" not in done.stderr and "open http" not in done.stdout
    assert main(["doctor", "--data", str(folder)]) == 1
    assert told in capsys.readouterr().out


def test_a_deleted_key_is_made_anew_and_then_belongs_to_the_rooms(folder: Path) -> None:
    before = opened(folder)
    (folder / key.FILE).unlink()
    after = opened(folder)
    assert after != before and opened(folder) == after
    (folder / key.FILE).write_text(before.hex())
    with pytest.raises(key.BadKey, match="does not belong"):
        opened(folder)


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_the_key_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch, broken: str) -> None:
    """The power fails while it is written: no key, no part of one, and the next start makes it."""

    def fails(*_: object) -> None:
        raise OSError("no power")

    with monkeypatch.context() as now:
        now.setattr(key.os, broken, fails)
        with pytest.raises(OSError, match="no power"):
            opened(tmp_path)
    assert not [path.name for path in tmp_path.iterdir() if "key" in path.name]
    assert opened(tmp_path) == opened(tmp_path)


def test_the_key_and_its_name_are_on_disk_before_it_is_used(tmp_path: Path, monkeypatch) -> None:
    steps = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(key.os, name, lambda *words, real=real, name=name: (steps.append(name), real(*words))[1])
    opened(tmp_path)
    assert steps == ["fsync", "replace", "fsync"]


def test_nothing_is_for_others_to_read_from_the_first_moment(tmp_path: Path) -> None:
    """Also where the system gives new files to everybody; seen while the database is open."""
    before = os.umask(0)
    try:
        store = Store(tmp_path)
        key.key_of(tmp_path, store)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes == dict.fromkeys((FILE, f"{FILE}-wal", f"{FILE}-shm", key.FILE), 0o600)


def test_a_running_server_writes_nothing_for_others(start, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        server = start(tmp_path / "data").start()
    finally:
        os.umask(before)
    assert not {path.name for path in server.data.iterdir() if path.stat().st_mode & 0o077}


def test_rooms_of_an_older_version_learn_which_key_is_theirs(folder: Path) -> None:
    before = opened(folder)
    with sqlite3.connect(folder / FILE) as file:
        file.execute("DELETE FROM facts")
    assert opened(folder) == before
    (folder / key.FILE).write_text("ab" * 32)
    with pytest.raises(key.BadKey, match="does not belong"):
        opened(folder)
