"""OpenSpiel games of any game: chance nodes, information states, tensors, and states that fit what a player saw.

Every game is the one registered game `tepui` with parameters: `pyspiel.load_game("tepui(game=lost-code,seats=3)")`.
Decision points are those of `tepui.research.stepping`; the table's moves, also the forced ones, are chance nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from tepui.core import find
from tepui.core.bits import lowest
from tepui.core.game import Game, Setting, Value, plain
from tepui.core.observe import MOST
from tepui.core.position import TABLE, TABLE_BIT, odds_of, zeros
from tepui.core.refusal import UnknownName
from tepui.core.view import View
from tepui.research.batch import Spec, game_of, spec_of
from tepui.research.lanes import utility
from tepui.research.setup import by_place, chosen
from tepui.research.vector import array

NAME = "tepui"
MOST_POINTS = 10_000.0  # of a game for one
LONGEST = 20_000  # decisions; a bound that no game of ours comes near
DEFAULTS: dict[str, Any] = {"game": "forehead", "seats": 2, "options": "", "interrupts": True, "history": 512}


class Eyes:
    """The truth and what each seat saw; cloned, never shared, when OpenSpiel copies a state."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game, self.setting = game, setting
        self.truth = game.start(setting)
        self.views = [View(game, setting, seat) for seat in range(setting.seats)]
        self.moves: list[tuple[int, int]] = []  # open
        self.let_pass: set[int] = set()  # seats that were asked at this moment and let it pass
        self.passes: list[list[int]] = [[] for _ in self.views]  # by seat: after how many moves it let something pass

    def __deepcopy__(self, memo: Any) -> Eyes:
        twin = Eyes.__new__(Eyes)
        twin.game, twin.setting = self.game, self.setting
        twin.truth, twin.views = self.truth.clone(), [view.copy() for view in self.views]
        twin.moves = self.moves[:]
        twin.let_pass, twin.passes = set(self.let_pass), [list(passed) for passed in self.passes]
        return twin

    def tell(self, by: int, code: int) -> None:
        seen = [self.truth.seen(code, by, view.eye) for view in self.views]
        for view, cut in zip(self.views, seen, strict=True):
            view.observe(by, cut)
        self.truth.apply(by, code)
        self.moves.append((by, code))
        self.let_pass = set()

    def __reduce__(self) -> Any:
        """OpenSpiel writes a state down by what it holds: the moves are enough to replay the rest."""
        return replayed, (spec_of(self.game, self.setting), self.moves, self.let_pass, self.passes)

    def asked(self, interrupts: bool) -> tuple[int, bool] | None:
        """The seat that is asked, and whether it must answer; None when the table moves or the game is over."""
        who = self.truth.to_act()
        if who == 0 or who & TABLE_BIT:
            return None
        first, seats = lowest(who), self.setting.seats
        if interrupts:
            for seat in [seat % seats for seat in range(first + 1, first + seats)]:
                if not who >> seat & 1 and seat not in self.let_pass and self.views[seat].offered():
                    return seat, False
        return first, True

    def said(self, seat: int) -> str:
        """All that this seat saw, and when it let something pass: its information state."""
        moves = " ".join(f"{'t' if by == TABLE else by}:{code}" for by, code in self.views[seat].moves)
        passes = ",".join(map(str, self.passes[seat]))
        return f"{seat}/{self.asked_text(seat)}/{moves}/{passes}"

    def asked_text(self, seat: int) -> str:
        """Whether this seat may still be asked at this moment: it remembers that it let it pass."""
        return "passed" if seat in self.let_pass else ""


def replayed(spec: Spec, moves: list[Any], let_pass: set[int], passes: list[list[int]]) -> Eyes:
    eyes = Eyes(*game_of(spec))
    for by, code in moves:
        eyes.tell(by, code)
    eyes.let_pass, eyes.passes = let_pass, passes
    return eyes


