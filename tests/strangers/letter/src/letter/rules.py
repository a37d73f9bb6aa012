"""Letter: sixteen cards, one in each hand; play one of two, and find out who holds what."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, has
from tepui.core.position import TABLE, TABLE_BIT, UNKNOWN, Position, full, zeros

GUARD: Final = 0  # name a card: who holds it is out
SCOUT: Final = 1  # look at a card
DUEL: Final = 2  # compare: the lower one is out
SHIELD: Final = 3  # nobody can reach you until your next turn
THIEF: Final = 4  # somebody throws their card away and draws another
TRADE: Final = 5  # exchange cards
ENVOY: Final = 6  # must be played beside the thief or the trade
HEART: Final = 7  # who loses it is out
KINDS: Final = 8
NOBODY: Final = 4  # as a target

# The players' codes: 0 to 27 the guard (whom * 7 + what - 1), then one per card and target.
IDLE: Final = 28  # the guard, where nobody can be reached
OTHER: Final = 29  # + 5 * (card - 1) + whom
# The table's codes: a card; a card from behind; the answer to the guard; who loses a duel.
HIDDEN: Final = 8
NO: Final = 9
YES: Final = 10
MOVER: Final = 11
TARGET: Final = 12
NEITHER: Final = 13

DEAL: Final = 0  # the phases
DRAW: Final = 1
CHOOSE: Final = 2
ANSWER: Final = 3
THEIRS: Final = 4  # the target's card is shown to the two
MINE: Final = 5  # then the mover's
VERDICT: Final = 6
FALL: Final = 7  # the card of who is out is turned over
THROW: Final = 8
REDRAW: Final = 9
SHOW: Final = 10  # all cards that are left
OVER: Final = 11


def copies(card: i64) -> i64:
    if card == GUARD:
        return 5
    if card < TRADE:
        return 2
    return 1


class Letter(Position):
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = DEAL
        self.turn: i64 = 0
        self.who: i64 = 0  # whose card is dealt, shown or turned over
        self.alive: i64 = bit(seats) - 1
        self.safe: i64 = 0
        self.left: i64 = 16  # the last card is never drawn, unless the thief asks for it
        self.card: i64 = 0  # what was played, at whom, and what was named
        self.target: i64 = NOBODY
        self.named: i64 = 0
        self.second: i64 = UNKNOWN  # the card that was drawn
        self.played: vec[i64] = zeros(KINDS)
        self.hands: vec[i64] = full(seats, UNKNOWN)

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        if self.phase == CHOOSE:
            return bit(self.turn)
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.phase != CHOOSE or seat != self.turn:
            return n
        first, second = self.hands[seat], self.second
        hidden = first == UNKNOWN or second == UNKNOWN
        bound = (first == ENVOY and THIEF <= second <= TRADE) or (second == ENVOY and THIEF <= first <= TRADE)
        for card in range(KINDS):
            if not hidden and ((card != first and card != second) or (bound and card != ENVOY)):
                continue
            n = self.ways(seat, card, out, n)
        return n

    def ways(self, seat: i64, card: i64, out: vec[i64], n: i64) -> i64:
        """All that can be done with this card."""
        aimed = card < SHIELD or THIEF <= card <= TRADE
        reached: i64 = 0
        if aimed:
            for whom in range(self.seats):
                if has(self.safe, whom) or not has(self.alive, whom) or (whom == seat and card != THIEF):
                    continue
                reached += 1
                if card == GUARD:
                    for what in range(7):
                        out[n] = whom * 7 + what
                        n += 1
                else:
                    out[n] = OTHER + 5 * (card - 1) + whom
                    n += 1
        if reached == 0:
            out[n] = OTHER + 5 * (card - 1) + NOBODY
            if card == GUARD:
                out[n] = IDLE
            n += 1
        return n

    def unseen(self, card: i64) -> i64:  # how many of them these eyes have not seen
        n = copies(card) - self.played[card]
        if self.second == card:
            n -= 1
        for seat in range(self.seats):
            if self.hands[seat] == card:
                n -= 1
        return n

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        first: i64 = 0
        last: i64 = 0
        if self.phase == ANSWER:
            held = self.hands[self.target]
            first, last = NO, YES
            if held != UNKNOWN:
                first = NO
                if held == self.named:
                    first = YES
                last = first
        elif self.phase == VERDICT:
            mine, theirs = self.hands[self.turn], self.hands[self.target]
            first, last = MOVER, NEITHER
            if mine != UNKNOWN and theirs != UNKNOWN:
                first = NEITHER
                if mine < theirs:
                    first = MOVER
                elif theirs < mine:
                    first = TARGET
                last = first
        elif self.phase > DRAW and self.phase != REDRAW and self.hands[self.who] != UNKNOWN:
            first = self.hands[self.who]
            last = first
        else:
            return self.cards(out, weights)
        n: i64 = 0
        for code in range(first, last + 1):
            out[n], weights[n] = code, 1
            n += 1
        return n

    def cards(self, out: vec[i64], weights: vec[i64]) -> i64:
        n: i64 = 0
        for card in range(KINDS):
            weight = self.unseen(card)
            if weight > 0:
                out[n], weights[n] = card, weight
                n += 1
        return n

    def occasion(self) -> i64:
        return 0  # one pile, shuffled once

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if by != TABLE:
            return action
        if (self.phase <= DRAW or self.phase == REDRAW) and eye != self.who:
            return HIDDEN
        if (self.phase == THEIRS or self.phase == MINE) and eye != self.turn and eye != self.target:
            return HIDDEN
        return action

    def apply(self, by: i64, action: i64) -> None:
        card = action
        if by == TABLE and action == HIDDEN:
            card = UNKNOWN
        if self.phase == DEAL:
            self.hands[self.who] = card
            self.left -= 1
            self.who += 1
            if self.who == self.seats:
                self.who, self.phase = 0, DRAW
        elif self.phase == DRAW:
            self.second = card
            self.left -= 1
            self.phase = CHOOSE
        elif self.phase == CHOOSE:
            self.play(action)
        elif self.phase == ANSWER:
            if action == YES:
                self.hands[self.target] = self.named
                self.out(self.target)
            self.next_turn()
        elif self.phase == THEIRS or self.phase == MINE:
            if card != UNKNOWN:
                self.hands[self.who] = card
            self.shown()
        elif self.phase == VERDICT:
            if action == NEITHER:
                self.next_turn()
            else:
                self.who, self.phase = self.turn, FALL
                if action == TARGET:
                    self.who = self.target
        elif self.phase == FALL:
            self.hands[self.who] = card
            self.out(self.who)
            self.next_turn()
        elif self.phase == THROW:
            self.hands[self.who] = card
            if card == HEART or self.left == 0:
                self.out(self.who)
                self.next_turn()
            else:
                self.played[card] += 1
                self.hands[self.who] = UNKNOWN
                self.phase = REDRAW
        elif self.phase == REDRAW:
            self.hands[self.who] = card
            self.left -= 1
            self.next_turn()
        else:
            self.hands[self.who] = card
            self.show_next(self.who + 1)

    def play(self, code: i64) -> None:
        """A card is laid down; which of the two it was, is known to whoever knows the other."""
        self.target, self.named = NOBODY, 0
        if code < IDLE:
            self.card, self.target, self.named = GUARD, code // 7, code % 7 + 1
        elif code == IDLE:
            self.card = GUARD
        else:
            self.card, self.target = (code - OTHER) // 5 + 1, (code - OTHER) % 5
        card = self.card
        if self.hands[self.turn] == card:
            self.hands[self.turn] = self.second
        self.second = UNKNOWN
        self.played[card] += 1
        self.who = self.target
        if card == HEART:
            self.who, self.phase = self.turn, FALL
        elif self.target == NOBODY:
            if card == SHIELD:
                self.safe |= bit(self.turn)
            self.next_turn()
        elif card == GUARD:
            self.phase = ANSWER
        elif card == THIEF:
            self.phase = THROW
        else:
            self.phase = THEIRS

    def shown(self) -> None:
        if self.card == SCOUT:
            self.next_turn()
        elif self.phase == THEIRS:
            self.who, self.phase = self.turn, MINE
        elif self.card == DUEL:
            self.phase = VERDICT
        else:
            mine = self.hands[self.turn]
            self.hands[self.turn] = self.hands[self.target]
            self.hands[self.target] = mine
            self.next_turn()

    def out(self, seat: i64) -> None:
        self.played[self.hands[seat]] += 1
        self.hands[seat] = UNKNOWN
        self.alive &= ~bit(seat)

    def next_turn(self) -> None:
        self.card, self.target, self.named = 0, NOBODY, 0
        if count(self.alive) == 1:
            self.phase = OVER
        elif self.left <= 1:
            self.phase = SHOW
            self.show_next(0)
        else:
            self.turn = self.next_alive(self.turn + 1)
            self.who = self.turn
            self.safe &= ~bit(self.turn)
            self.phase = DRAW

    def next_alive(self, seat: i64) -> i64:
        if seat == self.seats:
            seat = 0
        while not has(self.alive, seat):
            seat += 1
            if seat == self.seats:
                seat = 0
        return seat

    def show_next(self, seat: i64) -> None:
        while seat < self.seats and not has(self.alive, seat):
            seat += 1
        self.who = seat
        if seat == self.seats:
            self.who, self.phase = 0, OVER

    def score(self, seat: i64) -> i64:
        if self.phase != OVER or not has(self.alive, seat):
            return 0
        for other in range(self.seats):
            if has(self.alive, other) and self.hands[other] > self.hands[seat]:
                return 0
        return 1

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        return 2 - self.score(seat)

    def clone(self) -> "Letter":
        twin = Letter(self.seats)
        twin.phase, twin.turn, twin.who, twin.alive = self.phase, self.turn, self.who, self.alive
        twin.safe, twin.left, twin.card, twin.target = self.safe, self.left, self.card, self.target
        twin.named, twin.second = self.named, self.second
        twin.played, twin.hands = self.played[:], self.hands[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0], out[1], out[2], out[3], out[4] = self.phase, self.turn, self.who, self.alive, self.safe
        out[5], out[6], out[7], out[8], out[9] = self.left, self.card, self.target, self.named, self.second
        for card in range(KINDS):
            out[10 + card] = self.played[card]
        for seat in range(self.seats):
            out[18 + seat] = self.hands[seat]
        return 18 + self.seats
