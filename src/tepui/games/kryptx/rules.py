"""The rules of Kryptx. Numbers in comments are sections of the specification, R-k its readings (see RULES.md).

`apply` never looks at a face-down card; `legal` and `odds` say all that could be where they do not know.
"""

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, lowest, members, shift
from tepui.core.position import TABLE, TABLE_BIT, UNKNOWN
from tepui.games.kryptx.cards import QUESTIONS, Deck
from tepui.games.kryptx.codes import (
    ASK,
    BESIDE,
    CLAIMING,
    DECIDING,
    DRAWING,
    EXTRA,
    FIRST,
    HANDLING,
    HIDDEN,
    NAME,
    NO,
    P_AGAIN,
    P_ANSWER,
    P_ASK,
    P_BALLOT,
    P_CLAIM,
    P_DEAL,
    P_DISCARD,
    P_DRAW,
    P_EXTRA,
    P_FIRST,
    P_LAST,
    P_OPEN,
    P_OPENING,
    P_OPENING_DRAW,
    P_OVER,
    P_PLAY,
    P_REVEAL,
    PLACE,
    PLACES,
    PLACING,
    REDS,
    REVEAL,
    SECRET,
    SECRET_HIDDEN,
    SHUFFLE,
    STOP,
    TURNING,
)
from tepui.games.kryptx.offers import answers, legal_numbers, legal_places, legal_questions, red_counts
from tepui.games.kryptx.state import BESIDES, HAND, IDLE_ROUNDS, NO_CARD, State


