"""The rules of The Lost Code. Numbers in comments are those of RULES.md; only `odds` looks at the face of a stone."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, members, shift
from tepui.core.position import AUDIENCE, DEALER, TABLE, TABLE_BIT
from tepui.games.lost_code import codes
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
        if codes.OFFERING <= phase <= codes.EXCHANGING:
            return bit(self.who)
        if phase == codes.WRITING:
            seats: i64 = 0
            for seat in range(self.parts.seats):
                if (self.blank >> 6 * seat) & 63 != 0:
                    seats |= bit(seat)
            return seats
        if phase == codes.OVER:
            return 0
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == codes.WRITING:
            if (self.blank >> 6 * seat) & 63 == 0:
                return 0
            return self.sets(codes.WRITE, 0, out)
        if seat != self.who:
            return 0
        if phase == codes.GUESSING:
            return self.open_settings(out)
        if phase == codes.OFFERING:
            n = self.sets(codes.WRITE, 1, out)  # 5.3: at least one number
            out[n] = codes.LEAVE
            return n + 1
        return members(self.legal_set(seat), out)

    def legal_set(self, seat: i64) -> i64:
        if seat != self.who:
            return 0
        phase = self.phase
        colours = bit(self.parts.colours) - 1
        if phase == codes.TURNING:  # 6.1: keep, or turn one die to a colour that it does not show
            turns: i64 = bit(codes.KEEP)
            for die in range(i64(3)):
                turns |= shift(colours & ~bit(self.die(die)), codes.TURN + 6 * die)
            return turns
        if phase == codes.EXCHANGING:  # 9.3: a colour that has stones left
            return shift(self.left, codes.EXCHANGE)
        if phase == codes.RECOLOURING:  # 6.2: the first red die, to any colour in play
            return shift(colours, codes.TURN + 6 * self.red_die())
        return 0

    def chances(self) -> i64:
        if self.phase == codes.ROLLING:  # 4.1: one face per colour
            return 6
        return 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        phase = self.phase
        n: i64 = 0
        if phase in (codes.DEALING, codes.DRAWING):  # any stone that can still be there: no pile holds decided ones
            n = self.possible(codes.STONE, out)
        elif phase == codes.ANSWERING:
            n = self.answers(out)
        elif phase == codes.DISCARDING:
            n = self.face(codes.DISCARD, out)
        elif phase == codes.UNCOVERING:
            n = self.face(codes.UNCOVER, out)
        elif phase == codes.SHOWING:
            numbers = self.final_guess(self.who, self.colour)
            if numbers == UNSEEN:
                n = self.sets(codes.SHOW, i64(self.with_token(self.who, self.colour)), out)
            else:
                out[0] = codes.SHOW + numbers
                n = 1
        elif phase == codes.STACKING:
            for piece in range(self.parts.seats):
                if not has(self.taken, piece):
                    out[n] = codes.STACK + piece
                    n += 1
        else:
            for colour in range(i64(6)):
                out[colour] = colour
            n = 6
        for i in range(n):
            weights[i] = 1
        return n

    def occasion(self) -> i64:
        if self.phase == codes.ROLLING:
            return DICE + 3 * self.round + self.rolled
        if self.phase == codes.STACKING:
            return PIECES
        return self.colour  # the next stone of this colour

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if eye == DEALER:
            return action
        if by != TABLE:
            if eye != by and action >= codes.WRITE:  # 5.4, 11.2: what is written is nobody else's business yet
                return codes.WRITE_HIDDEN
        elif codes.STONE <= action < codes.STONE_HIDDEN:
            if eye == self.who:
                return codes.STONE_HIDDEN  # 2.2, 9.4: one's own stones face the others
            if eye == AUDIENCE and self.who < self.parts.seats:
                return codes.STONE_HIDDEN  # 14.2: of a log that everybody sees there is nothing to whisper
        return action

    # ---- one move ----

    def apply(self, by: i64, action: i64) -> None:
        phase = self.phase
        if phase == codes.GUESSING:
            self.set_wheel(action - codes.GUESS)
        elif phase == codes.ANSWERING:
            self.hear_answer(action - codes.ANSWER)
        elif phase == codes.ROLLING:
            self.roll(action)
        elif phase == codes.DEALING:
            self.deal(action - codes.STONE)
        elif phase == codes.EXCHANGING:
            self.colour = action - codes.EXCHANGE
            self.phase = codes.DISCARDING
        elif phase == codes.DISCARDING:
            self.discard(action - codes.DISCARD)
        elif phase == codes.DRAWING:
            self.draw(action - codes.STONE)
        elif phase == codes.WRITING:
            self.write(by, self.next_colour(by), action)
            if self.blank == 0:
                self.begin_scoring()
        elif phase == codes.UNCOVERING:
            self.uncover(action - codes.UNCOVER)
        elif phase == codes.SHOWING:
            self.show(action - codes.SHOW)
        elif codes.TURNING <= phase <= codes.RECOLOURING:
            self.turn(action)
        elif phase == codes.OFFERING:
            self.answer_offer(action)
        else:
            self.stack(action - codes.STACK)

    def stack(self, piece: i64) -> None:
        self.track.enter(piece)
        self.taken |= bit(piece)
        if self.track.pieces == self.parts.seats:
            self.phase = codes.DEALING

    def deal(self, number: i64) -> None:
        if number != codes.STONE_HIDDEN - codes.STONE:
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
        self.phase = codes.ROLLING
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
                self.phase = codes.OFFERING
            else:
                self.change_dice(True)

    def answer_offer(self, action: i64) -> None:
        """5.3: one after the other is asked until somebody takes the token."""
        if action == codes.LEAVE:
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
            self.phase = codes.RECOLOURING
        elif may_turn:
            self.phase = codes.TURNING
        else:
            self.phase = codes.GUESSING

    def turn(self, action: i64) -> None:
        if action != codes.KEEP:
            place = 4 * ((action - codes.TURN) // 6)
            self.dice = self.dice & ~shift(15, place) | shift((action - codes.TURN) % 6, place)
        if self.phase == codes.TURNING or not self.must_recolour():
            self.phase = codes.GUESSING

    def set_wheel(self, guess: i64) -> None:
        self.guesses = self.guesses & ~shift(255, 8 * self.who) | shift(guess, 8 * self.who)
        self.taken |= bit(guess // codes.LOWS)
        if not self.next():
            self.first()  # 8.1: checked in the same order, whatever the pieces do meanwhile
            self.phase = codes.ANSWERING

    def hear_answer(self, answer: i64) -> None:
        seat = self.who
        wheel = self.guess(seat) // codes.LOWS
        if answer == codes.RIGHT:
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
            self.phase = codes.EXCHANGING
        else:
            self.end_round()

    def discard(self, number: i64) -> None:
        self.put(self.who, self.colour, number)  # now everybody has seen it ...
        self.put(self.who, self.colour, BACK)  # ... and it lies beside the log
        self.phase = codes.DRAWING

    def draw(self, number: i64) -> None:
        if number != codes.STONE_HIDDEN - codes.STONE:
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
            self.phase = codes.WRITING

    def write(self, seat: i64, colour: i64, action: i64) -> None:
        numbers = action - codes.WRITE
        if action == codes.WRITE_HIDDEN:
            numbers = UNSEEN
        self.written[seat] = self.written[seat] & ~shift(511, 9 * colour) | shift(numbers, 9 * colour)
        self.blank &= ~bit(6 * seat + colour)

    # ---- the end: stones and final guesses are turned over, so that all eyes can add up ----

    def begin_scoring(self) -> None:
        self.order = self.track.row  # 12.1
        self.colour = 0
        self.phase = codes.UNCOVERING
        self.who = self.parts.seats  # the neutral logs come first
        if self.who == LOGS:
            self.first()

    def uncover(self, number: i64) -> None:
        self.put(self.who, self.colour, number)
        if self.who < self.parts.seats:
            self.phase = codes.SHOWING
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
        self.phase = codes.UNCOVERING
        self.colour += 1
        if self.colour == self.parts.colours:
            self.colour = 0
            self.track.move(self.who, self.gain)  # 12.3: one movement
            self.gain = 0
            if not self.next():
                self.phase = codes.OVER

    def place(self, seat: i64) -> i64:
        if self.phase != codes.OVER:
            return 0
        return self.track.ahead(seat) + 1

    def clone(self) -> "LostCode":
        twin = LostCode(self.parts)
        self.copy_to(twin)
        return twin
