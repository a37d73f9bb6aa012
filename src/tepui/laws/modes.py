"""Interpreted and compiled rules play the same games, step by step.

Which of the two runs is decided when Tepui is first imported, so each is a process of its own; they play the same
seeds and print a digest of every step, and the digests are compared.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from tepui.core import find
from tepui.core.game import Game
from tepui.core.position import packed
from tepui.laws.copies import behaviour
from tepui.laws.finding import Asked, Broken, Finding
from tepui.laws.walk import LONGEST, eyes_of, next_move, some_setting

LAW = "interpreted and compiled agree"
INTERPRETED = "TEPUI_INTERPRETED"


def run(game: Game, seeds: range, asked: Asked) -> Finding:
    finding = Finding(LAW)
    spec = spec_of(game)
    if not spec:
        finding.about["note"] = "not compared: no module holds this variant, so no other process finds it"
        return finding
    children = [start(spec, seeds, asked, interpreted) for interpreted in (False, True)]
    outputs = [child.communicate() for child in children]
    for child, (_, trouble) in zip(children, outputs, strict=True):
        if child.returncode:
            last = (trouble.strip().splitlines() or ["it stopped without a word"])[-1]
            finding.broke(seeds.start, None, Broken(f"a game could not be played in a process of its own: {last}"))
            return finding
    compiled, interpreted = ([json.loads(line) for line in out.splitlines()] for out, _ in outputs)
    if not compiled[0]:
        finding.about["note"] = "not compiled: nothing to compare"
        return finding
    for seed, here, there in zip(seeds, compiled[1:], interpreted[1:], strict=True):
        finding.cases += len(here) // DIGITS
        if here != there:
            apart = next(
                n for n in range(0, len(here) + DIGITS, DIGITS) if here[n : n + DIGITS] != there[n : n + DIGITS]
            )
            sentence = f"compiled and interpreted rules differ at step {apart // DIGITS + 1} of the game of seed {seed}"
            finding.broke(seed, some_setting(game, Random(seed), asked), Broken(sentence))
    finding.about["games"] = len(seeds)
    return finding


def start(spec: str, seeds: range, asked: Asked, interpreted: bool) -> subprocess.Popen[str]:
    words = [spec, str(seeds.start), str(seeds.stop), json.dumps([asked.seats, asked.options])]
    environment = {key: value for key, value in os.environ.items() if key != INTERPRETED}
    environment["PYTHONPATH"] = os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path)  # "" is here
    if interpreted:
        environment[INTERPRETED] = "1"
    return subprocess.Popen(
        [sys.executable, "-m", "tepui.laws.modes", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def spec_of(game: Game, exactly: bool = False) -> str:
    """The name under which another process finds this game, or one with the same rules; empty: there is none.

    A variant made with `dataclasses.replace` plays by the rules of the game it was made from, and those are compared.
    """
    fits = (lambda one, game: one is game) if exactly else same_rules
    if game.name in find.names() and fits(find.load(game.name), game):
        return game.name
    held = [
        (value is not game, f"{name}:{attribute}")
        for name, module in list(sys.modules.items())
        if module is not None and name not in ("__main__", "__mp_main__")  # which are others there
        for attribute, value in list(vars(module).items())
        if fits(value, game)
    ]
    return min(held)[1] if held else ""


def same_rules(one: object, game: Game) -> bool:
    return isinstance(one, Game) and (one.start, one.seats, one.options) == (game.start, game.seats, game.options)


DIGITS = 6


def digests(game: Game, seed: int, asked: Asked) -> str:
    """A random game; of every step a few digits that depend on all before."""
    rng = Random(seed)
    setting = some_setting(game, rng, asked)
    position = game.start(setting)
    eyes = eyes_of(setting)
    total = hashlib.sha256()
    steps = []
    for _ in range(LONGEST):
        move = next_move(position, setting.seats, rng)
        if move is None:
            break
        sights = [position.seen(move[1], move[0], eye) for eye in eyes]
        position.apply(*move)
        total.update(repr((move, sights, packed(position), behaviour(position, setting.seats))).encode())
        steps.append(total.hexdigest()[:DIGITS])
    return "".join(steps)


def compiled(game: Game) -> bool:
    module = sys.modules.get(type(game.start(game.setting())).__module__)
    return not str(getattr(module, "__file__", ".py")).endswith(".py")


def main(words: list[str]) -> None:
    game = find.game_at(words[0])
    seats, options = json.loads(words[3])
    asked = Asked(seats, options)
    print(json.dumps(compiled(game)))
    for seed in range(int(words[1]), int(words[2])):
        try:
            print(json.dumps(digests(game, seed, asked)))
        except Exception as error:  # another law tells it; here it only must be the same
            print(json.dumps(f"{type(error).__name__}"))


if __name__ == "__main__":
    main(sys.argv[1:])
