"""Play by value: the pair, with the whole chain it may set off, after which the own sheet promises most."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import lowest
from tepui.core.playout import Rng
from tepui.core.position import TABLE, TABLE_BIT
from tepui.games.roll_and_write.bots.value import Rivals, Value, rivals_of
from tepui.games.roll_and_write.rules import CHOOSE, PASS, RollAndWrite
from tepui.games.roll_and_write.sheet import COLOURS, Sheet

DEPTH: Final = 2  # arrows of a chain searched through and through; after them the best single step
ENTRIES: Final = 60


@final
class Chooser:
    def __init__(self, value: Value) -> None:
        self.value: Value = value
        self.worths: vec[float] = vec[float]([0.0] * ENTRIES)  # of each pair of the next roll
        self.column: vec[float] = vec[float]([0.0] * COLOURS)  # the best of each colour, digits given

    def finish(self, sheet: Sheet, arrow: bool, rivals: Rivals, depth: i64) -> Sheet:
        """The sheet once its arrow, if it has just filled one, is answered as well as possible."""
        if not arrow:
            return sheet
        best = sheet
        most = self.value.of(sheet, rivals)
        columns = sheet.climbs
        while columns != 0:
            colour = (lowest(columns) - 1) // 10
            columns &= columns - 1
            twin = sheet.clone()
            again = twin.accelerate(colour)
            if depth > 0:
                twin = self.finish(twin, again, rivals, depth - 1)
            worth = self.value.of(twin, rivals)
            if worth > most:
                most = worth
                best = twin
        return best

    def after(self, position: RollAndWrite, seat: i64, code: i64, rivals: Rivals) -> Sheet:
        """The own sheet after this move and the best of its chains."""
        sheet = position.sheets[seat].clone()
        return self.finish(sheet, position.written(sheet, code), rivals, DEPTH)

    def best(self, position: RollAndWrite, seat: i64, rivals: Rivals) -> i64:
        """The code after which the own sheet is worth most, without a look at the next roll."""
        legal = position.legal_set(seat)
        chosen: i64 = PASS
        most = -1e9
        while legal != 0:
            code = lowest(legal)
            legal &= legal - 1
            worth = self.value.of(self.after(position, seat, code, rivals), rivals)
            if worth > most:
                most = worth
                chosen = code
        return chosen

    def best_of(self, sheet: Sheet, entries: i64, rivals: Rivals) -> float:
        """The most this sheet can be worth after one of these entries, or a refusal."""
        twin = sheet.clone()
        twin.refuse()
        most = self.value.of(twin, rivals)
        entries &= sheet.fits
        while entries != 0:
            code = lowest(entries)
            entries &= entries - 1
            most = max(most, self.entered(sheet, code, rivals))
        return most

    def entered(self, sheet: Sheet, code: i64, rivals: Rivals) -> float:
        twin = sheet.clone()
        colour = (code - 1) // 10
        arrow = twin.enter(colour, code - 1 - 10 * colour)
        return self.value.of(self.finish(twin, arrow, rivals, 0), rivals)

    def weigh(self, sheet: Sheet, rivals: Rivals) -> float:
        """Fills `worths` with the value after each pair of dice; returns the value after a refusal."""
        twin = sheet.clone()
        twin.refuse()
        refused = self.value.of(twin, rivals)
        for entry in range(i64(ENTRIES)):
            self.worths[entry] = refused
            if (sheet.fits >> (entry + 1)) & 1 == 1:
                self.worths[entry] = max(refused, self.entered(sheet, entry + 1, rivals))
        return refused

    def set_columns(self, first: i64, second: i64, third: i64) -> None:
        """The best of each colour with one of these digits."""
        for colour in range(i64(COLOURS)):
            row = 10 * colour
            most = max(self.worths[row + first], self.worths[row + second])
            self.column[colour] = max(most, self.worths[row + third])

    def mean_of_three(self) -> float:
        """Over all rolls of six dice, the mean of the best pair: what the roller can expect of `worths`."""
        total = 0.0
        for a in range(i64(10)):
            for b in range(a + 1):
                for c in range(b + 1):
                    self.set_columns(a, b, c)
                    total += orders(a, b, c) * self.mean_over_colours()
        return total / 1000.0

    def mean_over_colours(self) -> float:
        total = 0.0
        for a in range(i64(COLOURS)):
            for b in range(a + 1):
                two = max(self.column[a], self.column[b])
                for c in range(b + 1):
                    total += orders(a, b, c) * max(two, self.column[c])
        return total / 216.0

    def mean_of_two(self) -> float:
        """The same with two colours and two digits, as they are left for the others."""
        total = 0.0
        for a in range(i64(10)):
            for b in range(a + 1):
                self.set_columns(a, b, b)
                here = 0.0
                for c in range(i64(COLOURS)):
                    for d in range(c + 1):
                        here += orders(c, d, d - 1) / 3.0 * max(self.column[c], self.column[d])
                total += orders(a, b, b - 1) / 3.0 * here
        return total / 3600.0

    def ahead(self, sheet: Sheet, rivals: Rivals, rolls: bool) -> float:
        """The value of a sheet, seen one roll further."""
        if rivals.over(sheet):
            return self.value.of(sheet, rivals)
        later = rivals.next_turn(sheet)
        twin = sheet.clone()
        twin.bonus |= sheet.pays(rivals.bridges)
        self.weigh(twin, later)
        if rolls:
            return self.mean_of_three()
        return self.mean_of_two()

    def left_to_others(self, position: RollAndWrite, seat: i64, code: i64) -> float:
        """What the dice this move leaves in the middle are worth to the others, on the average."""
        twin = position.clone()
        twin.apply(seat, code)
        total = 0.0
        for other in range(position.seats):
            if other != seat:
                rivals = rivals_of(twin, other)
                total += self.best_of(position.sheets[other], twin.colours & twin.digits, rivals)
        return total / float(position.seats - 1)

    def rank(self, position: RollAndWrite, seat: i64, envy: float) -> list[float]:
        """One value per legal code: the own prospects, less `envy` times what is left to the others."""
        rivals = rivals_of(position, seat)
        rolls = position.after(position.roller) == seat
        first = position.phase == CHOOSE and seat == position.roller and position.seats > 1
        legal = position.legal_set(seat)
        values: list[float] = []
        while legal != 0:
            code = lowest(legal)
            legal &= legal - 1
            worth = self.ahead(self.after(position, seat, code, rivals), rivals, rolls)
            if first and envy > 0.0:
                worth -= envy * self.left_to_others(position, seat, code)
            values.append(worth)
        return values

    def play_on(self, game: RollAndWrite, rng: Rng, turns: i64) -> None:
        """Everyone plays by value until so many more turns have been played, or the game is over."""
        last = game.turn + turns
        who = game.to_act()
        while who != 0:
            if who & TABLE_BIT == 0:
                seat = lowest(who)
                game.apply(seat, self.best(game, seat, rivals_of(game, seat)))
            elif game.turn > last and game.rolled == 0:
                return
            else:
                game.apply(TABLE, rng.below(game.chances()))
            who = game.to_act()

    def lead(self, game: RollAndWrite, seat: i64) -> float:
        """How many points this seat may expect above the others at the table, on the average."""
        others = 0.0
        for other in range(game.seats):
            if other != seat:
                others += self.value.of(game.sheets[other], rivals_of(game, other))
        return self.value.of(game.sheets[seat], rivals_of(game, seat)) - others / float(game.seats - 1)

    def look_further(
        self, position: RollAndWrite, seat: i64, codes: vec[i64], turns: i64, games: i64, seed: i64
    ) -> list[float]:
        """Each code's mean lead so many turns later, in so many games with the same dice for all codes."""
        found: list[float] = []
        for code in codes:
            total = 0.0
            for game in range(games):
                twin = position.clone()
                twin.apply(seat, code)
                self.play_on(twin, Rng(seed + game), turns)
                total += self.lead(twin, seat)
            found.append(total / float(games))
        return found


def orders(a: i64, b: i64, c: i64) -> float:
    """In how many orders three dice show these faces, a >= b >= c."""
    if a == b:
        if b == c:
            return 1.0
        return 3.0
    if b == c:
        return 3.0
    return 6.0
