"""Random games as rows of arrays: counted first, then played again and observed, in compiled code."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from tepui.core.bits import bit, lowest, some
from tepui.core.playout import Rng
from tepui.core.position import TABLE, TABLE_BIT, zeros
from tepui.research.stepping import NOBODY, Plan, Session, any_code, table_code


@final
class Rows:
    """A finished piece of a run, one row per decision point. Python reads the vecs as arrays, without a copy."""

    def __init__(self, plan: Plan, games: i64, rows: i64, moves: i64) -> None:
        self.observation: vec[i16] = vec[i16]([0] * (rows * plan.size))
        self.mask: vec[u8] = vec[u8]([0] * (rows * plan.width))
        self.code: vec[i16] = vec[i16]([0] * rows)
        self.seat: vec[i16] = vec[i16]([0] * rows)
        self.game: vec[i32] = vec[i32]([0] * rows)
        self.turn: vec[i32] = vec[i32]([0] * rows)
        self.score: vec[i32] = vec[i32]([0] * (games * plan.seats))
        self.place: vec[i32] = vec[i32]([0] * (games * plan.seats))
        self.moves: vec[i32] = vec[i32]([0] * moves)
        self.ends: vec[i64] = zeros(games)  # of each game's moves


def count(plan: Plan, seed: i64, first: i64, games: i64) -> list[int]:
    """How many decisions, and how many moves, so many random games have: they are played twice, and this is quick."""
    rows: i64 = 0
    moves: i64 = 0
    out, weights = plan.out, plan.weights
    for game in range(first, first + games):
        truth = plan.start.clone()
        rng = Rng(bit(32) * seed + game)
        who = truth.to_act()
        while who != 0:
            moves += 1
            if who & TABLE_BIT != 0:
                truth.apply(TABLE, table_code(truth, rng, out, weights))
            else:
                seat = lowest(who)
                truth.apply(seat, any_code(truth, seat, rng, out))
                rows += 1
            who = truth.to_act()
    return [rows, moves]


def fill(plan: Plan, seed: i64, first: i64, games: i64, rows: Rows) -> None:
    """The same games again, observed. Random play never interrupts."""
    row: i64 = 0
    ended: i64 = 0
    observation, mask, out = rows.observation, rows.mask, plan.out
    for game in range(first, first + games):
        session = Session(plan, bit(32) * seed + game)
        while session.seat != NOBODY:
            seat = session.seat
            session.write(observation, row * plan.size)
            n = session.legal(out)
            base = row * plan.width
            for i in range(n):
                mask[base + out[i]] = 1
            offered = session.views[seat].legal_set(seat)  # as `any_code` chooses, with the list that is there already
            if offered != 0:
                code = some(offered, session.rng.word())
            else:
                code = out[session.rng.below(n)]
            rows.code[row] = i16(code)
            rows.seat[row] = i16(seat)
            rows.game[row] = i32(game)
            rows.turn[row] = i32(session.turn)
            row += 1
            session.play(code)
        for seat in range(plan.seats):
            at = (game - first) * plan.seats + seat
            rows.score[at] = i32(session.truth.score(seat))
            rows.place[at] = i32(session.truth.place(seat))
        for i in range(session.turn):
            rows.moves[ended + i] = session.moves[i]
        ended += session.turn
        rows.ends[game - first] = ended
