"""Why a number is impossible: a smallest set of seen facts that alone rules it out.

What the rules say is taken for granted (a colour has each number once); everything else is a fact that was seen, and a
fact that is left out is forgotten: a number not seen may be one's own, an answer not heard allows any sum, and a stone
that left the log without being looked at may have been anything.
"""

from dataclasses import dataclass

from tepui.coach.smallest_proof import Facts, as_list, smallest
from tepui.core.view import View
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.belief import rows_of, the_game
from tepui.games.lost_code.belief.worlds import Codes
from tepui.games.lost_code.shapes import Shape


class Saw(Shape, frozen=True, tag="saw"):
    """A number that was seen elsewhere: in a log (round null), or laid open beside one in a round."""

    colour: Colour
    number: int
    log: int
    round: int | None


class Left(Shape, frozen=True, tag="left"):
    """A stone of one's own that was exchanged, and lay open then."""

    colour: Colour
    number: int
    round: int


class Heard(Shape, frozen=True, tag="heard"):
    """An answer: in that round the own stones of these dice added up to one of these ranges."""

    round: int
    dice: list[Colour]
    sums: list[tuple[int, int]]


Fact = Saw | Left | Heard


@dataclass
class Sheet:
    """Facts, and the puzzle that they make when any of them is forgotten."""

    facts: list[Fact]
    colours: int
    numbers: int
    stones: list[tuple[int, int, int]]  # every unknown: its colour; the fact that laid it open, its number (or -1, -1)
    rows: list[tuple[int, list[tuple[int, int]], int]]  # fact, (stone, times), sums
    gone: list[list[tuple[int, int]]]  # by colour: (fact, number) of every number that lies elsewhere

    def codes(self, facts: Facts) -> Codes:
        """What the stones can be, as far as these facts tell."""
        codes = Codes(len(self.stones))
        left = [self.left(numbers, facts) for numbers in self.gone]
        for stone, (of, laid_open, shown) in enumerate(self.stones):
            seen = laid_open >= 0 and facts >> laid_open & 1
            codes.candidates[stone] = 1 << shown if seen else left[of]
        for fact, terms, sums in self.rows:
            if facts >> fact & 1:
                row = codes.row(sums)
                for stone, times in terms:
                    codes.counts(row, stone, times)
        return codes

    def rules_out(self, colour: int, number: int, facts: Facts) -> bool:
        """Do these facts alone make it impossible that the present stone of this colour has this number?"""
        codes = self.codes(facts)
        codes.candidates[colour] &= 1 << number
        return not codes.possible()

    def left(self, gone: list[tuple[int, int]], facts: Facts) -> int:
        """The numbers of a colour that no fact places elsewhere."""
        numbers = (1 << self.numbers) - 1
        for fact, number in gone:
            if facts >> fact & 1:
                numbers &= ~(1 << number)
        return numbers


def sheet(facts: list[Fact], colours: int, numbers: int) -> Sheet:
    """The puzzle of these facts, about stones of so many colours that carry 0, 1, ... numbers - 1."""
    stones = [(colour, -1, -1) for colour in range(colours)]
    gone: list[list[tuple[int, int]]] = [[] for _ in stones]
    leaving: list[list[tuple[int, int]]] = [[] for _ in stones]  # by colour: (round, stone) of own stones that left
    for index, fact in enumerate(facts):
        if not isinstance(fact, Heard):
            colour = COLOURS.index(fact.colour)
            gone[colour].append((index, fact.number))
            if isinstance(fact, Left):
                leaving[colour].append((fact.round, len(stones)))
                stones.append((colour, index, fact.number))
    rows = []
    for index, fact in enumerate(facts):
        if isinstance(fact, Heard):
            dice = [COLOURS.index(colour) for colour in fact.dice]
            held = {colour: held_in(fact.round, colour, leaving[colour]) for colour in dice}
            terms = [(stone, dice.count(colour)) for colour, stone in held.items()]
            rows.append((index, terms, sum((2 << high) - (1 << low) for low, high in fact.sums)))
    return Sheet(facts, colours, numbers, stones, rows, gone)


def held_in(when: int, colour: int, leaving: list[tuple[int, int]]) -> int:
    """The stone that stood in the log in that round: the first that left in it or later, else the present one."""
    return min([one for one in leaving if one[0] >= when], default=(0, colour))[1]


def facts_of(view: View) -> list[Fact]:
    """Everything this seat has seen that says something about its own stones."""
    me, notebook = view.eye, view.notebook
    left = leaving(view)
    facts: list[Fact] = [*left]
    own = {(fact.colour, fact.number) for fact in left}
    for colour, numbers in zip(COLOURS, notebook.seen, strict=True):
        for number, seen in enumerate(numbers):
            if seen is not None and seen.log != me and (colour, number) not in own:
                facts.append(Saw(colour, number, seen.log, seen.round))
    facts += [Heard(row.round, row.dice, guess.sums) for row, guess in rows_of(view, me)]
    return facts


def leaving(view: View) -> list[Left]:
    """The stones that have left this seat's log."""
    return [Left(gone.colour, gone.number, gone.round) for gone in view.notebook.gone[view.eye]]


def sheet_of(view: View) -> Sheet:
    parts = the_game(view).parts
    return sheet(facts_of(view), parts.colours, parts.numbers)


def why(view: View, colour: int, number: int) -> list[Fact] | None:
    """A smallest set of seen facts that rules the number out; None if it is possible."""
    puzzle = sheet_of(view)
    everything = (1 << len(puzzle.facts)) - 1
    proof = smallest(everything, lambda facts: puzzle.rules_out(colour, number, facts))
    return None if proof is None else [puzzle.facts[index] for index in as_list(proof)]
