"""What the documents show is true: their examples run, their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_examples_for_researchers_run() -> None:
    result = doctest.testfile(str(ROOT / "docs/research/README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 15
    assert result.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_links_inside_the_project_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)#]+)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), f"{named(document)} points to {target}, which is not there"


def test_the_locks_name_no_host() -> None:
    for lock in ROOT.glob("*.lock"):
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", lock.read_text("utf-8")), lock.name
