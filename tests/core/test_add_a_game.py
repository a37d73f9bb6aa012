"""docs/add-a-game: what its pages show is a game, runs, and says what it is said to say."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOREHEAD = ROOT / "tests" / "strangers" / "forehead"
TEPUI = Path(sys.executable).parent / "tepui"


def blocks(page: str) -> list[tuple[str, str]]:
    """The language and the text of each block of code."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.S | re.M)


BLOCKS = blocks("add-a-game/forehead.md")
PEBBLES = blocks("add-a-game.md")[0][1]


def test_the_least_game_is_forty_lines_and_keeps_the_laws(tmp_path: Path) -> None:
    assert len([line for line in PEBBLES.splitlines() if line]) <= 40
    file = tmp_path / "pebbles.py"
    file.write_text(PEBBLES)
    laws = subprocess.run([TEPUI, "laws", file, "--games", "3"], capture_output=True, text=True, timeout=120)
    assert laws.returncode == 0 and "paired worlds" in laws.stdout, laws.stdout + laws.stderr
    match = [TEPUI, "arena", "pebbles.py", "random", "random", "--pairs", "1", "--jobs", "1"]
    arena = subprocess.run(match, cwd=tmp_path, capture_output=True, text=True, timeout=120)  # its bots are processes
    assert arena.returncode == 0 and "pairs won" in arena.stdout, arena.stdout + arena.stderr


@pytest.mark.parametrize(
    ("file", "sentence"),
    [("no.py", "there is no file"), ("a game.py", "another name"), ("kryptx.py", "another name"), ("cards.py", "GAME")],
)
def test_a_file_that_is_no_game_gets_a_sentence(file: str, sentence: str, tmp_path: Path) -> None:
    if file != "no.py":
        (tmp_path / file).write_text("")
    answer = subprocess.run(
        [TEPUI, "play", file, "--plain"], cwd=tmp_path, capture_output=True, text=True, timeout=60, input=""
    )
    assert answer.returncode == 2 and sentence in answer.stderr and "Traceback" not in answer.stderr, answer.stderr


PAGES = sorted(page.name for page in (DOCS / "add-a-game").glob("*.md") if page.name not in ("forehead.md",))


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page: str) -> None:
    """Each page goes on with Pebbles."""
    things: dict[str, Any] = {"__name__": "pebbles"}
    exec(PEBBLES, things)
    for language, code in blocks(f"add-a-game/{page}"):
        if language == "python":
            exec(code, things)
        elif language == "pycon":
            example = doctest.DocTestParser().get_doctest(code, things, page, page, 0)
            assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0, page
            things.update(example.globs)


def test_every_page_is_on_the_first_one() -> None:
    first = (DOCS / "add-a-game.md").read_text("utf-8")
    assert not [page for page in PAGES if f"(add-a-game/{page})" not in first]


def test_every_file_of_the_package_is_in_the_document_and_nothing_else() -> None:
    files = {file: file.read_text("utf-8") for file in (FOREHEAD / "src" / "forehead").glob("*.py")}
    files[FOREHEAD / "pyproject.toml"] = (FOREHEAD / "pyproject.toml").read_text("utf-8")
    lesson = FOREHEAD / "src" / "forehead" / "lessons" / "first.toml"
    files[lesson] = lesson.read_text("utf-8")
    written = [code for _, code in BLOCKS + blocks("add-a-game/lessons.md")]
    for file, text in files.items():
        assert text in written, f"the documents do not have {file.name} as it is"
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
