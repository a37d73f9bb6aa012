"""Why a move is not on offer, in one sentence that says what to do instead; from open facts only."""

from typing import Any

from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import COLOURS, Exchange, Guess, Take, Turn, Write
from tepui.games.lost_code.rules import LostCode

NOW = {
    codes.OFFERING: "a shortcut token is on offer. Take it or leave it",
    codes.TURNING: "the roll is on the table. Keep it or turn one die",
    codes.RECOLOURING: "a die shows red, which is not in this game. Turn it to another colour",
    codes.GUESSING: "choose a wheel and set it",
    codes.EXCHANGING: "a wrong guess costs a stone. Choose the colour to exchange",
    codes.WRITING: "write the final guesses, colour by colour",
    codes.OVER: "the game is over. Start another one",
}


def refuse(position: LostCode, seat: int, action: Any) -> str:
    if not position.to_act() >> seat & 1:
        return NOW[codes.OVER] if position.phase == codes.OVER else "it is not your turn. Wait for the others"
    phase, parts = position.phase, position.parts
    colour = getattr(action, "colour", None)
    if colour is not None and COLOURS.index(colour) >= parts.colours:
        return f"{colour} is not in this game. Pick another colour"
    match action:
        case Guess(size, _) if phase == codes.GUESSING:
            wheel = parts.wheel(size)
            if position.taken >> wheel & 1:
                return f"the {size}-wheel is taken this round. Pick another wheel"
            last = parts.settings(wheel) - 1
            return f"the {size}-wheel would show a blank beyond {parts.top}. Let it begin at {last} or lower"
        case Exchange() if phase == codes.EXCHANGING:
            return f"{colour} has no stones left. Pick another colour"
        case Turn(die, _) if phase == codes.TURNING:
            return f"that die already shows {COLOURS[position.die(die)]}. Keep the roll or pick another colour"
        case Turn() if phase == codes.RECOLOURING:
            return f"die {position.red_die() + 1} shows red and comes first. Turn that one"
        case Take() | Write():
            least = "one" if isinstance(action, Take) else "no, one"
            return f"write {least}, two or three different numbers from 0 to {parts.numbers - 1}"
    return NOW[phase]
