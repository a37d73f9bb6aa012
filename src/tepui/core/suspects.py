"""Which entry of a companion can be the one mistake, and what would mend it: each is tried out with other values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tepui.core.companion import Choice, Companion, Entry

RECENT = 6  # entries before a stuck one that may be in its way
TRIED = 120  # folds that are spent on the other values of suspects


class Suspected(NamedTuple):
    """An entry that can be the mistake, and what would mend it."""

    entry: int
    text: str
    share: float
    others: list[Choice]


def suspects_of(kept: Companion) -> list[Suspected]:
    """The entries that can be the one mistake, the likeliest first, each with the values that would mend it."""
    if kept.stuck is not None:
        return _in_the_way(kept, kept.stuck)
    found, left = [], TRIED
    for suspect in kept.game.real_table.doubt(kept.view, kept.moves()):
        row = kept.rows[suspect.move]
        if row.entry is None:
            continue
        choices = others_at(kept, row.entry)
        mended = []
        for other in choices[:left]:
            changed = [*kept.entries[: row.entry], Entry(other.by, other.action), *kept.entries[row.entry + 1 :]]
            again = _tried(kept, changed)
            if again.stuck == kept.stuck and not again.contradicted():
                mended.append(other)
        left -= len(choices)
        found.append(Suspected(row.entry, row.text, suspect.share, mended))
    return found


def _in_the_way(kept: Companion, stuck: int) -> list[Suspected]:
    """Earlier entries of which another value lets the stuck one in: the same thing entered before, or one of the
    last few; those that let most of the rest in come first."""
    action, moves = kept.entries[stuck].action, kept.moves()
    same = [
        kept.rows[move].entry
        for offer in kept.offers()
        for one, move in kept.game.real_table.elsewhere(offer.position, action, moves)
        if one == action
    ]
    recent = range(stuck - 1, max(-1, stuck - 1 - RECENT), -1)
    text = {row.entry: row.text for row in kept.rows}
    found, left = [], TRIED
    for entry in dict.fromkeys(one for one in (*same, *recent) if one is not None):
        reached: dict[int, list[Choice]] = {}
        choices = others_at(kept, entry)[:left]
        left -= len(choices)
        for other in choices:
            changed = [*kept.entries[:entry], Entry(other.by, other.action), *kept.entries[entry + 1 :]]
            again = _tried(kept, changed)
            reach = len(changed) if again.stuck is None else again.stuck
            if reach > stuck and not again.contradicted():
                reached.setdefault(reach, []).append(other)
        if reached:
            best = max(reached)
            found.append((best, Suspected(entry, text[entry], 0.0, reached[best])))
    found.sort(key=lambda one: -one[0])
    return [one._replace(share=1 / len(found)) for _, one in found]


def others_at(kept: Companion, entry: int) -> list[Choice]:
    """What could have been entered there instead."""
    form = _tried(kept, kept.entries[:entry]).form()
    was = kept.entries[entry]
    alike = type(was.action)
    choices = [] if form is None else form.choices
    return [one for one in choices if one.by == was.by and type(one.action) is alike and one.action != was.action]


def _tried(kept: Companion, entries: Sequence[Entry]) -> Companion:
    blank = Companion(kept.game, kept.setting, kept.eye, kept.names, kept.language, kept.sheet, quiet=True)
    return blank.told(entries)
