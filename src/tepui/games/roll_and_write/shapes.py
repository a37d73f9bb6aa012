"""The table as a board, a bot or a reader needs it: everyone's sheet, the dice, and what each move would do."""

import msgspec


class Die(msgspec.Struct, frozen=True):
    colour: str | None  # one of the two
    digit: int | None
    taken: bool  # by the roller: it has left the middle


class Column(msgspec.Struct, frozen=True):
    colour: str
    numbers: tuple[int, ...]  # from the bottom up
    circle: str  # open, marked, struck
    top: bool
    points: int
    next: int | None  # points with one box more, null if there is none


class SheetPicture(msgspec.Struct, frozen=True):
    columns: tuple[Column, ...]
    artefacts: int
    artefact_points: int
    refusals: int
    refusal_points: int
    bonus: tuple[str, ...]  # bridges that paid
    bonus_points: int
    bridges: tuple[str, ...]  # each one: open, passing (paid at the end of this turn), paid, gone
    away: tuple[int, ...]  # steps to each bridge
    exhausted: bool
    total: int


class Bridge(msgspec.Struct, frozen=True):
    name: str
    open: bool  # nobody has passed it in an earlier turn


class Printed(msgspec.Struct, frozen=True):
    """What the parts file says, the same for the whole game."""

    colours: tuple[str, ...]
    arrows: dict[str, tuple[int, ...]]  # boxes 1 to 9
    artefacts: dict[str, tuple[int, ...]]  # boxes 1 to 9. Every top (10) has one too
    expedition: tuple[int, ...]
    circle: int  # a marked circle and no number, before it is doubled
    artefact: tuple[int, ...]
    refusal: tuple[int, ...]
    bonus: int
    bridge: int  # the box that a bridge lies on
    reconstruction: bool


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
    bridges: tuple[str, ...] = ()  # that this move passes and that pay at the end of the turn
    bonus: int = 0  # what they pay
    arrow: bool = False  # an acceleration follows
    exhausted: bool = False


class Picture(msgspec.Struct, frozen=True):
    phase: str
    turn: int
    roller: int | None
    deciding: tuple[int, ...]
    owing: tuple[int, ...]  # seats that have not finished this turn
    dice: tuple[Die, ...]
    sheets: tuple[SheetPicture, ...]
    bridges: tuple[Bridge, ...]
    options: tuple[Outlook, ...]  # one per legal action of the seat that looks, in their order
    printed: Printed
    places: tuple[int, ...]
