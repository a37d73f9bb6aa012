"""The game on a room's table: opened from its moves, played by picks, and what each seat was offered when."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, DEALER, TABLE
from tepui.core.record import decoder_of
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove
from tepui.core.table import Chance, Table
from tepui.core.takeback import replayed, take_back
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.wire import messages

BACK: Final = -1  # `who` of a row that takes moves back
KEPT_OFFERS: Final = 16
encode: Final = msgspec.json.Encoder().encode

Row = tuple[int, bytes]
StoredRow = tuple[int, int, bytes]  # its number, who, and the action


class Back(msgspec.Struct, frozen=True):
    """The game stands again as after move `back`."""

    back: int


class Offer(NamedTuple):
    """A seat's legal list, since which turn it stood, and whether the seat had to choose."""

    turn: int
    codes: list[int]
    must: bool


class Damaged(Exception):
    """These rows are no game: a move is missing or is not one."""


def standing(rows: list[StoredRow], seats: int) -> list[Row]:
    """The moves that were not taken back; who is neither a seat nor the table has not moved."""
    moves: list[Row] = []
    for due, (number, who, action) in enumerate(rows, 1):
        if number != due:
            raise Damaged(f"move {due} is missing")
        if who == BACK:
            back = msgspec.json.decode(action, type=Back).back
            if not 0 <= back < len(moves):
                raise Damaged(f"move {number} takes back what nobody has played")
            del moves[back:]
        elif who != TABLE and not 0 <= who < seats:
            raise Damaged(f"move {number} is of seat {who + 1}, and there is none")
        else:
            moves.append((who, action))
    return moves


