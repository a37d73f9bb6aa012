"""docs/add-a-game.md: its code is the package's code, and the package it describes is a game."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOREHEAD = ROOT / "tests" / "strangers" / "forehead"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / "docs" / "add-a-game.md").read_text("utf-8"), re.S | re.M)


def test_every_file_of_the_package_is_in_the_document_and_nothing_else() -> None:
    files = {file: file.read_text("utf-8") for file in (FOREHEAD / "src" / "forehead").glob("*.py")}
    files[FOREHEAD / "pyproject.toml"] = (FOREHEAD / "pyproject.toml").read_text("utf-8")
    lesson = FOREHEAD / "src" / "forehead" / "lessons" / "first.toml"
    files[lesson] = lesson.read_text("utf-8")
    written = [code for _, code in BLOCKS]
    for file, text in files.items():
        assert text in written, f"docs/add-a-game.md does not have {file.name} as it is"
    assert len(written) == len(files)


def test_the_rules_are_short() -> None:
    assert len((FOREHEAD / "src" / "forehead" / "rules.py").read_text().splitlines()) < 100


def test_a_game_typed_off_the_document_plays(tmp_path: Path) -> None:
    """The blocks alone, written to an empty folder under the names that they import one another by."""
    package = tmp_path / "forehead"
    package.mkdir()
    names = ["rules", "actions", "picture", "words", "secrets", "belief", "__init__"]
    for name, (_, code) in zip(names, (block for block in BLOCKS if block[0] == "python"), strict=True):
        (package / f"{name}.py").write_text(code)
    play = (
        "from forehead import GAME\nimport forehead\nfrom tepui.core.dealer import Dealer\n"
        "from tepui.core.table import Table\n"
        "table = Table(GAME, GAME.setting(3), Dealer('doc').choose)\n"
        "while not table.over: table.pick(table.to_act[0], 0)\n"
        "print(forehead.__file__, table.scores(), table.places())\n"
    )
    env = {"PYTHONPATH": str(tmp_path), "PATH": ""}
    answer = subprocess.run([sys.executable, "-c", play], env=env, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr
    file, scores = answer.stdout.split(" ", 1)
    assert Path(file).parent == package and re.match(r"\[[03], [03], [03]\] \[", scores)