class TepuiGame(pyspiel.Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.of = find.game(str(given["game"]))
        self.setting = self.of.setting(int(given["seats"]), options_from(self.of, str(given["options"])))
        self.interrupts, self.past = bool(given["interrupts"]), int(given["history"])
        self.places = by_place(None, self.of, self.setting)
        self.size = sum(self.of.layout(self.setting).values())
        most = 1.0 if self.places else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.of.codes + 1,
            max_chance_outcomes=self.of.table_codes,
            num_players=self.setting.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if self.places else None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.places), info, {**given})

    def new_initial_state(self, _: Any = None) -> TepuiState:
        return TepuiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TepuiObserver:
        return TepuiObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TepuiState(pyspiel.State):
    def __init__(self, game: TepuiGame) -> None:
        super().__init__(game)
        self.eyes = Eyes(game.of, game.setting)

    @property
    def _of(self) -> TepuiGame:
        found: TepuiGame = self.get_game()
        return found

    def current_player(self) -> int:
        who = self.eyes.truth.to_act()
        if who == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if who & TABLE_BIT:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.eyes.asked(self._of.interrupts)
        assert asked is not None
        return asked[0]

    def is_terminal(self) -> bool:
        return bool(self.eyes.truth.to_act() == 0)

    def _legal_actions(self, player: int) -> list[int]:
        asked = self.eyes.asked(self._of.interrupts)
        if asked is None or asked[0] != player:
            return []
        codes = sorted(self.eyes.views[player].offered())
        return codes if asked[1] else [*codes, self._of.of.codes]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        codes, weights = odds_of(self.eyes.truth)
        total = sum(weights)
        return sorted((code, weight / total) for code, weight in zip(codes, weights, strict=True))

    def _apply_action(self, action: int) -> None:
        who = self.current_player()
        if who == pyspiel.PlayerId.CHANCE:
            self.eyes.tell(TABLE, action)
        elif action == self._of.of.codes:
            self.eyes.let_pass.add(who)
            self.eyes.passes[who].append(len(self.eyes.views[who].moves))
        else:
            self.eyes.tell(who, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if action == self._of.of.codes and player >= 0:
            return "pass"
        by = TABLE if player < 0 else player
        return f"{plain(self._of.of.say(self.eyes.truth, by, action))} ({action})"

    def returns(self) -> list[float]:
        seats = self.eyes.setting.seats
        if not self.is_terminal():
            return [0.0] * seats
        return [float(utility(self.eyes.truth, seat, seats, self._of.places)) for seat in range(seats)]

    def __str__(self) -> str:
        return self.history_str() or "start"

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> TepuiState:
        """A whole state that this player cannot tell from this one: what it saw, and a past that fits."""
        from tepui.coach.what_if import some_past

        moves = some_past(self.eyes.views[player], Random(rng()))
        twin: TepuiState = self._of.new_initial_state()
        for by, code in moves:
            twin.follow(by, code)
        for seat in sorted(self.eyes.let_pass, key=lambda seat: (seat - lowest(self.eyes.truth.to_act())) % 16):
            if twin.current_player() == seat:
                twin.apply_action(self._of.of.codes)
        return twin

    def follow(self, by: int, code: int) -> None:
        """The next move of a past. Others who were asked before it let it pass."""
        passing = self._of.of.codes
        while by != TABLE and self.current_player() != by:
            if passing not in self.legal_actions():
                raise ValueError("these moves were not made in the order in which OpenSpiel asks for them")
            self.apply_action(passing)
        self.apply_action(code)


class TepuiObserver:
    """The numbers of `Game.observe`, and with perfect recall the latest moves as this player saw them."""

    def __init__(self, game: TepuiGame, kind: Any) -> None:
        self.recall = bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = bool(kind.public_info)
        self.size, self.past, self.observe = game.size, game.past, game.of.observe
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (game.setting.seats,)), ("observation", (game.size,))]
        if self.recall:
            pieces.append(("moves", (game.past, 2)))
        total = sum(int(np.prod(shape)) for _, shape in pieces)
        self.tensor: NDArray[np.float32] = np.zeros(total, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size
        self._row = zeros(MOST)
        self._numbers = array(self._row, np.int64)

    def set_from(self, state: TepuiState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        view = state.eyes.views[player]
        n = min(self.observe(view.position, player, self._row), self.size)
        self.dict["observation"][:n] = self._numbers[:n]
        if self.recall:
            late = view.moves[-self.past :]
            if late:
                self.dict["moves"][: len(late)] = np.array(late) + 1

    def string_from(self, state: TepuiState, player: int) -> str:
        if self.recall:
            return state.eyes.said(player)
        view = state.eyes.views[player]
        return f"{player}/{state.eyes.asked_text(player)}/" + " ".join(map(str, view.observation()))


def game_type(places: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Tepui: any of its games",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if places else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=16,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def options_text(game: Game, options: dict[str, Value]) -> str:
    """Options as OpenSpiel can carry them: `curse:1+rounds:0`, the place of the choice among its choices."""
    places = {option.name: option.choices.index(options[option.name]) for option in game.options}
    return "+".join(f"{name}:{place}" for name, place in places.items())


def options_from(game: Game, text: str) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for part in filter(None, text.split("+")):
        name, _, place = part.partition(":")
        choices = next((option.choices for option in game.options if option.name == name), ())
        if not place.isdigit() or int(place) >= len(choices):
            raise UnknownName(f"{game.title} has no option {part!r}. Write options as {options_text(game, {})!r}")
        found[name] = choices[int(place)]
    return found


def openspiel(
    game: Game | str,
    setting: Setting | None = None,
    *,
    seats: int | None = None,
    options: dict[str, Value] | None = None,
    interrupts: bool = True,
    history: int = 512,
) -> TepuiGame:
    """The game as a `pyspiel.Game`. The information state's tensor holds the latest `history` moves, its string all."""
    of, setting = chosen(game, setting, seats, options)
    if setting.parts_text is not None:
        raise UnknownName("OpenSpiel finds a game by its name, so it is played with its own parts")
    params = {
        "game": of.name,
        "seats": setting.seats,
        "options": options_text(of, setting.options),
        "interrupts": interrupts,
        "history": history,
    }
    return TepuiGame(params)


pyspiel.register_game(game_type(True), TepuiGame)
