"""What the page gets at each level of help, saved for the tests of the page.

`python tests/lost_code/test_saved_help.py` writes tests/views/help/lost_code_*.json anew.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tepui.coach.help import LEVELS
from tepui.core.record import read, replay
from tepui.games.lost_code import GAME
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.coach import help

HERE = Path(__file__).parent.parent
VIEWS = HERE / "views" / "help"
RECORD = HERE / "records" / "lost-code-2-serpent.jsonl"
EYE = 0


def saved(phase: str) -> bytes:
    """The last such decision of the first seat: its view, what help adds at each level, a proof in words."""
    record = read(RECORD)
    moment = next(
        at
        for at in range(len(record.moves), 0, -1)
        if (table := replay(record, GAME, at)).look(EYE).must_act and table.look(EYE).picture().phase == phase
    )
    view = replay(record, GAME, moment).view(EYE)
    teacher = help.shown(view, "teacher", None)
    helped: dict[str, Any] = {level: help.shown(view, level, None) for level in LEVELS}
    helped["clash"] = help.shown(view, "referee", {"cells": {f"red {number}": "x" for number in range(9)}})
    seen = view.picture().seen
    colour, number = next(
        (colour, number)
        for colour, shares in enumerate(teacher.shares)
        for number, share in enumerate(shares)
        if share == 0 and seen[colour][number] is None
    )
    claim = {"colour": COLOURS[colour], "number": number}
    why = {language: help.why(view, claim, language) for language in GAME.languages}
    data = {"names": view.names, "picture": view.picture(), "legal": view.legal(), "helped": helped, "why": why}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


@pytest.mark.parametrize("phase", ["guess", "final"])
def test_the_saved_help_is_that_of_the_game(phase: str) -> None:
    assert (VIEWS / f"lost_code_{phase}.json").read_bytes() == saved(phase)


if __name__ == "__main__":
    VIEWS.mkdir(exist_ok=True)
    for phase in ("guess", "final"):
        (VIEWS / f"lost_code_{phase}.json").write_bytes(saved(phase))
        print(VIEWS / f"lost_code_{phase}.json")
