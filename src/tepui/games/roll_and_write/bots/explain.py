"""What a player of Roll & Write weighs, in sentences: the best few moves and the points that they promise."""

from tepui.bots.contract import Bot
from tepui.bots.levels import best_few
from tepui.core.view import View
from tepui.games.roll_and_write.bots.learned import chooser
from tepui.games.roll_and_write.bots.steady import Learned, the_game
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.rules import CHOOSE


def explain(bot: Bot, view: View, language: str) -> list[str]:
    _, position = CATALOGUE.language(language), the_game(view)
    if not isinstance(bot, Learned):
        return [
            _("{action}. My sheet then looks like {points} points.", action=one.button, points=round(one.value))
            for one in best_few(bot, view, language)
        ]
    player = chooser(int(position.seats))
    own = dict(zip(view.codes(), player.rank(position, view.eye, 0.0), strict=True))
    first = position.phase == CHOOSE and view.eye == position.roller and position.seats > 1
    found = []
    for code, button, _value in best_few(bot, view, language):
        points = round(own[code])
        if first:
            left = round(player.left_to_others(position, view.eye, code))
            found.append(
                _(
                    "{action}. {points} points to expect in the end. The dice it leaves let the others expect {left}.",
                    action=button,
                    points=points,
                    left=left,
                )
            )
        else:
            found.append(_("{action}. {points} points to expect in the end.", action=button, points=points))
    return found
