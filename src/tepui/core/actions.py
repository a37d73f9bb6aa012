"""Actions as people and files name them: frozen Structs, one JSON object each."""

import re

import msgspec


def snake(name: str) -> str:
    """TakeToken -> take_token."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Action(msgspec.Struct, frozen=True, tag_field="do", tag=snake, forbid_unknown_fields=True):
    """`class Guess(Action, frozen=True): wheel: int; low: int` is `{"do":"guess","wheel":7,"low":9}`; a hole: null."""