class Kryptx(State):
    def __init__(self, seats: i64, pro: bool, deck: Deck) -> None:
        super().__init__(seats, pro, deck)

    # --- who, what ---

    def to_act(self) -> i64:
        if has(CLAIMING, self.phase):
            return bit(self.claimant)
        if has(DECIDING, self.phase):
            return bit(self.turn)
        if self.phase == P_OVER:
            return 0
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        phase = self.phase
        if has(CLAIMING, phase):
            if seat != self.claimant:
                return 0
            return members(self.legal_set(seat), out)
        if seat == self.turn:
            if has(PLACING, phase):
                n = legal_places(self, out)
            elif phase == P_ASK:
                n = legal_questions(self, out)
        if self.may_stop(seat):
            out[n] = STOP
            n += 1
        return n

    def legal_set(self, seat: i64) -> i64:
        """Inside a claim all codes are below 62."""
        if seat == self.claimant:
            if self.phase == P_CLAIM:
                return legal_numbers(self)
            if self.phase == P_REVEAL:
                return shift(self.fewest_in_front(), REVEAL)
        return 0

    # --- the table ---

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n = members(self.odds_set(), out)
        for i in range(n):
            weights[i] = 1
        return n

    def odds_set(self) -> i64:
        """All of the table's codes are below 62, and whatever it can do next is equally likely."""
        phase = self.phase
        if has(DRAWING, phase):
            if self.pile == 0:
                return bit(SHUFFLE)
            return self.unseen()
        if phase == P_DISCARD:
            if self.hand_known():
                return self.hand & -self.hand  # they all go; in which order says nothing
            return self.unseen()
        if phase == P_ANSWER:
            return answers(self)
        if phase == P_DEAL:
            return self.unseen()
        if has(TURNING, phase):
            card = self.code(self.opening)
            if card == NO_CARD:
                return self.unseen()
            return bit(card)
        if phase == P_BALLOT:
            return red_counts(self)
        return shift(bit(self.seats) - 1, FIRST)

    def occasion(self) -> i64:
        """0: who begins; then one order of the cards per shuffle, dealt and drawn from the top."""
        if self.phase == P_FIRST:
            return 0
        return 1 + self.shuffles

    # --- who sees what ---

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if by == TABLE:
            phase = self.phase
            if phase == P_DEAL:
                if eye != self.owner(self.dealt):
                    return HIDDEN
            elif has(HANDLING, phase) and eye != self.turn and action != SHUFFLE:
                return HIDDEN
        elif action >= SECRET and action < SECRET_HIDDEN:
            stand = (action - SECRET) // QUESTIONS
            if eye != by and eye != self.owner(stand):
                return SECRET_HIDDEN + stand
        return action

    # --- moves ---

    def apply(self, by: i64, action: i64) -> None:
        if by == TABLE:
            self.table_moves(action)
        elif action >= PLACE:
            self.lay((action - PLACE) // PLACES, (action - PLACE) % PLACES)
        elif action >= ASK:
            self.ask(action)
        elif action >= REVEAL:
            self.opening = action - REVEAL
            self.phase = P_OPEN
        elif action >= NAME:
            self.name(action - NAME)
        elif action == EXTRA:
            self.phase = P_EXTRA
        else:
            self.claimant = by
            self.named = 0
            self.claim = 0
            self.window = self.phase
            self.phase = P_CLAIM

    def table_moves(self, action: i64) -> None:
        phase = self.phase
        if action == SHUFFLE:
            self.pile = self.discards
            self.discards = 0
            self.discarded = 0
            self.shuffles += 1
        elif phase == P_DRAW:
            self.take(action)
            self.drawn += 1
            self.draw_or_play()
        elif phase == P_DISCARD:
            self.discard(action)
        elif phase == P_ANSWER:
            self.answer(action)
        elif phase == P_OPENING_DRAW:
            self.take(action)
            if self.held == HAND:
                self.phase = P_OPENING
        elif phase == P_EXTRA:
            self.take(action)
            self.phase = P_DISCARD
        elif phase == P_BALLOT:
            self.count_reds(action - REDS)
        elif phase == P_DEAL:
            self.deal(action)
        elif phase == P_FIRST:
            self.turn = action - FIRST
            self.phase = P_DEAL
        else:
            self.turn_over(action)

    def deal(self, card: i64) -> None:
        if card != HIDDEN:
            self.put(self.dealt, card)
        self.dealt += 1
        self.pile -= 1
        if self.dealt == self.stands:
            self.phase = P_OPENING_DRAW

    def draw_or_play(self) -> None:
        """3.3: up to three cards, as long as there are any in either pile; then the first card or the question."""
        if self.held < HAND and self.cards_left():
            self.phase = P_DRAW
        elif self.held > 0:
            self.open_window(P_PLAY)
        else:
            self.open_window(P_ASK)

    def open_window(self, phase: i64) -> None:
        self.phase = phase
        self.tried = 0

    def lay(self, card: i64, where: i64) -> None:
        self.hand &= ~bit(card)
        self.held -= 1
        self.shown |= bit(card)
        if where == BESIDE:
            self.laid[BESIDES + self.turn] |= bit(card)
        else:
            self.laid[self.stand(self.turn, where)] |= bit(card)
        if self.phase == P_PLAY:
            self.open_window(P_ASK)
        elif self.phase == P_OPENING:
            if self.held == 0:
                self.placed += 1
                self.turn = self.left_of(self.turn)
                if self.placed < self.seats:
                    self.phase = P_OPENING_DRAW
                else:
                    self.begin_turn()
        elif self.secretly and self.after_no(True) > 0:
            self.open_window(P_AGAIN)
        else:
            self.put_away()

    def ask(self, action: i64) -> None:
        self.secretly = action >= SECRET
        if action >= SECRET_HIDDEN:
            self.asked = action - SECRET_HIDDEN
            self.question = UNKNOWN
        else:
            if self.secretly:
                action -= SECRET
            else:
                action -= ASK
            self.asked = action // QUESTIONS
            self.question = action % QUESTIONS
        self.phase = P_ANSWER

    def answer(self, action: i64) -> None:
        if action == NO and self.after_no(self.secretly) > 0:
            self.open_window(P_AGAIN)
        else:
            self.put_away()

    def put_away(self) -> None:
        """3.7: what is left of the hand goes face down onto the discard pile; then the next player."""
        if self.held > 0:
            self.phase = P_DISCARD
            return
        if self.drawn > 0:
            self.idle = 0
        else:
            self.idle += 1
        self.turn = self.left_of(self.turn)
        if self.idle == IDLE_ROUNDS * self.seats:
            self.end()
        else:
            self.begin_turn()

    def begin_turn(self) -> None:
        self.turns += 1
        self.drawn = 0
        self.draw_or_play()

    def discard(self, card: i64) -> None:
        if card != HIDDEN:
            self.hand &= ~bit(card)
            self.discarded |= bit(card)
        self.held -= 1
        self.discards += 1
        self.put_away()

    # --- a claim ---

    def name(self, number: i64) -> None:
        self.claim |= shift(number, 4 * self.named)
        self.named += 1
        if self.named == self.to_name():
            self.phase = P_BALLOT

    def count_reds(self, reds: i64) -> None:
        """3.8: all green wins. Who put down which control card is no move: `apply` never needs it."""
        if reds == 0:
            self.winner = self.claimant
            self.end()
            return
        self.locked = self.claimant  # 3.9: whoever was locked before is free again
        self.tried |= bit(self.claimant)
        self.remember_claim()
        stands = self.fewest_in_front()
        if stands == 0:
            self.phase = self.window
        elif stands & (stands - 1) == 0:
            self.opening = lowest(stands)
            self.phase = P_OPEN
        else:
            self.phase = P_REVEAL

    def turn_over(self, card: i64) -> None:
        self.put(self.opening, card)
        self.open |= bit(self.opening)
        if self.phase == P_OPEN:
            self.phase = self.window
        else:
            self.end()

    def end(self) -> None:
        """Every code card that is still closed is turned over, one by one."""
        left = (bit(self.stands) - 1) & ~self.open
        if left == 0:
            self.phase = P_OVER
        else:
            self.phase = P_LAST
            self.opening = lowest(left)

    def clone(self) -> "Kryptx":
        twin = Kryptx(self.seats, self.pro, self.deck)
        self.copy_to(twin)
        return twin
