"""Which move can be taken back without anyone having learned from it.

A move may be taken back freely while, to every other pair of eyes, it looks like anything else that its maker could
have done, and nothing but such moves followed. Nobody writes this down per game: it follows from `seen` and `legal`.
What could have been done is asked of the truth *and* of each view: on the truth a move may be forced by a secret,
and then making it tells a watcher something, though nothing else was possible.
"""

from tepui.core.position import AUDIENCE, TABLE, legal_codes
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table

TOO_LATE = "that move cannot be taken back any more: someone has learned from what followed. Play on"


def silent(table: Table, by: int, code: int) -> bool:
    """Would every other pair of eyes see the same, whatever this player did instead? Asked before the move."""
    truth = table.truth
    if by == TABLE or not truth.to_act() >> by & 1:
        return False  # who only may act could have kept still, and that looks different
    possible = legal_codes(truth, by)
    for eye in (*range(table.setting.seats), AUDIENCE):
        if eye == by:
            continue
        sight = truth.seen(code, by, eye)
        if any(truth.seen(other, by, eye) != sight for other in possible):
            return False
        view = table.look(eye).position
        if any(view.seen(other, by, eye) != sight for other in legal_codes(view, by)):
            return False
    return True


def may_take_back(table: Table, seat: int) -> bool:
    """May this seat take its last move back now?"""
    return _without(table, seat) is not None


def take_back(table: Table, seat: int) -> Table:
    """The game without this seat's last move; what others did meanwhile stands."""
    again = _without(table, seat)
    if again is None:
        raise IllegalMove(TOO_LATE)
    return again


def _without(table: Table, seat: int) -> Table | None:
    moves = table.moves
    last = next((n for n in reversed(range(len(moves))) if moves[n][0] == seat), None)
    if last is None or table.over or any(by == TABLE for by, _ in moves[last:]):
        return None
    before = table.replayed(moves[:last])
    for by, code in moves[last:]:
        if not silent(before, by, code):
            return None
        before.replay(by, code)
    again = table.replayed(moves[:last])
    for by, code in moves[last + 1 :]:
        if code not in legal_codes(again.truth, by):
            return None  # it was an answer to the move that would go
        again.replay(by, code)
    again.chance = table.chance
    return again
