"""Steps many games in compiled code. A seat reads its own position and nothing else; the truth is never observed.

A *decision point* is one seat that is asked for one code. Of several seats that decide at the same time the lowest is
asked first, from a position in which the others' secret choices are hidden. Where somebody *may* act without having to
(an interrupt), everybody who may is asked before those who must, clockwise from the one who must; `pass` is the code
after the last of the game's own, and is on offer nowhere else.
"""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from tepui.core.bits import bit, has, lowest, some
from tepui.core.observe import MOST
from tepui.core.playout import Rng, weighted
from tepui.core.position import TABLE, TABLE_BIT, WIDTH, Position, zeros

NOBODY: Final = -1  # the game is over
BY: Final = 65536  # a logged move is by * BY + code


def table_code(truth: Position, rng: Rng, out: vec[i64], weights: vec[i64]) -> i64:
    """The table's next move, as likely as its odds say."""
    n = truth.chances()
    if n > 0:
        return rng.below(n)
    offered = truth.odds_set()
    if offered != 0:
        return some(offered, rng.word())
    n = truth.odds(out, weights)
    if n == 1:
        return out[0]
    return weighted(rng, out, weights, n)


def any_code(position: Position, seat: i64, rng: Rng, out: vec[i64]) -> i64:
    """One of this seat's codes, each as likely as any other."""
    offered = position.legal_set(seat)
    if offered != 0:
        return some(offered, rng.word())
    return out[rng.below(position.legal(seat, out))]


@final
class Plan:
    """What all games of a run share: the set-up, how it is observed, and whether interrupts are asked for."""

    def __init__(
        self,
        start: Position,
        seats: i64,
        codes: i64,
        size: i64,
        observe: Callable[[Position, int, vec[i64]], int],
        secrets: bool,
        interrupts: bool,
    ) -> None:
        self.start: Position = start
        self.seats: i64 = seats
        self.passing: i64 = codes  # the code of letting an interrupt pass
        self.width: i64 = codes + 1  # of a mask
        self.size: i64 = size  # of an observation
        self.observe: Callable[[Position, int, vec[i64]], int] = observe
        self.secrets: bool = secrets  # without any, all eyes share one position
        self.interrupts: bool = interrupts
        self.out: vec[i64] = zeros(WIDTH)
        self.weights: vec[i64] = zeros(WIDTH)
        self.row: vec[i64] = zeros(MOST)


@final
class Session:
    """One game in progress: the truth, one position per seat, and who is asked now."""

    def __init__(self, plan: Plan, seed: i64) -> None:
        self.plan: Plan = plan
        self.rng: Rng = Rng(seed)
        self.truth: Position = plan.start.clone()
        self.views: list[Position] = []
        for _ in range(plan.seats):
            if plan.secrets:
                self.views.append(plan.start.clone())
            else:
                self.views.append(self.truth)
        self.let_pass: i64 = 0  # seats that were asked at this moment and let it pass
        self.seat: i64 = NOBODY
        self.must: bool = True  # or may
        self.turn: i64 = 0  # moves so far
        self.moves: vec[i32] = vec[i32]([])
        self.ask_next()

    def tell(self, by: i64, code: i64) -> None:
        """A move happens; every seat sees of it what it may see."""
        truth = self.truth
        if self.plan.secrets:
            for seat in range(self.plan.seats):
                self.views[seat].apply(by, truth.seen(code, by, seat))
        truth.apply(by, code)
        self.moves = append(self.moves, i32(by * BY + code))
        self.turn += 1

    def ask_next(self) -> None:
        """The table moves until somebody is to be asked."""
        plan, truth = self.plan, self.truth
        who = truth.to_act()
        while who & TABLE_BIT != 0:
            self.tell(TABLE, table_code(truth, self.rng, plan.out, plan.weights))
            who = truth.to_act()
        if who == 0:
            self.seat = NOBODY
            return
        first = lowest(who)
        self.seat = first
        self.must = True
        if plan.interrupts:
            seat = first
            for _ in range(plan.seats - 1):
                seat += 1
                if seat == plan.seats:
                    seat = 0
                if not has(who | self.let_pass, seat) and self.views[seat].legal(seat, plan.out) > 0:
                    self.seat = seat
                    self.must = False
                    return

    def play(self, code: i64) -> None:
        """The answer of the seat that was asked."""
        if code == self.plan.passing:
            self.let_pass |= bit(self.seat)
        else:
            self.let_pass = 0
            self.tell(self.seat, code)
        self.ask_next()

    def legal(self, out: vec[i64]) -> i64:
        """Writes what the asked seat may answer; returns how many."""
        n = self.views[self.seat].legal(self.seat, out)
        if not self.must:
            out[n] = self.plan.passing
            n += 1
        return n

    def write(self, observation: vec[i16], at: i64) -> None:
        """What the asked seat sees, from `at` on."""
        plan = self.plan
        row = plan.row
        size = plan.size
        n: i64 = plan.observe(self.views[self.seat], self.seat, row)
        if n > size:  # a game without an `observe` of its own whose `pack` grows
            n = size
        for i in range(n):
            observation[at + i] = i16(row[i])
        for i in range(n, size):
            observation[at + i] = 0
