"""What lies on a table of Kryptx: every field of the game in progress, and what can be read off it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, has, shift
from tepui.core.position import UNKNOWN, Position, write_all, zeros
from tepui.games.kryptx.cards import NUMBERS, Deck
from tepui.games.kryptx.codes import HIDDEN, P_FIRST, P_OVER, P_PLAY, WINDOWS

HAND: Final = 3  # cards drawn per turn, and placed by each player before the first turn
NO_CARD: Final = 63  # six bits that are no card: a face-down code card
ALL_CLOSED: Final = 0x3FFFFFFFFFFFFF  # nine times NO_CARD
BESIDES: Final = 9  # laid[0..8]: in front of the stands A to I; laid[9..12]: beside each player's stands
IDLE_ROUNDS: Final = 3  # 3.10: this many rounds without a card are a draw


def code_cards(seats: i64) -> i64:
    """2: how many each player guards: 4, 3 or 2."""
    return 6 - seats


class State(Position):
    """Hands are empty between turns, so that one hand is enough. Letters count from 0, seat by seat (A, B, ...)."""

    def __init__(self, seats: i64, pro: bool, deck: Deck) -> None:
        self.deck: Deck = deck
        self.seats: i64 = seats
        self.each: i64 = code_cards(seats)
        self.stands: i64 = seats * code_cards(seats)
        self.pro: bool = pro and seats > 2  # with two players the option has no effect
        self.instead: bool = seats == 2  # two players may draw instead of asking

        self.phase: i64 = P_FIRST
        self.turn: i64 = 0  # whose turn it is, also during set-up and a claim
        self.turns: i64 = 0  # how many have begun
        self.placed: i64 = 0  # players who have placed their opening cards
        self.dealt: i64 = 0  # code cards dealt; at the end: turned over
        self.codes: i64 = ALL_CLOSED  # six bits per stand
        self.fixed: i64 = 0  # the known code cards, as a set
        self.open: i64 = 0  # stands whose card lies open for all
        self.laid: vec[i64] = zeros(13)
        self.shown: i64 = 0  # all cards in `laid`
        self.hand: i64 = 0  # of the player whose turn it is: the known cards
        self.held: i64 = 0  # and how many they are
        self.drawn: i64 = 0  # this turn
        self.pile: i64 = deck.size  # how many cards are in the draw pile
        self.discards: i64 = 0  # how many are in the discard pile
        self.discarded: i64 = 0  # the known ones among them
        self.shuffles: i64 = 0
        self.asked: i64 = 0  # the stand of the question
        self.question: i64 = UNKNOWN
        self.secretly: bool = False
        self.idle: i64 = 0  # completed turns without a card, in a row
        self.claimant: i64 = 0
        self.named: i64 = 0  # how many numbers of the claim are said
        self.claim: i64 = 0  # four bits each
        self.window: i64 = P_PLAY  # the phase that the claim interrupts
        self.tried: i64 = 0  # seats with an attempt in this window
        self.locked: i64 = UNKNOWN  # the last who failed
        self.claims: vec[i64] = zeros(0)  # failed ones: claim * 4 + seat; replaced, never changed, so clones share it
        self.opening: i64 = 0  # the stand that is being turned over
        self.winner: i64 = UNKNOWN

    # --- reading ---

    def code(self, stand: i64) -> i64:
        """The card on this stand; NO_CARD if it is face down."""
        return (self.codes >> (6 * stand)) & NO_CARD

    def owner(self, stand: i64) -> i64:
        return stand // self.each

    def stand(self, seat: i64, where: i64) -> i64:
        """This player's stand of that number."""
        return seat * self.each + where

    def stands_of(self, seat: i64) -> i64:
        """This player's stands, as a set."""
        return shift(bit(self.each) - 1, self.stand(seat, 0))

    def cards_left(self) -> bool:
        """3.3: in either pile."""
        return self.pile + self.discards > 0

    def hand_known(self) -> bool:
        """Do these eyes see the hand of the player whose turn it is?"""
        return count(self.hand) == self.held

    def after_no(self, secret: bool) -> i64:
        """3.7: how many cards are placed after a No: another one, after a secret question all."""
        if secret:
            return self.held
        return min(self.held, 1)

    def unseen(self) -> i64:
        """On the truth: the draw pile. On a view: all cards that could be in it, in another hand, or in a code."""
        return self.deck.cards & ~(self.fixed | self.shown | self.hand | self.discarded)

    def left_of(self, seat: i64) -> i64:
        if seat + 1 == self.seats:
            return 0
        return seat + 1

    def put(self, stand: i64, card: i64) -> None:
        """This code card is known."""
        self.codes = self.codes & ~shift(NO_CARD, 6 * stand) | shift(card, 6 * stand)
        self.fixed |= bit(card)

    def take(self, card: i64) -> None:
        """From the draw pile into the hand."""
        if card != HIDDEN:
            self.hand |= bit(card)
        self.held += 1
        self.pile -= 1

    # --- claims ---

    def to_name(self) -> i64:
        return self.stands - self.each

    def checks(self) -> i64:
        """3.8: how many control cards: everybody's but the claimant's."""
        return self.seats - 1

    def contradicts(self, stand: i64, number: i64) -> bool:
        """3.8: the card on this stand is known, and shows another number: its owner's control card is red."""
        card = self.code(stand)
        return card != NO_CARD and card % NUMBERS != number

    def due(self) -> i64:
        """The stand whose number the claimant names next."""
        return self.claimed_stand(self.named)

    def claimed_stand(self, k: i64) -> i64:
        """The stand of the k-th number of the claim: all stands but the claimant's, in order."""
        if k < self.claimant * self.each:
            return k
        return k + self.each

    def claimed(self, stand: i64) -> i64:
        """The number that the claim names for this stand."""
        k = stand
        if stand >= self.claimant * self.each:
            k -= self.each
        return (self.claim >> (4 * k)) & 15

    def surely_red(self, seat: i64) -> bool:
        """A known code card of this player shows another number than the claim."""
        first = seat * self.each
        return any(self.contradicts(stand, self.claimed(stand)) for stand in range(first, first + self.each))

    def surely_green(self, seat: i64) -> bool:
        first = seat * self.each
        for stand in range(first, first + self.each):
            if self.code(stand) == NO_CARD or self.contradicts(stand, self.claimed(stand)):
                return False
        return True

    def used_up(self, seat: i64, claim: i64, named: i64) -> bool:
        """3.8: this player has already made every claim that begins so."""
        claims = self.claims
        left = self.to_name() - named
        ways: i64 = 1
        for _ in range(left):
            ways *= self.deck.claims
            if ways > len(claims):
                return False
        same: i64 = 0
        mask = bit(4 * named) - 1
        for i in range(len(claims)):
            if claims[i] & 3 == seat and (claims[i] >> 2) & mask == claim:
                same += 1
        return same >= ways

    def may_stop(self, seat: i64) -> bool:
        """3.8, 3.9: a window is open, the last failed attempt was not this player's, and the first of this window."""
        if not has(WINDOWS, self.phase) or seat == self.locked or has(self.tried, seat):
            return False
        return not self.used_up(seat, 0, 0)

    def fewest_in_front(self) -> i64:
        """3.9: the claimant's closed stands with the fewest cards in front."""
        found: i64 = 0
        fewest: i64 = 99
        first = self.claimant * self.each
        for stand in range(first, first + self.each):
            if not has(self.open, stand):
                n = count(self.laid[stand])
                if n < fewest:
                    fewest = n
                    found = 0
                if n == fewest:
                    found |= bit(stand)
        return found

    def remember_claim(self) -> None:
        before = self.claims
        n = i64(len(before))
        claims = zeros(n + 1)
        for i in range(n):
            claims[i] = before[i]
        claims[n] = self.claim * 4 + self.claimant
        self.claims = claims

    # --- copies ---

    def copy_to(self, twin: "State") -> None:
        twin.phase = self.phase
        twin.turn = self.turn
        twin.turns = self.turns
        twin.placed = self.placed
        twin.dealt = self.dealt
        twin.codes = self.codes
        twin.fixed = self.fixed
        twin.open = self.open
        twin.laid = self.laid[:]
        twin.shown = self.shown
        twin.hand = self.hand
        twin.held = self.held
        twin.drawn = self.drawn
        twin.pile = self.pile
        twin.discards = self.discards
        twin.discarded = self.discarded
        twin.shuffles = self.shuffles
        twin.asked = self.asked
        twin.question = self.question
        twin.secretly = self.secretly
        twin.idle = self.idle
        twin.claimant = self.claimant
        twin.named = self.named
        twin.claim = self.claim
        twin.window = self.window
        twin.tried = self.tried
        twin.locked = self.locked
        twin.claims = self.claims
        twin.opening = self.opening
        twin.winner = self.winner

    def pack(self, out: vec[i64]) -> i64:
        n = write_all(out, 0, vec[i64]([
            self.phase, self.turn, self.turns, self.placed, self.dealt, self.codes, self.fixed, self.open,
            self.shown, self.hand, self.held, self.drawn, self.pile, self.discards, self.discarded, self.shuffles,
            self.asked, self.question, i64(self.secretly), self.idle, self.claimant, self.named, self.claim,
            self.window, self.tried, self.locked, self.opening, self.winner,
        ]))  # fmt: skip
        return write_all(out, write_all(out, n, self.laid), self.claims)

    # --- the end ---

    def score(self, seat: i64) -> i64:
        """There are no points: 1 for the winner."""
        return i64(seat == self.winner)

    def place(self, seat: i64) -> i64:
        """A winner and no ranking behind; a draw is shared by all."""
        if self.phase != P_OVER:
            return 0
        if self.winner == UNKNOWN or seat == self.winner:
            return 1
        return 2
