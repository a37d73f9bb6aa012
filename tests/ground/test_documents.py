"""What the documents show is true: their examples run, their links lead somewhere."""

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

import tepui
from tepui.arena.matches import match
from tepui.cli import OF_A_GAME, OF_RECORDS, function_of
from tepui.cli_args import described
from tepui.core import find
from tepui.core.refusal import UnknownName

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


TEMPLATE = ROOT / "src/tepui/new_game/README.md.tmpl"


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def ours() -> list[str]:
    """The games that a newcomer has after the set-up; those of tests/strangers are installed for tests only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return list(project["entry-points"]["tepui.games"])


def test_the_examples_of_the_readme_run(monkeypatch: pytest.MonkeyPatch) -> None:
    there = find.names()
    monkeypatch.setattr(find, "names", lambda: {name: there[name] for name in ours()})
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_examples_for_researchers_run() -> None:
    page = ROOT / "docs/research/README.md"
    text = page.read_text("utf-8")
    for game in set(re.findall(r'research\.\w+\("([\w-]+)"', text)) - set(ours()):
        assert f"-e tests/strangers/{game}" in text, f"{game} is not installed by the set-up, so the page says how"
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted >= 15
    assert result.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_links_inside_the_project_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)#]+)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), f"{named(document)} points to {target}, which is not there"


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_a_table_has_a_head(document: Path) -> None:
    """Without one it is shown as text with bars."""
    lines = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.S | re.M).splitlines()
    firsts = [at for at, line in enumerate(lines) if line.startswith("|") and not lines[at - 1].startswith("|")]
    assert not [lines[at] for at in firsts if not re.fullmatch(r"\|[-| :]+\|", lines[at + 1])]


PICTURES = ROOT / "docs" / "pictures"


def test_every_picture_that_is_linked_is_there_and_every_one_that_is_there_is_linked() -> None:
    linked = set()
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        for target in re.findall(r"\]\((?!https?:)([^)#]+\.(?:png|svg|gif))\)|src=\"([^\"]+)\"", text):
            path = (document.parent / "".join(target)).resolve()
            assert path.is_file(), f"{named(document)} shows {path.name}, which is not there: `python3 dev.py pictures`"
            linked.add(path)
    unlinked = {path.name for path in PICTURES.iterdir()} - {path.name for path in linked}
    assert not unlinked, f"nothing shows {unlinked}. Delete them"


def test_the_pages_made_from_the_source_are_up_to_date() -> None:
    answer = subprocess.run(
        [sys.executable, ROOT / "tools" / "pages.py", "check"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_every_variable_of_ours_is_in_the_documents() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    for file in (ROOT / "src").glob("**/*.py"):
        for name in re.findall(r"[\"'](TEPUI_[A-Z_]+)[\"']", file.read_text("utf-8")):
            assert f"`{name}`" in page, f"{file.name} reads {name}: put it into tools/pages.py"


def test_every_page_is_in_the_menu_of_the_site() -> None:
    menu = (ROOT / "zensical.toml").read_text("utf-8")
    for document in DOCUMENTS:
        folder = f'"{document.parent.relative_to(ROOT).as_posix()}/*"'
        assert f'"{named(document)}"' in menu or folder in menu, f"{named(document)} is in no menu"


def test_the_bot_of_the_readme_plays_and_beats_random(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    source = next(block for block in re.findall(r"^```python\n(.*?)^```$", text, re.S | re.M) if "sys.stdin" in block)
    assert len([line for line in source.splitlines() if line.strip()]) <= 14
    (tmp_path / "my_bot.py").write_text(source)
    result = match("lost-code", [f"program:{sys.executable} {tmp_path / 'my_bot.py'}", "random"], pairs=20)
    assert not result.failed and f"{result.share[0]:.1%}" in text, "the table below it is another one"


# ---- English that a twelve-year-old reads ----

WORDS = r"\b([Ww]hoever|[Ss]omebody|[Ee]verybody|[Aa]nybody|anew|reckon\w*|[Mm]ends?|[Mm]ended|told)\b"
BANNED = WORDS + "|;"


def banned_words(text: str) -> int:
    return len(re.findall(BANNED, text))


def banned_in(document: Path) -> int:
    """In its prose: no code, no fenced block, no link's address, no entity of HTML."""
    text = re.sub(r"^```.*?^```$|^    .*$", "", document.read_text("utf-8"), flags=re.S | re.M)
    return banned_words(re.sub(r"`[^`]*`|\]\([^)]*\)|&\w+;", "", text))


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_the_english_of_the_documents_is_plain(document: Path) -> None:
    """CONTRIBUTING, "How Tepui speaks"."""
    assert not banned_in(document), f"{named(document)}: words that `How Tepui speaks` does not use, or semicolons"


