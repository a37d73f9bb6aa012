"""What mypyc compiles wrongly or slowly, and what rules may not reach for, is found before it is compiled."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["tepui"]["compiled"]
STRANGERS = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "tests" / "strangers").glob("*/src/*/rules.py"))
FETCHED = {"asyncio", "datetime", "os", "pathlib", "random", "secrets", "socket", "time"}
# Compiled too, and no rules: a new seed, a folder of catalogues, a clock and a loop.
NO_RULES = {"src/tepui/core/dealer.py", "src/tepui/core/words.py", "src/tepui/server/room/page.py"}


def constants(tree: ast.Module) -> dict[str, int]:
    """The module's own `Final` whole numbers."""
    known: dict[str, int] = {}
    for line in tree.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
            number = value(line.value, known)
            if "Final" in ast.unparse(line.annotation) and number is not None:
                known[line.target.id] = number
    return known


def value(expression: ast.expr, known: dict[str, int]) -> int | None:
    """What mypyc would fold it to, if it is a whole number known beforehand."""
    match expression:
        case ast.Call(func=ast.Name(id="i64"), args=[inner]):
            return value(inner, known)
        case ast.Constant(value=int() as number):
            return number
        case ast.Name(id=name):
            return known.get(name)
        case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=inner) if (number := value(inner, known)) is not None:
            return -number if isinstance(expression.op, ast.USub) else ~number
        case ast.BinOp(left=left, right=right):
            a, b = value(left, known), value(right, known)
            if a is None or b is None:
                return None
            source = ast.Expression(ast.BinOp(ast.Constant(a), expression.op, ast.Constant(b)))
            result = eval(compile(ast.fix_missing_locations(source), "constant", "eval"))  # two numbers and a sign
            return result if isinstance(result, int) else None
    return None


def faults(source: str, fetched: set[str] = FETCHED) -> list[str]:
    """One line for each thing that must be written otherwise."""
    tree = ast.parse(source)
    known = constants(tree)
    found = []
    for node in ast.walk(tree):
        match node:
            case (
                ast.BinOp(op=ast.LShift(), left=left, right=right)
                | ast.AugAssign(op=ast.LShift(), target=left, value=right)
            ):
                number = value(left, known)
                if number is not None and value(right, known) is None:
                    found.append((node.lineno, "a constant is shifted in 32 bits. Use bit(n) or shift(x, n)"))
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int() as number) if not -(2**62) <= number < 2**62:
                found.append((node.lineno, "a number beyond 2**62 is boxed"))
            case ast.IfExp(body=body, orelse=orelse) if (value(body, known) is None) != (value(orelse, known) is None):
                found.append((node.lineno, "`x if c else 1` boxes. Use an if statement"))
            case ast.Import(names=names) if bad := {n.name.partition(".")[0] for n in names} & fetched:
                found.append((node.lineno, f"rules may not import {', '.join(sorted(bad))}"))
            case ast.ImportFrom(module=str() as module) if module.partition(".")[0] in fetched:
                found.append((node.lineno, f"rules may not import {module}"))
            case ast.FunctionDef(name="__new__"):
                found.append((node.lineno, "no __new__ in a compiled class"))
    return [f"{line}: {why}: {source.splitlines()[line - 1].strip()}" for line, why in sorted(found)]


@pytest.mark.parametrize("file", LISTED + STRANGERS)
def test_compiled_modules_are_written_so_that_mypyc_gets_them_right(file: str) -> None:
    assert faults((ROOT / file).read_text("utf-8"), set() if file in NO_RULES else FETCHED) == []


@pytest.mark.parametrize(
    "line",
    [
        "y = 1 << n",
        "y = i64(1) << n",
        "y = MASK << n",
        "y = (MASK | 8) << n",
        "y = -1 << n",
        "y = 0x7FFF_FFFF_FFFF_FFFF",
        "y = x if n else 10",
        "y = 0 if n else x",
        "import random",
        "from os import path",
        "import os.path",
    ],
)
def test_the_check_finds(line: str) -> None:
    assert len(faults(f"MASK: Final = 7\n{line}")) == 1


@pytest.mark.parametrize("line", ["y = 1 << 40", "y = x << n", "y = bit(n)", "y = MASK << 4", "y = a if n else b"])
def test_the_check_leaves_alone(line: str) -> None:
    assert faults(f"MASK: Final = 7\n{line}") == []
