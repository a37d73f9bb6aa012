"""`tepui new-game NAME`: a package with a whole little game in it, to be changed into another."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from tepui.cli_args import Parser
from tepui.core import find
from tepui.core.refusal import Refusal

HERE = Path(__file__).parent
FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "src/little_game/__init__.py": "__init__.py",
    "src/little_game/rules.py": "rules.py",
    "src/little_game/words.py": "words.py",
    "src/little_game/lessons/first.toml": "first.toml",
    "tests/test_little_game.py": "test.py",
}
NAMED = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class NoNewGame(Refusal):
    """It was not made; the sentence says what to do."""


def command(words: list[str]) -> int:
    parser = Parser("new-game", "Makes a package with a little game that plays, to be changed into yours.")
    parser.add_argument(
        "name", metavar="NAME", help="as it will be typed: small letters and dashes, for instance fire-flies"
    )
    parser.option("--out", "FOLDER", "where to make it (default: this folder)", Path(), Path)
    asked = parser.parse_args(words)
    folder = new_game(asked.name, asked.out)
    print(f"tepui: {folder} is made. Next:\n\n    cd {folder}\n    pip install -e .\n    tepui play {asked.name}\n")
    print(f"The rules are in src/{package_of(asked.name)}/rules.py. README.md says the rest.")
    return 0


def new_game(name: str, into: Path) -> Path:
    """Write the package below `into`; returns its folder."""
    package, folder = package_of(name), into / name
    if not NAMED.fullmatch(name) or len(name) > 40:
        raise NoNewGame(f"a game cannot be called {name!r}. Use small letters, digits and dashes, as in fire-flies")
    if keyword.iskeyword(package) or package == "tests" or find_spec(package) is not None or name in find.names():
        raise NoNewGame(f"there is something called {package!r} in this Python already. Choose another name")
    if folder.exists():
        raise NoNewGame(f"{folder} exists already. Choose another name, or another folder with --out")
    title = name.replace("-", " ").title()
    try:
        for file, template in FILES.items():
            text = (HERE / f"{template}.tmpl").read_text("utf-8")
            for old, new in (("little-game", name), ("little_game", package), ("Little Game", title)):
                text, file = text.replace(old, new), file.replace(old, new)
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
    except OSError as error:
        raise NoNewGame(f"{folder} cannot be written ({error.strerror}). Choose another folder with --out") from None
    return folder


def package_of(name: str) -> str:
    return name.replace("-", "_")
