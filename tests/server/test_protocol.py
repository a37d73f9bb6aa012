"""docs/protocol.md says what the lists of messages in the server say: the same messages, fields and types."""

import ast
import inspect
import re
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tepui.coach import moments, what_if
from tepui.coach.lessons import messages as lessons
from tepui.core.game import Option
from tepui.server import games
from tepui.server.duplicate import messages as shared_chance
from tepui.server.games import GameInfo
from tepui.server.history import messages as history
from tepui.server.people import messages as people
from tepui.server.reviews import messages as reviews
from tepui.server.rooms import messages as lobby
from tepui.server.wire import messages

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
STRUCTS = {
    name: kind
    for module in (messages, moments, games, lessons, what_if, lobby, people, history, reviews, shared_chance)
    for name, kind in vars(module).items()
    if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
} | {"Option": Option}


def documented() -> dict[str, dict[str, str]]:
    """{"Pick": {"turn": "int", ...}} out of the page's headings and tables."""
    found: dict[str, dict[str, str]] = {}
    rows: dict[str, str] = {}
    for line in PAGE.read_text().splitlines():
        if heading := re.match(r"### `(\w+)`", line):
            rows = found.setdefault(heading[1], {})
        elif row := re.match(r"\| `(\w+)` \| `([^`]+)` \| (.+) \|$", line):
            assert row[1] not in rows, f"{row[1]} stands twice"
            assert row[3].strip(), f"{row[1]} says nothing"
            rows[row[1]] = row[2].replace("\\|", "|")
    return found


@cache
def annotated(kind: type) -> dict[str, str]:
    """Its fields with their types as they are written, whether or not Python reads annotations late."""
    if not issubclass(kind, msgspec.Struct) or kind is msgspec.Struct:
        return {}
    [found] = ast.parse(inspect.getsource(kind)).body
    assert isinstance(found, ast.ClassDef)
    fields = [one for one in found.body if isinstance(one, ast.AnnAssign)]
    return {ast.unparse(one.target): ast.unparse(one.annotation) for one in fields}


@cache
def spoken() -> dict[str, dict[str, str]]:
    """The same out of the code: a message goes by its tag, a part by its name."""
    found = {}
    for name, kind in STRUCTS.items():
        if name == "In":
            continue
        written = {key: note for base in reversed(kind.__mro__) for key, note in annotated(base).items()}
        info = msgspec.structs.fields(kind)
        tag = kind.__struct_config__.tag
        found[tag or name] = {
            field.encode_name: written[field.name]
            for field in info
            if not (field.name == "id" and issubclass(kind, messages.In))
        }
    return found


def test_the_page_names_exactly_the_messages_that_exist() -> None:
    assert sorted(documented()) == sorted(spoken())


@pytest.mark.parametrize("name", sorted(spoken()))
def test_the_page_names_every_field_with_its_type(name: str) -> None:
    assert documented()[name] == spoken()[name]


def test_each_incoming_message_is_read_by_its_tag() -> None:
    decoder = msgspec.json.Decoder(messages.Incoming)
    for kind in get_args(messages.Incoming):
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(b'{"type":"%s","nonsense":1}' % kind.__struct_config__.tag.encode())
    assert decoder.decode(b'{"type":"try","turn":3,"try":[1,2],"id":7}') == messages.Try(turn=3, picks=[1, 2], id=7)


def test_every_type_has_a_json_schema() -> None:
    _, parts = msgspec.json.schema_components([messages.Incoming, messages.Outgoing, GameInfo])
    assert {"View", "Pick", "RoomMessage"} <= set(parts)
