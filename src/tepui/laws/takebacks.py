"""After any permitted take-back nobody knows more than before.

Two proofs. Where brute force can list all worlds that an eye thought possible before the move, every one of them
must have been able to show that eye the same move. And in games of any size, wherever a pair of worlds looks alike
to an eye, a move that may be taken back in one world must be able to look the same in the other.
"""

from random import Random

from tepui.coach.belief import BruteForce, TooManyWorlds, after
from tepui.core.game import Game
from tepui.core.position import TABLE, legal_codes
from tepui.core.table import Table
from tepui.core.takeback import may_take_back, silent, take_back
from tepui.core.view import View
from tepui.laws.finding import Asked, Broken, Finding, by_name
from tepui.laws.outward import looks_alike
from tepui.laws.pairs import Pair
from tepui.laws.walk import each, eyes_of, fresh_table, moments

LAW = "take-backs tell nothing"
SMALL = 300  # worlds that brute force looks at
LOOKS = 0.25  # share of the players' moves that are tried


def run(game: Game, seeds: range, asked: Asked) -> Finding:
    return each(LAW, game, seeds, asked, case)


def case(table: Table, rng: Random, finding: Finding) -> None:
    for _ in moments(table, rng):
        if table.moves and table.moves[-1][0] != TABLE and rng.random() < LOOKS:
            look(table, rng.randrange(table.setting.seats), rng, finding)
    compare(Pair(table.game, table.setting, rng.choice(eyes_of(table.setting)), rng), rng, finding)


def look(table: Table, seat: int, rng: Random, finding: Finding) -> None:
    """This seat takes its last move back, if it may."""
    finding.notes["asked"] += 1
    if not may_take_back(table, seat):
        return
    finding.cases += 1
    moves = table.moves
    last = max(n for n, (by, _) in enumerate(moves) if by == seat)
    again = take_back(table, seat)
    if again.moves != moves[:last] + moves[last + 1 :]:
        raise Broken(f"seat {seat} took one move back, and other moves changed with it")
    before = table.replayed(moves[:last])
    eye = rng.choice([eye for eye in eyes_of(table.setting) if eye != seat])
    learned_nothing(table.look(eye), before.view(eye), last)
    if last == len(moves) - 1:
        for eye in eyes_of(table.setting):
            if not looks_alike(again.look(eye), before.look(eye)):
                raise Broken(f"after a take-back the view of {by_name(table.setting, eye)} is not what it was")


def learned_nothing(now: View, before: View, last: int) -> None:
    """Could every world that these eyes thought possible have shown them that move?"""
    by, sight = now.moves[last]
    try:
        worlds = BruteForce(before, SMALL).found
    except TooManyWorlds:
        return
    for key, world in worlds.items():
        try:
            possible = bool(after({key: world}, by, sight, now.eye, SMALL))
        except TooManyWorlds:
            possible = True  # in very many ways
        if not possible:
            who = by_name(now.setting, now.eye)
            raise Broken(
                f"seat {by} takes back move {last + 1}, but {who} has learned from it that {key} is not the truth"
            )


def compare(pair: Pair, rng: Random, finding: Finding) -> None:
    """Two worlds alike to an eye: what may be taken back in the first could have been seen in the second."""
    branch = max(pair.branches, key=lambda branch: len(branch.kinds))
    table = fresh_table(pair.game, pair.setting)
    other = pair.game.start(pair.setting)
    for n, ((by, code), (_, code_there)) in enumerate(zip(branch.one, branch.other, strict=True)):
        if by not in (TABLE, pair.eye) and rng.random() < LOOKS and silent(table, by, code):
            finding.cases += 1
            sight = table.truth.seen(code, by, pair.eye)
            if all(other.seen(choice, by, pair.eye) != sight for choice in legal_codes(other, by)):
                who = by_name(pair.setting, pair.eye)
                raise Broken(
                    f"seat {by} may take back move {n + 1}, but {who} learned from it: not every world allows it"
                )
        table.replay(by, code)
        other.apply(by, code_there)


def close(game: Game, finding: Finding, asked: Asked) -> None:
    finding.about = {"asked": finding.notes["asked"]}
    if not finding.cases:
        finding.about["permitted"] = "never: every choice is seen by someone"
