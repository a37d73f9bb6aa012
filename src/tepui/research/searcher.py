"""OpenSpiel's searchers as bots: `program:'python -m tepui.research.searcher mcts --c 2'` in the arena.

They search in the game's OpenSpiel form (`tepui.research.spiel`), from a whole state that fits what their seat saw:
`mcts` for games without secrets, `ismcts` (information set Monte Carlo tree search) for those with. The value of a
leaf is the mean of random games, played by the compiled rules or, with `--own`, by OpenSpiel's own evaluator.

They stop by count, or with `--cpu 0.1` after so much CPU time of their own: a busy machine does not weaken them.
"""

import sys
import time
from math import inf
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tepui.bots.program import run
from tepui.cli_args import Parser
from tepui.coach.what_if import some_past
from tepui.core.playout import Rng, play_out
from tepui.core.position import zeros
from tepui.core.view import View
from tepui.research.lanes import utility
from tepui.research.spiel import TepuiState, openspiel


class RandomGames(mcts.RandomRolloutEvaluator):
    """The mean utility of some random games, and the same prior for every action."""

    def __init__(self, games: int, rng: Random) -> None:
        self.games = games
        self.rng = Rng(rng.getrandbits(60))
        self.out, self.weights = zeros(4096), zeros(4096)

    def evaluate(self, state: TepuiState) -> Any:
        game: Any = state.get_game()
        seats = game.setting.seats
        total = np.zeros(seats)
        for _ in range(self.games):
            truth = state.eyes.truth.clone()
            play_out(truth, self.rng, self.out, self.weights)
            total += [utility(truth, seat, seats, game.places) for seat in range(seats)]
        return total / self.games


FEWEST = 3  # simulations: an unvisited root has no best action
MANY = 10**9  # simulations, where the time decides


class Enough(Exception):
    """The CPU time is used up, in the middle of OpenSpiel's loop over simulations."""


class Watch:
    """Asked before each simulation; it counts what this thread worked, not what others took from it."""

    def __init__(self, cpu: float) -> None:
        self.asked, self.end = 0, time.thread_time() + cpu

    def look(self) -> None:
        self.asked += 1
        if self.asked > FEWEST and time.thread_time() >= self.end:
            raise Enough


class TimedMCTS(mcts.MCTSBot):
    """OpenSpiel's MCTS, which has no clock of its own."""

    watch: Watch

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self.root = root
        self.watch.look()
        return super()._apply_tree_policy(root, state)

    def step(self, state: Any) -> int:
        try:
            chosen: int = super().step(state)
        except Enough:
            chosen = self.root.best_child().action
        return chosen


class TimedISMCTS(ismcts.ISMCTSBot):
    """OpenSpiel's IS-MCTS, which has no clock of its own."""

    watch: Watch

    def sample_root_state(self, state: Any) -> Any:
        self.watch.look()
        return super().sample_root_state(state)

    def run_search(self, state: Any) -> Any:
        try:
            return super().run_search(state)
        except Enough:
            return self.get_final_policy(state, self._root_node)


def state_of(game: Any, view: View, rng: Random) -> TepuiState:
    """A whole state in which OpenSpiel asks this seat, and which it cannot tell from what it saw.

    At a table those who decide at the same time answer in any order, and OpenSpiel asks them one after the other: a
    move waits until it is asked for, and who has not decided yet decides as chance has it.
    """
    state: TepuiState = game.new_initial_state()
    left, passing = some_past(view, rng), view.game.codes
    while left or state.current_player() != view.eye:
        asked = state.current_player()
        if left and (asked in (left[0][0], pyspiel.PlayerId.CHANCE) or passing in state.legal_actions()):
            state.follow(*left.pop(0))
            continue
        early = next((move for move in left if move[0] == asked), None)
        if early is not None:
            left.remove(early)
            state.apply_action(early[1])
        elif asked == view.eye:  # what others have decided meanwhile is asked for after it
            break
        else:
            offered = state.legal_actions()
            state.apply_action(passing if passing in offered else rng.choice(offered))
    return state


class Searcher:
    """A bot that asks OpenSpiel. By count the same question has the same answer on any machine; by time it has not."""

    def __init__(self, asked: Any) -> None:
        self.asked = asked
        self.simulations = asked.simulations if asked.cpu is None else MANY

    def rank(self, view: View, seconds: float, rng: Random) -> list[float] | None:
        codes = view.offered()
        if not view.must_act and self.asked.patient:
            return None
        if len(codes) == 1 and view.must_act:
            return [0.0]
        game: Any = openspiel(view.game, seats=view.setting.seats, options=view.setting.options)
        chosen = self.bot(game, rng).step(state_of(game, view, rng))
        return None if chosen == view.game.codes else [float(code == chosen) for code in codes]

    def bot(self, game: Any, rng: Random) -> Any:
        asked, numbers = self.asked, np.random.RandomState(rng.getrandbits(32))
        own = mcts.RandomRolloutEvaluator(asked.games, numbers) if asked.own else None
        evaluator = own or RandomGames(asked.games, rng)
        found: Any
        if asked.kind == "mcts":
            found = TimedMCTS(game, asked.c, self.simulations, evaluator, solve=False, random_state=numbers)
        else:
            last = ismcts.ISMCTSFinalPolicyType
            found = TimedISMCTS(
                game,
                evaluator,
                asked.c,
                self.simulations,
                asked.worlds or ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
                numbers,
                last.MAX_VALUE if asked.by_value else last.MAX_VISIT_COUNT,
            )
            found.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random))
        found.watch = Watch(inf if asked.cpu is None else asked.cpu)
        return found


def parser() -> Parser:
    found = Parser("searcher", (__doc__ or "").splitlines()[0])
    add = found.add_argument
    add("kind", choices=("mcts", "ismcts"))
    add("--c", type=float, default=2.0, help="how much it explores (UCT's constant)")
    add("--games", type=int, default=1, help="random games for the value of a leaf")
    add("--simulations", type=int, default=200, help="for each decision")
    add("--cpu", type=float, metavar="SECONDS", help="CPU time for each decision, instead of a count")
    add("--own", action="store_true", help="OpenSpiel's random games instead of the compiled rules'")
    add("--worlds", type=int, default=0, help="ismcts: draw so many worlds, then those again (a new one each time)")
    add("--by-value", action="store_true", help="ismcts: choose the best mean, not the most visits")
    add("--patient", action="store_true", help="never interrupt")
    return found


def main(words: list[str]) -> int:
    asked = parser().parse_args(words)
    return run(lambda start: Searcher(asked))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
