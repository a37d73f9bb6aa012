"""Partners: tricks with 24 cards, two against two, one to three deals; the trump goes round."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, members, shift
from tepui.core.position import TABLE_BIT, UNKNOWN, Position, full, zeros

SEATS: Final = 4
SUITS: Final = 4
RANKS: Final = 6
CARDS: Final = 24  # a card is suit * 6 + rank; players play cards, and the table deals them
HIDDEN: Final = 24  # a card seen from behind
HAND: Final = 6
ALL: Final = 16777215  # the set of all cards
SUIT: Final = 63  # the set of the first suit

DEAL: Final = 0
PLAY: Final = 1
OVER: Final = 2


class Partners(Position):
    def __init__(self, deals: i64) -> None:
        self.deals: i64 = deals
        self.phase: i64 = DEAL
        self.round: i64 = 0  # which deal; its suit is trump
        self.turn: i64 = 0  # who is dealt a card, or plays one
        self.lead: i64 = 0  # who began this trick
        self.out: i64 = 0  # the set of cards played in this deal
        self.sizes: vec[i64] = zeros(SEATS)
        self.hands: vec[i64] = zeros(SEATS)  # sets of cards, as far as these eyes see them
        self.trick: vec[i64] = full(SEATS, UNKNOWN)  # by seat
        self.tricks: vec[i64] = zeros(2)  # by team

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        if self.phase == PLAY:
            return bit(self.turn)
        return TABLE_BIT

    def legal_set(self, seat: i64) -> i64:
        if self.phase != PLAY or seat != self.turn:
            return 0
        hand = self.hands[seat]
        if count(hand) < self.sizes[seat]:
            return self.unseen()  # whoever does not see this hand: any card that is somewhere
        if self.turn != self.lead:
            follow = hand & self.suit_of(self.trick[self.lead])
            if follow != 0:
                return follow
        return hand

    def suit_of(self, card: i64) -> i64:  # all cards of the same suit
        return shift(SUIT, card // RANKS * RANKS)

    def unseen(self) -> i64:
        seen = self.out
        for seat in range(SEATS):
            seen |= self.hands[seat]
        return ALL & ~seen

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n = members(self.unseen(), out)
        for i in range(n):
            weights[i] = 1
        return n

    def occasion(self) -> i64:
        return self.round  # each deal is a shuffle of its own

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if self.phase == DEAL and eye != self.turn:
            return HIDDEN
        return action

    def apply(self, by: i64, action: i64) -> None:
        seat = self.turn
        self.turn = (seat + 1) % SEATS
        if self.phase == DEAL:
            self.sizes[seat] += 1
            if action != HIDDEN:
                self.hands[seat] |= bit(action)
            if self.sizes[SEATS - 1] == HAND:
                self.phase = PLAY
                self.turn = self.round % SEATS
                self.lead = self.turn
            return
        self.hands[seat] &= ~bit(action)
        self.sizes[seat] -= 1
        self.out |= bit(action)
        self.trick[seat] = action
        if self.turn == self.lead:
            self.take()

    def take(self) -> None:
        """All four have played: the highest trump takes the trick, else the highest card of the suit that was led."""
        best = self.lead
        for seat in range(SEATS):
            if self.beats(self.trick[seat], self.trick[best]):
                best = seat
        self.tricks[best % 2] += 1
        self.lead = best
        self.turn = best
        for seat in range(SEATS):
            self.trick[seat] = UNKNOWN
        if self.sizes[0] == 0:
            self.round += 1
            self.phase, self.turn, self.lead, self.out = DEAL, 0, 0, 0
            if self.round == self.deals:
                self.phase = OVER

    def beats(self, card: i64, other: i64) -> bool:
        if card // RANKS == other // RANKS:
            return card > other
        return card // RANKS == self.round

    def score(self, seat: i64) -> i64:
        return self.tricks[seat % 2]

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        if self.tricks[seat % 2] < self.tricks[1 - seat % 2]:
            return 2
        return 1

    def clone(self) -> "Partners":
        twin = Partners(self.deals)
        twin.phase, twin.round, twin.turn = self.phase, self.round, self.turn
        twin.lead, twin.out = self.lead, self.out
        twin.sizes, twin.hands = self.sizes[:], self.hands[:]
        twin.trick, twin.tricks = self.trick[:], self.tricks[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0], out[1], out[2], out[3], out[4] = self.phase, self.round, self.turn, self.lead, self.out
        for seat in range(SEATS):
            out[5 + seat], out[9 + seat], out[13 + seat] = self.sizes[seat], self.hands[seat], self.trick[seat]
        out[17], out[18] = self.tricks[0], self.tricks[1]
        return 19
