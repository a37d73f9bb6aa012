"""Which codes are possible: stones that fit their candidates and every sum that was heard of.

A *stone* here is one unknown with a set of candidate numbers; a *row* says that the sum of some stones,
each counted as often as its die showed, is one of a set of sums. Both sets are bit sets.
The running sums of all rows live in one i64, five bits each: no sum exceeds 24, no game has over twelve rows.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, lowest, shift
from tepui.core.position import zeros

NUMBERS: Final = 9  # 0 to 8
SUMS: Final = 25  # 0 to 24
FIVE: Final = 31  # one running sum


class Codes:
    """The set of codes consistent with some candidates and rows, counted or listed without guessing."""

    def __init__(self, stones: i64) -> None:
        self.stones: i64 = stones
        self.candidates: vec[i64] = zeros(stones)
        self.rows: i64 = 0
        self.times: vec[i64] = zeros(stones)  # how often each stone counts in each row, five bits a row
        self.allowed: vec[i64] = zeros(12)  # the sums a row may have
        self.tally: vec[i64] = zeros(stones * NUMBERS)  # codes in which stone s is number v
        self.order: vec[i64] = zeros(stones)  # the stones that some row counts, the most bound first
        self.bound: i64 = 0  # how many these are
        self.reach: vec[i64] = zeros((stones + 1) * 12)  # what the stones from a depth on can still add to a row
        self.touched: vec[i64] = zeros(stones)  # the rows that the stone at a depth counts in
        self.listed: vec[i64] = zeros(0)
        self.found: i64 = 0

    def row(self, allowed: i64) -> i64:
        """A new row that allows these sums; returns its index. Then say what it `counts`."""
        self.allowed[self.rows] = allowed
        self.rows += 1
        return self.rows - 1

    def counts(self, row: i64, stone: i64, times: i64) -> None:
        """This row counts this stone so many times (more)."""
        self.times[stone] += shift(times, 5 * row)

    # --- counting -------------------------------------------------------------------------

    def count(self) -> i64:
        """How many codes there are; fills `tally`. A stone that no row counts multiplies, and is not searched."""
        self.prepare(0)
        for i in range(self.stones * NUMBERS):
            self.tally[i] = 0
        searched = self.search(0, 0)
        total = searched
        for s in range(self.stones):
            if self.times[s] == 0:
                total *= count(self.candidates[s])
        if searched == 0 or total == 0:
            for i in range(self.stones * NUMBERS):
                self.tally[i] = 0
            return 0
        for s in range(self.stones):
            if self.times[s] == 0:
                each = total // count(self.candidates[s])
                for v in range(i64(NUMBERS)):
                    self.tally[s * NUMBERS + v] = each * ((self.candidates[s] >> v) & 1)
            elif total != searched:
                for v in range(i64(NUMBERS)):
                    self.tally[s * NUMBERS + v] *= total // searched
        return total

    def prepare(self, every: i64) -> None:
        """Puts the stones in searching order (all of them if `every`), and works out what is still in reach."""
        self.bound = 0
        left: i64 = 0
        for s in range(self.stones):
            if every != 0 or self.times[s] != 0:
                left |= bit(s)
        open_rows: i64 = 0
        while left != 0:
            s = self.most_bound(left, open_rows)
            left ^= bit(s)
            open_rows |= self.rows_of(s)
            self.order[self.bound] = s
            self.touched[self.bound] = self.rows_of(s)
            self.bound += 1
        for r in range(self.rows):
            self.reach[self.bound * 12 + r] = 1
        depth = self.bound - 1
        while depth >= 0:
            s = self.order[depth]
            for r in range(self.rows):
                k = (self.times[s] >> 5 * r) & FIVE
                sums = self.reach[(depth + 1) * 12 + r]
                if k != 0:
                    more: i64 = 0
                    numbers = self.candidates[s]
                    while numbers != 0:
                        more |= shift(sums, k * lowest(numbers))
                        numbers &= numbers - 1
                    sums = more
                self.reach[depth * 12 + r] = sums
            depth -= 1

    def rows_of(self, stone: i64) -> i64:
        """The rows in which a stone counts."""
        rows: i64 = 0
        for r in range(self.rows):
            if (self.times[stone] >> 5 * r) & FIVE != 0:
                rows |= bit(r)
        return rows

    def most_bound(self, left: i64, open_rows: i64) -> i64:
        """The stone that shares most with the rows begun, then the one in most rows, then with fewest numbers."""
        best = lowest(left)
        best_worth: i64 = -1
        while left != 0:
            s = lowest(left)
            left &= left - 1
            rows = self.rows_of(s)
            worth = 200 * count(rows & open_rows) + 20 * count(rows) + 9 - count(self.candidates[s])
            if worth > best_worth:
                best_worth = worth
                best = s
        return best

    def search(self, depth: i64, sums: i64) -> i64:
        """Codes from this depth on, given the running sums."""
        if depth == self.bound:
            return 1
        s = self.order[depth]
        total: i64 = 0
        numbers = self.candidates[s]
        while numbers != 0:
            v = lowest(numbers)
            numbers &= numbers - 1
            then = sums + v * self.times[s]
            if self.fits(depth, then):
                n = self.search(depth + 1, then)
                self.tally[s * NUMBERS + v] += n
                total += n
        return total

    def fits(self, depth: i64, sums: i64) -> bool:
        """Can every row that the stone at this depth counts in still come out right?"""
        rows = self.touched[depth]
        base = (depth + 1) * 12
        while rows != 0:
            r = lowest(rows)
            rows &= rows - 1
            if (self.allowed[r] >> ((sums >> 5 * r) & FIVE)) & self.reach[base + r] == 0:
                return False
        return True

    # --- sums -----------------------------------------------------------------------------

    def spread(self, dice: i64) -> vec[i64]:
        """By sum: the codes in which these dice (how often each stone shows, five bits a stone) add up to it."""
        row = self.with_dice(dice)
        free: i64 = 1  # the stones that neither a row nor a die counts
        for s in range(self.stones):
            if self.times[s] == 0:
                free *= count(self.candidates[s])
        spread = zeros(SUMS)
        self.sum_up(0, 0, 5 * row, free, spread)
        self.without(row)
        return spread

    def with_dice(self, dice: i64) -> i64:
        """Ready to search with one row more, the last: the sum of these dice, whatever it is."""
        row = self.row(bit(SUMS) - 1)
        for s in range(self.stones):
            self.counts(row, s, (dice >> 5 * s) & FIVE)
        self.prepare(0)
        return row

    def without(self, row: i64) -> None:
        """The last row goes again."""
        for s in range(self.stones):
            self.times[s] &= bit(5 * row) - 1
        self.rows -= 1

    def sum_up(self, depth: i64, sums: i64, place: i64, free: i64, spread: vec[i64]) -> None:
        if depth == self.bound:
            spread[(sums >> place) & FIVE] += free
            return
        s = self.order[depth]
        numbers = self.candidates[s]
        while numbers != 0:
            then = sums + lowest(numbers) * self.times[s]
            numbers &= numbers - 1
            if self.fits(depth, then):
                self.sum_up(depth + 1, then, place, free, spread)

    # --- listing --------------------------------------------------------------------------

    def list_all(self, room: i64) -> i64:
        """Writes every code, four bits a stone, to `listed` (as many as `room`); returns how many there are."""
        if len(self.listed) < room:
            self.listed = zeros(room)
        self.prepare(1)
        self.found = 0
        self.write(0, 0, 0)
        return self.found

    def write(self, depth: i64, sums: i64, code: i64) -> None:
        if depth == self.bound:
            if self.found < len(self.listed):
                self.listed[self.found] = code
            self.found += 1
            return
        s = self.order[depth]
        numbers = self.candidates[s]
        while numbers != 0:
            v = lowest(numbers)
            numbers &= numbers - 1
            then = sums + v * self.times[s]
            if self.fits(depth, then):
                self.write(depth + 1, then, code | shift(v, 4 * s))

    def list_bound(self, dice: i64, room: i64) -> i64:
        """The same without the stones that are `free` of these dice: each of their numbers goes with every code."""
        if len(self.listed) < room:
            self.listed = zeros(room)
        row = self.with_dice(dice)
        self.found = 0
        self.write(0, 0, 0)
        self.without(row)
        return self.found

    def free(self, dice: i64) -> i64:
        """The stones that neither a row nor one of these dice counts, as a set."""
        found: i64 = 0
        for s in range(self.stones):
            if self.times[s] == 0 and (dice >> 5 * s) & FIVE == 0:
                found |= bit(s)
        return found

    def possible(self) -> bool:
        """Is there any code at all?"""
        self.prepare(0)
        for s in range(self.stones):
            if self.candidates[s] == 0:
                return False
        return self.any(0, 0)

    def any(self, depth: i64, sums: i64) -> bool:
        if depth == self.bound:
            return True
        s = self.order[depth]
        numbers = self.candidates[s]
        while numbers != 0:
            then = sums + lowest(numbers) * self.times[s]
            numbers &= numbers - 1
            if self.fits(depth, then) and self.any(depth + 1, then):
                return True
        return False
