"""Tepui for other people's frameworks: millions of observed games as arrays, many games at once, exact beliefs.

>>> from tepui import research
>>> batch = research.rollouts("roll-and-write", seats=2, games=1000)             # doctest: +SKIP
>>> batch.observation.shape, batch.mask.shape, batch.score.shape                 # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tepui.research.batch import Batch
    from tepui.research.labels import belief_of, beliefs
    from tepui.research.rollout import rollouts
    from tepui.research.single import TepuiGym, gym
    from tepui.research.spiel import openspiel
    from tepui.research.vector import VectorEnv
    from tepui.research.zoo import aec, parallel

# Each is loaded when it is first used: whoever wants arrays needs neither PettingZoo nor OpenSpiel.
WHERE = {"Batch": "batch", "rollouts": "rollout", "VectorEnv": "vector", "openspiel": "spiel"}
WHERE |= dict.fromkeys(("aec", "parallel"), "zoo") | dict.fromkeys(("belief_of", "beliefs"), "labels")
WHERE |= dict.fromkeys(("gym", "TepuiGym"), "single")

__all__ = ["Batch", "TepuiGym", "VectorEnv", "aec", "belief_of", "beliefs", "gym", "openspiel", "parallel", "rollouts"]


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"tepui.research has no {name!r}. It has {', '.join(sorted(WHERE))}")
    try:
        return getattr(import_module(f"tepui.research.{WHERE[name]}"), name)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{name} needs {error.name}. Run `pip install 'tepui[research]'`") from None
