"""A move with its names for the rules' code, and the code for the move."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from tepui.core.actions import Action
from tepui.core.bits import bit
from tepui.core.position import TABLE
from tepui.core.refusal import IllegalMove
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import (
    ANSWERS,
    COLOURS,
    Answer,
    Deal,
    Discard,
    Draw,
    Exchange,
    Guess,
    Keep,
    Leave,
    Roll,
    Show,
    Stack,
    Take,
    Turn,
    Uncover,
    Write,
)
from tepui.games.lost_code.parts import WHEELS, Parts
from tepui.games.lost_code.rules import LostCode

SETS: Final[list[tuple[int, ...]]] = [tuple(n for n in range(9) if mask >> n & 1) for mask in range(512)]


def numbers_in(mask: int) -> tuple[int, ...]:
    return SETS[mask]


def say(position: LostCode, by: int, code: int) -> Action:
    """The rules' code as a move with its names."""
    return table_says(position, code) if by == TABLE else player_says(position, by, code)


def naming(position: LostCode, seat: int) -> object:
    """All that decides this seat's legal actions beside their codes: the wheels' sizes, what is written for what."""
    phase = position.phase
    if phase == codes.GUESSING:
        return sizes_of(position.parts)
    return (phase, position.next_colour(seat)) if phase == codes.WRITING else phase


@lru_cache(maxsize=256)
def sizes_of(parts: Parts) -> tuple[int, ...]:
    return tuple(parts.size(wheel) for wheel in range(WHEELS))


def player_says(position: LostCode, by: int, code: int) -> Action:
    if code >= codes.WRITE:
        numbers = None if code == codes.WRITE_HIDDEN else numbers_in(code - codes.WRITE)
        if position.phase == codes.OFFERING:
            return Take(numbers)
        return Write(COLOURS[position.next_colour(by)], numbers)
    if code >= codes.GUESS:
        wheel, low = divmod(code - codes.GUESS, codes.LOWS)
        return Guess(position.parts.size(wheel), low)
    if code == codes.LEAVE:
        return Leave()
    if code >= codes.EXCHANGE:
        return Exchange(COLOURS[code - codes.EXCHANGE])
    if code >= codes.TURN:
        die, colour = divmod(code - codes.TURN, 6)
        return Turn(die, COLOURS[colour])
    return Keep()


def table_says(position: LostCode, code: int) -> Action:
    log = position.log_at()
    colour = COLOURS[position.colour]
    if code >= codes.SHOW:
        return Show(log, colour, numbers_in(code - codes.SHOW))
    if code >= codes.UNCOVER:
        return Uncover(log, colour, code - codes.UNCOVER)
    if code >= codes.ANSWER:
        return Answer(log, ANSWERS[code - codes.ANSWER])
    if code >= codes.DISCARD:
        return Discard(log, colour, code - codes.DISCARD)
    if code >= codes.STONE:
        number = None if code == codes.STONE_HIDDEN else code - codes.STONE
        return Deal(log, colour, number) if position.phase == codes.DEALING else Draw(log, colour, number)
    if code >= codes.STACK:
        return Stack(code - codes.STACK)
    return Roll(position.rolled, COLOURS[code])


def hear(position: LostCode, by: int, action: Any) -> int:
    """A move with its names as the rules' code; whether it is legal, `legal` says."""
    code = number_of(position, action)
    if isinstance(action, Take | Write) and position.phase != (
        codes.OFFERING if isinstance(action, Take) else codes.WRITING
    ):
        raise IllegalMove("numbers are written when a token is taken and at the end; pick one of the actions on offer")
    if isinstance(action, Write) and action.colour != COLOURS[position.next_colour(by)]:
        raise IllegalMove(
            f"the next colour to write is {COLOURS[position.next_colour(by)]}; colours are written in order"
        )
    if by == TABLE and say(position, by, code) != action:
        raise IllegalMove("the table cannot do that now")
    return code


def number_of(position: LostCode, action: Any) -> int:
    match action:
        case Leave():
            return codes.LEAVE
        case Keep():
            return codes.KEEP
        case Take(numbers) | Write(_, numbers):
            return codes.WRITE_HIDDEN if numbers is None else codes.WRITE + mask_of(numbers)
        case Turn(die, colour):
            if not 0 <= die < 3:
                raise IllegalMove("there are three dice, 0, 1 and 2; turn one of them")
            return codes.TURN + die * 6 + COLOURS.index(colour)
        case Guess(size, low):
            wheel = position.parts.wheel(size)
            if wheel < 0 or not 0 <= low < codes.LOWS:
                raise IllegalMove(
                    f"no wheel of {size} can be set to begin at {low}; pick a wheel and a setting on offer"
                )
            return codes.GUESS + wheel * codes.LOWS + low
        case Exchange(colour):
            return codes.EXCHANGE + COLOURS.index(colour)
        case Stack(piece):
            return codes.STACK + piece
        case Deal(_, _, number) | Draw(_, _, number):
            return codes.STONE_HIDDEN if number is None else codes.STONE + number
        case Roll(_, colour):
            return codes.ROLL + COLOURS.index(colour)
        case Answer(_, told):
            return codes.ANSWER + ANSWERS.index(told)
        case Discard(_, _, number):
            return codes.DISCARD + number
        case Uncover(_, _, number):
            return codes.UNCOVER + number
        case Show(_, _, numbers):
            return codes.SHOW + mask_of(numbers)
    raise IllegalMove("that is no move of The Lost Code; pick one of the actions on offer")


def mask_of(numbers: tuple[int, ...]) -> int:
    mask = 0
    for number in numbers:
        if not 0 <= number <= 8 or mask >> number & 1:
            raise IllegalMove("write different numbers from 0 to 8")
        mask |= bit(number)
    return mask
