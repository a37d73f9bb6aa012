"""What a player of Kryptx weighs, in sentences: how close it is, and what the best few actions give away or teach."""

from tepui.bots.contract import Bot
from tepui.bots.levels import best_few, figure
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.bots.steady import CERTAIN, the_game
from tepui.games.kryptx.catalogue import CATALOGUE


def explain(bot: Bot, belief: KryptxBelief, view: View, language: str) -> list[str]:
    _, phase = CATALOGUE.language(language), the_game(view).phase
    chance = belief.best[0]
    if chance > CERTAIN:
        found = [_("I know every number.")]
    else:
        found = [
            _(
                "Ways in which the other codes can still lie: {n}. My best claim is {chance}% likely.",
                n=figure(2 ** belief.entropy(), language, 0),
                chance=round(100 * chance),
            )
        ]
    exposed = Exposed(view)
    for code, button, value in best_few(bot, view, language, 1 if phase == k.P_CLAIM else 3):
        if code == k.STOP and value > 0:
            found.append(_("{action} Waiting is the greater risk.", action=button) if chance <= CERTAIN else button)
            break  # the others are not weighed against it
        if code == k.STOP:
            continue
        if phase == k.P_ASK and code != k.EXTRA:
            found.append(worth_of_question(_, belief, code, button))
        elif code >= k.PLACE:
            card, where = divmod(code - k.PLACE, k.PLACES)
            left = round(100 * 2 ** -max(exposed.gives(card, where).values()))
            found.append(_("{action}. {left}% of my possible codes stay possible.", action=button, left=left))
        else:
            found.append(button)
    return found


def worth_of_question(_: Language, belief: KryptxBelief, code: int, button: str) -> str:
    """How likely a Yes is, and what the answer is worth."""
    stand, question, _secret = k.question_in(code)
    return _(
        "{action} {chance}% likely a Yes. The answer usually leaves {left}% of what is possible.",
        action=button,
        chance=round(100 * belief.yes(stand, question)),
        left=round(100 * 2 ** -belief.teaches(stand, question)),
    )
