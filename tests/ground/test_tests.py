"""What no test may do: wait in a way that only fails on a busy machine."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SLOW_OR_BY_HAND = ("proofs", "strangers", "simulation")  # in the last one seconds are moved by hand


def test_no_page_is_asked_to_wait_by_eval() -> None:
    """`page.wait_for_function` waits by `eval`, which our policy forbids, but only if the first answer is no."""
    found = [
        f"{file.relative_to(TESTS)}:{number}: use comes_true(page, ...) of tests/browser/player.py"
        for file in sorted(TESTS.glob("**/*.py"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if ".wait_for_function(" in line and file != Path(__file__)
    ]
    assert found == []


# ---- no test asserts that something took less than a minute

CLOCKS = {
    f"{clock}{unit}"
    for clock in ("monotonic", "perf_counter", "process_time", "thread_time", "time")
    for unit in ("", "_ns")
}
MINUTE = 60
EXPECTED = {"TimeoutError", "TimeoutExpired", "Exception", "OSError"}  # who catches it may have meant to wait in vain


def name_of(node: ast.expr) -> str:
    """The last word of a dotted name."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return name_of(func)
    return ""


def asks_a_clock(node: ast.AST, known: set[str]) -> bool:
    """Does it read a real clock, or something that came from one?"""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr=name)) if name in CLOCKS:
                return True
            case ast.Call(func=ast.Name(id=name)) if name in known:
                return True
            case ast.Name(id=name) if name in known:
                return True
    return False


def number(node: ast.expr) -> float | None:
    return float(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def waits_in_vain(parents: list[ast.AST]) -> bool:
    """Is it expected there that the time runs out?"""
    for parent in parents:
        match parent:
            case ast.With(items=items) | ast.AsyncWith(items=items):
                calls = [item.context_expr for item in items if isinstance(item.context_expr, ast.Call)]
                named = {name_of(word) for call in calls for word in call.args}
                if any(name_of(call) in ("suppress", "raises") for call in calls) and named & EXPECTED:
                    return True
            case ast.Try(handlers=handlers):
                caught = [one.type for one in handlers if one.type is not None]
                if any(
                    name_of(part) in EXPECTED
                    for kind in caught
                    for part in ast.walk(kind)
                    if isinstance(part, ast.expr)
                ):
                    return True
    return False


def hurries(source: str) -> list[tuple[int, str]]:
    """The lines that fail where the machine is slow: (line, what is wrong)."""
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "time"
        for alias in node.names
        if alias.name in CLOCKS
    }
    found: list[tuple[int, str]] = []

    def look(node: ast.AST, parents: list[ast.AST], known: set[str]) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            known = set(known)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if asks_a_clock(value, known):
                known.add(name)
            case ast.Assert(test=test):
                for part in ast.walk(test):
                    if isinstance(part, ast.Compare) and asks_a_clock(part, known):
                        small = [number(one) for one in (part.left, *part.comparators)]
                        if any(isinstance(op, ast.Lt | ast.LtE) for op in part.ops) and any(
                            one is not None and one < MINUTE for one in small
                        ):
                            found.append((node.lineno, "a real duration below a minute is asserted"))
            case ast.Call(func=func, args=args, keywords=keywords):
                limits = [word.value for word in keywords if word.arg == "timeout" and name_of(func) != "wait"]
                if name_of(func) == "timeout" and args:
                    limits.append(args[0])
                if name_of(func) == "wait_for" and len(args) == 2:
                    limits.append(args[1])
                for limit in limits:
                    value = number(limit)
                    if value is not None:
                        seconds = value / 1000 if value >= 1000 else value  # Playwright counts in milliseconds
                        if 0 < seconds < MINUTE and not waits_in_vain(parents):
                            found.append((node.lineno, f"it must be done within {seconds:g} s"))
        for child in ast.iter_child_nodes(node):
            look(child, [*parents, node], known)

    look(tree, [], imported)
    return found


