"""Every move of Kryptx as a whole number: one list for the players, one for the table."""

from typing import Final

from tepui.games.kryptx.cards import QUESTIONS

# The players' codes.
STOP: Final = 0  # "Stop! I can name every number."
EXTRA: Final = 1  # two players: draw a card instead of asking
NAME: Final = 2  # + number: the claim goes on
REVEAL: Final = 12  # + stand
ASK: Final = 21  # + stand * 15 + question
SECRET: Final = 156  # + stand * 15 + question: written, for the asked player only
SECRET_HIDDEN: Final = 291  # + stand: the same for everybody else
PLACE: Final = 300  # + card * 5 + where
PLAYER_CODES: Final = 550

PLACES: Final = 5
BESIDE: Final = 4  # where: 0 to 3 is in front of the player's own stand of that number

# The table's codes.
# 0 to 49: a card is dealt, drawn, discarded or turned over
HIDDEN: Final = 50  # the same, seen from behind
FIRST: Final = 51  # + seat: who begins
NO: Final = 55
YES: Final = 56
SHUFFLE: Final = 57  # the discards become the draw pile
REDS: Final = 58  # + how many of the control cards are red; whose, nobody says
TABLE_CODES: Final = 62

# Phases.
P_FIRST: Final = 0
P_DEAL: Final = 1
P_OPENING_DRAW: Final = 2
P_OPENING: Final = 3  # the three cards of the start are placed
P_DRAW: Final = 4
P_PLAY: Final = 5  # a window (3.8)
P_ASK: Final = 6  # a window
P_ANSWER: Final = 7
P_AGAIN: Final = 8  # after a No; a window
P_EXTRA: Final = 9
P_DISCARD: Final = 10
P_CLAIM: Final = 11
P_BALLOT: Final = 12  # the control cards are shuffled and turned over
P_REVEAL: Final = 13  # the claimant chooses which card opens
P_OPEN: Final = 14  # the table turns it over
P_LAST: Final = 15  # the table turns over what is still closed
P_OVER: Final = 16

# Sets of phases.
WINDOWS: Final = 0x160  # 3.8: a Stop may interrupt
PLACING: Final = 0x128  # a card is placed
CLAIMING: Final = 0x2800  # the claimant decides, and nobody may interrupt
DECIDING: Final = 0x2968  # a player must act
DRAWING: Final = 0x214
HANDLING: Final = 0x614  # the hand of the player whose turn it is changes
TURNING: Final = 0xC000  # a code card is turned over
STOPPED: Final = 0x7800  # somebody's attempt, from its first number to the card that it opens


def question_in(code: int) -> tuple[int, int, bool]:
    """What a code from ASK on asks: about which stand, for what, and whether in secret."""
    secret = code >= SECRET
    stand, question = divmod(code - (SECRET if secret else ASK), QUESTIONS)
    return stand, question, secret
