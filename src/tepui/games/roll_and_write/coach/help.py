"""What the page may add to the sheet: the learned player's opinion for the teacher."""

from typing import Any

import msgspec

from tepui.coach.help import HelpLevel
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.games.roll_and_write.bots.steady import the_game


class Advice(msgspec.Struct, frozen=True):
    """For the teacher: one value per legal action, the final score to expect."""

    values: tuple[float, ...]


def values(view: View) -> tuple[float, ...]:
    from tepui.games.roll_and_write.bots.learned import chooser

    return tuple(round(value, 1) for value in chooser(view.setting.seats).rank(the_game(view), view.eye, 0.0))


def shown(view: View, level: HelpLevel, marks: Any) -> Advice | None:
    if level != "teacher" or not view.codes():
        return None
    return Advice(values(view))


def why(view: View, claim: Any, language: str) -> list[str]:
    """`{"pick": 3}`: that action and the best one, each with the final score to expect."""
    offered = view.legal()
    pick = claim.get("pick") if isinstance(claim, dict) else None
    if not isinstance(pick, int) or isinstance(pick, bool) or not 0 <= pick < len(offered):
        raise IllegalMove("ask about one of the actions on offer, by its number in the list")
    worths = values(view)
    best = worths.index(max(worths))
    return [line(view, at, worths[at], language) for at in dict.fromkeys((pick, best))]


def claim(view: View, text: str, language: str) -> Any:
    """The number of an action, as the list counts them: from 1."""
    if not (text.strip().isascii() and text.strip().isdigit()):
        raise IllegalMove("ask about one of the actions on offer, by its number in the list")
    return {"pick": int(text) - 1}


def line(view: View, at: int, worth: float, language: str) -> str:
    action = view.legal()[at]
    return f"{worth:7.1f}  {view.game.words.button(view.position, view.eye, action, view.names, language)}"


def as_text(view: View, level: HelpLevel, language: str) -> str:
    advice = shown(view, level, None)
    if advice is None:
        return ""
    order = sorted(range(len(advice.values)), key=lambda at: -advice.values[at])
    return "\n".join(line(view, at, advice.values[at], language) for at in order)
