"""What a law found: whether it holds, how many cases it tried, and the first that broke it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tepui.core.game import Setting, Value


class Broken(Exception):
    """A law does not hold here; the sentence says what was seen."""

    def __init__(self, sentence: str, *, together: bool = False) -> None:
        super().__init__(sentence)
        self.together = together  # no case shows it alone


@dataclass(frozen=True)
class Asked:
    """What whoever runs the laws fixed beforehand; the rest is drawn anew for every case."""

    seats: int | None = None
    options: dict[str, Value] = field(default_factory=dict)
    thorough: bool = False


@dataclass(frozen=True)
class Failure:
    """One broken case: its seed alone plays it again."""

    seed: int
    where: str  # seats and options; empty where only many cases together show it
    sentence: str


@dataclass
class Finding:
    """Grows case by case, in several processes, and adds up at the end."""

    law: str
    cases: int = 0
    failures: list[Failure] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    about: dict[str, Any] = field(default_factory=dict)  # figures worth telling, made at the end

    @property
    def holds(self) -> bool:
        return not self.failures

    @property
    def first(self) -> Failure:
        return min(self.failures, key=lambda failure: failure.seed)

    def broke(self, seed: int, setting: Setting | None, error: Exception) -> None:
        """Whatever a game raises while a law looks on is a broken law too."""
        told = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        together = isinstance(error, Broken) and error.together
        self.failures.append(Failure(seed, described(setting) if setting and not together else "", told))
        if len(self.failures) > 20:  # the first ones tell enough
            self.failures = sorted(self.failures, key=lambda failure: failure.seed)[:10]

    def add(self, other: Finding) -> None:
        self.cases += other.cases
        self.failures += other.failures
        self.notes += other.notes
        self.about.update(other.about)

    def row(self) -> dict[str, Any]:
        """As `--json` prints it."""
        row: dict[str, Any] = {"law": self.law, "holds": self.holds, "cases": self.cases, **self.about}
        if self.failures:
            row["failure"] = {"seed": self.first.seed, "where": self.first.where, "sentence": self.first.sentence}
        return row


def described(setting: Setting) -> str:
    """`3 players, curse=on`."""
    told = [f"{setting.seats} players"]
    for name, value in setting.options.items():
        told.append(f"{name}={'on' if value is True else 'off' if value is False else value}")
    return ", ".join(told)


def by_name(setting: Setting, eye: int) -> str:
    """Who looks on: a seat or the audience."""
    return f"seat {eye}" if eye < setting.seats else "the audience"