def test_no_test_fails_because_a_machine_is_slow() -> None:
    """Less than a minute for anything that a machine does is a test of the machine, not of Tepui."""
    folders = [folder for folder in TESTS.iterdir() if folder.is_dir() and folder.name not in SLOW_OR_BY_HAND]
    found = [
        f"{file.relative_to(TESTS)}:{line}: {what}"
        for folder in folders
        for file in sorted(folder.glob("*.py"))
        for line, what in hurries(file.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import time\ndef test():\n    a = time.monotonic()\n    b = time.monotonic() - a\n    assert b < 10\n", [5]),
        ("from time import perf_counter as p\ndef test():\n    a = p()\n    assert p() - a < 0.5\n", [4]),
        ("import time\ndef test():\n    a = time.thread_time()\n    assert 0 <= time.thread_time() - a < 1\n", [4]),
        ("import time\ndef test():\n    a = time.time()\n    assert time.time() - a < 600\n", []),
        ("import time\ndef test():\n    a = time.time()\n    assert time.time() - a > 5\n", []),
        ("def test(page):\n    page.click(timeout=3000)\n", [2]),
        ("def test(page):\n    with suppress(TimeoutError):\n        page.click(timeout=3000)\n", []),
        ("async def test():\n    async with asyncio.timeout(20):\n        pass\n", [2]),
        ("async def test():\n    await asyncio.wait_for(x, 5)\n    await asyncio.wait_for(x, 120)\n", [2]),
        ("def test():\n    try:\n        run(timeout=5)\n    except subprocess.TimeoutExpired:\n        pass\n", []),
    ],
)
def test_what_hurries_is_found(source: str, lines: list[int]) -> None:
    assert [line for line, _ in hurries(source)] == lines


# ---- no test draws anything that no number decides

BY_CHANCE = {  # and why it may
    "fuzz/target.py": "marks that no other text has. Which inputs are tried follows from the fuzzer's seed",
    "fuzz/raw_page.py": "the same",
}
DRAWN = {"random", "randrange", "randint", "choice", "choices", "sample", "shuffle", "uniform", "getrandbits"}


def by_chance(source: str) -> list[int]:
    """The lines that draw from a source without a seed."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr=name)) if name in DRAWN:
                found.append(node.lineno)
            case ast.Call(func=ast.Name(id="Random") | ast.Attribute(attr="Random"), args=[], keywords=[]):
                found.append(node.lineno)
            case ast.Attribute(value=ast.Name(id="os"), attr="urandom") | ast.Attribute(value=ast.Name(id="secrets")):
                found.append(node.lineno)
            case ast.Name(id="SystemRandom" | "uuid4") | ast.Attribute(attr="SystemRandom" | "uuid4"):
                found.append(node.lineno)
            case ast.ImportFrom(module="random", names=names) if any(one.name in DRAWN for one in names):
                found.append(node.lineno)
            case ast.ImportFrom(module="secrets"):
                found.append(node.lineno)
    return found


def test_no_test_draws_what_no_number_decides() -> None:
    files = [file for file in sorted(TESTS.glob("**/*.py")) if file.relative_to(TESTS).parts[0] != "proofs"]
    lines = {file.relative_to(TESTS).as_posix(): by_chance(file.read_text("utf-8")) for file in files}
    assert {name: where for name, where in lines.items() if where and name not in BY_CHANCE} == {}
    assert all(lines[name] for name in BY_CHANCE), "what draws nothing any more needs no reason"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import random\nn = random.randrange(9)\n", [2]),
        ("from random import choice\n", [1]),
        ("from random import Random\na, b = Random(3), Random()\n", [2]),
        ("import secrets\nn = secrets.token_hex(3)\n", [2]),
        ("import os\nn = os.urandom(3)\n", [2]),
        ("from random import Random\nn = Random(3).random()\n", []),
    ],
)
def test_what_draws_by_chance_is_found(source: str, lines: list[int]) -> None:
    assert by_chance(source) == lines
