"""What the rulebooks ask, clause by clause, and the tests that prove it.

    python tools/clauses.py            print the table
    python tools/clauses.py write      write it into docs/faithful.md
    python tools/clauses.py check      say which clause no test names, and fail

The clauses are in tests/clauses.toml, in our own words. A test names those it proves: `@pytest.mark.clause("LC-34")`.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIST, PAGE = ROOT / "tests" / "clauses.toml", ROOT / "docs" / "faithful.md"
HEAD = """# True to the box

Everything that the rulebooks ask of an implementation, in our own short words, the tests that prove it, and our reading
where the books are silent or differ. `python3 dev.py clauses` prints this table, and a test fails when a clause has no
test (`tests/clauses.toml`, and a test names its clauses with `@pytest.mark.clause`). Numbers such as 15.7 and R-14 are
those of the game's `RULES.md`. (LC-nn in the comments of older tests are numbers of worked examples, not of clauses.)
"""


class Clause(NamedTuple):
    number: str
    asks: str
    reading: str
    tests: list[str]


def clauses() -> dict[str, list[Clause]]:
    """By game: what its book asks."""
    proofs = named()
    return {
        game: [Clause(number, *split(said), proofs.get(number, [])) for number, said in listed.items()]
        for game, listed in tomllib.loads(LIST.read_text("utf-8")).items()
    }


def split(said: str | list[str]) -> tuple[str, str]:
    return (said, "") if isinstance(said, str) else (said[0], said[1])


def named() -> dict[str, list[str]]:
    """By clause: the tests that carry its number."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").glob("**/test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in numbers_of(node):
                    found.setdefault(number, []).append(f"{file.parent.name}/{file.stem}: {node.name[5:]}")
    return found


def numbers_of(test: ast.FunctionDef) -> list[str]:
    marks = [mark for mark in test.decorator_list if isinstance(mark, ast.Call)]
    marks = [mark for mark in marks if isinstance(mark.func, ast.Attribute) and mark.func.attr == "clause"]
    return [str(given.value) for mark in marks for given in mark.args if isinstance(given, ast.Constant)]


def table(listed: list[Clause]) -> list[str]:
    rows = ["| clause | what it asks | proven by | our reading |", "|---|---|---|---|"]
    for clause in listed:
        tests = "<br>".join(f"`{test}`" for test in clause.tests) or "**none**"
        rows.append(f"| {clause.number} | {clause.asks} | {tests} | {clause.reading} |")
    return rows


def page() -> str:
    parts = [HEAD]
    for game, listed in clauses().items():
        parts.append("\n".join([f"## {game}", "", *table(listed), ""]))
    return "\n".join(parts)


def complaints() -> list[str]:
    known = {clause.number: clause for listed in clauses().values() for clause in listed}
    found = [f"no test names {number}: {clause.asks}" for number, clause in known.items() if not clause.tests]
    found += [
        f"{tests[0]} names {number}, which is no clause" for number, tests in named().items() if number not in known
    ]
    if not PAGE.exists() or PAGE.read_text("utf-8") != page():
        found.append("docs/faithful.md is old. `python3 dev.py clauses write` writes it again")
    return found


def main(words: list[str]) -> int:
    if words == ["write"]:
        PAGE.write_text(page(), "utf-8")
    elif words != ["check"]:
        print(page())
    wrong = complaints()
    print(*wrong, sep="\n", file=sys.stderr, end="\n" if wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
