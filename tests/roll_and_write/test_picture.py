"""The sample views that the board's own tests draw are those of the rules.

`python tests/roll_and_write/test_picture.py` writes tests/views/roll_and_write_*.json anew.
"""

from pathlib import Path
from random import Random

import msgspec

from tepui.bots.contract import choose
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.bots.steady import Steady

VIEWS = Path(__file__).parent.parent / "views"


def samples() -> dict[str, bytes]:
    rng = Random(5)
    table = Table(GAME, GAME.setting(3), Dealer("sample").choose, ("Anna", "Ben", "Cleo"))
    found: dict[str, bytes] = {}
    while not table.over:
        view = table.look(table.to_act[0])
        name = f"roll_and_write_{view.picture().phase}.json"
        if name not in found and view.position.turn > 15:
            found[name] = file_of(view)
        index = choose(Steady(), view, 1, rng)
        assert index is not None
        table.pick(view.eye, index)
    found["roll_and_write_over.json"] = file_of(table.look(0))
    return found


def file_of(view: View) -> bytes:
    data = {"names": view.names, "picture": view.picture(), "legal": view.legal()}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def test_the_sample_views_are_those_of_the_rules() -> None:
    found = samples()
    assert set(found) == {f"roll_and_write_{phase}.json" for phase in ("choose", "accelerate", "over")}
    assert {name: (VIEWS / name).read_bytes() for name in found} == found


if __name__ == "__main__":
    for name, data in samples().items():
        (VIEWS / name).write_bytes(data)
