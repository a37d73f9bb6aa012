"""The rules of Kryptx. Numbers in comments are sections of the specification, R-k its readings (see RULES.md).

`apply` never looks at a face-down card; `legal` and `odds` say all that could be where they do not know.
"""

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, lowest, members, shift
from tepui.core.position import TABLE, TABLE_BIT, UNKNOWN
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.cards import QUESTIONS
from tepui.games.kryptx.offers import answers, legal_numbers, legal_places, legal_questions, red_counts
from tepui.games.kryptx.state import BESIDES, HAND, IDLE_ROUNDS, NO_CARD, State


class Kryptx(State):
    # --- who, what ---

    def to_act(self) -> i64:
        if has(k.CLAIMING, self.phase):
            return bit(self.claimant)
        if has(k.DECIDING, self.phase):
            return bit(self.turn)
        if self.phase == k.P_OVER:
            return 0
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        phase = self.phase
        if has(k.CLAIMING, phase):
            return members(self.legal_set(seat), out)
        if seat == self.turn:
            if has(k.PLACING, phase):
                n = legal_places(self, out)
            elif phase == k.P_ASK:
                n = legal_questions(self, out)
        if self.may_stop(seat):
            out[n] = k.STOP
            n += 1
        return n

    def legal_set(self, seat: i64) -> i64:
        """Inside a claim all codes are below 62."""
        if seat == self.claimant:
            if self.phase == k.P_CLAIM:
                return legal_numbers(self)
            if self.phase == k.P_REVEAL:
                return shift(self.fewest_in_front(), k.REVEAL)
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
        if has(k.DRAWING, phase):
            if self.pile == 0:
                return bit(k.SHUFFLE)
            return self.unseen()
        if phase == k.P_DISCARD:
            if self.hand_known():
                return self.hand & -self.hand  # they all go; in which order says nothing
            return self.unseen()
        if phase == k.P_ANSWER:
            return answers(self)
        if phase == k.P_DEAL:
            return self.unseen()
        if has(k.TURNING, phase):
            card = self.code(self.opening)
            if card == NO_CARD:
                return self.unseen()
            return bit(card)
        if phase == k.P_BALLOT:
            return red_counts(self)
        return shift(bit(self.seats) - 1, k.FIRST)

    def occasion(self) -> i64:
        """0: who begins; then one order of the cards per shuffle, dealt and drawn from the top."""
        if self.phase == k.P_FIRST:
            return 0
        return 1 + self.shuffles

    # --- who sees what ---

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if by == TABLE:
            phase = self.phase
            if phase == k.P_DEAL:
                if eye != self.owner(self.dealt):
                    return k.HIDDEN
            elif has(k.HANDLING, phase) and eye != self.turn and action != k.SHUFFLE:
                return k.HIDDEN
        elif action >= k.SECRET and action < k.SECRET_HIDDEN:
            stand = (action - k.SECRET) // QUESTIONS
            if eye != by and eye != self.owner(stand):
                return k.SECRET_HIDDEN + stand
        return action

    # --- moves ---

    def apply(self, by: i64, action: i64) -> None:
        if by == TABLE:
            self.table_moves(action)
        elif action >= k.PLACE:
            self.lay((action - k.PLACE) // k.PLACES, (action - k.PLACE) % k.PLACES)
        elif action >= k.ASK:
            self.ask(action)
        elif action >= k.REVEAL:
            self.opening = action - k.REVEAL
            self.phase = k.P_OPEN
        elif action >= k.NAME:
            self.name(action - k.NAME)
        elif action == k.EXTRA:
            self.phase = k.P_EXTRA
        else:
            self.claimant = by
            self.named = 0
            self.claim = 0
            self.window = self.phase
            self.phase = k.P_CLAIM

    def table_moves(self, action: i64) -> None:
        phase = self.phase
        if action == k.SHUFFLE:
            self.pile = self.discards
            self.discards = 0
            self.discarded = 0
            self.shuffles += 1
        elif phase == k.P_DRAW:
            self.take(action)
            self.drawn += 1
            self.draw_or_play()
        elif phase == k.P_DISCARD:
            self.discard(action)
        elif phase == k.P_ANSWER:
            self.answer(action)
        elif phase == k.P_OPENING_DRAW:
            self.take(action)
            if self.held == HAND:
                self.phase = k.P_OPENING
        elif phase == k.P_EXTRA:
            self.take(action)
            self.phase = k.P_DISCARD
        elif phase == k.P_BALLOT:
            self.count_reds(action - k.REDS)
        elif phase == k.P_DEAL:
            self.deal(action)
        elif phase == k.P_FIRST:
            self.turn = action - k.FIRST
            self.phase = k.P_DEAL
        else:
            self.turn_over(action)

    def deal(self, card: i64) -> None:
        if card != k.HIDDEN:
            self.put(self.dealt, card)
        self.dealt += 1
        self.pile -= 1
        if self.dealt == self.stands:
            self.phase = k.P_OPENING_DRAW

    def draw_or_play(self) -> None:
        """3.3: up to three cards, as long as there are any in either pile; then the first card or the question."""
        if self.held < HAND and self.cards_left():
            self.phase = k.P_DRAW
        elif self.held > 0:
            self.open_window(k.P_PLAY)
        else:
            self.open_window(k.P_ASK)

    def open_window(self, phase: i64) -> None:
        self.phase = phase
        self.tried = 0

    def lay(self, card: i64, where: i64) -> None:
        self.hand &= ~bit(card)
        self.held -= 1
        self.shown |= bit(card)
        if where == k.BESIDE:
            self.laid[BESIDES + self.turn] |= bit(card)
        else:
            self.laid[self.stand(self.turn, where)] |= bit(card)
        if self.phase == k.P_PLAY:
            self.open_window(k.P_ASK)
        elif self.phase == k.P_OPENING:
            if self.held == 0:
                self.placed += 1
                self.turn = self.left_of(self.turn)
                if self.placed < self.seats:
                    self.phase = k.P_OPENING_DRAW
                else:
                    self.begin_turn()
        elif self.secretly and self.after_no(True) > 0:
            self.open_window(k.P_AGAIN)
        else:
            self.put_away()

    def ask(self, action: i64) -> None:
        self.secretly = action >= k.SECRET
        if action >= k.SECRET_HIDDEN:
            self.asked = action - k.SECRET_HIDDEN
            self.question = UNKNOWN
        else:
            if self.secretly:
                action -= k.SECRET
            else:
                action -= k.ASK
            self.asked = action // QUESTIONS
            self.question = action % QUESTIONS
        self.phase = k.P_ANSWER

    def answer(self, action: i64) -> None:
        if action == k.NO and self.after_no(self.secretly) > 0:
            self.open_window(k.P_AGAIN)
        else:
            self.put_away()

    def put_away(self) -> None:
        """3.7: what is left of the hand goes face down onto the discard pile; then the next player."""
        if self.held > 0:
            self.phase = k.P_DISCARD
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
        if card != k.HIDDEN:
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
            self.phase = k.P_BALLOT

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
            self.phase = k.P_OPEN
        else:
            self.phase = k.P_REVEAL

    def turn_over(self, card: i64) -> None:
        self.put(self.opening, card)
        self.open |= bit(self.opening)
        if self.phase == k.P_OPEN:
            self.phase = self.window
        else:
            self.end()

    def end(self) -> None:
        """Every code card that is still closed is turned over, one by one."""
        left = (bit(self.stands) - 1) & ~self.open
        if left == 0:
            self.phase = k.P_OVER
        else:
            self.phase = k.P_LAST
            self.opening = lowest(left)

    def clone(self) -> "Kryptx":
        twin = Kryptx(self.seats, self.pro, self.deck)
        self.copy_to(twin)
        return twin
