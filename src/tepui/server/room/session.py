"""The game on a room's table: opened from its moves, played by picks, and what each seat was offered when."""

from typing import Final, NamedTuple

import msgspec

from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, DEALER, TABLE
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove
from tepui.core.replay import Check, Impossible, Step, play, stand
from tepui.core.table import Chance, Table
from tepui.core.takeback import take_back
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.wire import messages

BACK: Final = -1  # `who` of a row that takes moves back
LONGEST = 8000  # rows of a table after which nothing is taken back: whoever looks at it again reads all of them
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


def steps_of(rows: list[StoredRow], seats: int) -> tuple[list[Step], list[Step]]:
    """All steps, and those that were not taken back."""
    steps: list[Step] = []
    standing: list[Step] = []
    for due, (number, who, action) in enumerate(rows, 1):
        step = Step(number, who, msgspec.Raw(action))
        if number != due:
            raise Damaged(f"move {due} is missing")
        if who == BACK:
            try:
                step = Step(number, back=msgspec.json.decode(action, type=Back).back)
            except ValueError:  # bytes of any kind
                raise Impossible(step, "takes back, and does not say what") from None
        stand(standing, step, seats)
        steps.append(step)
    return steps, standing


def follow(table: Table, rows: list[StoredRow], *checks: Check) -> Table:
    """Where these rows lead. With checks those that were taken back later are tried too."""
    try:
        steps, standing = steps_of(rows, table.setting.seats)
        for after in play(table, steps if checks else standing, *checks):
            table = after
    except Impossible as error:
        raise Damaged(f"move {error}") from None
    return table


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

    def replay(self, rows: list[StoredRow]) -> None:
        """Stands where these rows lead."""
        try:
            table = follow(self.table, rows)
            for eye in (*range(self.setting.seats), AUDIENCE, DEALER):
                table.look(eye).picture()  # where no game can stand nothing can be drawn either
        except Damaged:
            raise
        except Exception as error:  # rows of other types, or whatever a game raises that meets what it does not know
            raise Damaged(f"{type(error).__name__}: {error}") from None
        self._scribe = table.truth.clone()
        self._noted = len(table.moves)
        self.turn = len(rows)

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
        self._offers[seat] = []  # it has moved: what it was offered is of the past
        return self.new_rows()

    def take_back(self, seat: int, agreed: bool) -> list[Row]:
        """Takes this seat's last move back: alone if nobody has learned from it; with all that followed if agreed."""
        last = self.undoes(seat)
        if self.turn > LONGEST:
            raise Refused(
                "forbidden", N_("Too many moves were taken back at this table. Play on, or begin a new game.")
            )
        before = self.table.replayed(self.table.moves[:last])
        again = before if agreed else take_back(self.table, seat)
        stands = again.moves[last:]
        self._scribe = before.truth.clone()
        self.table, self._noted = again, last
        self._offers = [[] for _ in range(self.setting.seats)]
        self.turn += 1
        rows = [(BACK, encode(Back(last))), *self.new_rows()]
        assert len(rows) == 1 + len(stands)
        self.table.resume(self.chance)
        return [*rows, *self.new_rows()]

    def undoes(self, seat: int) -> int:
        """The place of this seat's last move: that one is taken back."""
        moves = self.table.moves
        last = next((n for n in reversed(range(len(moves))) if moves[n][0] == seat), None)
        if last is None or self.over:
            raise Refused("forbidden", N_("You have no move to take back."))
        return last

    def answered(self, seat: int) -> bool:
        """Has another seat moved since, and did others or the table answer it? Nobody can unlearn that."""
        after = [by for by, _ in self.table.moves[self.undoes(seat) + 1 :]]
        other = next((n for n, by in enumerate(after) if by not in (TABLE, seat)), len(after))
        return any(by != after[other] for by in after[other:])

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
            raise Refused("stale", N_("The game has moved on. Look again and choose."))

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
        raise Refused("stale", N_("The game has moved on. Look again and choose."))

    def result(self) -> tuple[list[int], list[int]]:
        return self.table.scores(), self.table.places()

    @property
    def over(self) -> bool:
        return self.table.over

    def named(self, names: tuple[str, ...]) -> None:
        """Someone has another name now."""
        self.table.names = names
        for eye in (*range(self.setting.seats), AUDIENCE, DEALER):
            self.table.look(eye).names = names
