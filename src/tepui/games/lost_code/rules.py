"""The rules of The Lost Code. Numbers in comments are those of RULES.md; only `odds` looks at the face of a stone."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, members, shift
from tepui.core.position import AUDIENCE, DEALER, TABLE, TABLE_BIT
from tepui.games.lost_code.codes import (
    ANSWER,
    ANSWERING,
    DEALING,
    DISCARD,
    DISCARDING,
    DRAWING,
    EXCHANGE,
    EXCHANGING,
    GUESS,
    GUESSING,
    KEEP,
    LEAVE,
    LOWS,
    OFFERING,
    OVER,
    RECOLOURING,
    RIGHT,
    ROLLING,
    SHOW,
    SHOWING,
    STACK,
    STACKING,
    STONE,
    STONE_HIDDEN,
    TURN,
    TURNING,
    UNCOVER,
    UNCOVERING,
    WRITE,
    WRITE_HIDDEN,
    WRITING,
)
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.state import BACK, GONE, NOBODY, UNSEEN, Board

# Names of chance events, the same at every table (a stone's is its colour).
PIECES: Final = 6
DICE: Final = 7


@final
class LostCode(Board):
    """A game in progress: who moves, what they may do, and what it does."""

    # ---- who moves, and how ----

    def to_act(self) -> i64:
        phase = self.phase
        if OFFERING <= phase <= EXCHANGING:
            return bit(self.who)
        if phase == WRITING:
            seats: i64 = 0
            for seat in range(self.parts.seats):
                if (self.blank >> 6 * seat) & 63 != 0:
                    seats |= bit(seat)
            return seats
        if phase == OVER:
            return 0
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == WRITING:
            if (self.blank >> 6 * seat) & 63 == 0:
                return 0
            return self.sets(WRITE, 0, out)
        if seat != self.who:
            return 0
        if phase == GUESSING:
            return self.open_settings(out)
        if phase == OFFERING:
            n = self.sets(WRITE, 1, out)  # 5.3: at least one number
            out[n] = LEAVE
            return n + 1
        return members(self.legal_set(seat), out)

    def legal_set(self, seat: i64) -> i64:
        if seat != self.who:
            return 0
        phase = self.phase
        colours = bit(self.parts.colours) - 1
        if phase == TURNING:  # 6.1: keep, or turn one die to a colour that it does not show
            turns: i64 = bit(KEEP)
            for die in range(i64(3)):
                turns |= shift(colours & ~bit(self.die(die)), TURN + 6 * die)
            return turns
        if phase == EXCHANGING:  # 9.3: a colour that has stones left
            return shift(self.left, EXCHANGE)
        if phase == RECOLOURING:  # 6.2: the first red die, to any colour in play
            return shift(colours, TURN + 6 * self.red_die())
        return 0

    def chances(self) -> i64:
        if self.phase == ROLLING:  # 4.1: one face per colour
            return 6
        return 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        phase = self.phase
        n: i64 = 0
        if phase in (DEALING, DRAWING):  # any stone that can still be there: no pile holds decided ones
            n = self.possible(STONE, out)
        elif phase == ANSWERING:
            n = self.answers(out)
        elif phase == DISCARDING:
            n = self.face(DISCARD, out)
        elif phase == UNCOVERING:
            n = self.face(UNCOVER, out)
        elif phase == SHOWING:
            numbers = self.final_guess(self.who, self.colour)
            if numbers == UNSEEN:
                n = self.sets(SHOW, i64(self.with_token(self.who, self.colour)), out)
            else:
                out[0] = SHOW + numbers
                n = 1
        elif phase == STACKING:
            for piece in range(self.parts.seats):
                if not has(self.taken, piece):
                    out[n] = STACK + piece
                    n += 1
        else:
            for colour in range(i64(6)):
                out[colour] = colour
            n = 6
        for i in range(n):
            weights[i] = 1
        return n

    def occasion(self) -> i64:
        if self.phase == ROLLING:
            return DICE + 3 * self.round + self.rolled
        if self.phase == STACKING:
            return PIECES
        return self.colour  # the next stone of this colour

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if eye == DEALER:
            return action
        if by != TABLE:
            if eye != by and action >= WRITE:  # 5.4, 11.2: what is written is nobody else's business yet
                return WRITE_HIDDEN
        elif STONE <= action < STONE_HIDDEN:
            if eye == self.who:
                return STONE_HIDDEN  # 2.2, 9.4: one's own stones face the others
            if eye == AUDIENCE and self.who < self.parts.seats:
                return STONE_HIDDEN  # 14.2: of a log that everybody sees there is nothing to whisper
        return action

    # ---- one move ----

    def apply(self, by: i64, action: i64) -> None:
        phase = self.phase
        if phase == GUESSING:
            self.set_wheel(action - GUESS)
        elif phase == ANSWERING:
            self.hear_answer(action - ANSWER)
        elif phase == ROLLING:
            self.roll(action)
        elif phase == DEALING:
            self.deal(action - STONE)
        elif phase == EXCHANGING:
            self.colour = action - EXCHANGE
            self.phase = DISCARDING
        elif phase == DISCARDING:
            self.discard(action - DISCARD)
        elif phase == DRAWING:
            self.draw(action - STONE)
        elif phase == WRITING:
            self.write(by, self.next_colour(by), action)
            if self.blank == 0:
                self.begin_scoring()
        elif phase == UNCOVERING:
            self.uncover(action - UNCOVER)
        elif phase == SHOWING:
            self.show(action - SHOW)
        elif TURNING <= phase <= RECOLOURING:
            self.turn(action)
        elif phase == OFFERING:
            self.answer_offer(action)
        else:
            self.stack(action - STACK)

    def stack(self, piece: i64) -> None:
        self.track.enter(piece)
        self.taken |= bit(piece)
        if self.track.pieces == self.parts.seats:
            self.phase = DEALING

    def deal(self, number: i64) -> None:
        if number != STONE_HIDDEN - STONE:
            self.put(self.who, self.colour, number)
        self.colour += 1
        if self.colour == self.parts.colours:
            self.colour = 0
            self.who += 1
            if self.who == LOGS:
                self.begin_round()

    def begin_round(self) -> None:
        self.round += 1
        self.order = self.track.row  # 3.6
        self.rolled = 0
        self.taken = 0
        self.wrong = 0
        self.phase = ROLLING
        self.first()

    def first(self) -> None:
        """The last piece on the track begins."""
        self.at = 0
        self.who = self.order & 15

    def next(self) -> bool:
        """The turn goes on along the track; False when all have had theirs."""
        self.at += 1
        self.who = (self.order >> 4 * self.at) & 15
        return self.at < self.parts.seats

    def roll(self, colour: i64) -> None:
        if self.rolled == 0:
            self.dice = 0
        self.dice |= shift(colour, 4 * self.rolled)
        self.rolled += 1
        if self.rolled == 3:
            pair = self.pair()
            if self.round <= self.parts.token_rounds and pair >= 0 and has(self.tokens, pair):  # 5.1, 5.2
                self.colour = pair
                self.phase = OFFERING
            else:
                self.change_dice(True)

    def answer_offer(self, action: i64) -> None:
        """5.3: one after the other is asked until somebody takes the token."""
        if action == LEAVE:
            if not self.next():
                self.change_dice(True)
            return
        self.write(self.who, self.colour, action)
        self.fixed |= bit(6 * self.who + self.colour)
        self.tokens &= ~bit(self.colour)
        self.change_dice(self.who != self.order & 15)  # 5.5

    def change_dice(self, may_turn: bool) -> None:
        """6: the roller turns the red dice of the introductory game, or may turn one."""
        self.first()
        if self.must_recolour():
            self.phase = RECOLOURING
        elif may_turn:
            self.phase = TURNING
        else:
            self.phase = GUESSING

    def turn(self, action: i64) -> None:
        if action != KEEP:
            place = 4 * ((action - TURN) // 6)
            self.dice = self.dice & ~shift(15, place) | shift((action - TURN) % 6, place)
        if self.phase == TURNING or not self.must_recolour():
            self.phase = GUESSING

    def set_wheel(self, guess: i64) -> None:
        self.guesses = self.guesses & ~shift(255, 8 * self.who) | shift(guess, 8 * self.who)
        self.taken |= bit(guess // LOWS)
        if not self.next():
            self.first()  # 8.1: checked in the same order, whatever the pieces do meanwhile
            self.phase = ANSWERING

    def hear_answer(self, answer: i64) -> None:
        seat = self.who
        wheel = self.guess(seat) // LOWS
        if answer == RIGHT:
            self.track.move(seat, self.parts.points[wheel])  # 8.2
            if self.curse == NOBODY and self.track.space(seat) >= self.parts.curse_begins:
                self.curse = seat  # 10.1: at once
        else:
            self.wrong |= bit(seat)
            self.track.move(seat, self.miss(seat, wheel))
            if self.curse >= 0 and not self.cursed(seat):
                self.track.move(self.curse, self.parts.curse_bonus)  # 10.2
        if not self.next():
            self.order = self.track.row  # 9.1: as the pieces stand now
            self.at = -1
            self.next_exchange()

    def next_exchange(self) -> None:
        """9.1, 9.2: everyone who was wrong, while any stone is left."""
        more = self.next()
        while more and not has(self.wrong, self.who):
            more = self.next()
        if more and self.exchanges():
            self.phase = EXCHANGING
        else:
            self.end_round()

    def discard(self, number: i64) -> None:
        self.put(self.who, self.colour, number)  # now everybody has seen it ...
        self.put(self.who, self.colour, BACK)  # ... and it lies beside the log
        self.phase = DRAWING

    def draw(self, number: i64) -> None:
        if number != STONE_HIDDEN - STONE:
            self.put(self.who, self.colour, number)
        self.piles -= bit(4 * self.colour)
        if self.pile(self.colour) == 0:
            self.left &= ~bit(self.colour)
        self.next_exchange()

    def end_round(self) -> None:
        if self.round == self.parts.token_rounds:
            self.tokens = 0  # 5.6
        if self.curse != GONE:
            leader = self.track.leader()
            if self.round == self.parts.curse_rounds:
                self.curse = GONE  # 10.6
            elif self.curse != NOBODY:
                self.curse = leader  # 10.4
                if self.track.space(leader) >= self.parts.curse_ends:
                    self.curse = GONE  # 10.5
        if self.round < self.parts.rounds:
            self.begin_round()
        elif self.blank == 0:
            self.begin_scoring()
        else:
            self.phase = WRITING

    def write(self, seat: i64, colour: i64, action: i64) -> None:
        numbers = action - WRITE
        if action == WRITE_HIDDEN:
            numbers = UNSEEN
        self.written[seat] = self.written[seat] & ~shift(511, 9 * colour) | shift(numbers, 9 * colour)
        self.blank &= ~bit(6 * seat + colour)

    # ---- the end: stones and final guesses are turned over, so that all eyes can add up ----

    def begin_scoring(self) -> None:
        self.order = self.track.row  # 12.1
        self.colour = 0
        self.phase = UNCOVERING
        self.who = self.parts.seats  # the neutral logs come first
        if self.who == LOGS:
            self.first()

    def uncover(self, number: i64) -> None:
        self.put(self.who, self.colour, number)
        if self.who < self.parts.seats:
            self.phase = SHOWING
            return
        self.colour += 1
        if self.colour == self.parts.colours:
            self.colour = 0
            self.who += 1
            if self.who == LOGS:
                self.first()

    def show(self, numbers: i64) -> None:
        place = 9 * self.colour
        self.written[self.who] = self.written[self.who] & ~shift(511, place) | shift(numbers, place)
        self.gain += self.worth(numbers)
        self.phase = UNCOVERING
        self.colour += 1
        if self.colour == self.parts.colours:
            self.colour = 0
            self.track.move(self.who, self.gain)  # 12.3: one movement
            self.gain = 0
            if not self.next():
                self.phase = OVER

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        return self.track.ahead(seat) + 1

    def clone(self) -> "LostCode":
        twin = LostCode(self.parts)
        self.copy_to(twin)
        return twin
