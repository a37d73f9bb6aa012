"""A copy is a copy: it plays on alike, and nothing done to it touches the original."""

from typing import Any

import msgspec

from tepui.core.position import DEALER, TABLE_BIT, Position, legal_codes, odds_of, packed
from tepui.core.table import Table
from tepui.core.view import View
from tepui.laws.common import Watch
from tepui.laws.finding import Broken, fields_of, fields_that_differ
from tepui.laws.walk import eyes_of, next_move

AHEAD = 12  # moves that a copy plays on
KEPT = 20_000  # packed positions that are remembered


class Clones(Watch):
    """Play a clone: the original's `pack` stays, and both continue alike. Equal packs behave alike."""

    law = "clones part"

    def before(self, table: Table, by: int, code: int) -> None:
        seats = table.setting.seats
        self.alike(table.truth, seats)
        if self.rng.random() > 0.25:
            return
        self.play_on(table.truth, seats)
        view = table.look(self.rng.choice(eyes_of(table.setting)))
        self.one_move(view.position, by, table.truth.seen(code, by, view.eye), seats)
        self.whole_view(view, by, table.truth.seen(code, by, view.eye))

    def play_on(self, truth: Position, seats: int) -> None:
        """The clone goes first, then a second clone follows in its steps, beside the original's own copy."""
        before, fields = packed(truth), fields_of(truth)
        first, second = truth.clone(), truth.clone()
        steps = []
        for _ in range(AHEAD):
            move = next_move(first, seats, self.rng)
            if move is None:
                break
            steps.append((move, behaviour(first, seats)))
            first.apply(*move)
            if packed(truth) != before:
                raise Broken(f"playing a clone changed the original: {fields_that_differ(fields, fields_of(truth))}")
        self.finding.cases += 1
        if behaviour(truth, seats) != behaviour(second, seats) or packed(second) != before:
            apart = fields_that_differ(fields_of(second), fields)
            raise Broken(f"a clone is not like its original: {apart}")
        for move, like in steps:
            if behaviour(second, seats) != like:
                raise Broken("two clones of one position continue differently")
            second.apply(*move)

    def one_move(self, position: Position, by: int, sight: int, seats: int) -> None:
        """A view may be cloned too; it hears the next move of the game."""
        before, fields = packed(position), fields_of(position)
        first, second = position.clone(), position.clone().clone()
        first.apply(by, sight)
        second.apply(by, sight)
        self.finding.cases += 1
        if packed(position) != before:
            raise Broken(f"playing a clone changed the original: {fields_that_differ(fields, fields_of(position))}")
        if packed(first) != packed(second):
            apart = fields_that_differ(fields_of(first), fields_of(second))
            raise Broken(f"a clone and a clone's clone continue differently: {apart}")

    def whole_view(self, view: View, by: int, sight: int) -> None:
        before = msgspec.json.encode(view.picture())
        twin = view.copy()
        twin.observe(by, sight)
        msgspec.json.encode(twin.picture())
        if msgspec.json.encode(view.picture()) != before:
            raise Broken("thinking ahead in a copy of a view changed the view's own picture")

    def alike(self, truth: Position, seats: int) -> None:
        """A field that `pack` forgets shows where two positions pack alike and act differently."""
        key, like = packed(truth), behaviour(truth, seats)
        if self.memory.setdefault(key, like) != like:
            sentence = (
                "two positions pack alike but act differently: a field is missing in `pack`, which does not write "
            )
            raise Broken(
                sentence + (" or ".join(f"`{name}`" for name in unpacked(truth)) or "everything"), together=True
            )
        if len(self.memory) > KEPT:
            self.memory.clear()

    def end(self, table: Table) -> None:
        truth, seats = table.truth, table.setting.seats
        twin = truth.clone()
        self.finding.cases += 1
        self.alike(truth, seats)
        if behaviour(twin, seats) != behaviour(truth, seats):
            raise Broken("at the end a clone computes other points than its original")
        for eye in (*eyes_of(table.setting), DEALER):  # replayed from the start, nothing cloned
            again = table.game.start(table.setting)
            for by, code in table.look(eye).moves:
                again.apply(by, code)
            if packed(again) != packed(table.look(eye).position):
                raise Broken("the same moves, played again from the start, end in another position")


def unpacked(position: Position) -> list[str]:
    """The fields that `pack` does not write: changed by one, it says the same."""
    before, found = packed(position), []
    for name, value in fields_of(position).items():
        for at in range(len(value)) if isinstance(value, list) else [None]:
            twin = position.clone()
            try:
                if at is None:
                    setattr(twin, name, value + 1)
                else:
                    getattr(twin, name)[at] += 1
                if packed(twin) == before:
                    found.append(name if at is None else f"{name}[{at}]")
            except Exception:  # noqa: S112 - a field that cannot be changed by one (the number of players, parts)
                continue
    return found


def behaviour(position: Position, seats: int) -> tuple[Any, ...]:
    """Everything a position answers."""
    who = position.to_act()
    return (
        who,
        [legal_codes(position, seat) for seat in range(seats)],
        odds_of(position) if who & TABLE_BIT else None,
        [position.score(seat) for seat in range(seats)],
        [position.place(seat) for seat in range(seats)],
    )


WATCHES: tuple[type[Watch], ...] = (Clones,)
