"""Broken twins of the little games, each with one deliberate fault.

The rules are read from the honest games' own source, so that a twin differs in nothing but its fault (and can be
a subclass also where the honest game is compiled).
"""

import importlib.util
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import bell
import forehead
import forehead.belief
import shells
from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit
from tepui.core.game import Game, PlainWords, fields
from tepui.core.position import TABLE, UNKNOWN, Position, full


def source(package: ModuleType) -> Any:
    """The rules of a little game, interpreted."""
    folder = str(package.__file__).rpartition("/")[0]
    spec = importlib.util.spec_from_file_location(f"twin_of_{package.__name__}", f"{folder}/rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cloned(self: Any) -> Any:
    """A clone of the twin's own class."""
    twin = type(self)(self.seats)
    for name, value in vars(self).items():
        setattr(twin, name, value if isinstance(value, int) else value[:])
    return twin


F, B = source(forehead), source(bell)
F.Forehead.clone = B.Bell.clone = cloned


def twin_of_forehead(rules: type[Position], **other: Any) -> Game:
    """Picture and words are the plain ones: those of the honest game want its own class."""
    plain: dict[str, Any] = {"picture": fields, "words": PlainWords(), "belief": None}
    fresh = {name: other.pop(name) for name in list(other) if name in Game.__dataclass_fields__}
    game = replace(forehead.GAME, start=lambda setting: rules(setting.seats), languages=("en",))
    return replace(game.bringing(**{**plain, **other}), **fresh)


# ---- scores from a hidden thing ----


class HiddenScore(F.Forehead):
    """Nobody shows a number, and yet they count."""

    def apply(self, by: i64, action: i64) -> None:
        super().apply(by, action)
        if self.phase == F.SHOW:
            self.phase = F.OVER

    def score(self, seat: i64) -> i64:
        return self.numbers[seat] if self.phase == F.OVER else 0


HIDDEN_SCORE = twin_of_forehead(HiddenScore)


# ---- chance that is not fresh ----


class Redeal(F.Forehead):
    """A second deal, under the name of the first."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.round: i64 = 0

    def apply(self, by: i64, action: i64) -> None:
        super().apply(by, action)
        if self.phase == F.OVER and self.round == 0:
            self.round, self.phase = 1, F.DEAL
            self.numbers = full(self.seats, UNKNOWN)


class NewDeal(Redeal):
    """The honest one: each deal has its own name."""

    def occasion(self) -> i64:
        return self.round


class Growing(F.Forehead):
    """Each next player draws from a pile to which two numbers have been added."""

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n = super().odds(out, weights)
        if self.phase != F.DEAL:
            return n
        few = [out[i] for i in range(n) if out[i] < 4 + 2 * self.turn]
        for i, number in enumerate(few):
            out[i] = number
        return len(few)


SAME_DEAL = twin_of_forehead(Redeal)
NEW_DEAL = twin_of_forehead(NewDeal)
GROWING = twin_of_forehead(Growing)


# ---- a team that is none ----

HALF_TEAM = twin_of_forehead(F.Forehead, seats=(4,), teams=lambda setting: (0, 1, 0, 1))
TOO_GOOD = twin_of_forehead(F.Forehead, seats=(2,), teams=lambda setting: (0, 0), best=lambda setting: 2)


# ---- legality that leaks ----


class LeakyLegal(F.Forehead):
    """With a 0 on your forehead you may not bet on the first rank."""

    def legal_set(self, seat: i64) -> i64:
        codes = super().legal_set(seat)
        return codes & ~1 if self.numbers[seat] == 0 else codes


LEAKY_LEGAL = twin_of_forehead(LeakyLegal)


# ---- a forgotten `seen` ----


class ForgottenSeen(F.Forehead):
    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        return action


FORGOTTEN_SEEN = twin_of_forehead(ForgottenSeen)


# ---- two leaks past the view: something remembers the truth for everybody ----

remembered: dict[int, int] = {}


class Remembering(F.Forehead):
    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if self.phase == F.DEAL:
            remembered[self.turn] = action
        return super().seen(action, by, eye)


def telling_refusal(position: Any, seat: int, action: Any) -> str:
    return f"with a {remembered.get(seat)} on your forehead you cannot do that. Bet on a rank"


ERROR_TEXT = twin_of_forehead(Remembering, refusals=telling_refusal)


class ListLength(Remembering):
    """One more rank to bet on if the number is high."""

    def legal_set(self, seat: i64) -> i64:
        codes = super().legal_set(seat)
        return codes | bit(self.seats) if codes and remembered.get(seat, 0) > 4 else codes


LIST_LENGTH = twin_of_forehead(ListLength, codes=6)


# ---- a learner that reads too much, and one whose rows differ in length ----


def telling_observe(position: Any, eye: int, out: vec[i64]) -> int:
    out[0] = remembered.get(eye, 0)
    return 1


TELLING_OBSERVE = twin_of_forehead(
    Remembering, observe=SimpleNamespace(observe=telling_observe, layout=lambda setting: {"number": 1})
)


def uneven_observe(position: Any, eye: int, out: vec[i64]) -> int:
    return 2 if position.phase == F.BET else 1


UNEVEN_OBSERVE = twin_of_forehead(
    F.Forehead, observe=SimpleNamespace(observe=uneven_observe, layout=lambda setting: {"nothing": 1})
)


def huge_observe(position: Any, eye: int, out: vec[i64]) -> int:
    out[0] = 40_000
    return 1


HUGE_OBSERVE = twin_of_forehead(
    F.Forehead, observe=SimpleNamespace(observe=huge_observe, layout=lambda setting: {"much": 1})
)


# ---- turn order from a secret ----


class SecretTurn(F.Forehead):
    """Seats with a 9 on their forehead need not bet."""

    def to_act(self) -> i64:
        if self.phase == F.BET and self.numbers[self.turn] == 9:
            return bit((self.turn + 1) % self.seats)
        return super().to_act()

    def legal_set(self, seat: i64) -> i64:
        return bit(self.seats) - 1 if self.phase == F.BET else 0


SECRET_TURN = twin_of_forehead(SecretTurn)


# ---- an answer outside `odds` ----


class OutsideOdds(F.Forehead):
    """Who does not know the number is offered only the low ones."""

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n = super().odds(out, weights)
        if self.phase == F.SHOW and self.numbers[self.turn] == UNKNOWN:
            return (n + 1) // 2
        return n


OUTSIDE_ODDS = twin_of_forehead(OutsideOdds)


# ---- a forgotten field in `clone`, and one in `pack` ----


class ForgottenClone(F.Forehead):
    def clone(self) -> "ForgottenClone":
        twin = ForgottenClone(self.seats)
        twin.phase, twin.turn = self.phase, self.turn
        twin.numbers = self.numbers  # the same vec, not a copy
        twin.bets = self.bets[:]
        return twin


FORGOTTEN_CLONE = twin_of_forehead(ForgottenClone)


class ForgottenPack(F.Forehead):
    def pack(self, out: vec[i64]) -> i64:
        super().pack(out)
        return 2 + self.seats  # the bets are missing


FORGOTTEN_PACK = twin_of_forehead(ForgottenPack, seats=(2,))


# ---- a code outside the list ----


class OutsideCodes(F.Forehead):
    def legal_set(self, seat: i64) -> i64:
        codes = super().legal_set(seat)
        return codes | bit(self.seats) if codes else 0


OUTSIDE_CODES = twin_of_forehead(OutsideCodes)


# ---- a sentence missing in one language ----


class NoFrench(shells.Words):
    """The sentence for an opened fist was never translated: gettext gives the English one."""

    def journal(self, position: Any, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        return super().journal(position, by, action, names, "en" if by == TABLE else language)


NO_FRENCH = shells.GAME.bringing(words=NoFrench())


class EmptyFrench(shells.Words):
    def button(self, position: Any, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        return "" if language == "fr" else super().button(position, seat, action, names, language)


EMPTY_FRENCH = shells.GAME.bringing(words=EmptyFrench())


class OpenField(shells.Words):
    def prompt(self, position: Any, eye: int, names: tuple[str, ...], language: str) -> str:
        return "{who} chooses" if language == "en" else super().prompt(position, eye, names, language)


OPEN_FIELD = shells.GAME.bringing(words=OpenField())


# ---- an action that is heard as another ----


def deaf(position: Any, by: int, action: Any) -> int:
    code = forehead.GAME.hear(position, by, action)
    return min(code, 1) if isinstance(action, forehead.Bet) else code


DEAF = twin_of_forehead(F.Forehead, hear=deaf)


# ---- a name for buttons that does not cover their text, and constants that are none ----


class ByTurn(PlainWords):
    """The button counts the seats that have bet."""

    def button(self, position: Any, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        return f"bet number {position.turn + 1}"

    def naming(self, position: Any, seat: int) -> None:
        return None


NAMED_BY_NOTHING = twin_of_forehead(F.Forehead, words=ByTurn())
CHANGING_CONSTANT = twin_of_forehead(F.Forehead, picture=SimpleNamespace(picture=fields, CONSTANTS=("to_act",)))
CONSTANT_NOWHERE = twin_of_forehead(F.Forehead, picture=SimpleNamespace(picture=fields, CONSTANTS=("board",)))


# ---- a refusal that says nothing ----

CURT = shells.GAME.bringing(refusals=lambda position, seat, action: "no!")


# ---- a dead end, and a game without end ----


class DeadEnd(F.Forehead):
    def legal_set(self, seat: i64) -> i64:
        return 0


DEAD_END = twin_of_forehead(DeadEnd)


class Endless(F.Forehead):
    def apply(self, by: i64, action: i64) -> None:
        super().apply(by, action)
        if self.phase == F.SHOW:
            self.phase = F.BET


ENDLESS = twin_of_forehead(Endless)


# ---- a secret that the table of secrets forgets, and one that never differs ----

UNNAMED = twin_of_forehead(F.Forehead, secret=lambda position, by, code, eye: "")
NEVER_TRIED = twin_of_forehead(
    F.Forehead,
    secret=lambda position, by, code, eye: f"own number: {code}" if forehead.secret(position, by, code, eye) else "",
)


# ---- an order of dealing that depends on the moment, not on the event: a record cannot be proven ----


class Moody(F.Forehead):
    moods = 0

    def occasion(self) -> i64:
        Moody.moods += 1
        return Moody.moods


MOODY = twin_of_forehead(Moody)


# ---- wrong reasoning ----


class Optimist(forehead.belief.Numbers):
    """Never believes in a low number."""

    def __init__(self, view: Any) -> None:
        position = view.position
        dealt = position.turn if position.phase == F.DEAL else position.seats
        self.hidden = [seat for seat in range(dealt) if position.numbers[seat] == UNKNOWN]
        self.numbers = list(position.numbers)
        self.free = [number for number in range(1, F.NUMBERS) if number not in self.numbers]


OPTIMIST = twin_of_forehead(F.Forehead).bringing(belief=Optimist)


# ---- a move that may be taken back though it told something ----


class ForcedBell(B.Bell):
    """Who has reached the limit must ring, and the others are not told that this is possible."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if self.phase != B.WAIT or seat != self.turn:
            return 0
        known = self.limits[seat] != UNKNOWN and not self.rung >> seat & 1
        out[0] = B.RING if known and self.limits[seat] <= self.sum else B.TURN
        return 1


FORCED_BELL = replace(bell.GAME, start=lambda setting: ForcedBell(setting.seats)).bringing(picture=fields)
