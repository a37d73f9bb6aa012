"""Many games side by side in compiled code: one answer each, then what each shows, written into the same vecs."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from tepui.core.bits import bit
from tepui.core.playout import Rng
from tepui.core.position import WIDTH, Position, zeros
from tepui.research.stepping import NOBODY, Plan, Session


@final
class Lanes:
    """So many games side by side, each begun anew when it ends; what they show is written into the same vecs."""

    def __init__(self, plan: Plan, lanes: i64, by_place: bool, each_step: bool = False) -> None:
        self.plan: Plan = plan
        self.lanes: i64 = lanes
        self.by_place: bool = by_place
        self.each_step: bool = each_step  # rewards are the points that a seat sees itself gain, as they come
        self.points: vec[i64] = zeros(lanes * plan.seats)  # what was rewarded so far
        self.seed: i64 = 0
        self.begun: i64 = 0  # games so far
        self.most: i64 = -1  # games in all; -1: without end
        self.keep: bool = False  # what became of finished games, for whoever asks
        self.sessions: list[Session | None] = [None] * lanes
        self.observation: vec[i16] = vec[i16]([0] * (lanes * plan.size))
        self.mask: vec[u8] = vec[u8]([0] * (lanes * plan.width))
        self.seat: vec[i16] = vec[i16]([0] * lanes)
        self.game: vec[i32] = vec[i32]([0] * lanes)
        self.turn: vec[i32] = vec[i32]([0] * lanes)
        self.reward: vec[float] = vec[float]([0.0] * (lanes * plan.seats))
        self.done: vec[u8] = vec[u8]([0] * lanes)
        self.row: i64 = min(plan.width, WIDTH + 1)  # no list is longer, a pass included
        self.offered: vec[i16] = vec[i16]([0] * (lanes * self.row))  # what the mask shows now
        self.offers: vec[i64] = zeros(lanes)
        self.finished: list[tuple[int, list[int], list[int], vec[i32]]] = []  # game, scores, places, moves

    def reset(self, seed: i64, most: i64, keep: bool) -> None:
        """All games from the beginning."""
        self.seed = seed
        self.begun = 0
        self.most = most
        self.keep = keep
        self.finished = []
        for at in range(self.lanes * self.plan.seats):
            self.points[at] = 0
        for lane in range(self.lanes):
            self.clear(lane)
            self.begin(lane)

    def clear(self, lane: i64) -> None:
        self.done[lane] = 0
        for i in range(self.plan.seats):
            self.reward[lane * self.plan.seats + i] = 0.0

    def begin(self, lane: i64) -> None:
        """The next game; a game without a decision in it is skipped."""
        while self.most < 0 or self.begun < self.most:
            session = Session(self.plan, bit(32) * self.seed + self.begun)
            self.sessions[lane] = session
            self.game[lane] = i32(self.begun)
            self.begun += 1
            if session.seat != NOBODY:
                self.show(lane, session)
                return
        self.sessions[lane] = None  # nothing is left to play here
        self.seat[lane] = NOBODY
        self.hide(lane)

    def hide(self, lane: i64) -> None:
        """Wipes the mask of the last decision."""
        base = lane * self.row
        for i in range(self.offers[lane]):
            self.mask[lane * self.plan.width + i64(self.offered[base + i])] = 0
        self.offers[lane] = 0

    def show(self, lane: i64, session: Session) -> None:
        """Writes what the asked seat of this game sees and may do."""
        plan = self.plan
        self.hide(lane)
        session.write(self.observation, lane * plan.size)
        n = session.legal(plan.row)
        base = lane * self.row
        for i in range(n):
            code = plan.row[i]
            self.offered[base + i] = i16(code)
            self.mask[lane * plan.width + code] = 1
        self.offers[lane] = n
        self.seat[lane] = i16(session.seat)
        self.turn[lane] = i32(session.turn)

    def step(self, codes: list[int]) -> i64:
        """Plays one code in every game; -1. A code that is not on offer: no game moves, and its lane is returned."""
        plan = self.plan
        for lane in range(self.lanes):
            if self.sessions[lane] is not None:
                code: i64 = codes[lane]
                if code < 0 or code >= plan.width or self.mask[lane * plan.width + code] == 0:
                    return lane
        for lane in range(self.lanes):
            session = self.sessions[lane]
            if self.done[lane] != 0:
                self.clear(lane)
            if session is not None:
                session.play(codes[lane])
                if self.each_step:
                    self.gain(lane, session)
                if session.seat == NOBODY:
                    self.end(lane, session)
                    self.begin(lane)
                else:
                    self.show(lane, session)
        return -1

    def gain(self, lane: i64, session: Session) -> None:
        """What each seat's own view has gained since it was last rewarded; all of it together is the final score."""
        for seat in range(self.plan.seats):
            at = lane * self.plan.seats + seat
            now = session.views[seat].score(seat)
            self.reward[at] = float(now - self.points[at])
            self.points[at] = now
            if session.seat == NOBODY:
                self.points[at] = 0  # the next game begins

    def end(self, lane: i64, session: Session) -> None:
        plan, truth = self.plan, session.truth
        seats = plan.seats
        self.done[lane] = 1
        if not self.each_step:
            for seat in range(seats):
                self.reward[lane * seats + seat] = utility(truth, seat, seats, self.by_place)
        if self.keep:
            scores = [int(truth.score(seat)) for seat in range(seats)]
            places = [int(truth.place(seat)) for seat in range(seats)]
            self.finished.append((int(self.game[lane]), scores, places, session.moves))

    def random_codes(self, rng: Rng) -> list[int]:
        """Any code that is on offer, in every game: for tests and benches."""
        found = [0] * self.lanes
        for lane in range(self.lanes):
            if self.offers[lane] > 0:
                found[lane] = i64(self.offered[lane * self.row + rng.below(self.offers[lane])])
        return found


def utility(truth: Position, seat: i64, seats: i64, by_place: bool) -> float:
    """What a finished game is worth to a seat: its points; or by places 1 for the first to -1 for the last.

    Equal places share what theirs are worth together, so that all utilities of a game add up to 0.
    """
    if not by_place:
        return float(truth.score(seat))
    mine = truth.place(seat)
    same: i64 = 0
    ahead: i64 = 0
    for other in range(seats):
        place = truth.place(other)
        if place == mine:
            same += 1
        elif place < mine:
            ahead += 1
    return 1.0 - (2.0 * float(ahead) + float(same - 1)) / float(seats - 1)
