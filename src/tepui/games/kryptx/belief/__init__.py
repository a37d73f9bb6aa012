"""What a seat can know of the others' codes: exactly, and from its own view alone.

A world is a card for every stand that these eyes do not see. All worlds that fit what was seen are equally likely:
exchange the cards that were never seen, and every hidden draw and discard can be exchanged with them. What the others'
choices suggest is left out, and so is a secret question of others: it excludes no card.
"""

from collections.abc import Callable
from functools import cached_property
from math import log2
from random import Random
from typing import Any

from tepui.core.game import Evidence
from tepui.core.view import View
from tepui.games.kryptx.belief.facts import Fact, Seen
from tepui.games.kryptx.belief.worlds import Alone, Worlds
from tepui.games.kryptx.cards import CARDS, NUMBERS, yes_set
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.rules import Kryptx

World = tuple[int, ...]  # a card for each unseen stand, in the order of the letters


class KryptxBelief:
    def __init__(self, view: View, keeps: Callable[[Fact], bool] | None = None, alone: bool = False) -> None:
        seen = self.seen = Seen(view)
        self.stands = seen.stands
        left = seen.candidates() if keeps is None else seen.left_after(filter(keeps, seen.facts))
        self.puzzle = Alone(left) if alone else Worlds(left, seen.failed)

    # --- worlds ---

    def worlds(self) -> int:
        return self.puzzle.worlds

    def entropy(self) -> float:
        """What is not known, in bits."""
        return log2(self.puzzle.worlds)

    def world(self, truth: Kryptx) -> World:
        return tuple(truth.code(stand) for stand in self.stands)

    def likelihood(self, world: World) -> float:
        said = {stand: card % NUMBERS for stand, card in zip(self.stands, world, strict=True)}
        fits = all(self.puzzle.candidates[stand] >> card & 1 for stand, card in zip(self.stands, world, strict=True))
        if fits and len(set(world)) == len(world) and self.puzzle.fits_claims(said):
            return 1 / self.puzzle.worlds
        return 0.0

    def sample(self, rng: Random) -> World:
        """Card by card, each as likely as it is after those before."""
        left, puzzle = dict(self.puzzle.candidates), self.puzzle
        for stand in self.stands:
            card = rng.choices(range(CARDS), puzzle.cards(stand))[0]
            left[stand] = 1 << card
            puzzle = Worlds(left, self.seen.failed)
        return tuple(cards.bit_length() - 1 for cards in left.values())

    def past(self, view: View, rng: Random) -> list[tuple[int, int]]:
        """All moves as they could have been, open."""
        from tepui.games.kryptx.belief.past import past

        cards = [self.seen.position.code(stand) for stand in range(self.seen.position.dealt)]
        for stand, card in zip(self.stands, self.sample(rng), strict=True):
            cards[stand] = card
        return past(view, cards, rng)

    def marginals(self) -> list[list[float]]:
        """By stand (all of them, A first), by card: how likely it is."""
        position = self.seen.position
        rows = []
        for stand in range(position.stands):
            if stand in self.stands:
                rows.append([share / self.puzzle.worlds for share in self.puzzle.cards(stand)])
            else:
                rows.append([float(card == position.code(stand)) for card in range(CARDS)])
        return rows

    def things(self, language: str = "en") -> list[str]:
        """What the rows of `marginals` are: the stands, by their letters."""
        _, position = CATALOGUE.language(language), self.seen.position
        return [_("the card on stand {letter}", letter=letter) for letter in position.deck.letters[: position.stands]]

    def values(self, language: str = "en") -> list[str]:
        """What the columns are: the cards."""
        from tepui.games.kryptx.words import colour_word

        _ = CATALOGUE.language(language)
        names = [colour_word(_, name) for name in self.seen.position.deck.colour_names]
        return [f"{names[card // NUMBERS]} {card % NUMBERS}" for card in range(CARDS)]

    def evidence(self, view: View, language: str = "en") -> Evidence:
        from tepui.games.kryptx.belief.proof import KryptxEvidence

        return KryptxEvidence(view, language)

    # --- stands ---

    def yes(self, stand: int, question: int) -> float:
        """How likely a Yes is: the share of a number or a colour."""
        if stand not in self.stands:
            return float(yes_set(question) >> self.seen.position.code(stand) & 1)
        cards = yes_set(question)
        shares = self.puzzle.cards(stand)
        return sum(shares[card] for card in range(CARDS) if cards >> card & 1) / self.puzzle.worlds

    def teaches(self, stand: int, question: int) -> float:
        """How many bits the answer is worth: all worlds are alike, so it is the entropy of the answer."""
        return entropy(self.yes(stand, question))

    def possible(self, stand: int) -> int:
        """The cards that can be on this stand, as a set: what is left after all facts together."""
        shares = self.puzzle.cards(stand)
        return sum(1 << card for card in range(CARDS) if shares[card])

    # --- the claim ---

    @cached_property
    def best(self) -> tuple[float, dict[int, int]]:
        """How likely the best claim is right, and its numbers for the stands that these eyes do not see."""
        count, numbers = self.puzzle.best_claim()
        return count / self.puzzle.worlds, numbers

    def claim(self) -> dict[int, int]:
        """The best claim: a number for every stand of every other player, open ones included."""
        position, eye = self.seen.position, self.seen.eye
        _, numbers = self.best
        others = [stand for stand in range(position.stands) if position.owner(stand) != eye]
        return {stand: numbers[stand] if stand in numbers else position.code(stand) % NUMBERS for stand in others}


def entropy(share: float) -> float:
    """What a Yes or No tells, in bits, that is a Yes in this share of the worlds."""
    return 0.0 if share in (0.0, 1.0) else -share * log2(share) - (1 - share) * log2(1 - share)


def belief(view: View) -> Any:
    return KryptxBelief(view)
