"""A table on which a test lays out a situation of the rulebook, with the players' names."""

from __future__ import annotations

from typing import Any

import pytest

from tepui.core.position import AUDIENCE, DEALER, TABLE, TABLE_BIT, odds_of
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import COLOURS, Exchange, Guess, Keep, Leave, Stack
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.track import Track

LETTERS = dict(zip("bypgkr", COLOURS, strict=True))  # k: pink


class Scene:
    """Stones, stacks, round and curse as the example says; then real moves at a real table.

    `stones` says "y4 b6 r2" for a name; what is not said gets the highest numbers left.
    `stacks` are pieces from the bottom, by space; without it the first name is last on the track, and so on.
    """

    def __init__(
        self,
        names: str,
        stones: dict[str, str] | None = None,
        stacks: dict[int, str] | None = None,
        round: int = 1,
        cursed: str | None = None,
        piles: dict[str, int] | None = None,
        **options: bool,
    ) -> None:
        self.names = tuple(names.split())
        self.table = Table(GAME, GAME.setting(len(self.names), options), names=self.names)
        for name in reversed(self.names):
            self.happens(TABLE, Stack(self.seat(name)))
        self.deal({self.seat(name): text for name, text in (stones or {}).items()})
        for eye in (*range(len(self.names)), AUDIENCE, DEALER):
            position = self.position(eye)
            position.round = round
            if stacks is not None:
                position.track = self.track_of(stacks)
                position.order = position.track.row
                position.who = position.order & 15
            if cursed is not None:
                position.curse = self.seat(cursed)
            if piles is not None:
                for colour, name in enumerate(COLOURS):
                    left = piles.get(name, 0)
                    position.piles = position.piles & ~(15 << 4 * colour) | left << 4 * colour
                position.left = sum(1 << colour for colour, name in enumerate(COLOURS) if piles.get(name, 0))

    # ---- laying out ----

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def deal(self, stones: dict[int, str]) -> None:
        said = {log: {LETTERS[word[0]]: int(word[1]) for word in text.split()} for log, text in stones.items()}
        while self.truth.phase == codes.DEALING:
            log, colour = self.truth.who, COLOURS[self.truth.colour]
            number = said.get(log, {}).get(colour)
            if number is None:
                kept = {numbers.get(colour) for numbers in said.values()}
                number = max(code - codes.STONE for code in odds_of(self.truth)[0] if code - codes.STONE not in kept)
            self.happens_code(TABLE, codes.STONE + number)

    def track_of(self, stacks: dict[int, str]) -> Track:
        track = Track()
        for pieces in stacks.values():
            for name in pieces.split():
                track.enter(self.seat(name))
        for space, pieces in stacks.items():
            for name in pieces.split():
                track.move(self.seat(name), space)
        return track

    # ---- what happens ----

    @property
    def truth(self) -> LostCode:
        return self.position(DEALER)

    def position(self, eye: int) -> LostCode:
        position = self.table.look(eye).position
        assert isinstance(position, LostCode)
        return position

    def view(self, name: str) -> View:
        return self.table.look(self.seat(name))

    def happens(self, by: int, action: Any) -> None:
        self.happens_code(by, GAME.hear(self.truth, by, action))

    def happens_code(self, by: int, code: int) -> None:
        assert by != TABLE or code in odds_of(self.truth)[0]
        self.table.replay(by, code)

    def roll(self, dice: str) -> Scene:
        for colour in dice.split():
            self.happens_code(TABLE, codes.ROLL + COLOURS.index(colour))  # type: ignore[arg-type]
        return self

    def does(self, name: str, action: Any, draws: int | None = None) -> Scene:
        """A legal move, and what the table then says; `draws` is the stone that comes out of the pile."""
        why = self.refused(name, action)
        assert not why, why
        self.happens(self.seat(name), action)
        while self.truth.to_act() & TABLE_BIT and self.truth.phase != codes.ROLLING:
            possible = odds_of(self.truth)[0]
            if self.truth.phase == codes.DRAWING and draws is not None:
                possible = [codes.STONE + draws]
            self.happens_code(TABLE, possible[0])
        return self

    def refused(self, name: str, action: Any) -> str:
        """The sentence that a player hears who tries this; "" if it is legal."""
        view = self.view(name)
        try:
            code = GAME.hear(view.position, view.eye, action)
        except IllegalMove as error:
            return str(error)
        if code in view.codes() and self.truth.to_act() >> view.eye & 1:
            return ""
        return GAME.refuse(view.position, view.eye, action) if GAME.refuse else "no"

    def keep(self) -> Scene:
        return self.does(self.turn(), Keep())

    def leave(self) -> Scene:
        return self.does(self.turn(), Leave())

    def guess(self, name: str, size: int, right: bool) -> Scene:
        """A guess with a wheel of this size that is right, or wrong, whatever the sum is."""
        position = self.truth
        total = sum(position.stone(self.seat(name), position.die(die)) for die in range(3))
        top = position.parts.top
        lows = [low for low in range(top - size + 2) if (low <= total < low + size) == right]
        return self.does(name, Guess(size, lows[0]))

    def exchange_all(self) -> Scene:
        """Everyone who must exchanges the first stone that they can."""
        while self.truth.phase == codes.EXCHANGING:
            self.does(self.turn(), Exchange(COLOURS[self.table.look(self.truth.who).codes()[0] - codes.EXCHANGE]))
        return self

    # ---- how it stands ----

    def turn(self) -> str:
        (seat,) = self.table.to_act
        return self.names[seat]

    def space(self, name: str) -> int:
        return self.truth.track.space(self.seat(name))

    def stacks(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for place in range(len(self.names)):
            name = self.names[self.truth.track.at(place)]
            space = self.space(name)
            found[space] = f"{name} {found[space]}" if space in found else name
        return found

    def order(self) -> str:
        return " ".join(self.names[self.truth.track.at(place)] for place in range(len(self.names)))

    def answer(self, name: str, eye: int | None = None) -> tuple[str | None, list[tuple[int, int]]]:
        """What was said about the last guess, and the sums that the sheet notes."""
        row = self.table.look(self.seat(name) if eye is None else eye).notebook.rows[-1]
        guess = row.guesses[self.seat(name)]
        return guess.answer, guess.sums

    def cursed(self) -> str | None:
        return self.names[self.truth.curse] if self.truth.curse >= 0 else None


@pytest.fixture
def scene() -> type[Scene]:
    return Scene
