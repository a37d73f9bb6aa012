"""What a move would do, found by letting the rules play it on a copy: there is no second rule here."""

from typing import Any

from tepui.core.bits import bit
from tepui.games.roll_and_write.actions import use_of
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.rules import ACCELERATE, PASS, RollAndWrite
from tepui.games.roll_and_write.shapes import Outlook
from tepui.games.roll_and_write.sheet import Sheet, bonus

BRIDGES = (*NAMES, "artefacts", "refusals")


def named(bridges: int) -> tuple[str, ...]:
    return tuple(name for b, name in enumerate(BRIDGES) if bridges >> b & 1)


def outlook(position: RollAndWrite, seat: int, code: int) -> Outlook:
    twin = position.clone()
    twin.apply(seat, code)
    old, new = position.sheets[seat], twin.sheets[seat]
    passed = new.passed & ~old.passed & new.pays(position.bridges)
    accelerates = position.phase == ACCELERATE
    common: dict[str, Any] = {
        "accelerates": accelerates,
        "change": new.points() - old.points(),
        "artefacts": new.artefacts if new.artefacts != old.artefacts else None,
        "artefact_points": new.artefact_points() if new.artefacts != old.artefacts else None,
        "bridges": named(passed),
        "bonus": bonus(passed),
        "arrow": twin.phase == ACCELERATE and twin.deciding == bit(seat),
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
    die = digit
    if accelerates:
        die = 1  # an acceleration marks no circle
    use = use_of(old, colour, die)
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
