"""What everyone at the table knows alike: whose turn it is, what may be done, what was said, who won."""

from random import Random
from typing import Any

from tepui.core.game import Setting
from tepui.core.position import TABLE, TABLE_BIT, legal_codes, odds_of
from tepui.core.table import Table
from tepui.core.teams import LOST, WON, sides, together
from tepui.laws.finding import Broken, Finding, all_spoken, by_name, described, mover, spoken
from tepui.laws.walk import eyes_of, owing


class Watch:
    """A law that looks on while a game is played; it raises Broken where it does not hold."""

    law = ""

    def __init__(self, finding: Finding, seed: int, memory: dict[Any, Any]) -> None:
        self.finding = finding
        self.rng = Random(seed)  # for what it looks at only now and then
        self.memory = memory  # shared with other games of the run, see `kept_for`
        self.begin()

    def begin(self) -> None:
        """A game is about to be watched."""

    @classmethod
    def kept_for(cls, setting: Setting) -> str:
        """Games of a run for which this is the same share a memory."""
        return described(setting)

    def before(self, table: Table, by: int, code: int) -> None:
        """A move is about to be made."""
        self.look(table)

    def end(self, table: Table) -> None:
        """The game is over."""
        self.look(table)

    def look(self, table: Table) -> None:
        """The game as it stands, before each move and at the end."""


class Points(Watch):
    """At the end all eyes compute the same score and place, and someone is first."""

    law = "equal points"

    def end(self, table: Table) -> None:
        truth, setting = table.truth, table.setting
        for eye in eyes_of(setting):
            position = table.look(eye).position
            self.finding.cases += 1
            for seat in range(setting.seats):
                for what in ("score", "place"):
                    true, seen = getattr(truth, what)(seat), getattr(position, what)(seat)
                    if true != seen:
                        who = by_name(setting, eye)
                        raise Broken(f"{who} computes {what} {seen} for seat {seat}, the truth says {true}")
        self.teams(table)

    def teams(self, table: Table) -> None:
        """Those who play together have one score and one place; all together they win (1) or lose (2)."""
        game, setting, places, scores = table.game, table.setting, table.places(), table.scores()
        if min(places) < 1:
            raise Broken(f"the game is over, but the places are {sorted(places)}")
        for side in sides(game, setting):
            if len({(places[seat], scores[seat]) for seat in side}) > 1:
                who = " and ".join(f"seat {seat}" for seat in side)
                results = [(places[seat], scores[seat]) for seat in side]
                raise Broken(f"{who} are a team, but have not one place and one score: {results}")
        if together(game, setting):
            best = scores[0] if game.best is None else game.best(setting)
            if scores[0] > best:
                raise Broken(f"all together reached {scores[0]}, but `best` says that {best} is the most")
            if places[0] not in (WON, LOST):
                raise Broken(f"all play together, so the place is 1 (won) or 2 (lost), not {places[0]}")


class Turns(Watch):
    """Whose turn it is, everyone knows: `to_act` is equal for all eyes."""

    law = "turns are known"

    def look(self, table: Table) -> None:
        who = table.truth.to_act()
        self.finding.cases += 1
        for eye in eyes_of(table.setting):
            seen = table.look(eye).position.to_act()
            if seen != who:
                name = by_name(table.setting, eye)
                wrong, true = owed(seen, table.setting), owed(who, table.setting)
                raise Broken(f"after {len(table.moves)} moves {name} takes {wrong} for `to_act`, the truth is {true}")


def owed(who: int, setting: Setting) -> str:
    """Who must act, in words."""
    seats = [f"seat {seat}" for seat in range(setting.seats) if who >> seat & 1]
    return " and ".join(seats + (["the table"] if who & TABLE_BIT else [])) or "nobody"


class Lists(Watch):
    """A seat's own list is exactly the true one, and never empty for whoever must act."""

    law = "true lists"

    def before(self, table: Table, by: int, code: int) -> None:
        truth = table.truth
        must = owing(truth, table.setting.seats)
        for seat in range(table.setting.seats):
            true, own = legal_codes(truth, seat), table.look(seat).codes()
            self.finding.cases += 1
            if true != own:
                more = all_spoken(table.game, truth, seat, [code for code in own if code not in true])
                less = all_spoken(table.game, truth, seat, [code for code in true if code not in own])
                raise Broken(
                    f"after {len(table.moves)} moves seat {seat} is offered {more} that the truth does not allow,"
                    f" and lacks {less} that it allows"
                )
            if seat in must and not own:
                raise Broken(f"after {len(table.moves)} moves seat {seat} must act, but nothing is on offer")


class Sights(Watch):
    """Whatever an eye sees was on offer in its own view: a companion can enter the truth."""

    law = "what comes is on offer"

    def before(self, table: Table, by: int, code: int) -> None:
        for eye in eyes_of(table.setting):
            sight = table.truth.seen(code, by, eye)
            position = table.look(eye).position
            offered = odds_of(position)[0] if by == TABLE else legal_codes(position, by)
            self.finding.cases += 1
            if sight in offered:
                continue
            if sight not in {position.seen(other, by, eye) for other in offered}:
                who = by_name(table.setting, eye)
                said = spoken(table.game, position, by, sight)
                there = all_spoken(table.game, position, by, offered)
                raise Broken(
                    f"after {len(table.moves)} moves {who} learns of {mover(table.setting, by)}: {said}. "
                    f"But its own view offers {there}"
                )


WATCHES: tuple[type[Watch], ...] = (Points, Turns, Lists, Sights)
