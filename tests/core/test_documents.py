"""The documents: every link leads somewhere, and everything public has a page."""

import re
from pathlib import Path

import pytest
from core.test_door import PUBLIC

ROOT = Path(__file__).parents[2]
PAGES = [page for folder in ("", "docs", "docs/*") for page in sorted(ROOT.glob(f"{folder}/*.md".lstrip("/")))]
pytestmark = pytest.mark.once


def prose(page: Path) -> str:
    """Without blocks and pieces of code, in which brackets are no links."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.S | re.M))


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.is_file(), f"{link} leads nowhere"  # a folder has no page in the site
        assert not anchor or anchor in anchors(there), f"{there.name} has no heading #{anchor}"


def test_everything_public_has_a_page_in_the_reference() -> None:
    told = {
        module: page.name
        for page in (ROOT / "docs" / "reference").glob("*.md")
        for module in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.M)
    }
    assert set(told) == set(PUBLIC)
    index = (ROOT / "docs" / "reference" / "README.md").read_text("utf-8")
    assert not [page for module, page in told.items() if f"[`{module}`]({page})" not in index]
