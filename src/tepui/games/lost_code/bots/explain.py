"""What a player of The Lost Code weighs, in sentences: the best few actions, their worth, chance and lesson."""

from math import log2

from tepui.bots.contract import Bot
from tepui.bots.levels import best_few, figure
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.lost_code import codes
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.catalogue import CATALOGUE


def explain(bot: Bot, expect: Expect, view: View, language: str) -> list[str]:
    _ = CATALOGUE.language(language)
    found = []
    for code, button, value in best_few(bot, view, language):
        points = figure(value, language)
        match expect.position.phase:
            case codes.GUESSING:
                said = guess(_, expect, code, button, points, language)
            case codes.TURNING | codes.RECOLOURING:
                said = _("{action}. The best wheel would then be worth {points} points.", action=button, points=points)
            case codes.EXCHANGING:
                said = _("{action}. My stones would then be worth {points} points.", action=button, points=points)
            case _phase:
                said = write(_, expect, view, code, button, points)
        found.append(said)
    return found


def guess(_: Language, expect: Expect, code: int, button: str, points: str, language: str) -> str:
    """Worth with the final guesses, the chance to be right, and what the answer usually leaves possible."""
    answers, dice = expect.answers(code - codes.GUESS), expect.dice
    fits = {answer: int(expect.tables.count(dice, *which)) for answer, which in answers.items()}
    told = -sum(n / expect.n * log2(n / expect.n) for n in fits.values() if n)
    chance = round(100 * fits[codes.RIGHT] / (expect.n or 1))
    if not expect.counts_later:
        return _("{action}. {points} points now. {chance}% likely right.", action=button, points=points, chance=chance)
    return _(
        "{action}. {points} points with the final guesses. {chance}% likely right. The answer usually leaves {left}% of what is possible.",  # noqa: E501
        action=button,
        points=points,
        chance=chance,
        left=round(100 * 2**-told),
    )


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
