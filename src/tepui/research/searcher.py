"""OpenSpiel's searchers as bots: `program:'python -m tepui.research.searcher mcts --c 2'` in the arena.

They search in the game's OpenSpiel form (`tepui.research.spiel`), from a whole state that fits what their seat saw:
`mcts` for games without secrets, `ismcts` (information set Monte Carlo tree search) for those with. The value of a
leaf is the mean of random games, played by the compiled rules or, with `--own`, by OpenSpiel's own evaluator.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from tepui.core.bot_main import run
from tepui.core.cli_args import Parser
from tepui.core.playout import Rng, play_out
from tepui.core.position import zeros
from tepui.core.view import View
from tepui.research.lanes import utility
from tepui.research.pasts import some_past
from tepui.research.spiel import TepuiState, openspiel


class RandomGames(mcts.Evaluator):
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

    def prior(self, state: TepuiState) -> Any:
        actions = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        total = sum(chance for _, chance in actions)
        return [(action, chance / total) for action, chance in actions]


class Searcher:
    """A bot that asks OpenSpiel. It stops by count, so the same question has the same answer on any machine."""

    def __init__(self, kind: str, c: float, games: int, simulations: int, own: bool = False) -> None:
        self.kind, self.c, self.games, self.simulations, self.own = kind, c, games, simulations, own

    def rank(self, view: View, seconds: float, rng: Random) -> list[float]:
        codes = view.offered()
        if len(codes) == 1 and view.must_act:
            return [0.0]
        game: Any = openspiel(view.game, seats=view.setting.seats, options=view.setting.options)
        state: TepuiState = game.new_initial_state()
        for by, code in some_past(view, rng):
            state.follow(by, code)
        while state.current_player() != view.eye:  # others who may interrupt let it pass
            state.apply_action(view.game.codes)
        chosen = self.bot(game, rng).step(state)
        return [float(code == chosen) for code in codes]

    def bot(self, game: Any, rng: Random) -> Any:
        numbers = np.random.RandomState(rng.getrandbits(32))
        own = mcts.RandomRolloutEvaluator(self.games, numbers) if self.own else None
        evaluator = own or RandomGames(self.games, rng)
        if self.kind == "mcts":
            return mcts.MCTSBot(game, self.c, self.simulations, evaluator, solve=False, random_state=numbers)
        return ismcts.ISMCTSBot(game, evaluator, self.c, self.simulations, random_state=numbers)


def main(words: list[str]) -> int:
    parser = Parser("searcher", (__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=("mcts", "ismcts"))
    parser.add_argument("--c", type=float, default=2.0, help="how much it explores (UCT's constant)")
    parser.add_argument("--games", type=int, default=1, help="random games for the value of a leaf")
    parser.add_argument("--simulations", type=int, default=200, help="for each decision")
    parser.add_argument("--own", action="store_true", help="OpenSpiel's random games instead of the compiled rules'")
    asked = parser.parse_args(words)
    return run(lambda start: Searcher(asked.kind, asked.c, asked.games, asked.simulations, asked.own))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