class GameSession:
    """A table that writes down what happens on it."""

    def __init__(self, game: Game, setting: Setting, chance: Chance, names: tuple[str, ...]) -> None:
        self.game = game
        self.setting = setting
        self.chance = chance
        self.turn = 0  # rows written so far
        self._fresh(names)

    def _fresh(self, names: tuple[str, ...]) -> None:
        self.table = Table(self.game, self.setting, names=names)
        self._scribe = self.game.start(self.setting)  # follows the truth: an action belongs to the position before it
        self._noted = 0
        self._offers: list[list[Offer]] = [[] for _ in range(self.setting.seats)]
        self._before: list[Offer] = []  # what was offered to the seat that moved last, before it did

    def replay(self, rows: list[StoredRow]) -> None:
        """Stands where these rows lead."""
        decoder = decoder_of(self.game)
        table, scribe = self.table, self._scribe
        try:
            for who, action in standing(rows, self.setting.seats):
                code = self.game.hear(table.truth, who, decoder.decode(action))
                table.replay(who, code)
                scribe.apply(who, code)
            for eye in (*range(self.setting.seats), AUDIENCE, DEALER):
                table.look(eye).picture()  # where no game can stand nothing can be drawn either
        except Damaged:
            raise
        except Exception as error:  # whatever a game raises that meets a move it does not know
            raise Damaged(f"{type(error).__name__}: {error}") from None
        self._noted = len(table.moves)
        self.turn = len(rows)

    def follow(self, rows: list[StoredRow]) -> bool:
        """Goes on from others' rows; False: a move was taken back, so all is to be replayed from its beginning."""
        if any(who == BACK for _, who, _ in rows):
            return False
        decoder, table = decoder_of(self.game), self.table
        for number, who, action in rows:
            if number != self.turn + 1:
                raise Damaged(f"move {self.turn + 1} is missing")
            try:
                code = self.game.hear(table.truth, who, decoder.decode(action))
                table.replay(who, code)
                self._scribe.apply(who, code)
            except Exception as error:  # whatever a game raises that meets a move it does not know
                raise Damaged(f"{type(error).__name__}: {error}") from None
            self.turn = number
            if 0 <= who < self.setting.seats:
                self._offers[who].clear()
        self._noted = len(table.moves)
        self.offer()
        return True

    def go_on_from(self, before: GameSession, seat: int) -> None:
        """Somebody was first, and `before` has played what was not saved: what each seat was offered still counts."""
        self._offers = before._offers
        self._offers[seat] = before._before
        self.offer()

    def resume(self) -> list[Row]:
        """The table moves until a player must act; its moves as rows."""
        self.table.resume(self.chance)
        return self.new_rows()

    def new_rows(self) -> list[Row]:
        """What has happened since the last time, as rows for the disk."""
        rows = []
        game, scribe = self.game, self._scribe
        for by, code in self.table.moves[self._noted :]:
            rows.append((by, encode(game.say(scribe, by, code))))
            scribe.apply(by, code)
        self._noted += len(rows)
        self.turn += len(rows)
        return rows

    def pick(self, seat: int, turn: int, picks: list[int]) -> list[Row]:
        """One seat's picks, played as one; rows for the disk, table's moves included."""
        if not 0 < len(picks) <= messages.CHAIN:
            raise Refused("unclear", N_("Send between 1 and {n} picks."), n=messages.CHAIN)
        view = self.table.look(seat)
        if len(picks) == 1:
            self.table.play_code(seat, self._meant(seat, turn, picks[0]))
        else:
            self.check_current(seat, turn)
            view.try_out(picks)  # all of them or none
            for pick in picks:
                self.table.pick(seat, pick)
        self._before, self._offers[seat] = self._offers[seat], []  # it has moved: what it was offered is of the past
        return self.new_rows()

    def take_back(self, seat: int, agreed: bool) -> list[Row]:
        """Takes this seat's last move back: alone if nobody has learned from it; with all that followed if agreed."""
        moves = self.table.moves
        last = next((n for n in reversed(range(len(moves))) if moves[n][0] == seat), None)
        if last is None or self.over:
            raise Refused("forbidden", N_("You have no move to take back."))
        again = (
            replayed(self.game, self.setting, self.table.names, moves[:last]) if agreed else take_back(self.table, seat)
        )
        stands = again.moves[last:]
        self._scribe = replayed(self.game, self.setting, (), again.moves[:last]).truth.clone()
        self.table, self._noted = again, last
        self._offers = [[] for _ in range(self.setting.seats)]
        self.turn += 1
        rows = [(BACK, encode(Back(last))), *self.new_rows()]
        assert len(rows) == 1 + len(stands)
        self.table.resume(self.chance)
        return [*rows, *self.new_rows()]

    def look(self, eye: int) -> View:
        return self.table.look(eye)

    def offer(self) -> None:
        """Notes what each seat is offered now."""
        for seat, offers in enumerate(self._offers):
            view = self.table.look(seat)
            codes = view.offered()
            if not offers or offers[-1].codes != codes:
                offers.append(Offer(self.turn, codes, view.must_act))
                del offers[:-KEPT_OFFERS]

    def offered(self, seat: int) -> Offer:
        offers = self._offers[seat]
        return offers[-1] if offers else Offer(self.turn, [], False)  # it has just moved, and that is not on disk yet

    def check_current(self, seat: int, turn: int) -> None:
        """Refuses if this seat's own list has changed since `turn`."""
        if not self.offered(seat).turn <= turn <= self.turn:
            raise Refused("stale", N_("The game has moved on; look again and choose."))

    def _meant(self, seat: int, turn: int, pick: int) -> int:
        """The code that this pick meant, if it still counts."""
        for offer in reversed(self._offers[seat]):
            if offer.turn <= turn <= self.turn:
                if not 0 <= pick < len(offer.codes):
                    raise IllegalMove(NOT_ON_OFFER)
                code = offer.codes[pick]
                now = self.offered(seat)
                # A Stop pressed while others moved on still counts; a decision of one's own was another question.
                if offer is now or (not offer.must and code in now.codes):
                    return code
                break
        raise Refused("stale", N_("The game has moved on; look again and choose."))

    def result(self) -> tuple[list[int], list[int]]:
        return self.table.scores(), self.table.places()

    @property
    def over(self) -> bool:
        return self.table.over

    def named(self, names: tuple[str, ...]) -> None:
        """Somebody has another name now."""
        self.table.names = names
        for eye in (*range(self.setting.seats), AUDIENCE, DEALER):
            self.table.look(eye).names = names
