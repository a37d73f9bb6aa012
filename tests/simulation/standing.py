"""Standing orders: none acts on a position that its owner would not have recognised, each by its owner's own view."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from tepui.core import orders
from tepui.core.position import TABLE
from tepui.core.table import Table
from tepui.server.room.session import BACK, steps_of
from tepui.server.store.contract import Commit

if TYPE_CHECKING:
    from simulation.oracles import Game, Oracle


class Standing:
    """Hears what is written, and keeps by itself since which row each order counts."""

    def __init__(self, oracle: "Oracle") -> None:
        self.oracle = oracle
        self.given: dict[tuple[str, int, str], tuple[int, Any]] = {}  # since which row, and as it stands on disk
        self.acted: Counter[tuple[str, int]] = Counter()  # by room and seat

    def states(self, room: str, chairs: list[dict[str, Any]]) -> None:
        """Who has ordered what, as it is on disk now."""
        now = {(room, seat, one["name"]): one for seat, chair in enumerate(chairs) for one in chair.get("orders", ())}
        if not now and not any(key[0] == room for key in self.given):
            return
        game = self.oracle.game(room)
        game.follow()
        for key in [key for key in self.given if key[0] == room and key not in now]:
            del self.given[key]
        for key, one in now.items():
            since, before = self.given.get(key, (len(game.rows), None))
            anew = before is not None and (before["why"] > one["why"] or before["mark"] != one["mark"])
            self.given[key] = (len(game.rows) if anew else since, one)

    def written(self, commit: Commit) -> None:
        for _, text in commit.lines:
            order = json.loads(text).get("order")
            if order:
                self._acts(commit.room, commit.rows[0][0], order, commit.first)

    def _acts(self, room: str, seat: int, order: str, first: int) -> None:
        """`first`: the number of the row that it wrote."""
        require, game = self.oracle.require, self.oracle.game(room)
        require((room, seat, order) in self.given, "an order acts only where it stands", room=room, order=order)
        game.follow()
        since, _ = self.given[room, seat, order]
        between = game.rows[since : first - 1]
        require(all(who != BACK for _, who, _ in between), "no order survives a take-back", room=room, order=order)
        stops = [action for _, who, action in between if who != TABLE and b'"do":"stop"' in bytes(action)]
        require(not stops, "no order survives a Stop!", room=room, order=order)
        then, now = self._view(game, seat, since), self._view(game, seat, first - 1)
        curse = [getattr(view.position, "curse", None) for view in (then, now)]
        require(curse[0] == curse[1], "no order survives a curse", room=room, order=order, curse=curse)
        [own] = [one for one in orders.of(game.game) if one.name == order]
        pick = orders.choice(own, now)
        require(pick is not None, "an order acts where it applies", room=room, order=order)
        said = json.loads(game.rows[first - 1][2])
        own_words = json.loads(msgspec.json.encode(now.legal()[pick or 0]))
        require(said == own_words, "an order chooses by its owner's own view", room=room, order=order, said=said)
        self.acted[room, seat] += 1
        self.oracle.world.count("orders carried out")

    @staticmethod
    def _view(game: "Game", seat: int, rows: int) -> Any:
        """The game as this seat saw it after so many rows, played again from the start."""
        _, standing = steps_of(game.rows[:rows], game.setting.seats)
        table = Table(game.game, game.setting)
        for step in standing:
            action = game.decoder.decode(step.move)
            table.replay(step.by, game.game.hear(table.truth, step.by, action))
        return table.view(seat)
