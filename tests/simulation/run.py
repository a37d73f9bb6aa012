"""Worlds by seed: how many hold, how fast, and one of them as a page.   python3 dev.py simulate [--seeds N] [--seed S]

--seeds N        so many worlds (100), from --first F (1) on
--seed S         one world; its page is written to .work/simulate/S.html
--without WHAT   leave out a harm, a deed, a "person" or the "stranger", as a shrinker does; may be said several times
--fault NAME     with one of the planted faults (tests/simulation/faults.py): it should be found
--faults         every planted fault, each until a world finds it, in at most 200
"""

import argparse
import html
import sys
import time
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from contextlib import nullcontext

from simulation.faults import FAULTS, planted
from simulation.world import Outcome, Plan, live

PAGES = Path(__file__).parents[2] / ".work" / "simulate"
MOST = 200  # worlds in which a planted fault must be found
HEAD = """<!doctype html><meta charset="utf-8"><title>World {seed}</title><style>
body {{ font: 14px/1.4 system-ui; margin: 2rem }} table {{ border-collapse: collapse }} td, th {{ padding: 2px 8px;
border-left: 1px solid #ccc; vertical-align: top }} .harm {{ color: #b00020 }} .bad {{ background: #fdd }}
</style><h1>World {seed}</h1><p>{plan}</p>"""


def without(plan: Plan, what: list[str]) -> Plan:
    for one in what:
        if one == "person" and plan.people > 1:
            plan.people -= 1
        plan.stranger = plan.stranger and one != "stranger"
        plan.harms = [harm for harm in plan.harms if harm != one]
        plan.deeds = [deed for deed in plan.deeds if deed != one]
        plan.without.append(one)
    return plan


def shrunk(plan: Plan, fault: str = "") -> Outcome:
    """The same failure with fewer people, then fewer harms, then fewer deeds."""
    kept: list[str] = [*plan.without]
    best = lived(without(Plan.of(plan.seed), kept), fault)
    for one in ["stranger"] * plan.stranger + ["person"] * (plan.people - 1) + best.plan.harms + best.plan.deeds:
        tried = lived(without(Plan.of(plan.seed), [*kept, one]), fault)
        if tried.failure:
            kept, best = [*kept, one], tried
    return best


def lived(plan: Plan, fault: str = "") -> Outcome:
    with planted(fault) if fault else nullcontext():
        return live(plan)


def page(outcome: Outcome) -> Path:
    """Who did what, and when: processes, harms and people each in a column of their own."""
    columns = [*"abc"[: outcome.plan.processes], "database", "harm", "world"]
    columns += sorted({who for _, who, _ in outcome.events} - set(columns))
    rows = ["<table><tr><th>s" + "".join(f"<th>{html.escape(name)}" for name in columns)]
    for at, who, what in outcome.events:
        cells = "".join(
            f'<td class="{"harm" if who == "harm" else ""}">{html.escape(what) if name == who else ""}'
            for name in columns
        )
        rows.append(f"<tr><td>{at:.2f}{cells}")
    if outcome.failure:
        rows.append(f'<tr class="bad"><td>{outcome.lived:.2f}<td colspan={len(columns)}>{html.escape(outcome.failure)}')
    rows.append("</table>")
    if outcome.trace:
        rows.append(f"<pre>{html.escape(outcome.trace)}</pre>")
    PAGES.mkdir(parents=True, exist_ok=True)
    path = PAGES / f"{outcome.plan.seed}.html"
    plan = html.escape(f"{outcome.plan} · digest {outcome.digest} · {dict(outcome.counts)}")
    path.write_text(HEAD.format(seed=outcome.plan.seed, plan=plan) + "\n".join(rows) + "\n")
    return path


def failed(outcome: Outcome) -> None:
    print(f"\ntepui: world {outcome.plan.seed} broke a promise: {outcome.failure}")
    print(f"         again:  {outcome.plan.command}")


def many(first: int, seeds: int, fault: str = "") -> int:
    begun, cpu, bad, moves = time.monotonic(), time.process_time(), 0, 0
    for n, seed in enumerate(range(first, first + seeds), 1):
        outcome = lived(Plan.of(seed), fault)
        moves += outcome.counts["moves"]
        if outcome.failure:
            bad += 1
            failed(outcome)
            if fault:
                break
        spent = time.process_time() - cpu
        if sys.stderr.isatty() or n % 20 == 0 or n == seeds:
            left = (time.monotonic() - begun) / n * (seeds - n)
            told = f"{n} of {seeds} worlds, {60 * n / spent:.0f} a minute and core, {moves:,} moves, {bad} failed"
            print(f"tepui: {told}, about {left:.0f} s more", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr)
    print(file=sys.stderr)
    return min(1, bad)


@cache
def holds(seed: int) -> bool:
    """Without any fault: otherwise it is not the fault that was found."""
    return not lived(Plan.of(seed)).failure


def found(outcome: Outcome) -> bool:
    """By people who play: a fault with which nothing begins at all was not planted well."""
    return bool(outcome.failure) and outcome.counts["messages"] > 0 and holds(outcome.plan.seed)


def every_fault() -> int:
    missed = []
    for name in FAULTS:
        for seed in range(1, MOST + 1):
            outcome = lived(Plan.of(seed), name)
            if found(outcome):
                print(f"{name:55} found by {seed:3}: {outcome.failure[:90]}", flush=True)
                break
        else:
            missed.append(name)
            print(f"{name:55} NOT FOUND in {MOST} worlds", flush=True)
    print(f"tepui: {len(FAULTS) - len(missed)} of {len(FAULTS)} planted faults found")
    return bool(missed)


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py simulate", description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--fault", default="", choices=["", *FAULTS])
    parser.add_argument("--faults", action="store_true")
    said = parser.parse_args()
    if said.faults:
        return every_fault()
    if said.seed is None:
        return many(said.first, said.seeds, said.fault)
    outcome = lived(without(Plan.of(said.seed), said.without), said.fault)
    print(f"tepui: {outcome.plan}\ntepui: digest {outcome.digest}, {outcome.lived:.0f} s lived, {dict(outcome.counts)}")
    if outcome.failure:
        failed(outcome)
        outcome = shrunk(outcome.plan, said.fault)
        print(f"         least:  {outcome.plan.command}")
        print(outcome.trace)
    print(f"tepui: {page(outcome)}")
    return bool(outcome.failure)


if __name__ == "__main__":
    sys.exit(main())
