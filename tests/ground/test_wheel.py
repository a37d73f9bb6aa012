"""The wheel installs into a clean environment, plays and serves, built with a compiler and Node, and without."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".tools/uv/bin/uv").exists(), reason="the set-up had to do without uv")
def test_the_wheel_plays_with_compiled_rules_and_without() -> None:
    script = ROOT / "tools" / "try_wheel.py"
    answer = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=500)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "forehead compiled" in answer.stdout and "forehead interpreted" in answer.stdout
    assert "served the full page" in answer.stdout and "served the plain page" in answer.stdout


def imported(file: Path) -> set[str]:
    """Every module that a source names after `import` or `from`; the names after `from` may be modules too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_the_build_has_every_package_that_mypy_must_read_to_compile() -> None:
    """In a build of pip's own there is nothing else. `python3 dev.py proofs clean_install` tries it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    waiting = {ROOT / file for file in project["tool"]["tepui"]["compiled"]}
    done, packages = set(), set()
    while waiting:
        done.add(file := waiting.pop())
        for module in imported(file):
            ours = ROOT / "src" / Path(*module.split("."))
            if module.partition(".")[0] == "tepui":
                sources = {ours.with_suffix(".py"), ours / "__init__.py"}
                waiting |= {source for source in sources if source.is_file()} - done
            else:
                packages.add(module.partition(".")[0])
    required = {re.split(r"[^\w]", line)[0] for line in project["build-system"]["requires"]}
    assert "msgspec" in packages and packages - set(sys.stdlib_module_names) <= required
