"""Who may not know what, written from the rules of the table and not from the code of `seen`."""

from forehead.rules import DEAL, Forehead
from tepui.core.position import AUDIENCE, TABLE


def secret(position: Forehead, by: int, code: int, eye: int) -> str:
    """Nobody sees their own number before the end; and a watcher could whisper."""
    if by == TABLE and position.phase == DEAL and eye in (position.turn, AUDIENCE):
        return "own number"
    return ""
