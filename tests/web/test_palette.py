"""One home for the palette: what the plain pages, the offline page and the manifest repeat of it is the same."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKENS = (ROOT / "web/src/design/tokens.css").read_text("utf-8")
LIGHT_DARK = r"light-dark\((#\w+), (#\w+)\)"


def token(name: str) -> tuple[str, str]:
    found = re.search(rf"--{name}: (?:{LIGHT_DARK}|(#\w+));", TOKENS)
    assert found, f"--{name} is not a colour of design/tokens.css"
    return (found[3], found[3]) if found[3] else (found[1], found[2])


def test_the_plain_pages() -> None:
    style = (ROOT / "src/tepui/server/plain/templates/style.css").read_text("utf-8")
    repeated = re.findall(rf"--([\w-]+): (?:{LIGHT_DARK}|(#\w+))", style)
    assert len(repeated) > 12
    for name, light, dark, both in repeated:
        assert token(name) == ((both, both) if both else (light, dark)), name
    assert not re.findall(r"#[0-9a-f]{3,6}\b", re.sub(r"--[\w-]+: [^;]+;", "", style)), "a colour without a name"


def test_the_page_without_a_line_and_the_installed_app() -> None:
    assert "#" not in (ROOT / "web/worker/offline.css").read_text("utf-8"), "the tokens are put before it by the build"
    manifest = json.loads((ROOT / "web/public/manifest.webmanifest").read_text("utf-8"))
    assert {manifest["background_color"], manifest["theme_color"]} == {token("page")[0]}
    metas = re.findall(r'name="theme-color" content="(#\w+)"', (ROOT / "web/index.html").read_text("utf-8"))
    assert [one.lower() for one in metas] == list(token("page"))


def test_no_component_has_a_type_size_that_has_a_name() -> None:
    for file in (ROOT / "web/src").rglob("*.svelte"):
        assert not re.search(r"font-size: 0\.(8125|875|9375)rem", file.read_text("utf-8")), (
            f"{file.name}: var(--text-N)"
        )
