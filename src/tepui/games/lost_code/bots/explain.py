"""What a player of The Lost Code weighs, in sentences: the best few actions, their worth, chance and lesson."""

from math import log2

from tepui.bots.contract import Bot
from tepui.bots.levels import best_few, figure
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.lost_code import codes
from tepui.games.lost_code.belief import times_of
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.catalogue import CATALOGUE


def explain(bot: Bot, expect: Expect, view: View, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    found = []
    for code, button, value in best_few(bot, view, language):
        points = figure(value, language)
        match expect.position.phase:
            case codes.GUESSING:
                found.append(guess(_, expect, code, button, points, language))
            case codes.TURNING | codes.RECOLOURING:
                found.append(
                    _("{action}. The best wheel would then be worth {points} points.", action=button, points=points)
                )
            case codes.EXCHANGING:
                found.append(
                    _("{action}. My stones would then be worth {points} points.", action=button, points=points)
                )
            case _phase:
                found.append(write(_, expect, view, code, button, points))
    return found


def guess(_: Language, expect: Expect, code: int, button: str, points: str, language: str) -> str:
    """Worth with the final guesses, the chance to be right, and what the answer usually leaves possible."""
    wheel, low = divmod(code - codes.GUESS, codes.LOWS)
    below, inside, above = answers(expect, low, low + int(expect.parts.sizes[wheel]))
    parts = [inside, below + above] if expect.parts.blunt(wheel) else [below, inside, above]
    told = -sum(part * log2(part) for part in parts if part > 0)
    if not expect.counts_later:
        return _(
            "{action}. {points} points now. {chance}% likely right.",
            action=button,
            points=points,
            chance=round(100 * inside),
        )
    return _(
        "{action}. {points} points with the final guesses. {chance}% likely right. The answer usually leaves {left}% of what is possible.",  # noqa: E501
        action=button,
        points=points,
        chance=round(100 * inside),
        left=round(100 * 2**-told),
    )


def answers(expect: Expect, low: int, high: int) -> tuple[float, float, float]:
    """How likely the sum of the dice lies below, inside and above a range."""
    dice, tables = times_of([int(expect.position.die(die)) for die in range(3)]), expect.tables
    total = float(expect.n) or 1.0
    below, inside = float(tables.count(dice, 0, low, True)), float(tables.count(dice, low, high, True))
    return below / total, inside / total, max(0.0, 1 - (below + inside) / total)


def write(_: Language, expect: Expect, view: View, code: int, button: str, points: str) -> str:
    if code < codes.WRITE or code == codes.LEAVE:
        return _("{action}. {points} points to expect.", action=button, points=points)
    position, numbers = expect.position, code - codes.WRITE
    colour = int(position.colour) if position.phase == codes.OFFERING else int(position.next_colour(view.eye))
    hit = int(expect.tables.share(colour, numbers)) / expect.n
    return _(
        "{action}. {points} points to expect. {chance}% likely right.",
        action=button,
        points=points,
        chance=round(100 * hit),
    )
