"""The numbers that name a move inside the rules: one list for the players, one for the table.

A set of numbers is a bit mask within its family (bit 3: the number 3). Every family that someone may not see whole has
one more code, its hidden form.
"""

from typing import Final

# The players' codes.
KEEP: Final = 0  # the roll stands
TURN: Final = 1  # + die * 6 + colour
EXCHANGE: Final = 19  # + colour
LEAVE: Final = 25  # the token stays on the table
GUESS: Final = 26  # + wheel * 25 + the lowest number it shows; wheels count from the smallest
WRITE: Final = 201  # + set of numbers: for the token that is taken, or as a final guess
WRITE_HIDDEN: Final = 713
PLAYER_CODES: Final = 714

# The table's codes.
ROLL: Final = 0  # + colour
STACK: Final = 6  # + piece, on top of those that stand on space 0
STONE: Final = 10  # + number: a stone comes into a log, dealt or drawn
STONE_HIDDEN: Final = 19
DISCARD: Final = 20  # + number: the stone that leaves a log
ANSWER: Final = 29  # + RIGHT, LOWER, HIGHER or WRONG
UNCOVER: Final = 33  # + number: a stone is turned over at the end
SHOW: Final = 42  # + set of numbers: a final guess is laid open
TABLE_CODES: Final = 554

RIGHT: Final = 0
LOWER: Final = 1
HIGHER: Final = 2
WRONG: Final = 3

LOWS: Final = 25  # places kept for the settings of one wheel

RED: Final = 5  # of the colours, in the order of `actions.COLOURS`: blue is 0, and red the last

# Whose move it is, and for what. Each is a step of RULES.md, with its number.
STACKING: Final = 0  # 2.4
DEALING: Final = 1  # 2.2
ROLLING: Final = 2  # 4
OFFERING: Final = 3  # 5
TURNING: Final = 4  # 6.1
RECOLOURING: Final = 5  # 6.2
GUESSING: Final = 6  # 7
EXCHANGING: Final = 7  # 9
ANSWERING: Final = 8  # 8
DISCARDING: Final = 9
DRAWING: Final = 10
WRITING: Final = 11  # 11
UNCOVERING: Final = 12  # 12
SHOWING: Final = 13
OVER: Final = 14
