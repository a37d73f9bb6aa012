"""Who teaches Roll & Write."""

from tepui import _switch
from tepui.core.refusal import Refusal


class TooSlow(Refusal):
    """Interpreted it takes a hundred times as long, and nobody would wait for it."""


def require_compiled(what: str) -> None:
    if _switch.why:
        raise TooSlow(f"{what} of this game needs the compiled rules. Run `python3 dev.py setup` first")
