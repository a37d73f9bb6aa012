"""What every way into research begins with: a game and a setting become a plan that compiled code follows."""

from typing import Any, Literal

from tepui.core import find
from tepui.core.game import Game, Setting, Value, no_secrets
from tepui.core.refusal import UnknownName
from tepui.core.teams import together
from tepui.research.stepping import Plan

Reward = Literal["place", "score"]


def chosen(game: Game | str, setting: Setting | None, seats: int | None, options: dict[str, Value] | None) -> Any:
    """The game, by name or itself, and a checked setting: the one given, or one of so many seats and these options."""
    if isinstance(game, str):
        game = find.game(game)
    if setting is None:
        setting = game.setting(seats, options)
    elif seats is not None or options:
        raise UnknownName("give a setting, or seats and options. Not both")
    return game, setting


def plan_of(game: Game, setting: Setting, interrupts: bool) -> Plan:
    return Plan(
        game.start(setting),
        setting.seats,
        game.codes,
        sum(game.layout(setting).values()),
        game.observe,
        game.secret is not no_secrets,
        interrupts,
    )


def by_place(reward: Reward | None, game: Game, setting: Setting) -> bool:
    """Whether a finished game is worth its places or its points; alone, or all together, there are no places."""
    contest = setting.seats > 1 and not together(game, setting)
    if reward not in (None, "place", "score"):
        raise UnknownName(f"reward can be 'place' or 'score', not {reward!r}")
    if reward == "place" and not contest:
        raise UnknownName("alone, or all together, everyone has the same place. Choose reward='score'")
    return contest if reward is None else reward == "place"
