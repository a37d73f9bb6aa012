"""Who may not know what, and until when: written from RULES.md 14, without a look at how the rules hide it."""

from tepui.core.position import AUDIENCE, TABLE
from tepui.games.lost_code import codes
from tepui.games.lost_code.rules import LostCode


def secret(position: LostCode, by: int, code: int, eye: int) -> str:
    """The kind of secret that this move is for these eyes; "" if they may know it whole."""
    phase = position.phase
    if by == TABLE:
        watching = eye == AUDIENCE and position.who < position.parts.seats  # 14.2: someone who watches could whisper
        if phase == codes.DEALING and (watching or eye == position.who):
            return "own stone" if eye == position.who else "stone dealt"
        if phase == codes.DRAWING and (watching or eye == position.who):
            return "stone drawn"
        return ""
    if eye == by or code == codes.LEAVE:
        return ""
    if phase == codes.OFFERING:
        return "token numbers"
    if phase == codes.WRITING:
        return "final guess"
    return ""