def texts_of_the_source() -> Iterator[tuple[str, str, bool]]:
    """Every file's texts: what a program says to someone (True), and what it says about itself, in docstrings and
    comments (False)."""
    for path in [ROOT / "dev.py", *sorted((ROOT / "src/tepui").glob("**/*.py"))]:
        if "_compiled" in path.parts:
            continue
        source = path.read_text("utf-8")
        nodes = list(ast.walk(ast.parse(source)))
        about = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield named(path), node.value, id(node) not in about
        for token in tokenize.generate_tokens(StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield named(path), token.string, False


WITHIN = 1180  # in its comments and docstrings there still are some: only ever fewer


def test_the_english_of_the_source_is_plain() -> None:
    """What a person reads from a program has none of these words, and no semicolon between two clauses."""
    texts = list(texts_of_the_source())
    said = [f"{name}: {text}" for name, text, to_someone in texts if to_someone and " " in text]
    assert not [text for text in said if re.search(rf"{WORDS}|[a-z)]; [a-z]+ [a-z]+ ", text)]
    assert sum(banned_words(text) for _, text, to_someone in texts if not to_someone) <= WITHIN


@pytest.mark.parametrize("words", [*ROOT.glob("web/src/**/en.json"), *ROOT.glob("src/tepui/**/de.po")], ids=named)
def test_the_english_on_the_page_and_at_the_table_is_plain(words: Path) -> None:
    english = r'^\s*"[^"]+": "(.*)"' if words.suffix == ".json" else r'^msgid "(.*)"$'
    assert not [text for text in re.findall(english, words.read_text("utf-8"), re.M) if re.search(f"{WORDS}|; ", text)]


BUTTONS = {"Install", "Add to home screen"}  # those of the browser


def test_every_button_that_a_players_page_names_is_there() -> None:
    """*Learn · 8 min*, in italics: words of the front end, of the pages without scripts or of the pocket."""
    catalogues = [*ROOT.glob("web/src/**/en.json"), ROOT / "web/src/worker/words.ts"]
    shown = {
        re.sub(r"\{\w+\}", "8", text)
        for file in [*catalogues, *ROOT.glob("src/tepui/**/de.po")]
        for text in re.findall(r'"([^"]+)",?$', file.read_text("utf-8"), re.M)
    }
    menu = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    shown |= set(re.findall(r">([^<>]+)<", "".join(map(Path.read_text, ROOT.glob("src/tepui/server/**/*.html")))))
    pages = re.findall(r"docs/[\w-]+\.md", str([part for part in menu if set(part) <= {"Start", "Play", "Host"}]))
    for page in set(pages) - {"docs/security.md"}:
        text = re.sub(r"\*\*[^*]+\*\*", "", (ROOT / page).read_text("utf-8"))
        named_there = set(re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*", text))
        assert named_there - BUTTONS <= shown, f"{page}: {named_there - BUTTONS - shown}"


@pytest.mark.parametrize("document", sorted(ROOT.glob("docs/reference/*.md")), ids=named)
def test_modules_of_the_reference_exist(document: Path) -> None:
    for module in re.findall(r"^::: (\S+)$", document.read_text("utf-8"), re.M):
        path = ROOT / "src" / Path(*module.split("."))
        assert path.with_suffix(".py").exists() or path.is_dir(), module


def test_the_door_of_the_reference_is_whole() -> None:
    assert f"`from tepui import {', '.join(tepui.__all__)}`" in (ROOT / "docs/reference/README.md").read_text("utf-8")


@pytest.mark.parametrize("document", sorted(ROOT.glob("docs/decisions/0*.md")), ids=named)
def test_a_decision_is_half_a_page(document: Path) -> None:
    assert len(document.read_text("utf-8").split()) <= 420


COMMAND = re.compile(r"(\w+=\S+ )*(tepui|python3?|pip|npm|git|curl|source|\.venv/\S+) ")


def commands(document: Path) -> list[str]:
    """The lines of its blocks that someone copies into a shell: indented ones, and fenced ones without a language."""
    found, fenced = [], ""
    for line in document.read_text("utf-8").splitlines():
        if line.lstrip().startswith("```"):
            fenced = "" if fenced else line.strip()
        elif fenced == "```" or fenced in ("```sh", "```bash") or (not fenced and line.startswith("    ")):
            found.append(line.strip())
    return [line for line in found if COMMAND.match(line + " ")]


@pytest.mark.parametrize("document", [file for file in [*DOCUMENTS, TEMPLATE] if commands(file)], ids=named)
def test_an_explanation_beside_a_command_is_a_comment(document: Path) -> None:
    """So that the whole line can be copied."""
    assert not [line for line in commands(document) if re.search(r"\S {2,}[^\s#]", line)]


@pytest.mark.parametrize("page", ["README.md", "docs/write-a-bot.md"])
def test_what_a_newcomer_copies_first_is_about_a_game_that_is_installed(page: str) -> None:
    of_a_game = re.compile(rf"tepui ({'|'.join(OF_A_GAME)}) ([\w-]+)")
    named_games = {found[2] for line in commands(ROOT / page) if (found := of_a_game.match(line))}
    made = {line.split()[2] for line in commands(ROOT / page) if line.startswith("tepui new-game")}
    assert named_games and named_games <= {*ours(), *made}


def test_the_locks_name_no_host() -> None:
    for lock in ROOT.glob("*.lock"):
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", lock.read_text("utf-8")), lock.name


def typed(document: Path) -> list[list[str]]:
    """The words behind `tepui` on every line that someone copies, and in code inside a sentence."""
    text = document.read_text("utf-8")
    inline = re.findall(r"`(tepui [^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M))
    found = []
    for line in [*commands(document), *inline]:
        line = re.sub(r"^(\.venv/bin/|/opt/tepui/bin/)", "", line.partition(" #")[0].partition(" > ")[0])
        if line.startswith("tepui ") and not re.search(r"\.\.\.|…|\[", line):
            found.append(shlex.split(line)[1:])
    return found


@pytest.mark.parametrize("document", [file for file in [*DOCUMENTS, TEMPLATE] if typed(file)], ids=named)
def test_every_command_of_the_documents_is_understood(document: Path) -> None:
    """By its own parser: an option that was renamed, a value that is refused, a word too many."""
    if named(document) == "CHANGELOG.md":
        return  # tells of what was
    for words in typed(document):
        name, *others = words
        if name in ("help", "--help", "--version", "COMMAND") or not others:
            continue
        if name in OF_RECORDS:
            others = [word for word in others if not word.endswith(".py")]
        try:
            described(function_of(name)).parse_args(others)
        except UnknownName as refusal:
            if re.search(r"(no number|invalid \w+ value): '[A-Z]+'", str(refusal)):
                continue  # a place for a number: --memory MB
            missing = "the following arguments are required" in str(refusal)
            assert missing and f"`tepui {' '.join(words)}`" in document.read_text("utf-8"), f"{words}: {refusal}"
