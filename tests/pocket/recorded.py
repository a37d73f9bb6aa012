"""Games between bots, each as the hash of its record: the same file runs here and in a browser's Python."""

from __future__ import annotations

import hashlib
import io
import json
from random import Random

from tepui.bots.contract import asking_order, choose
from tepui.bots.levels import SECONDS
from tepui.core import find
from tepui.core.dealer import Dealer, commitment
from tepui.core.record import Header, Recorder, promising
from tepui.core.table import Table

HARDEST = {
    "lost-code": {"x_race": True, "deadly_shortcut": True, "curse": True},
    "kryptx": {"pro": True},
    "roll-and-write": {},
}


def record(name: str, level: str, seed: str, seats: int, hard: bool) -> str:
    """The hash of the record of one game between bots of one level."""
    game = find.game(name)
    setting = game.setting(seats, HARDEST[name] if hard else None)
    names = ("Anna", "Ben", "Cleo")[:seats]
    table = Table(game, setting, Dealer(seed).choose, names)
    rng, bots = Random(seed), [find.bot(name, level) for _ in range(seats)]
    while not table.over:
        for seat in asking_order(table.look(0)):
            view = table.view(seat)
            pick = choose(bots[seat], view, SECONDS, rng) if view.codes() else None
            if pick is not None:
                table.pick(seat, pick)
                break
    paper = io.BytesIO()
    header = Header(
        game=name,
        rules=game.rules,
        seats=seats,
        options=setting.options,
        bots=(level,) * seats,
        commitment=commitment(seed),
        names=names,
        words=("",) * seats,
    )
    recorder = Recorder(paper, promising(header, salts=("salt",) * seats), flush=False)
    scribe = game.start(setting)
    for by, code in table.moves:
        recorder.move(by, game.say(scribe, by, code))
        scribe.apply(by, code)
    recorder.end(seed, table.scores(), table.places())
    return hashlib.sha256(paper.getvalue()).hexdigest()


def records(wanted: list[list[object]]) -> str:
    return json.dumps([record(*one) for one in wanted])  # type: ignore[arg-type]
