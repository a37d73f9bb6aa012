"""`tepui what-if`: from a moment of a record to an end, at a keyboard."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from inside import tepui

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("name", ["kryptx-3-lantern", "lost-code-3-temple"])
def test_a_record_is_played_on_to_its_end_and_compared(tmp_path: Path, name: str) -> None:
    shutil.copy(RECORDS / f"{name}.jsonl", tmp_path / "g.jsonl")
    shown = tepui(tmp_path, "what-if", "g.jsonl", "--seat", "2", "--at", "60", "--bot", "beginner", typed="1\n" * 200)
    assert shown.returncode == 0, shown.stderr
    assert "In the real game: " in shown.stdout.splitlines()[-1]
    again = tepui(tmp_path, "what-if", "g.jsonl", "--seat", "2", "--at", "60", "--bot", "beginner", typed="1\n" * 200)
    assert again.stdout == shown.stdout


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    shutil.copy(RECORDS / "kryptx-3-lantern.jsonl", tmp_path / "g.jsonl")
    for words in (["--seat", "9"], ["--at", "-1"], ["--bot", "nobody"]):
        refused = tepui(tmp_path, "what-if", "g.jsonl", *words)
        assert refused.returncode == 2 and refused.stderr.startswith("tepui")
