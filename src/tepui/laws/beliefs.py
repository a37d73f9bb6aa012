"""The true world is always in the belief, and the belief is what brute force finds where that is possible."""

from random import Random

from tepui.coach.belief import BruteForce, TooManyWorlds
from tepui.core.game import Belief, Game
from tepui.core.position import Position
from tepui.core.table import Table
from tepui.laws.finding import Asked, Broken, Finding
from tepui.laws.walk import each, fresh_table, moments

LAW = "the truth is believed"
SMALL = 1000  # worlds that brute force looks at
LOOKS = 2  # moments of a game, on average


def run(game: Game, seeds: range, asked: Asked) -> Finding:
    return each(LAW, game, seeds, asked, case)


def case(table: Table, rng: Random, finding: Finding) -> None:
    """The same game twice: how long it is says when to look."""
    seed = rng.getrandbits(32)
    length = sum(1 for _ in moments(fresh_table(table.game, table.setting), Random(seed)))
    when = {rng.randrange(length + 1) for _ in range(LOOKS)}
    for _ in moments(table, Random(seed)):
        if len(table.moves) in when:
            look(table, rng, finding)
    if length in when:
        look(table, rng, finding)


def look(table: Table, rng: Random, finding: Finding) -> None:
    """One seat, now."""
    view = table.view(rng.randrange(table.setting.seats))
    try:
        brute = BruteForce(view, SMALL)
    except TooManyWorlds:
        brute = None
    if brute is not None:
        finding.cases += 1
        finding.notes["brute force"] += 1
        if not brute.likelihood(brute.world(table.truth)):
            raise Broken(f"after {len(table.moves)} moves nothing that seat {view.eye} saw leads to the truth")
    if table.game.belief is not None:
        finding.cases += 1
        check(table.game.belief(view), brute, table.truth, rng, f"after {len(table.moves)} moves seat {view.eye}")


def check(belief: Belief, brute: BruteForce | None, truth: Position, rng: Random, who: str) -> None:
    world = belief.world(truth)
    if not belief.likelihood(world) > 0:
        raise Broken(f"{who} excludes the truth: {world}")
    if not belief.likelihood(belief.sample(rng)) > 0:
        raise Broken(f"{who} samples a world that it excludes")
    if brute is None:
        return
    true = brute.grouped(belief.world)
    if belief.worlds() != len(true):
        raise Broken(f"{who} counts {belief.worlds()} worlds, brute force {len(true)}")
    for world, likelihood in true.items():
        if abs(belief.likelihood(world) - likelihood) > 1e-9:
            raise Broken(f"{who} gives {world} {belief.likelihood(world):.6f}, brute force {likelihood:.6f}")


def close(game: Game, finding: Finding, asked: Asked) -> None:
    finding.about = {"compared_with_brute_force": finding.notes["brute force"]}
    if game.belief is None:
        finding.about["belief"] = "none of its own"
