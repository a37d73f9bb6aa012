"""What someone copies out of a document and presses Enter on works: every `tepui` line of a block is run.

What a line asks for many times is done once (`--pairs 200`), and nobody types. The lines of a page share a folder, as
they do for its reader. `ELSEWHERE` names the tests of what needs a server, a network, a compiler or minutes, `OTHERS`
what a page has made before (`tests/core/test_add_a_game.py`, `tests/ground/test_new_game.py`).
"""

import re
import shlex
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "core"))
from ground.test_documents import DOCUMENTS, ROOT, commands, named
from recorded import recorded
from terminal import inside

from tepui.core import find

pytestmark = pytest.mark.once
SEED = "ab" * 16
ONCE = ("--pairs", "--games", "--questions", "--seconds", "--worlds")
IN_TURN = {"arena", "play-out", "laws"}  # by this process alone
ELSEWHERE = {
    "serve": "tests/server",
    "backup": "tests/server",
    "restore": "tests/server",
    "doctor": "tests/server/test_doctor.py",
    "join": "tests/server/test_network_bots.py",
    "compile": "tests/laws/test_modes.py",
    "static": "tests/pocket",
    "ladder": "tests/arena",
    "train": "tests/roll_and_write",
    "minds": "tests/research",
    "export": "tests/research",
    "sheet": "tests/roll_and_write",
}
OTHERS = re.compile(
    r"join:|searcher|--exposed|--sbom|--machine|postgresql:|hopeful|forehead|^tepui laws$|pebbles|fire-flies"
)


def lines(document: Path) -> list[str]:
    found = [line.partition(" #")[0].strip() for line in commands(document)]
    return [line for line in found if line.startswith("tepui ") and line.split()[1] not in ELSEWHERE]


def words_of(line: str) -> list[str]:
    """As they are typed, but smaller, and with a file where the page says FILE."""
    words = shlex.split(line)[1:]
    for at, word in enumerate(words[:-1]):
        if word in ONCE:
            words[at + 1] = "1"
    if "--resume" in words:
        words = ["open.jsonl" if word == "FILE" else word for word in words]
    if words[0] == "laws" and "--games" not in words:
        words += ["--games", "1"]
    if words[0] in IN_TURN:
        words += ["--jobs", "1"]
    return words


def reader(folder: Path) -> None:
    """What the reader of a page already has: the bot of the README, and games that were played."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.S | re.M)
    (folder / "my_bot.py").write_text(next(block for block in blocks if "sys.stdin" in block))
    lost_code = find.game("lost-code")
    for name in ("FILE", "my-game.jsonl"):
        (folder / name).write_bytes(recorded(lost_code, 2, SEED))
    (folder / "open.jsonl").write_bytes(recorded(lost_code, 2, SEED, stop=3))
    (folder / "open.jsonl.seed").write_text(SEED)
    (folder / "my.toml").write_text(inside.tepui(folder, "parts", "roll-and-write").stdout)


@pytest.mark.parametrize("document", [file for file in DOCUMENTS if lines(file)], ids=named)
def test_the_commands_of_a_document_run(document: Path, tmp_path: Path) -> None:
    reader(tmp_path)
    for line in lines(document):
        if OTHERS.search(line):
            continue
        typed, _, file = line.partition(" > ")
        answer = inside.tepui(tmp_path, *words_of(typed))
        proof = "HASH" in line  # nobody promised this game, so that proof fails, which is an answer
        assert answer.returncode == int(proof), f"{line}: {answer.stderr}"
        if file:
            (tmp_path / file).write_text(answer.stdout)
