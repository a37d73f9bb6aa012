"""Time and chance are handed in: the server fetches neither, but in one place. So one number decides an evening."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "src" / "tepui" / "server"
PLACE = "outside.py"
CLOCKS = {"time", "secrets", "uuid"}  # modules that nobody else imports
MADE = {"new_seed", "new_word", "new_token"}  # by chance that was not handed in
READ = {("os", "urandom"), ("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}


def fetched(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of every clock, and of all chance that follows from no number."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, one.name) for one in names if one.name in CLOCKS | {"random"})
            case ast.ImportFrom(module=str(module), names=names) if module in CLOCKS:
                yield from ((node.lineno, f"{module}.{one.name}") for one in names)
            case ast.ImportFrom(module="random", names=names):
                yield from ((node.lineno, f"random.{one.name}") for one in names if one.name != "Random")
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("tepui.core"):
                yield from ((node.lineno, one.name) for one in names if one.name in MADE)
            case ast.Attribute(value=ast.Name(id="network"), attr=name) if name in MADE:
                yield node.lineno, f"network.{name}"
            case ast.Call(func=ast.Name(id="Random"), args=[], keywords=[]):
                yield node.lineno, "Random() without a number"
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (owner, name) in READ:
                yield node.lineno, f"{owner}.{name}"


def test_no_module_of_the_server_fetches_time_or_chance() -> None:
    found = [
        f"{path.relative_to(SERVER)}:{line} {name}"
        for path in sorted(SERVER.rglob("*.py"))
        if path != SERVER / PLACE
        for line, name in fetched(path.read_text())
    ]
    assert not found, "ask the Time or the Chance that was handed in"
    assert {name for _, name in fetched((SERVER / PLACE).read_text())} == {"time", "random.SystemRandom"}


@pytest.mark.parametrize(
    "slip",
    [
        "import time",
        "from time import monotonic",
        "import secrets",
        "import random",
        "from random import choice",
        "from random import Random\nrng = Random()",
        "from tepui.core.dealer import new_seed",
        "import os\nsalt = os.urandom(16)",
        "from datetime import UTC, datetime\nday = datetime.now(UTC)",
    ],
)
def test_whoever_does_is_found(slip: str) -> None:
    assert [*fetched(slip)]
