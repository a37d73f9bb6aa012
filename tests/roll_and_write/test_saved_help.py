"""What the teacher shows, saved for the tests of the page; and the same after a move that is only tried out.

`python tests/roll_and_write/test_saved_help.py` writes tests/views/help/roll_and_write_*.json anew.
"""

from pathlib import Path
from random import Random

import msgspec
import pytest

from tepui.bots.contract import choose
from tepui.coach.help import LEVELS
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.bots.steady import Learned
from tepui.games.roll_and_write.coach import help

VIEWS = Path(__file__).parent.parent / "views" / "help"


def moment(phase: str) -> View:
    """A decision in the middle of a game of three."""
    rng = Random(5)
    table = Table(GAME, GAME.setting(3), Dealer("taught").choose, ("Anna", "Ben", "Cleo"))
    while True:
        view = table.look(table.to_act[0])
        picture = view.picture()
        arrows = any(option.arrow for option in picture.options)
        if picture.phase == phase and arrows and picture.turn > 12 and len(view.codes()) > 4:
            return view
        index = choose(Learned(), view, 1, rng)
        assert index is not None
        table.pick(view.eye, index)


def saved(phase: str) -> bytes:
    view = moment(phase)
    helped = {level: help.shown(view, level, None) for level in LEVELS}
    data = {"names": view.names, "picture": view.picture(), "legal": view.legal(), "helped": helped}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


@pytest.mark.parametrize("phase", ["choose", "accelerate"])
def test_the_saved_help_is_that_of_the_game(phase: str) -> None:
    assert (VIEWS / f"roll_and_write_{phase}.json").read_bytes() == saved(phase)


def test_only_the_teacher_values_and_only_who_decides() -> None:
    view = moment("choose")
    teacher = help
    assert teacher is not None
    assert teacher.shown(view, "pencil", None) is teacher.shown(view, "referee", None) is None
    assert len(teacher.shown(view, "teacher", None).values) == len(view.codes())


def test_an_arrow_is_worth_its_best_chain() -> None:
    """The value of an entry in an arrow box is that of the best answer to the arrow, found on the view tried out."""
    view = moment("choose")
    teacher = help
    assert teacher is not None
    values = teacher.shown(view, "teacher", None).values
    arrows = [at for at, option in enumerate(view.picture().options) if option.arrow]
    assert arrows
    for at in arrows:
        assert max(teacher.shown(view.try_out([at]), "teacher", None).values) == values[at]


if __name__ == "__main__":
    for phase in ("choose", "accelerate"):
        (VIEWS / f"roll_and_write_{phase}.json").write_bytes(saved(phase))
