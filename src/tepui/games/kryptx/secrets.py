"""Who may not know what: section 4 of the specification, written without a look at `seen`.

Codes, hands, the extra card, discards: their owner alone. A secret question: asker and asked; its stand is public.
Everything else lies on the table for all. A control card (who put down a red one?) is in no move at all: only their
number is said, and every code card is turned over at the end.
"""

from tepui.core.position import DEALER
from tepui.games.kryptx import actions as a
from tepui.games.kryptx.rules import Kryptx


def secret(position: Kryptx, by: int, code: int, eye: int) -> str:
    """The kind of secret that this move is for this pair of eyes; "" if they may know it."""
    if eye == DEALER:
        return ""
    kind, knowing = kept(position, by, a.say(position, by, code))
    return "" if eye in knowing else kind


def kept(position: Kryptx, by: int, move: object) -> tuple[str, tuple[int, ...]]:
    """What is secret about it, and who knows it all the same."""
    match move:
        case a.Deal(stand, _):
            return "code card", (position.owner(position.deck.letters.index(stand)),)
        case a.Draw(_, True):
            return "extra card", (position.turn,)
        case a.Draw():
            return "hand card", (position.turn,)
        case a.Discard():
            return "discard", (position.turn,)
        case a.Ask(target, stand, _, _, True):
            return f"secret question: {stand}", (by, target)
    return "", ()
