"""What is printed on the components, for one number of players and one set of options."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, shift

if TYPE_CHECKING:
    from tepui.games.lost_code.parts_file import Box

WHEELS: Final = 7
LOGS: Final = 4
BOXED: Final = 1  # 2.3: so many stones of each colour stay in the box
NUMBERS: Final = 8  # on the stones of a colour, 0 first; one more with X-Race


def up_to_three(numbers: i64) -> list[int]:
    """Every set of 0 to 3 numbers, in the order in which people would list them."""
    found = [0]
    found += [bit(a) for a in range(numbers)]
    twos = [bit(a) | bit(b) for a in range(numbers) for b in range(a + 1, numbers)]
    found += twos
    found += [pair | bit(c) for pair in twos for c in range(numbers) if bit(c) > pair]
    return found


class Parts:
    """Shared by all positions of a game and never changed. `Box.parts` keeps one of each."""

    def __init__(self, seats: i64, options: dict[str, bool], box: "Box") -> None:
        side = box.wheels.x if options["x_race"] else box.wheels.plain
        rounds = (box.rounds.two, box.rounds.three, box.rounds.four)[seats - 2]
        self.seats: i64 = seats
        self.introductory: bool = options["introductory"]
        self.deadly_shortcut: bool = options["deadly_shortcut"]
        self.cursed: bool = options["curse"]
        self.colours: i64 = 6
        if self.introductory:  # 13.1: no red stones
            self.colours = 5
        self.numbers: i64 = NUMBERS
        if options["x_race"]:  # 13.2: stones numbered 8
            self.numbers += 1
        self.pile: i64 = self.numbers - BOXED - LOGS
        self.covered: i64 = 0  # by colour, 9 bits each: all numbers
        self.piles: i64 = 0  # by colour, 4 bits each: the stones to draw
        for colour in range(self.colours):
            self.covered |= shift(bit(self.numbers) - 1, 9 * colour)
            self.piles |= shift(self.pile, 4 * colour)
        self.blank: i64 = 0  # seat * 6 + colour: the final guesses
        for seat in range(seats):
            self.blank |= shift(bit(self.colours) - 1, 6 * seat)
        self.sizes: vec[i64] = vec[i64](side.sizes)  # of the wheels, smallest first
        self.points: vec[i64] = vec[i64](side.points)
        self.top: i64 = side.top  # the highest number on the wheels
        self.rounds: i64 = rounds
        self.token_rounds: i64 = 0  # tokens are on offer up to this round
        if self.deadly_shortcut:
            self.token_rounds = rounds - box.shortcut.rounds_without
        self.curse_rounds: i64 = rounds - box.curse.rounds_without  # the curse is gone after this round
        self.curse_begins: i64 = box.curse.begins
        self.curse_ends: i64 = box.curse.ends
        self.curse_bonus: i64 = box.curse.bonus
        self.hits: vec[i64] = vec[i64](box.final.hit)  # with 1, 2, 3 numbers written
        self.miss: i64 = box.final.miss
        self.token_factor: i64 = box.final.token_factor
        self.sets: vec[i64] = vec[i64](up_to_three(self.numbers))  # of numbers, as masks; the empty one is the first

    def wheel(self, size: i64) -> i64:
        """The place of the wheel of that size; -1 if there is none."""
        for wheel in range(i64(WHEELS)):
            if self.sizes[wheel] == size:
                return wheel
        return -1

    def settings(self, wheel: i64) -> i64:
        """7.2: no blank may show, so a wheel can begin at 0, 1, ... settings - 1."""
        return self.top - self.sizes[wheel] + 2

    def blunt(self, wheel: i64) -> bool:
        """8.3: a miss with the smallest wheel is only told "wrong"."""
        return wheel == 0

    def worth(self, numbers: i64, hit: bool, token: bool) -> i64:
        """12.2: the points of a final guess of so many numbers."""
        points = self.miss
        if hit:
            points = self.hits[numbers - 1]
        if token:
            points *= self.token_factor
        return points
