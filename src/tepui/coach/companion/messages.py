"""What a page and the companion say to each other: entries there, where the real table stands back."""

from typing import Any, Literal, NamedTuple

import msgspec

from tepui.coach.help import HelpLevel
from tepui.coach.moments import Depth, View
from tepui.coach.review.words import Told
from tepui.core.position import TABLE

By = int | Literal["table"]


class Entry(NamedTuple):
    """What someone saw at the table; without an action, something that no version of these rules can read."""

    by: int
    action: Any


def by_name(by: int) -> By:
    return "table" if by == TABLE else by


class CompanionEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that was seen at the table, as the form offered it."""

    by: By
    action: dict[str, Any]


class CompanionAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/games/GAME/companion: the setting, whose eyes, and everything that was entered so far."""

    seats: int
    names: list[str]
    options: dict[str, bool | int | str] = {}
    parts: str | None = None
    eye: int | Literal["audience"] = "audience"  # the audience: a pure scorekeeper for the whole table
    help: HelpLevel = "referee"
    marks: Any = None  # the pencil's own, as the sheet saved them
    depth: Depth = "referee"
    entries: list[CompanionEntry] = []
    claim: Any = None  # for .../companion/why: what the page points at


class CompanionChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be told. With a group it takes two taps: the group, then the choice in it."""

    by: By
    action: Any
    label: str
    group: str | None

    @property
    def entry(self) -> Entry:
        return Entry(TABLE if self.by == "table" else self.by, self.action)


class CompanionGone(msgspec.Struct, frozen=True, kw_only=True):
    """What cannot be told, because that entry has it elsewhere: maybe that one is wrong."""

    action: Any
    label: str
    entry: int


class CompanionForm(msgspec.Struct, frozen=True, kw_only=True):
    """What may be told next: one question, and all answers that can be true."""

    by: By
    prompt: str
    kind: str  # the `do` of its first choice
    choices: list[CompanionChoice]
    gone: list[CompanionGone]


class CompanionNoted(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an entry: a move, or the first that does not fit, or one that waits behind it."""

    n: int | None  # the number of its move in the journal
    text: str
    state: Literal["good", "stuck", "waiting"]
    sentence: str  # why it is stuck


class CompanionSuspect(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that can be the one mistake, and the other values that would mend it."""

    entry: int
    text: str
    share: float
    others: list[CompanionChoice]


class CompanionContradiction(msgspec.Struct, frozen=True, kw_only=True):
    """The entries cannot all be true, or one does not fit: which others may be wrong."""

    sentence: str
    suspects: list[CompanionSuspect]


class CompanionJudged(msgspec.Struct, frozen=True, kw_only=True):
    """What these eyes see about an answer that someone else got, by the number of its move."""

    n: int
    text: str


class CompanionState(msgspec.Struct, frozen=True, kw_only=True):
    """Where the table stands after these entries. Moves that no entry names came by themselves."""

    title: str
    names: list[str]
    depths: list[Depth]  # what this game offers
    view: View
    noted: list[CompanionNoted]
    form: CompanionForm | None  # null: nothing is left to tell
    next: list[CompanionForm]  # what is asked after it, whatever is answered: so a thumb can run ahead
    read_back: list[int]  # the set-up is complete: compare these entries with the table once
    stuck: int | None  # the entry that does not fit; the form is what would fit there
    contradiction: CompanionContradiction | None
    judged: list[CompanionJudged]
    over: bool


class CompanionProof(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/games/GAME/companion/why: the proof of a mark."""

    lines: list[str]


class CompanionReview(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/games/GAME/companion/review: the finished game looked at again through these eyes."""

    told: Told
