"""Pages of ours that need no script, out of their templates."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from tepui.bots import levels
from tepui.bots import names as bot_names
from tepui.server.people.asker import Asker
from tepui.server.refusals import words

FOLDER = Path(__file__).parent / "plain" / "templates"
PAGES = Environment(
    loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True, auto_reload=False
)
SIGNS = {True: "✓", False: "–", None: "?"}
PAGES.filters["said"] = lambda value: SIGNS[value] if isinstance(value, bool | None) else str(value)
PAGES.filters["day"] = lambda seconds: f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"
PAGES.filters["levels_first"] = lambda bots: sorted(bots, key=lambda bot: levels.level_of(bot) is None)
PAGES.filters["signed"] = lambda number, language: ("+" if number > 0 else "") + levels.figure(number, language)
PAGES.globals["bot_title"] = bot_names.title


def rendered(template: str, language: str, status: int = 200, **things: Any) -> Response:
    return HTMLResponse(PAGES.get_template(template).render(_=words(language), **things), status)


def page(at: Asker, template: str, /, status: int = 200, **things: Any) -> Response:
    _ = at.guest  # a newcomer gets a cookie
    things = {"refusal": "", "back": at.scope["path"], **things}
    return rendered(template, at.language, status, **things)
