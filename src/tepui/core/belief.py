"""What a seat can know, exactly, from its own view alone."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol


class Belief(Protocol):
    """All worlds that look to these eyes exactly like what they saw, each as likely as the rules make it."""

    def worlds(self) -> int:
        """How many."""

    def sample(self, rng: Random) -> Any:
        """One of them, as likely as it is."""
