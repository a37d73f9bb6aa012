"""What the owner of a log can know of it: exactly, and from their own view alone.

Own, boxed and piled stones of a colour are exchangeable, so every code that fits what was seen is equally likely
(what the others' choices give away is left out). Stones that have left the log lie open, so every answer ever heard
is a row about the present stones: sums minus what has become known since.
"""

from collections.abc import Iterator, Sequence
from math import log2
from random import Random

from tepui.core.game import Evidence
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.lost_code import codes as move_codes
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief.worlds import NUMBERS, SUMS, Codes
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.shapes import Guessed, Row
from tepui.games.lost_code.state import BACK


def allowed(guess: Guessed) -> int:
    """The sums that the stones not known yet may have, as a bit set."""
    return sum((2 << high) - (1 << low) for low, high in guess.sums) >> guess.known_sum


def rows_of(view: View, seat: int) -> list[tuple[Row, Guessed]]:
    """The rounds in which a seat's guess has been answered."""
    rows = ((row, row.guesses[seat]) for row in view.notebook.rows)
    return [(row, guess) for row, guess in rows if guess is not None and guess.answer is not None]


def the_game(view: View) -> LostCode:
    assert isinstance(view.position, LostCode)
    return view.position


def possible_codes(view: View) -> Codes:
    """The codes that fit everything this seat has seen."""
    codes = known_stones(view)
    add_rows(codes, view, view.eye)
    return codes


def known_stones(view: View) -> Codes:
    """The codes that fit the stones that this seat sees, whatever it was answered."""
    position = the_game(view)
    colours = position.parts.colours
    codes = Codes(colours)
    gone = position.absent(view.eye)
    for colour in range(colours):
        number = position.stone(view.eye, colour)
        if gone >> colour & 1:
            codes.candidates[colour] = 1  # no stone stands there, so it makes no code different from another
        else:
            codes.candidates[colour] = position.covered >> 9 * colour & 511 if number == BACK else 1 << number
    return codes


def add_rows(codes: Codes, view: View, seat: int) -> None:
    """What a seat's answers say about its stones; answers are heard by all."""
    for row, guess in rows_of(view, seat):
        add_row(codes, row, guess)


def add_row(codes: Codes, row: Row, guess: Guessed) -> None:
    """What one answer says."""
    index = codes.row(allowed(guess))
    for colour, times in counted(row, guess):
        codes.counts(index, colour, times)


def counted(row: Row, guess: Guessed) -> list[tuple[int, int]]:
    """(colour, how often) of the stones in a row that are not known."""
    known = {note.colour for note in guess.known}
    return [(colour, times) for colour, times in enumerate(row.times) if times and COLOURS[colour] not in known]


