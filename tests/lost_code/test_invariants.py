"""What holds after every move of any game (I-nn: section 9 of the specification), in all 48 settings."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tepui.core.position import AUDIENCE, DEALER, TABLE, legal_codes, odds_of
from tepui.core.table import Table
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.state import BACK

OPTIONS = ("introductory", "x_race", "deadly_shortcut", "curse")
SETTINGS = [
    (seats, dict(zip(OPTIONS, chosen, strict=True)))
    for seats in (2, 3, 4)
    for chosen in product((False, True), repeat=4)
]


class Watcher:
    """Plays one random game and looks at the table after every move."""

    def __init__(self, seats: int, options: dict[str, bool], seed: int) -> None:
        self.rng = Random(seed)
        self.setting = GAME.setting(seats, options)
        self.table = Table(GAME, self.setting)
        self.truth = self.position(DEALER)
        self.parts = self.truth.parts
        self.neutral = -1
        self.discards: list[list[int]] = [[] for _ in range(6)]
        self.tokens_taken: set[int] = set()
        self.fixed: dict[tuple[int, int], int] = {}
        self.decisions = 0
        self.exchanged = 0
        self.stones_before = 0

    def position(self, eye: int) -> LostCode:
        position = self.table.look(eye).position
        assert isinstance(position, LostCode)
        return position

    def play(self) -> None:
        while not self.table.over:
            self.step()
            self.stones()
            self.pieces()
            self.tokens_and_curse()
        self.end()

    def step(self) -> None:
        truth = self.truth
        spaces = [truth.track.space(seat) for seat in range(truth.track.pieces)]
        phase, who, colour = truth.phase, truth.who, truth.colour
        by = TABLE
        if self.table.to_act:
            by = self.rng.choice(self.table.to_act)
            options = legal_codes(truth, by)
            assert options, "nobody who must act is stuck"
            assert options == self.table.look(by).codes()  # I-10
            self.decisions += 1
        else:
            options = odds_of(truth)[0]
        code = self.rng.choice(options)
        if phase == codes.DISCARDING:
            self.discards[colour].append(code - codes.DISCARD)
            self.exchanged += 1
        if phase == codes.ANSWERING:
            self.answer(who, code - codes.ANSWER)
        if phase == codes.OFFERING and code != codes.LEAVE:
            assert colour not in self.tokens_taken  # I-9
            assert truth.round <= self.parts.token_rounds
            self.tokens_taken.add(colour)
            self.fixed[by, colour] = code - codes.WRITE
        if phase == codes.GUESSING:
            wheel, low = divmod(code - codes.GUESS, codes.LOWS)
            assert not truth.taken >> wheel & 1  # I-5
            assert 0 <= low <= low + self.parts.sizes[wheel] - 1 <= self.parts.top
        wrong, left = truth.wrong.bit_count(), sum(truth.pile(c) for c in range(self.parts.colours))
        if phase == codes.ANSWERING and truth.at == self.parts.seats - 1:
            wrong += code - codes.ANSWER != codes.RIGHT
            self.exchanged, self.due = 0, min(wrong, left)  # I-12
        others, relative = truth.wrong, self.relative_order(truth.wrong)
        self.table.replay(by, code)
        if phase == codes.ANSWERING and truth.curse < 0:
            assert self.relative_order(others) == relative  # I-13
        if truth.phase == codes.ROLLING and truth.rolled == 0 and phase not in (codes.STACKING, codes.DEALING):
            assert self.exchanged == self.due
        if not self.parts.cursed and truth.phase < codes.UNCOVERING and phase != codes.STACKING:
            moved = {truth.track.space(seat) - space for seat, space in enumerate(spaces)}
            assert moved <= {0, *(self.parts.points[wheel] for wheel in range(7))}  # I-4

    def relative_order(self, seats: int) -> list[int]:
        track = self.truth.track
        return [track.at(place) for place in range(track.pieces) if seats >> track.at(place) & 1]

    def answer(self, seat: int, answer: int) -> None:
        """I-8: the answer is true, and without direction exactly for a miss of the smallest wheel."""
        truth = self.truth
        wheel, low = divmod(truth.guess(seat), codes.LOWS)
        total = sum(truth.stone(seat, truth.die(die)) for die in range(3))
        if low <= total < low + self.parts.sizes[wheel]:
            assert answer == codes.RIGHT
        elif wheel == 0:
            assert answer == codes.WRONG
        else:
            assert answer == (codes.LOWER if total < low else codes.HIGHER)

    def stones(self) -> None:
        truth, parts = self.truth, self.parts
        if truth.round == 0:
            return
        neutral = hash(tuple(truth.stone(log, c) for log in range(parts.seats, LOGS) for c in range(parts.colours)))
        assert self.neutral in (-1, neutral)  # I-2: neutral logs never change
        self.neutral = neutral
        for colour in range(parts.colours):
            logs = [truth.stone(log, colour) for log in range(LOGS)]
            drawing = truth.phase == codes.DRAWING and truth.colour == colour
            there = [number for number in logs if number != BACK] + self.discards[colour]
            assert len(logs) - logs.count(BACK) == LOGS - drawing  # I-3
            assert len(set(there)) == len(there)  # I-1
            assert set(there) <= set(range(parts.numbers))
            assert parts.numbers - len(there) == 1 + truth.pile(colour)
            assert truth.pile(colour) == parts.pile - len(self.discards[colour]) + drawing  # I-2
            if truth.phase >= codes.UNCOVERING:
                continue
            for seat in range(parts.seats):  # I-6: what is not seen is the own stone, the box and the pile
                covered = self.position(seat).covered >> 9 * colour & 511
                if not (drawing and truth.who == seat):
                    assert covered.bit_count() == 2 + truth.pile(colour)
                    assert covered >> truth.stone(seat, colour) & 1 or (drawing and truth.stone(seat, colour) == BACK)

    def pieces(self) -> None:
        track = self.truth.track
        row = [track.at(place) for place in range(track.pieces)]
        assert len(set(row)) == track.pieces <= self.parts.seats  # I-4: one strict order of all pieces
        assert [track.space(piece) for piece in row] == sorted(track.space(piece) for piece in row)

    def tokens_and_curse(self) -> None:
        truth = self.truth
        for (seat, colour), numbers in self.fixed.items():  # I-9: what is fixed stays
            assert truth.final_guess(seat, colour) == numbers
        if truth.round == self.parts.rounds:
            assert truth.curse < 0
        if truth.phase == codes.ROLLING and truth.curse >= 0:
            assert truth.curse == truth.track.leader()

    def end(self) -> None:
        """I-11, and the longest game of the specification's table."""
        seats, colours = self.parts.seats, self.parts.colours
        for eye in (*range(seats), AUDIENCE):
            assert [self.position(eye).score(seat) for seat in range(seats)] == self.table.scores()
            assert self.table.look(eye).picture().places == self.table.places()
        assert sorted(self.table.places()) == list(range(1, seats + 1))
        assert self.table.places()[self.truth.track.leader()] == 1
        for seat, total in enumerate(self.table.look(AUDIENCE).picture().totals):
            tokens = sum(1 for holder, _ in self.fixed if holder == seat)
            assert total is not None
            assert -2 * colours - 2 * tokens <= total <= 5 * colours + 5 * tokens
        rounds, piles = self.parts.rounds, self.parts.pile * colours
        recolourings = 2 * rounds  # up to three red dice instead of one turn
        most = (rounds - 3) * seats + rounds + recolourings + rounds * seats + min(rounds * seats, piles)
        assert self.decisions <= most + seats * colours
        assert self.truth.round == rounds


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
@pytest.mark.clause("LC-62")
def test_every_setting_keeps_its_invariants(seats: int, options: dict[str, bool]) -> None:
    for seed in range(2):
        print(f"seed {seed}")
        Watcher(seats, options, seed).play()


def test_the_same_seed_gives_the_same_game() -> None:
    """I-14."""
    games = [Watcher(3, {"curse": True, "deadly_shortcut": True}, 5) for _ in range(2)]
    for game in games:
        game.play()
    assert games[0].table.moves == games[1].table.moves


def test_a_view_counts_every_list_that_the_specification_counts() -> None:
    """1.3: settings of each wheel; 3.8: sets of numbers."""
    plain = GAME.setting(2).parts.parts(2, {})
    x_race = GAME.setting(2).parts.parts(2, {"x_race": True})
    assert [plain.settings(wheel) for wheel in range(7)] == [22, 21, 20, 19, 18, 16, 13]
    assert [x_race.settings(wheel) for wheel in range(7)] == [25, 24, 23, 22, 21, 19, 16]
    assert (len(plain.sets), len(x_race.sets)) == (93, 130)
