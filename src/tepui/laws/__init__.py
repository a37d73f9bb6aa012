"""The laws of every game: whoever installs one gets all its proofs for nothing.

>>> from tepui import laws
>>> def test_my_game_keeps_the_laws() -> None:       # one line in a stranger's test file
...     laws(GAME)                                   # doctest: +SKIP
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tepui.core.game import Game
from tepui.core.refusal import UnknownName
from tepui.laws import beliefs, modes, pairs, records, takebacks, watch
from tepui.laws.finding import Asked, Failure, Finding
from tepui.laws.smaller import command_for, smallest, story_lines

Run = Callable[[Game, range, Asked, frozenset[str]], list[Finding]]


@dataclass(frozen=True)
class Family:
    """Laws that are tried together, case by case, each case from its own seed."""

    laws: tuple[str, ...]
    run: Run
    close: Callable[[Game, Finding, Asked], None]
    at_once: bool = False  # it starts processes of its own


def alone(run: Callable[[Game, range, Asked], Finding]) -> Run:
    """A family of one law."""
    return lambda game, seeds, asked, wanted: [run(game, seeds, asked)]


def nothing(game: Game, finding: Finding, asked: Asked) -> None:
    """Its cases say it all."""


FAMILIES: tuple[Family, ...] = (
    Family((modes.LAW,), alone(modes.run), nothing, at_once=True),
    Family(watch.LAWS, watch.run, watch.close),
    Family((records.LAW,), alone(records.run), nothing),
    Family((beliefs.LAW,), alone(beliefs.run), beliefs.close),
    Family((takebacks.LAW,), alone(takebacks.run), takebacks.close),
    Family((pairs.LAW,), alone(pairs.run), pairs.close),
)
LAWS: tuple[str, ...] = tuple(law for family in FAMILIES for law in family.laws)


class LawsBroken(AssertionError):
    """One line per broken law, each with its first case."""


def laws(
    game: Game, games: int = 100, *, seed: int = 1, only: Iterable[str] = (), asked: Asked | None = None
) -> list[Finding]:
    """Tries every law on so many games; raises LawsBroken where one does not hold."""
    asked = asked or Asked()
    findings = tried(game, games, seed=seed, only=only, asked=asked)
    broken = [finding for finding in findings if not finding.holds]
    if broken:
        lines = [f"{game.title} breaks {len(broken)} of {len(findings)} laws"]
        for finding in broken:
            first = small(game, finding, asked)
            lines.append(f"{finding.law}: {first.sentence} (seed {first.seed}: {first.where})")
            lines += story_lines(first)
            lines.append(f"  again: {command_for(game, first, finding.law, asked, games, seed)}")
        raise LawsBroken("\n".join(lines))
    return findings


def small(game: Game, finding: Finding, asked: Asked) -> Failure:
    """The first broken case of a law, made as small as a few seconds allow."""
    family = next(family for family in FAMILIES if finding.law in family.laws)
    if family.at_once:
        return finding.first
    return smallest(game, finding, asked, lambda seeds, fixed: family.run(game, seeds, fixed, frozenset({finding.law})))


def tried(
    game: Game, games: int, *, seed: int = 1, only: Iterable[str] = (), asked: Asked | None = None
) -> list[Finding]:
    """What each law found, in this process."""
    asked = asked or Asked()
    wanted = chosen(only)
    found = []
    for family in FAMILIES:
        if wanted & set(family.laws):
            found += family.run(game, range(seed, seed + games), asked, wanted)
    return closed(game, found, asked)


def closed(game: Game, found: Iterable[Finding], asked: Asked) -> list[Finding]:
    """The findings of all cases added up and judged, in the order of LAWS."""
    total: dict[str, Finding] = {}
    for finding in found:
        if finding.law in total:
            total[finding.law].add(finding)
        else:
            total[finding.law] = finding
    for family in FAMILIES:
        for law in family.laws:
            if law in total:
                family.close(game, total[law], asked)
    return [total[law] for law in LAWS if law in total]


def chosen(only: Iterable[str]) -> frozenset[str]:
    """The laws of these names (a part of a name is enough); all of them if none is named."""
    wanted: set[str] = set()
    for part in only:
        found = [law for law in LAWS if part.lower() in law]
        if not found:
            raise UnknownName(f"there is no law {part!r}. There are: {'; '.join(LAWS)}")
        wanted.update(found)
    return frozenset(wanted or LAWS)


class CallableLaws(ModuleType):
    """`from tepui import laws` is the function, also when this package was imported before and took its name."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return laws(*given, **named)


sys.modules[__name__].__class__ = CallableLaws
