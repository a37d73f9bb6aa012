"""Which entry of a companion can be the one mistake, and what would mend it: each is tried out with other values.

What came before it is folded once, and each value goes on from there. How much is tried is counted in entries folded,
so that no list of entries, whatever it holds, takes longer than a good one of the same length a few times over.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tepui.coach.companion import Companion
from tepui.coach.companion.messages import CompanionChoice, CompanionSuspect, Entry

RECENT = 6  # entries before a stuck one that may be in its way
TRIED = 1200  # entries that are folded to try out other values
OTHERS = 5  # entries that are doubted, and values offered for each; all others are behind a tap
BELIEF = 20  # what it costs to ask whether a fold can be true, in entries


class Tries:
    """Other values in place of one entry, as long as there is time for them."""

    def __init__(self, kept: Companion) -> None:
        self.kept = kept
        self.left = TRIED

    def at(self, entry: int) -> Iterator[tuple[CompanionChoice, Companion]]:
        """What could have been entered there instead, each with the table as it would then be."""
        kept = self.kept
        if not self.spend(entry):
            return
        before = before_entry(kept, entry)
        for other in others_after(before, kept.entries[entry]):
            if not self.spend(len(kept.entries) - entry + BELIEF):
                return
            yield other, before.twin().fold([other.entry, *kept.entries[entry + 1 :]])

    def spend(self, entries: int) -> bool:
        self.left -= entries
        return self.left >= 0


def suspects_of(kept: Companion) -> list[CompanionSuspect]:
    """The entries that can be the one mistake, the likeliest first, each with the values that would mend it."""
    tries = Tries(kept)
    if kept.stuck is not None:
        return _in_the_way(kept, kept.stuck, tries)
    found = []
    for suspect in kept.real.doubt(kept.view, kept.moves()):
        row = kept.rows[suspect.move]
        if row.entry is not None:
            tried = ((again.worlds(), other) for other, again in tries.at(row.entry) if again.stuck is None)
            found.append(doubted(row.entry, row.text, suspect.share, likeliest(tried)))
    return found[:OTHERS]


def doubted(entry: int, text: str, share: float, others: list[CompanionChoice]) -> CompanionSuspect:
    return CompanionSuspect(entry=entry, text=text, share=round(share, 3), others=others)


def _in_the_way(kept: Companion, stuck: int, tries: Tries) -> list[CompanionSuspect]:
    """Earlier entries of which another value lets the stuck one in: the same thing entered before, or one of the
    last few; those that let most of the rest in come first."""
    action, moves = kept.entries[stuck].action, kept.moves()
    same = [
        kept.rows[move].entry
        for offer in kept.offers()
        for one, move in kept.real.elsewhere(offer.position, action, moves)
        if one == action
    ]
    recent = range(stuck - 1, max(-1, stuck - 1 - RECENT), -1)
    text = {row.entry: row.text for row in kept.rows}
    found = []
    for entry in dict.fromkeys(one for one in (*same, *recent) if one is not None):
        reached: dict[int, list[tuple[float, CompanionChoice]]] = {}
        for other, again in tries.at(entry):
            reach = len(kept.entries) if again.stuck is None else again.stuck
            if reach > stuck and (worlds := again.worlds()):
                reached.setdefault(reach, []).append((worlds, other))
        if reached:
            best = max(reached)
            found.append((best, doubted(entry, text[entry], 0.0, likeliest(reached[best]))))
    found.sort(key=lambda one: -one[0])
    return [replace(one, share=round(1 / len(found), 3)) for _, one in found]


def likeliest(tried: Iterable[tuple[float, CompanionChoice]]) -> list[CompanionChoice]:
    """The few values that leave most worlds: any of these may be the true one."""
    return [other for worlds, other in sorted(tried, key=lambda one: -one[0])[:OTHERS] if worlds]


def before_entry(kept: Companion, entry: int) -> Companion:
    before = Companion(kept.game, kept.setting, kept.eye, kept.names, kept.language, kept.sheet, quiet=True)
    return before.fold(kept.entries[:entry])


def others_after(before: Companion, was: Entry) -> list[CompanionChoice]:
    form, alike = before.form(), type(was.action)
    choices = [] if form is None else form.choices
    return [one for one in choices if one.entry.by == was.by and type(one.action) is alike and one.action != was.action]
