"""What a law found: whether it holds, how many cases it tried, and the first that broke it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tepui.core.game import Game, Setting, Value, plain

if TYPE_CHECKING:
    from tepui.core.table import Table

FEW = 8  # of a long list so many are said


class Broken(Exception):
    """A law does not hold here; the sentence says what was seen."""

    def __init__(self, sentence: str, *, together: bool = False, moves: Sequence[str] | None = None) -> None:
        super().__init__(sentence)
        self.together = together  # no case shows it alone
        self.moves = moves  # what led there, if it was no game at a table


@dataclass(frozen=True)
class Asked:
    """What whoever runs the laws fixed beforehand; the rest is drawn again for every case."""

    seats: int | None = None
    options: dict[str, Value] = field(default_factory=dict)
    thorough: bool = False


@dataclass(frozen=True)
class Failure:
    """One broken case: its seed alone plays it again."""

    seed: int
    where: str  # seats and options; empty where only many cases together show it
    sentence: str
    moves: tuple[str, ...] = ()  # what led there, in the words of the game
    asked: Asked | None = None  # what was fixed to make it small; None: what was asked for at first


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

    def broke(self, seed: int, setting: Setting | None, error: Exception, table: Table | None = None) -> None:
        """Whatever a game raises while a law looks on is a broken law too."""
        sentence = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        together = isinstance(error, Broken) and error.together
        moves = getattr(error, "moves", None) or ([] if table is None else story(table))
        self.failures.append(
            Failure(seed, described(setting) if setting and not together else "", sentence, tuple(moves))
        )
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
            first = self.first
            row["failure"] = {"seed": first.seed, "where": first.where, "sentence": first.sentence}
            row["failure"]["moves"] = list(first.moves)
        return row


def described(setting: Setting) -> str:
    """`3 players, curse=on`."""
    words = [f"{setting.seats} players"]
    for name, value in setting.options.items():
        words.append(f"{name}={'on' if value is True else 'off' if value is False else value}")
    return ", ".join(words)


def spoken(game: Game, position: Any, by: int, code: int) -> str:
    """A code in the words of the game: `deal number 7`; the bare code where `say` knows no word for it."""
    try:
        return plain(game.say(position, by, code))
    except Exception:  # whatever a stranger's `say` raises
        return f"code {code}"


def all_spoken(game: Game, position: Any, by: int, codes: Sequence[int]) -> str:
    """A list in the words of the game; of a long one the first few."""
    said = [spoken(game, position, by, code) for code in codes[:FEW]]
    more = len(codes) - len(said)
    return ("[" + ", ".join(said) + (f", and {more} more" if more else "") + "]") if said else "nothing"


def mover(setting: Setting, by: int) -> str:
    return f"seat {by}" if by < setting.seats else "the table"


def in_words(game: Game, setting: Setting, moves: Sequence[tuple[int, int]]) -> list[str]:
    """A game as a list of sentences, as far as it can be said."""
    position = game.start(setting)
    lines = []
    for by, code in moves:
        lines.append(f"{mover(setting, by)}: {spoken(game, position, by, code)}")
        position.apply(by, code)
    return lines


def story(table: Table) -> list[str]:
    try:
        return in_words(table.game, table.setting, table.moves)
    except Exception:  # the game itself is what is broken
        return []


def fields_of(position: Any) -> dict[str, Any]:
    """Every field by its name, lists as lists; compiled rules keep the names in their class."""
    found = {}
    for name in getattr(position, "__mypyc_attrs__", None) or vars(position):
        value = getattr(position, name, None)
        if not name.startswith("__"):
            found[name] = value if value is None or isinstance(value, int | str) else listed(value)
    return found


def listed(value: Any) -> Any:
    try:
        return list(value)
    except TypeError:
        return type(value).__name__  # parts and the like, which never change


def fields_that_differ(here: dict[str, Any], there: dict[str, Any]) -> str:
    """`numbers` [1, 2] and [1, 3]."""
    names = [name for name in here if here[name] != there.get(name)]
    return "; ".join(f"`{name}` {here[name]} and {there.get(name)}" for name in names) or "no field by name"


def by_name(setting: Setting, eye: int) -> str:
    """Who looks on: a seat or the audience."""
    return f"seat {eye}" if eye < setting.seats else "the audience"
