"""What a move would do, found by letting the rules play it on a copy: there is no second rule here."""

from __future__ import annotations

from typing import Any

import msgspec

from tepui.games.roll_and_write.actions import use_of
from tepui.games.roll_and_write.parts import NAMES
from tepui.games.roll_and_write.rules import ACCELERATE, PASS, RollAndWrite
from tepui.games.roll_and_write.sheet import Sheet, bonus

BRIDGES = (*NAMES, "artefacts", "refusals")


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """One action of the legal list: where it writes, what that triggers, and what it changes in points."""

    use: str  # circle, number, top, refuse, skip
    accelerates: bool  # an acceleration (or its skip), not dice
    colour: str | None = None
    digit: int | None = None  # the die
    box: int | None = None  # 0 the circle, 1 to 9, 10 the top artefact
    number: int | None = None  # what is written in the box
    before: int = 0  # points of this column (of the refusals, for a refusal), and after
    after: int = 0
    change: int = 0  # of the whole sheet, without bridges
    artefacts: int | None = None  # so many, if one is found
    artefact_points: int | None = None
    refusals: int | None = None
    bridges: tuple[str, ...] = ()  # passed by this move
    bonus: int = 0  # what these bridges pay at the end of the turn
    arrow: bool = False  # an acceleration follows
    exhausted: bool = False


def named(bridges: int) -> tuple[str, ...]:
    return tuple(name for b, name in enumerate(BRIDGES) if bridges >> b & 1)


def outlook(position: RollAndWrite, seat: int, code: int) -> Outlook:
    twin = position.clone()
    twin.apply(seat, code)
    old, new = position.sheets[seat], twin.sheets[seat]
    passed = new.passed & ~old.passed
    accelerates = position.phase == ACCELERATE
    common: dict[str, Any] = {
        "accelerates": accelerates,
        "change": new.points() - old.points(),
        "artefacts": new.artefacts if new.artefacts != old.artefacts else None,
        "artefact_points": new.artefact_points() if new.artefacts != old.artefacts else None,
        "bridges": named(passed),
        "bonus": bonus(passed & new.pays(position.bridges)),
        "arrow": twin.phase == ACCELERATE and twin.deciding == 1 << seat,
    }
    if code == PASS:
        return Outlook(
            use="skip" if accelerates else "refuse",
            before=old.refusal_points(),
            after=new.refusal_points(),
            refusals=new.refusals,
            exhausted=new.exhausted(),
            **common,
        )
    colour, digit = divmod(code - 1, 10)
    use = use_of(old, colour, 1 if accelerates else digit)  # only dice mark a circle
    return Outlook(
        use=use,
        colour=NAMES[colour],
        digit=None if accelerates else digit,
        box=new.height(colour),
        number=new.repeated(colour) if use == "number" else None,  # the lowest that fits now is the one just written
        before=old.expedition(colour),
        after=new.expedition(colour),
        **common,
    )


def to_bridge(sheet: Sheet) -> tuple[int, ...]:
    return tuple(sheet.away(bridge) for bridge in range(len(BRIDGES)))
