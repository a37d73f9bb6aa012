"""Compiled or interpreted: whatever was edited, moved or compiled for something else runs from its source."""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tepui import _switch
from tepui.compile import CannotCompile

ROOT = Path(__file__).parents[2]
FOREHEAD = ROOT / "tests" / "strangers" / "forehead"
Ask = Callable[..., subprocess.CompletedProcess[str]]

needs_compiled = pytest.mark.skipif(_switch.why != "", reason=f"{_switch.why}. Run `python3 dev.py setup`")


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Python with a copy of the package, which a test may spoil."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))

    def run(code: str, *path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
        plain = {k: v for k, v in os.environ.items() if not k.startswith(("TEPUI_", "PYTHON", "COV"))}
        where = os.pathsep.join(str(p) for p in (tmp_path / "src", *path))
        return subprocess.run(
            [sys.executable, "-c", code],
            env={**plain, "PYTHONPATH": where, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


WHICH = "import tepui.core.position as p; print(p.__spec__.origin)"


def edit(file: Path) -> None:
    file.write_text(file.read_text("utf-8") + "\n# edited\n", "utf-8")


@needs_compiled
def test_the_compiled_library_runs_when_nothing_was_touched(ask: Ask) -> None:
    answer = ask(WHICH)
    assert answer.stdout.strip().endswith(_switch.built_for()), answer
    assert answer.stderr == ""


@needs_compiled
def test_an_edited_rule_never_runs_as_an_old_library(ask: Ask, tmp_path: Path) -> None:
    edit(tmp_path / "src/tepui/core/bits.py")
    answer = ask(WHICH)
    assert answer.stdout.strip() == str(tmp_path / "src/tepui/core/position.py")
    assert answer.stderr.count("\n") == 1
    assert "core/bits.py was changed after it was compiled" in answer.stderr


@needs_compiled
def test_an_environment_variable_asks_for_the_source(ask: Ask) -> None:
    answer = ask(WHICH, TEPUI_INTERPRETED="1")
    assert answer.stdout.strip().endswith("position.py")
    assert answer.stderr == ""


@needs_compiled
def test_a_library_for_another_python_is_left_alone(ask: Ask, tmp_path: Path) -> None:
    note = tmp_path / "src/tepui/_compiled.json"
    note.write_text(json.dumps({**json.loads(note.read_text()), "python": ".cpython-399.so"}))
    answer = ask(WHICH)
    assert answer.stdout.strip().endswith("position.py")
    assert "another Python" in answer.stderr


@needs_compiled
def test_a_missing_library_is_noticed(ask: Ask, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "src/tepui/_compiled")
    answer = ask(WHICH)
    assert answer.stdout.strip().endswith("position.py")
    assert "is missing" in answer.stderr


@pytest.mark.parametrize("rubbish", ["", "[]", "{}", "{\x00"])
def test_a_note_that_is_not_ours_counts_as_none(ask: Ask, tmp_path: Path, rubbish: str) -> None:
    (tmp_path / "src/tepui/_compiled.json").write_text(rubbish)
    answer = ask(WHICH)
    assert answer.stdout.strip().endswith("position.py")
    assert answer.stderr == ""


def test_a_server_says_at_its_start_why_the_rules_run_interpreted(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pip hides what a build prints, so the build leaves its reason beside the package."""
    (tmp_path / "src/tepui/_compiled.json").unlink(missing_ok=True)
    monkeypatch.syspath_prepend(ROOT / "tools")
    from compile_rules import why_not

    why_not(CannotCompile("there is no C compiler (cc). Install one"), tmp_path / "src/tepui")
    answer = ask("from tepui.server.serve import missing; print(*missing(), sep='\\n')")
    line = "the rules run interpreted, the same game but slower: they were not compiled, because there is no"
    assert line in answer.stdout and answer.stderr == "", answer


@pytest.mark.proof
@needs_compiled
@pytest.mark.slow
def test_a_strangers_game_runs_compiled_against_this_core_only(ask: Ask, tmp_path: Path) -> None:
    shutil.copytree(FOREHEAD, tmp_path / "forehead", ignore=shutil.ignore_patterns("_compiled*", "__pycache__"))
    rules = tmp_path / "forehead/src/forehead/rules.py"
    which = "import tepui, forehead.rules as r; print(r.__spec__.origin)"
    command = f"from tepui.cli import main; raise SystemExit(main(['compile', {str(tmp_path / 'forehead')!r}]))"

    def origin(**environment: str) -> tuple[str, str]:
        answer = ask(which, rules.parents[1], **environment)
        assert answer.returncode == 0, answer
        return answer.stdout.strip(), answer.stderr

    assert origin() == (str(rules), "")  # not compiled yet: nothing to say

    begin = children_seconds()
    assert ask("sum(number * number for number in range(20_000_000))").returncode == 0
    anchor, begin = children_seconds() - begin, children_seconds()  # beside other work both take longer
    built = ask(command)
    assert built.returncode == 0, built
    took = (children_seconds() - begin) / anchor
    assert took < 8, f"{took} anchors: 3, or 14 if our modules are compiled again, to be thrown away"
    where, said = origin()
    assert where.endswith(_switch.built_for()) and "forehead" in where and said == ""
    assert origin(TEPUI_INTERPRETED="1") == (str(rules), "")
    late = ask("import forehead, sys; print(sys.modules['forehead.rules'].__spec__.origin)", rules.parents[1])
    assert late.stdout.strip() == str(rules) and "imported before tepui. Write `import tepui` above it" in late.stderr

    before = rules.read_text("utf-8")
    edit(rules)
    where, said = origin()
    assert where == str(rules) and "rules.py was changed" in said and said.count("\n") == 1
    rules.write_text(before, "utf-8")
    assert origin()[0] != str(rules)

    note = rules.parent / "_compiled.json"  # compiled against another core
    other = json.loads(note.read_text())
    other["core"]["core/position.py"] = "0" * 64
    note.write_text(json.dumps(other))
    where, said = origin()
    assert where == str(rules) and "another version of Tepui's core" in said

    assert ask(command).returncode == 0  # compiled again, it fits again
    assert origin()[0] != str(rules)
    edit(tmp_path / "src/tepui/core/bits.py")  # our own rules run interpreted: so does the stranger's
    where, said = origin()
    assert where == str(rules) and said.count("\n") == 2 and "forehead runs interpreted" in said


def children_seconds() -> float:
    """Processor time, which other programs on this machine do not change much."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def project(folder: Path, pyproject: str | None) -> Path:
    (folder / "game" / "src" / "game").mkdir(parents=True)
    (folder / "game/src/game/__init__.py").touch()
    (folder / "game/src/game/rules.py").write_text("x: int = 'no number'\n")
    (folder / "game/src/loose.py").touch()
    if pyproject is not None:
        (folder / "game/pyproject.toml").write_text(pyproject)
    return folder / "game"


@needs_compiled
@pytest.mark.parametrize(
    ("pyproject", "sentence"),
    [
        (None, "has no pyproject.toml"),
        ("[tool", "cannot be read"),
        ("[project]", "does not say what to compile"),
        ("[tool.tepui]\ncompiled = 3", "must be a list of files"),
        ("[tool.tepui]\ncompiled = ['src/game/gone.py']", "does not exist"),
        ("[tool.tepui]\ncompiled = ['src/loose.py']", "is not in a package"),
        ("[tool.tepui]\ncompiled = ['src/game/rules.py']", "mypy found the mistakes"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_one_sentence(
    ask: Ask, tmp_path: Path, pyproject: str | None, sentence: str
) -> None:
    folder = project(tmp_path, pyproject)
    answer = ask(f"from tepui.cli import main; raise SystemExit(main(['compile', {str(folder)!r}]))")
    assert answer.returncode == 2
    assert sentence in answer.stderr and "Traceback" not in answer.stderr
    assert not (folder / "src/game/_compiled.json").exists()


@pytest.mark.parametrize("code", ["import tepui", "from tepui.cli import main; main(['--help'])"])
def test_the_first_import_is_light(ask: Ask, code: str) -> None:
    heavy = "[m for m in ('numpy', 'starlette', 'uvicorn', 'sqlalchemy', 'asyncio') if m in __import__('sys').modules]"
    answer = ask(f"{code}\nprint('heavy:', {heavy})")
    assert answer.stdout.endswith("heavy: []\n"), answer
