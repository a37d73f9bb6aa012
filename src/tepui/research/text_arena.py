"""The games as environments of TextArena: `register()`, then `textarena.make("Tepui-lost-code-v0")`.

A player is shown what its own view tells, and nothing goes to everyone: not even an answer, whose words could give
something away. An answer is a number of the list in brackets, as in "[3]"; [-1] lets an interrupt pass.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import textarena as ta

from tepui.core import find
from tepui.core.text import asked, to_read
from tepui.research.decisions import Decisions, chance_of

PASS = -1
HOW = "Answer with the number of a choice in square brackets, for example [0]."


class TepuiEnv(ta.Env):
    def __init__(self, game: str, language: str = "en") -> None:
        self.game = find.game(game)
        self.language = language

    def reset(self, num_players: int, seed: int | None = None) -> None:
        names = tuple(f"Player {seat}" for seat in range(num_players))
        self.playing = Decisions(self.game, self.game.setting(num_players), chance_of(Random(seed)), names=names)
        self.shown = [0] * num_players  # moves that a player has read
        self.state = ta.state.FFAMultiPlayerState(num_players=num_players, error_allowance=1)
        self.state.reset(game_state={}, player_prompt_function=self.rules)
        self.ask()

    def rules(self, player_id: int, game_state: Any) -> str:
        text = to_read(self.game, "how_to_play", self.language) or ""
        return f"{self.game.title}. You are Player {player_id}.\n\n{text}\n{HOW}"

    def ask(self) -> None:
        """The next who may interrupt, or else who must act."""
        seat = self.playing.seat
        assert seat is not None
        self.show(seat)

    def show(self, seat: int) -> None:
        view = self.playing.table.view(seat)
        text = asked(view, self.language, self.shown[seat])
        self.shown[seat] = len(view.moves)
        if not view.must_act:
            text = f"{text}\n{PASS} Let it pass"
        self.state.manually_set_current_player_id(seat, force=True)
        self.state.add_observation(to_id=seat, message=text, observation_type=ta.ObservationType.GAME_BOARD)

    def step(self, action: str) -> tuple[bool, Any]:
        seat, playing = self.state.current_player_id, self.playing
        view = playing.table.look(seat)
        found = re.search(r"\[\s*(-?\d+)\s*\]", action)
        pick = int(found.group(1)) if found else None
        if pick is None or not (0 <= pick < len(view.offered()) or (pick == PASS and not view.must_act)):
            if self.state.set_invalid_move(reason=f"There is no such choice. {HOW}"):
                others = 1 / (self.state.num_players - 1)
                rewards = dict.fromkeys(range(self.state.num_players), others) | {seat: -1.0}
                self.state.set_game_outcome(rewards, reason=f"Player {seat} did not answer with a choice.")
            return self.state.step(rotate_player=False)  # type: ignore[no-any-return]
        playing.answer(self.game.codes if pick == PASS else view.offered()[pick])
        if playing.seat is None:
            rewards = dict(enumerate(playing.worth(True)))
            self.state.set_game_outcome(rewards, reason=f"Points: {playing.table.scores()}.")
        else:
            self.ask()
        return self.state.step(rotate_player=False)  # type: ignore[no-any-return]


def register() -> list[str]:
    """Every installed game under `Tepui-NAME-v0`."""
    found = {f"Tepui-{name}-v0": name for name in find.names()}
    for id, name in found.items():
        if id not in ta.envs.registration.ENV_REGISTRY:
            ta.register(id=id, entry_point=TepuiEnv, game=name)
    return list(found)
