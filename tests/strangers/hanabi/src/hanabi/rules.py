"""Hanabi: all build five rows of cards together, and everyone sees every hand but their own."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has
from tepui.core.position import AUDIENCE, TABLE_BIT, UNKNOWN, Position, full, zeros

COLOURS: Final = 5
RANKS: Final = 5
CARDS: Final = 25  # kinds of cards: colour * 5 + rank, both from 0
SLOTS: Final = 5  # cards in a hand, at most
HINTS: Final = 8
FUSES: Final = 3
EVERYTHING: Final = 1023  # ten bits: what a card could be, colours 0 to 4 and ranks 5 to 9

# The players' codes: play a card, discard one, or tell somebody about a colour or a rank.
PLAY: Final = 0
DISCARD: Final = 5
HINT: Final = 10  # + 10 * whom + (colour, or 5 + rank)
# The table's codes: a card, drawn or turned over; a card seen from behind; or which cards a hint is about.
HIDDEN: Final = 25
TOUCHED: Final = 26  # + the set of slots

DRAW: Final = 0  # the phases
TURN: Final = 1
SHOW: Final = 2
ANSWER: Final = 3
OVER: Final = 4


def copies(card: i64) -> i64:
    """Three ones, a single five, two of everything else."""
    rank = card % RANKS
    if rank == 0:
        return 3
    if rank == RANKS - 1:
        return 1
    return 2


class Hanabi(Position):
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.hand: i64 = 5
        if seats > 3:
            self.hand = 4
        self.phase: i64 = DRAW
        self.turn: i64 = 0  # who draws, plays or is asked
        self.choice: i64 = 0  # the code that the table is about to answer
        self.hints: i64 = HINTS
        self.fuses: i64 = FUSES
        self.left: i64 = 50  # cards in the pile
        self.last: i64 = 0  # turns left after the pile is empty
        self.begun: i64 = 0  # are all hands dealt?
        self.rows: vec[i64] = zeros(COLOURS)  # how high each colour is
        self.gone: vec[i64] = zeros(CARDS)  # how many of each kind were discarded
        self.sizes: vec[i64] = zeros(seats)
        self.cards: vec[i64] = full(seats * SLOTS, UNKNOWN)
        self.could: vec[i64] = full(seats * SLOTS, EVERYTHING)  # what hints leave open, known to all

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        if self.phase == TURN:
            return bit(self.turn)
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.phase != TURN or seat != self.turn:
            return n
        for slot in range(self.sizes[seat]):
            out[n] = PLAY + slot
            n += 1
            if self.hints < HINTS:
                out[n] = DISCARD + slot
                n += 1
        if self.hints == 0:
            return n
        for other in range(self.seats):
            if other == seat:
                continue
            about = self.about(other)
            for what in range(10):
                if has(about, what):
                    out[n] = HINT + 10 * other + what
                    n += 1
        return n

    def about(self, seat: i64) -> i64:  # the colours and ranks in this hand; all that could be, where it is hidden
        found: i64 = 0
        for slot in range(self.sizes[seat]):
            card = self.cards[seat * SLOTS + slot]
            if card == UNKNOWN:
                found |= self.could[seat * SLOTS + slot]
            else:
                found |= bit(card // RANKS) | bit(5 + card % RANKS)
        return found

    def unseen(self, card: i64) -> i64:  # how many of this kind these eyes have not seen
        n = copies(card) - self.gone[card]
        if self.rows[card // RANKS] > card % RANKS:
            n -= 1
        for seat in range(self.seats):
            for slot in range(self.sizes[seat]):
                if self.cards[seat * SLOTS + slot] == card:
                    n -= 1
        return n

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n: i64 = 0
        if self.phase == ANSWER:
            return self.answers(out, weights)
        at: i64 = self.turn * SLOTS + self.choice % SLOTS
        if self.phase == SHOW and self.cards[at] != UNKNOWN:
            out[0], weights[0] = self.cards[at], 1
            return 1
        for card in range(CARDS):
            weight = self.unseen(card)
            if self.phase == SHOW and not self.fits(at, card):
                weight = 0
            if weight > 0:
                out[n], weights[n] = card, weight
                n += 1
        return n

    def fits(self, at: i64, card: i64) -> bool:  # do the hints leave open that the card there is this one?
        return has(self.could[at], card // RANKS) and has(self.could[at], 5 + card % RANKS)

    def answers(self, out: vec[i64], weights: vec[i64]) -> i64:
        whom, what = (self.choice - HINT) // 10, (self.choice - HINT) % 10
        touched: i64 = 0
        hidden = False
        for slot in range(self.sizes[whom]):
            card = self.cards[whom * SLOTS + slot]
            if card == UNKNOWN:
                hidden = True
            elif card // RANKS == what or 5 + card % RANKS == what:
                touched |= bit(slot)
        if not hidden:
            out[0], weights[0] = TOUCHED + touched, 1
            return 1
        n: i64 = 0
        for some in range(1, bit(self.sizes[whom])):  # whoever does not see the hand: any cards
            out[n], weights[n] = TOUCHED + some, 1
            n += 1
        return n

    def occasion(self) -> i64:
        return 0  # one pile, shuffled once

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if self.phase == DRAW and (eye == self.turn or eye == AUDIENCE):
            return HIDDEN
        return action

    def apply(self, by: i64, action: i64) -> None:
        if self.phase == DRAW:
            self.draw(action)
        elif self.phase == TURN:
            self.choice = action
            self.phase = SHOW
            if action >= HINT:
                self.hints -= 1
                self.phase = ANSWER
        elif self.phase == ANSWER:
            self.tell(action - TOUCHED)
            self.next_turn()
        else:
            self.show(action)

    def draw(self, card: i64) -> None:
        seat = self.turn
        at = seat * SLOTS + self.sizes[seat]
        self.cards[at] = card
        if card == HIDDEN:
            self.cards[at] = UNKNOWN
        self.could[at] = EVERYTHING
        self.sizes[seat] += 1
        self.left -= 1
        if self.left == 0:
            self.last = self.seats + 1  # everyone has one turn more, after this one
        if self.begun == 1:
            self.next_turn()
        elif self.sizes[seat] == self.hand:
            self.turn += 1
            if self.turn == self.seats:
                self.turn, self.begun, self.phase = 0, 1, TURN

    def tell(self, touched: i64) -> None:
        whom, what = (self.choice - HINT) // 10, (self.choice - HINT) % 10
        family: i64 = 31  # the bits of the colours
        if what >= 5:
            family = 992  # of the ranks
        for slot in range(self.sizes[whom]):
            if has(touched, slot):
                self.could[whom * SLOTS + slot] &= ~family | bit(what)
            else:
                self.could[whom * SLOTS + slot] &= ~bit(what)

    def show(self, card: i64) -> None:
        slot, colour, rank = self.choice % SLOTS, card // RANKS, card % RANKS
        if self.choice < DISCARD and self.rows[colour] == rank:
            self.rows[colour] += 1
            if rank == RANKS - 1 and self.hints < HINTS:
                self.hints += 1
        else:
            self.gone[card] += 1
            if self.choice < DISCARD:
                self.fuses -= 1
            else:
                self.hints += 1
        first = self.turn * SLOTS
        self.sizes[self.turn] -= 1
        for at in range(first + slot, first + self.sizes[self.turn]):
            self.cards[at], self.could[at] = self.cards[at + 1], self.could[at + 1]
        self.cards[first + self.sizes[self.turn]] = UNKNOWN
        self.could[first + self.sizes[self.turn]] = EVERYTHING
        if self.fuses == 0 or self.built() == CARDS:
            self.phase = OVER
        elif self.left > 0:
            self.phase = DRAW
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.phase = TURN
        if self.left == 0:
            self.last -= 1
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
        if self.left == 0 and self.last == 0:
            self.phase = OVER

    def built(self) -> i64:
        total: i64 = 0
        for colour in range(COLOURS):
            total += self.rows[colour]
        return total

    def score(self, seat: i64) -> i64:
        if self.fuses == 0:
            return 0
        return self.built()

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        if self.fuses == 0:
            return 2  # lost, all together
        return 1

    def clone(self) -> "Hanabi":
        twin = Hanabi(self.seats)
        twin.phase, twin.turn, twin.choice = self.phase, self.turn, self.choice
        twin.hints, twin.fuses, twin.left = self.hints, self.fuses, self.left
        twin.last, twin.begun = self.last, self.begun
        twin.rows, twin.gone, twin.sizes = self.rows[:], self.gone[:], self.sizes[:]
        twin.cards, twin.could = self.cards[:], self.could[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0], out[1], out[2], out[3] = self.phase, self.turn, self.choice, self.hints
        out[4], out[5], out[6], out[7] = self.fuses, self.left, self.last, self.begun
        n: i64 = 8
        for colour in range(COLOURS):
            out[n] = self.rows[colour]
            n += 1
        for card in range(CARDS):
            out[n] = self.gone[card]
            n += 1
        for seat in range(self.seats):
            out[n] = self.sizes[seat]
            n += 1
        for at in range(self.seats * SLOTS):
            out[n], out[n + 1] = self.cards[at], self.could[at]
            n += 2
        return n
