"""What a player of The Lost Code keeps in mind: the exact belief of fewer or looser facts than its seat has seen.

It always holds the truth possible and never contradicts itself, and it can say what was left out.
"""

from dataclasses import dataclass

from tepui.bots.levels import Memory
from tepui.core.view import View
from tepui.games.lost_code.belief import add_row, allowed, counted, known_stones, rows_of, the_game
from tepui.games.lost_code.belief.worlds import NUMBERS
from tepui.games.lost_code.shapes import Guessed, Row

MOST = 6  # candidates of a stone: lists of codes have room for six


@dataclass(frozen=True)
class Dials:
    """What a player does with what it has seen; the defaults are `steady`'s."""

    notices: float = 1.0  # a number that lies open, with this chance
    rounds: int | None = None  # the answers of the last so many rounds; None: all
    remembers: float = 1.0  # an answer, with this chance for every round that has passed since
    combines: int | None = None  # so many answers at once, older ones row by row; None: all
    writes_back: bool = True  # a discard into the rows of earlier rounds
    knowledge: float = 1.0  # what knowing more is worth to it
    rounding: float = 0.0  # values that differ by less are the same to it


class Mind:
    """What a seat knows with these dials: candidates and rows, and what it left out."""

    def __init__(self, view: View, dials: Dials) -> None:
        position = the_game(view)
        memory = Memory(view)
        self.codes = known_stones(view)
        self.overlooked: list[tuple[int, int]] = []  # (colour, number)
        self.forgotten: list[int] = []  # rounds
        if dials.notices < 1.0:
            for colour in range(position.parts.colours):
                self.overlook(view, colour, memory, dials.notices)
        rows = [(row, guess) for row, guess in rows_of(view, view.eye) if dials.writes_back or not guess.known]
        kept = []
        for row, guess in rows:
            age = int(position.round) - row.round
            if (dials.rounds is None or age <= dials.rounds) and memory.still_has(
                dials.remembers, age, "row", row.round
            ):
                kept.append((row, guess))
            else:
                self.forgotten.append(row.round)
        alone = 0 if dials.combines is None else max(0, len(kept) - dials.combines)
        seen = [int(self.codes.candidates[colour]) for colour in range(position.parts.colours)]
        for row, guess in kept[:alone]:
            for colour, numbers in read_alone(seen, row, guess).items():
                self.codes.candidates[colour] &= numbers
        for row, guess in kept[alone:]:
            add_row(self.codes, row, guess)

    def overlook(self, view: View, colour: int, memory: Memory, chance: float) -> None:
        """At most one number of a colour that lies open somewhere seems to be still out of sight."""
        position, candidates = the_game(view), int(self.codes.candidates[colour])
        if candidates & candidates - 1 == 0 or candidates.bit_count() >= MOST:
            return
        for number in range(position.parts.numbers):
            if not candidates >> number & 1 and not memory.keeps(chance, "number", colour, number):
                self.codes.candidates[colour] = candidates | 1 << number
                self.overlooked.append((colour, number))
                return


def read_alone(seen: list[int], row: Row, guess: Guessed) -> dict[int, int]:
    """By colour of a row, without the other rows: the numbers with which its other stones can make up the rest."""
    stones, sums = counted(row, guess), allowed(guess)
    left = {}
    for colour, times in stones:
        others = 1
        for other, often in stones:
            if other != colour:
                others = added(others, seen[other], often)
        fits = [number for number in range(NUMBERS) if others << times * number & sums]
        left[colour] = seen[colour] & sum(1 << number for number in fits)
    return left


def added(sums: int, candidates: int, times: int) -> int:
    """The sums that are possible with one stone more."""
    found = 0
    for number in range(NUMBERS):
        if candidates >> number & 1:
            found |= sums << times * number
    return found
