"""A recorded game for the tests: played by random bots from a seed."""

import io
from random import Random

from tepui.bots.contract import RandomBot, choose
from tepui.core.dealer import Dealer, commitment
from tepui.core.game import Game, Value
from tepui.core.position import DEALER
from tepui.core.record import FORMAT, Header, Recorder, promising
from tepui.core.table import Table
from tepui.core.text import Follower

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")


def recorded(
    game: Game,
    seats: int | None = None,
    seed: str = "0" * 32,
    options: dict[str, Value] | None = None,
    words: tuple[str, ...] = (),
    stop: int | None = None,
    format: int = FORMAT,
) -> bytes:
    """The whole record; without its end if the game stops after `stop` moves of the players."""
    setting = game.setting(seats, options)
    header = Header(
        tepui=format,
        game=game.name,
        rules=game.rules,
        seats=setting.seats,
        options=setting.options,
        names=NAMES[: setting.seats],
        words=words,
        commitment=commitment(seed),
    )
    if format > 1:
        header = promising(header, tuple(f"salt of {name}" for name in header.names))
    file = io.BytesIO()
    file.seekable = lambda: False  # type: ignore[method-assign]  # nothing to sync
    recorder = Recorder(file, header)
    table = Table(game, setting, Dealer(seed, words, 1 if format == 1 else 2).choose, header.names)
    told, rng, bot, played = Follower(table.look(DEALER)), Random(seed), RandomBot(), 0
    while True:
        for by, action in told.catch_up(table.look(DEALER)):
            recorder.move(by, action)
        if table.over:
            recorder.end(seed, table.scores(), table.places())
            break
        if played == stop:
            break
        seat = table.to_act[0]
        pick = choose(bot, table.view(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
        played += 1
    return file.getvalue()


def resealed(data: bytes) -> bytes:
    """The same lines with fresh sums: what a careful cheat would write."""
    from tepui.core.record import sealed

    total, lines = "", []
    for line in data.splitlines():
        body = line[: line.rfind(b',"sum":"')] + b"}"
        again, total = sealed(body, total)
        lines.append(again + b"\n")
    return b"".join(lines)
