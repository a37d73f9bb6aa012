"""Random games with all the laws that only look on."""

from random import Random
from typing import Any

from tepui.core.game import Game
from tepui.laws import chance, common, copies, form
from tepui.laws.common import Watch
from tepui.laws.finding import Asked, Broken, Finding
from tepui.laws.walk import fresh_table, moments, some_setting

ENDS = "the game ends"
ALL = (*common.WATCHES, *chance.WATCHES, *copies.WATCHES, *form.WATCHES)
WATCHES: dict[str, type[Watch]] = {watch.law: watch for watch in ALL}
LAWS = (ENDS, *WATCHES)


def run(game: Game, seeds: range, asked: Asked, wanted: frozenset[str]) -> list[Finding]:
    """One game for every seed; a law that breaks stops looking on until the next game."""
    findings = {law: Finding(law) for law in LAWS if law in wanted}
    ends = Finding(ENDS)
    memories: dict[tuple[str, str], dict[Any, Any]] = {}
    for seed in seeds:
        rng = Random(seed)
        setting, table = None, None
        ends.cases += 1
        try:
            setting = some_setting(game, rng, asked)
            table = fresh_table(game, setting)
            watches = [
                watch(findings[law], seed, memories.setdefault((law, watch.kept_for(setting)), {}))
                for law, watch in WATCHES.items()
                if law in wanted
            ]
            for by, code in moments(table, rng):
                for watch in watches[:]:
                    try:
                        watch.before(table, by, code)
                    except Exception as error:  # whatever a stranger's rules raise
                        watch.finding.broke(seed, setting, error, table)
                        watches.remove(watch)
            for watch in watches:
                try:
                    watch.end(table)
                except Exception as error:
                    watch.finding.broke(seed, setting, error, table)
        except Exception as error:
            ends.broke(seed, setting, error, table)
    if ENDS in wanted:
        findings[ENDS] = ends
    return list(findings.values())


def close(game: Game, finding: Finding, asked: Asked) -> None:
    """All games are in."""
    if finding.law == form.Sentences.law:
        missing = form.never_translated(game, finding)
        if missing:
            finding.broke(0, None, Broken(missing))
