"""Why a move is not on offer, in a sentence that gives no secret away."""

from typing import Any

from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.rules import Kryptx

EXPECTED = {
    k.P_OPENING: "place your opening cards",
    k.P_PLAY: "place one card",
    k.P_ASK: "ask a question",
    k.P_AGAIN: "place another card",
    k.P_CLAIM: "name the next number of your claim",
    k.P_REVEAL: "turn over one of your code cards",
}


def refuse(position: Kryptx, seat: int, action: Any) -> str:
    if isinstance(action, a.Stop):
        return no_stop(position, seat)
    if not position.to_act() >> seat & 1:
        return "it is not your move. Wait for the others, or call Stop when you know every number"
    match action:
        case a.Place() if k.PLACING >> position.phase & 1:
            if not position.hand >> a.card_code(position.deck, action.card) & 1:
                return "that card is not in your hand. Place one that is"
            return "that card does not belong there. In front of a code card that it fits, or beside if it fits none"
        case a.Ask(secret=True) if position.phase == k.P_ASK and not position.pro:
            return "secret questions belong to the pro game of three or four players. Ask openly"
        case a.ExtraDraw() if position.phase == k.P_ASK:
            if not position.instead:
                return "only two players may draw instead. Ask a question"
            return "there is no card left to draw. Ask a question"
        case a.Ask() if position.phase == k.P_ASK:
            return "that cannot be asked. Point at another player's stand and name a number or colour of the deck"
        case a.Name() if position.phase == k.P_CLAIM:
            if not position.deck.numbers >> action.number & 1:
                return "no card of this deck has that number. Name one that it has"
            return "you have made that claim before. Name another number"
        case a.Reveal() if position.phase == k.P_REVEAL:
            return "turn over one of your closed cards with the fewest cards in front"
    return f"that is not possible now. {EXPECTED.get(position.phase, 'the game is over')}"


def no_stop(position: Kryptx, seat: int) -> str:
    if seat == position.locked:
        return "your last attempt failed. Wait until someone else has tried and failed"
    if position.tried >> seat & 1:
        return "one attempt before the next move is enough. Wait for it"
    if k.STOPPED >> position.phase & 1:
        return "someone was faster. Wait until this attempt is over"
    return "nobody can stop the game now. Wait for the next decision"
