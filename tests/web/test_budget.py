"""The front end stays small: effects only for what lies outside the page's own state, and few lines of style."""

import re
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
EFFECT = re.compile(r"\$effect(?:\.\w+)?\(")
STYLE = re.compile(r"<style>\n(.*?)</style>", re.S)
MOST_EFFECTS = 40
MOST_LINES_OF_STYLE = 7000


def test_effects_are_few() -> None:
    """A title is `<svelte:head>`, an answer a `Resource`, a reset `$derived` or `{#key}`, a focus `{@attach}`."""
    files = [file for ending in ("ts", "svelte") for file in SOURCES.rglob(f"*.{ending}") if ".test." not in file.name]
    found = {str(file.relative_to(SOURCES)): len(EFFECT.findall(file.read_text("utf-8"))) for file in files}
    assert found["play/after.svelte.ts"] > 0
    assert sum(found.values()) <= MOST_EFFECTS, {name: n for name, n in found.items() if n}


def test_styles_are_few() -> None:
    components = [style for file in SOURCES.rglob("*.svelte") for style in STYLE.findall(file.read_text("utf-8"))]
    sheets = [file.read_text("utf-8") for file in SOURCES.rglob("*.css")]
    assert len(components) > 50
    assert len(sheets) > 2
    assert sum(style.count("\n") for style in [*components, *sheets]) <= MOST_LINES_OF_STYLE
