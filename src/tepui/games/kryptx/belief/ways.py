"""In how many ways the unseen cards can stand on the closed stands: counted, not listed.

Every clue but "all cards are different" is about one stand alone, so a stand is its set of candidates. Cards are taken
one by one; what matters of those before is only which stands they fill. With s stands and c cards that is c * 2**s
numbers, where there are up to 41 * 40 * ... * 36 ways.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, lowest
from tepui.core.position import zeros
from tepui.games.kryptx.cards import CARDS, NUMBERS, number_set

MOST: Final = 9  # stands; 50**9 ways still fit into an i64


class Ways:
    def __init__(self, stands: i64) -> None:
        self.stands: i64 = stands
        self.candidates: vec[i64] = zeros(stands)  # per stand: a set of cards
        self.takers: vec[i64] = zeros(CARDS)  # per card: the stands that can hold it, as a set

    def sort(self) -> None:
        """Candidates by card instead of by stand."""
        takers = self.takers
        for card in range(i64(CARDS)):
            takers[card] = 0
        for stand in range(self.stands):
            cards = self.candidates[stand]
            while cards != 0:
                takers[lowest(cards)] |= bit(stand)
                cards &= cards - 1

    def count(self) -> i64:
        self.sort()
        ways = zeros(bit(self.stands))
        ways[0] = 1
        for card in range(i64(CARDS)):
            self.take(card, ways)
        return ways[bit(self.stands) - 1]

    def take(self, card: i64, ways: vec[i64]) -> None:
        """One more card: ways[s] counts how the cards so far can fill exactly the set s of stands."""
        takers = self.takers[card]
        if takers == 0:
            return
        filled = bit(self.stands) - 1
        while filled > 0:  # downwards: no stand gets the card twice
            more: i64 = 0
            here = takers & filled
            while here != 0:
                stand = here & -here
                more += ways[filled ^ stand]
                here ^= stand
            ways[filled] += more
            filled -= 1

    def share(self, times: i64, out: vec[i64]) -> i64:
        """Adds `times` the ways with card c on stand s to out[s * 50 + c], for all of them; returns how many in all.

        Ways before the card times ways after it.
        """
        self.sort()
        size = bit(self.stands)
        everything = size - 1
        before = zeros((CARDS + 1) * size)
        ways = zeros(size)
        ways[0] = 1
        for card in range(i64(CARDS)):
            if self.takers[card] != 0:
                at = card * size
                for filled in range(size):
                    before[at + filled] = ways[filled]
                self.take(card, ways)
        total = ways[everything]
        for filled in range(size):
            ways[filled] = 0
        ways[0] = 1
        card = CARDS - 1
        while card >= 0:
            takers = self.takers[card]
            at = card * size
            while takers != 0:
                stand = lowest(takers)
                takers &= takers - 1
                rest = everything ^ bit(stand)
                found: i64 = 0
                filled = rest
                while True:
                    found += before[at + filled] * ways[rest ^ filled]
                    if filled == 0:
                        break
                    filled = (filled - 1) & rest
                out[stand * CARDS + card] += times * found
            self.take(card, ways)
            card -= 1
        return total

    def best(self, allowed: vec[i64], out: vec[i64]) -> i64:
        """The claim that most ways make true: writes its number for each stand, returns how many ways.

        allowed[s] is the set of numbers that may be named for stand s. Cards of one number go onto some set of
        stands, and the ways of different numbers multiply.
        """
        size = bit(self.stands)
        most = zeros((NUMBERS + 1) * size)  # [number * size + s]: with the numbers below it on exactly the stands s
        chosen = zeros(NUMBERS * size)
        most[0] = 1
        for number in range(i64(NUMBERS)):
            ways = self.of_number(number, allowed)
            at = number * size
            for filled in range(size):
                part = filled
                while True:
                    if ways[part] > 0:
                        product = most[at + (filled ^ part)] * ways[part]
                        if product > most[at + size + filled]:
                            most[at + size + filled] = product
                            chosen[at + filled] = part
                    if part == 0:
                        break
                    part = (part - 1) & filled
        left = size - 1
        found = most[NUMBERS * size + left]
        if found > 0:
            number = NUMBERS - 1
            while number >= 0:
                part = chosen[number * size + left]
                left ^= part
                while part != 0:
                    out[lowest(part)] = number
                    part &= part - 1
                number -= 1
        return found

    def of_number(self, number: i64, allowed: vec[i64]) -> vec[i64]:
        """The ways to fill exactly each set of stands with cards of this number."""
        for card in range(i64(CARDS)):
            self.takers[card] = 0
        cards_of = number_set(number)
        for stand in range(self.stands):
            if has(allowed[stand], number):
                cards = self.candidates[stand] & cards_of
                while cards != 0:
                    self.takers[lowest(cards)] |= bit(stand)
                    cards &= cards - 1
        ways = zeros(bit(self.stands))
        ways[0] = 1
        while cards_of != 0:
            self.take(lowest(cards_of), ways)
            cards_of &= cards_of - 1
        return ways
