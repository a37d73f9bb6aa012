"""What a game may bring beside its rules: a notebook, words, a belief and bots, as whoever uses them asks for them.

Positions and views are `Any` here: a game has a position class of its own, and a view (core/view.py) knows its game.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Protocol


class Notebook(Protocol):
    """What a careful player would write down of what they see; a position keeps no history."""

    def note(self, position: Any, by: int, code: int) -> None:
        """Hears of a move, before `position` (these eyes' own) applies it."""

    def copy(self) -> Any:
        """The same notes, to think ahead with."""


class Words(Protocol):
    """The sentences of a game. `position` is the reader's own view before the move; names are the players'."""

    def journal(self, position: Any, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        """One whole sentence that tells everybody what happened: "Anna sets the wheel of 7 to 9–15."."""

    def button(self, position: Any, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        """The move as its maker chooses it, a short verb first: "Set to 9–15"."""

    def prompt(self, position: Any, eye: int, names: tuple[str, ...], language: str) -> str:
        """What is being decided now, said to `eye`: "Choose a wheel" or "Anna chooses a wheel"."""


class Belief(Protocol):
    """All worlds that look to these eyes exactly like what they saw, each as likely as the table's odds make it.

    What players choose carries no weight: of two secret choices neither is likelier.
    """

    def worlds(self) -> int:
        """How many."""

    def world(self, truth: Any) -> Hashable:
        """The world that this position, without holes, is."""

    def likelihood(self, world: Any) -> float:
        """How likely this world is; 0 if what was seen excludes it. All together are 1."""

    def sample(self, rng: Random) -> Any:
        """One of them, as likely as it is."""

    def marginals(self) -> list[list[float]]:
        """By thing, by value: how likely it is. As many of both as long as a game lasts: labels for a learner.

        A thing that these eyes see is certain; one that is not there yet is a row of zeros.
        """

    def things(self) -> list[str]:
        """What the rows are about, said to these eyes: "your own blue stone", "the card on stand B"."""

    def values(self) -> list[str]:
        """What the columns are: "7", "red 3"."""


class Evidence(Protocol):
    """What a seat saw, as single facts: a belief may bring it as `evidence(view)`, for whoever asks for a proof."""

    facts: list[str]  # one sentence each

    def excludes(self, thing: int, value: int, facts: Sequence[int]) -> bool:
        """Do these facts alone make it impossible that this thing (a row of `marginals`) has this value?"""

    def proof(self, thing: int, value: int) -> list[int] | None:
        """A short set of facts that does; None if it is possible."""


class Bot(Protocol):
    """The whole contract of a bot."""

    def rank(self, view: Any, seconds: float, rng: Random) -> Sequence[float] | None:
        """One value per action of `view.codes()` (the same order as `view.legal()`); the highest is played.

        None is an answer only where the seat may act but need not (an interrupt): "not now".
        """