class LostCodeBelief:
    """All codes that look to this seat exactly like what it saw."""

    def __init__(self, view: View) -> None:
        if view.eye >= TABLE:
            raise ValueError("only a seat has a code of its own to think about")
        position = the_game(view)
        self.parts = position.parts
        self.eye = view.eye
        self.absent = int(position.absent(view.eye))
        self.covered = int(position.covered)
        self.codes = possible_codes(view)
        self.total = int(self.codes.count())
        self._listed: list[int] | None = None

    def worlds(self) -> int:
        return self.total

    def marginals(self) -> list[list[float]]:
        """By colour, by number: how likely it is."""
        return [self.shares(colour) for colour in range(self.parts.colours)]

    def shares(self, colour: int) -> list[float]:
        """By number. Where the old stone has left the log, those of the one that is about to be drawn: any unseen."""
        if self.absent >> colour & 1:
            coming = self.coming(colour)
            return [1 / len(coming) if number in coming else 0.0 for number in range(self.parts.numbers)]
        tally, total = self.codes.tally, self.total or 1
        return [int(tally[NUMBERS * colour + number]) / total for number in range(self.parts.numbers)]

    def coming(self, colour: int) -> list[int]:
        """The numbers that the next stone of this colour can have (8: one that was seen is never drawn)."""
        return [number for number in range(self.parts.numbers) if self.covered >> 9 * colour + number & 1]

    def things(self, language: str = "en") -> list[str]:
        """What the rows of `marginals` are: the stones of the own log."""
        from tepui.games.lost_code.words import colour_words  # it has much to load, and only these words are wanted

        _ = CATALOGUE.language(language)
        names = colour_words(_)
        return [_("your own stone, {colour}", colour=names[colour]) for colour in COLOURS[: self.parts.colours]]

    def values(self, language: str = "en") -> list[str]:
        """What the columns are."""
        return [str(number) for number in range(self.parts.numbers)]

    def past(self, view: View, rng: Random) -> list[tuple[int, int]]:
        """All moves as they could have been, open: one code, and anything for what others keep to themselves."""
        return past(view, self.sample(rng), rng)

    def pasts(self, view: View, rng: Random) -> Iterator[tuple[float, list[tuple[int, int]]]]:
        """Every code with how likely it is, as a whole past: to ask what others know in each."""
        for code in self.listed():
            world = [code >> 4 * colour & 15 for colour in range(self.parts.colours)]
            yield 1 / self.total, past(view, world, rng)

    def evidence(self, view: View, language: str = "en") -> Evidence:
        from tepui.games.lost_code.belief.proof import LostCodeEvidence

        return LostCodeEvidence(view, language)

    def candidates(self, colour: int) -> list[int]:
        """The numbers that this colour's stone can still be."""
        return [number for number, share in enumerate(self.shares(colour)) if share]

    def entropy(self) -> float:
        """What is not known yet, in bits."""
        return log2(self.total) if self.total else 0.0

    def sums(self, dice: Sequence[int]) -> list[int]:
        """By sum: in how many codes these dice (colours) add up to it."""
        spread = self.codes.spread(times_of(dice))
        return [int(spread[total]) for total in range(SUMS)]

    def final_for(self, shares: list[float]) -> tuple[list[int], float]:
        """The likeliest one, two or three numbers, whichever is worth most (writing nothing never is), and that."""
        likely = sorted(range(len(shares)), key=lambda number: -shares[number])
        best = max((self.final_points(likely[:n], shares), -n) for n in (1, 2, 3))
        return sorted(likely[: -best[1]]), best[0]

    def final_points(self, numbers: Sequence[int], shares: list[float]) -> float:
        """What writing these numbers is worth on average, without a token."""
        hit = sum(shares[number] for number in numbers)
        worth, miss = self.parts.worth(len(numbers), True, False), self.parts.worth(len(numbers), False, False)
        return hit * int(worth) + (1 - hit) * int(miss)

    def listed(self) -> list[int]:
        """Every code, four bits a stone."""
        if self._listed is None:
            found = self.codes.list_all(self.total)
            self._listed = [int(self.codes.listed[i]) for i in range(found)]
        return self._listed

    def sample(self, rng: Random) -> tuple[int, ...]:
        """One code, each as likely as any other."""
        code = rng.choice(self.listed())
        numbers = [code >> 4 * colour & 15 for colour in range(self.parts.colours)]
        return tuple(BACK if self.absent >> colour & 1 else number for colour, number in enumerate(numbers))

    def world(self, truth: LostCode) -> tuple[int, ...]:
        """The code that really stands in this seat's log."""
        return tuple(int(truth.stone(self.eye, colour)) for colour in range(self.parts.colours))

    def likelihood(self, world: Sequence[int]) -> float:
        code = 0
        for colour, number in enumerate(world):
            if (number == BACK) != bool(self.absent >> colour & 1):
                return 0.0
            code |= (0 if number == BACK else number) << 4 * colour
        return 1 / self.total if code in self.listed() else 0.0


def past(view: View, world: Sequence[int], rng: Random) -> list[tuple[int, int]]:
    """The moves that these eyes saw, with every hidden one filled in so that this code stands in the log at the end.

    Own stones that left the log lay open then, so all but the last of a colour are known.
    """
    eye, position = view.eye, view.game.start(view.setting)
    assert isinstance(position, LostCode)
    stones: list[list[int]] = [[] for _ in range(position.parts.colours)]  # own ones by colour, in the order they came
    hidden: list[tuple[int, int]] = []  # (move, colour) of those that these eyes saw from behind
    for at, (by, code) in enumerate(view.moves):
        if by == TABLE and position.who == eye:
            if move_codes.DISCARD <= code < move_codes.ANSWER:
                stones[position.colour].append(code - move_codes.DISCARD)
            elif move_codes.UNCOVER <= code < move_codes.SHOW:
                stones[position.colour].append(code - move_codes.UNCOVER)
            elif code == move_codes.STONE_HIDDEN:
                hidden.append((at, int(position.colour)))
        position.apply(by, code)
    for colour, number in enumerate(world):
        if number != BACK:
            stones[colour].append(number)
    moves = list(view.moves)
    for at, colour in hidden:
        moves[at] = TABLE, move_codes.STONE + stones[colour].pop(0)
    sets = [int(numbers) for numbers in position.parts.sets]
    for at, (by, code) in enumerate(moves):
        if by != TABLE and code == move_codes.WRITE_HIDDEN:
            moves[at] = by, move_codes.WRITE + rng.choice(sets[1:])
    return moves


def times_of(dice: Sequence[int]) -> int:
    """How often each colour shows, five bits a colour."""
    return sum(1 << 5 * colour for colour in dice)


def belief(view: View) -> LostCodeBelief:
    return LostCodeBelief(view)
