"""Paired worlds: what differs only in secrets looks the same, byte for byte.

Two games are grown together. Only a move that the game's own `secret` names for the chosen eye may differ between
them; every other move is made in both. Where a move is possible in one world only, both step back and choose again.
Then each world is shown to that eye on its own, as a table shows it, and the two are compared.

`secret` is written from the rules' table of information, never from `seen`: a pair that is defined through `seen`
itself would catch nothing. It may name what everyone sees of a secret after a colon ("question: stand B"): two
moves may differ only if their names are equal, and the part before the colon is the kind that is counted.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tepui.core.game import Game, Setting
from tepui.core.position import DEALER, TABLE, TABLE_BIT, legal_codes, odds_of
from tepui.core.table import Table
from tepui.core.view import View
from tepui.laws import finding as tell
from tepui.laws.finding import Asked, Broken, Finding
from tepui.laws.outward import Letter, letters
from tepui.laws.walk import each, eyes_of, fresh_table, moments, owing

LAW = "paired worlds"
STEPS_BACK = 12  # in one pair
LONG = 1500  # moves of a pair
SAMPLES = 4  # moves of a pair whose every byte is compared, beside the last; all of them if thorough
TRIES = 6  # actions whose refusals are compared
ENOUGH = 20  # a kind named this often must have differed


class World:
    """One of the two: the truth, and how it came about."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game, self.setting = game, setting
        self.truth = game.start(setting)
        self.moves: list[tuple[int, int]] = []

    def options(self, by: int) -> list[int]:
        return odds_of(self.truth)[0] if by == TABLE else legal_codes(self.truth, by)

    def go(self, by: int, code: int) -> None:
        self.truth.apply(by, code)
        self.moves.append((by, code))

    def back_to(self, length: int) -> None:
        """Played again from the start: no clone is trusted here."""
        del self.moves[length:]
        self.truth = self.game.start(self.setting)
        for by, code in self.moves:
            self.truth.apply(by, code)


class Branch(NamedTuple):
    """The two games up to where one world could not follow the other, or to the end."""

    one: list[tuple[int, int]]
    other: list[tuple[int, int]]
    kinds: list[str]  # of each move; "" for an open one


class Pair:
    """Two worlds that differ, for one pair of eyes, in nothing but secrets."""

    def __init__(self, game: Game, setting: Setting, eye: int, rng: Random) -> None:
        self.game, self.setting, self.eye, self.rng = game, setting, eye, rng
        self.one, self.other = World(game, setting), World(game, setting)
        self.kinds: list[str] = []
        self.branches: list[Branch] = []  # the first that had to be left, if it differs, and the last
        self.named: set[str] = set()  # every kind that came up, also where both stepped back
        self.rate = rng.choice(
            (0.95, 0.7, 0.4, 0.2, 0.05)
        )  # how often a secret differs: few that differ take a pair further
        self.grow()
        self.branches.append(self.branch())
        self.apart = self.one.truth.to_act() != self.other.truth.to_act()

    def branch(self) -> Branch:
        return Branch(self.one.moves[:], self.other.moves[:], self.kinds[:])

    def grow(self) -> None:
        decisions: list[int] = []  # lengths at which a player chose
        left = STEPS_BACK
        while len(self.kinds) < LONG:
            who = self.one.truth.to_act()
            if who == 0 or who != self.other.truth.to_act():
                return
            by = self.mover(who)
            chosen = self.choose(by)
            if chosen is None:
                if by == self.eye or left == 0:
                    return  # here the game itself makes them differ
                back = 1 + (STEPS_BACK - left) // 4  # first the last decision again, later further back
                left -= 1
                if not self.branches and self.one.moves != self.other.moves:
                    self.branches.append(self.branch())
                self.rate *= 0.8
                self.back_to(decisions[-back:][0] if decisions else 0)
                del decisions[-back:]
                continue
            if by != TABLE:
                decisions.append(len(self.kinds))
            x, y, kind = chosen
            self.one.go(by, x)
            self.other.go(by, y)
            self.kinds.append(kind)

    def back_to(self, length: int) -> None:
        self.one.back_to(length)
        self.other.back_to(length)
        del self.kinds[length:]

    def mover(self, who: int) -> int:
        if who & TABLE_BIT:
            return TABLE
        seats = self.setting.seats
        must = owing(self.one.truth, seats)
        if self.rng.random() < 0.125:
            rest = [seat for seat in range(seats) if seat not in must]
            may = [seat for seat in rest if self.one.options(seat) and self.other.options(seat)]
            if may:
                return self.rng.choice(may)
        return self.rng.choice(must)

    def choose(self, by: int) -> tuple[int, int, str] | None:
        """A move in each world and what is secret about it; None if one world cannot follow the other."""
        rng, game, eye = self.rng, self.game, self.eye
        here, there = self.one.options(by), self.other.options(by)
        if not here or not there or (by == eye and here != there):
            return None
        for x in candidates(rng, here):
            kind = game.secret(self.one.truth, by, x, eye)
            if not kind:
                if self.same(by, x, there):
                    return x, x, ""
                continue
            self.named.add(kind.partition(":")[0])
            if rng.random() < self.rate or x not in there:
                for y in candidates(rng, there):
                    if y != x and game.secret(self.other.truth, by, y, eye) == kind:
                        return x, y, kind
            if x in there and game.secret(self.other.truth, by, x, eye) == kind:
                return x, x, kind
        return None

    def same(self, by: int, x: int, there: list[int]) -> bool:
        """Is this open move possible in the other world too, and does it say the same there?"""
        one, other = self.one.truth, self.other.truth
        if x not in there or self.game.secret(other, by, x, self.eye):
            return False
        return bool(self.game.say(one, by, x) == self.game.say(other, by, x))

    def compare(self, tries: list[Any], thorough: bool) -> None:
        """Tell each world to these eyes on its own, and look for the first difference."""
        for branch in self.branches:
            length = len(branch.kinds)
            full = set(range(length))
            if not thorough and length > SAMPLES:
                full = {*self.rng.sample(range(length), SAMPLES), length - 1}
            here, there = (
                letters(self.game, self.setting, moves, self.eye, full, tries, thorough)
                for moves in (branch.one, branch.other)
            )
            for n in range(length):
                what = difference(here[n], there[n])
                if what:
                    raise self.broken(branch, n, what)
            self.unnamed(branch, here, there)
        if self.apart:
            raise self.broken(self.branches[-1], len(self.kinds) - 1, "who must act next")

    def broken(self, branch: Branch, n: int, what: str) -> Broken:
        """In the words of the game: what differs, and both worlds up to there."""
        game, setting, eye = self.game, self.setting, self.eye
        views = [view_after(game, setting, moves[: n + 1], eye) for moves in (branch.one, branch.other)]
        if what.startswith("what comes"):
            by = branch.one[n][0]
            said: list[str] = []
            for world in (branch.one, branch.other):
                before = view_after(game, setting, world[:n], eye).position
                said.append(tell.spoken(game, before, by, views[len(said)].moves[-1][1]))
            what = f"what comes ({' and '.join(said)})"
        elif what == "the legal list":
            lists = [tell.all_spoken(game, view.position, eye, view.codes()) for view in views]
            what = f"the legal list ({' and '.join(lists)})"
        elif what == "the view's position":
            what = (
                f"the view's position ({tell.fields_that_differ(*(tell.fields_of(view.position) for view in views))})"
            )
        lines = [tell.in_words(game, setting, moves[: n + 1]) for moves in (branch.one, branch.other)]
        both = [one if one == other else f"{one}   | other world: {other}" for one, other in zip(*lines, strict=True)]
        return Broken(self.story(branch, n, what), moves=both)

    def unnamed(self, branch: Branch, here: list[Letter], there: list[Letter]) -> None:
        """What `seen` hides, `secret` must name: else no pair ever differs in it."""
        for moves, telling in ((branch.one, here), (branch.other, there)):
            for n, ((by, code), letter) in enumerate(zip(moves, telling, strict=True)):
                if letter.sight != code and not branch.kinds[n]:
                    who = tell.by_name(self.setting, self.eye)
                    position = view_after(self.game, self.setting, moves[:n], DEALER).position
                    said = tell.spoken(self.game, position, by, code)
                    raise Broken(
                        f"`secret` calls code {code} of {tell.mover(self.setting, by)} ({said}) open for {who}, "
                        "but `seen` hides it",
                        moves=tell.in_words(self.game, self.setting, moves[: n + 1]),
                    )

    def story(self, branch: Branch, n: int, what: str) -> str:
        sentence = (
            f"{what} differs for {tell.by_name(self.setting, self.eye)} after move {n + 1} of {len(branch.kinds)}"
        )
        first = next((i for i, kind in enumerate(branch.kinds) if branch.one[i] != branch.other[i]), None)
        if first is None:
            return sentence
        return f"{sentence}. The worlds first differ in move {first + 1}, a secret ({branch.kinds[first]})"


def view_after(game: Game, setting: Setting, moves: list[tuple[int, int]], eye: int) -> View:
    """What these eyes hold after a game that is shown to them again."""
    truth, view = game.start(setting), View(game, setting, eye)
    for by, code in moves:
        view.observe(by, truth.seen(code, by, eye))
        truth.apply(by, code)
    return view


def candidates(rng: Random, codes: list[int]) -> Iterator[int]:
    """All of them in random order; the first one, which nearly always does, without shuffling the rest."""
    yield rng.choice(codes)
    yield from rng.sample(codes, len(codes))


def difference(here: Letter, there: Letter) -> str:
    """What differs between two letters; "" if nothing does."""
    if here.sight != there.sight:
        return f"what comes ({here.sight} and {there.sight})"
    if len(here.codes) != len(there.codes):
        return f"the length of the legal list ({len(here.codes)} and {len(there.codes)})"
    if here.codes != there.codes:
        return "the legal list"
    if here.position != there.position:
        return "the view's position"
    if here.observation != there.observation:
        return "the observation"
    if here.whole is not None and there.whole is not None:
        for part, text in here.whole.items():
            if text != there.whole[part]:
                return f"{part} ({excerpt(text, there.whole[part])})"
    return ""


def excerpt(here: bytes, there: bytes) -> str:
    """The few characters around the first difference."""
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    cut = slice(max(0, at - 20), at + 20)
    return f"{here[cut].decode(errors='replace')!r} and {there[cut].decode(errors='replace')!r}"


def some_actions(game: Game, setting: Setting, rng: Random) -> list[Any]:
    """Actions from all over a game, to be tried where they are not on offer."""
    table = fresh_table(game, setting)
    return [game.say(table.truth, by, code) for _, (by, code) in zip(range(200), moments(table, rng), strict=False)]


def run(game: Game, seeds: range, asked: Asked) -> Finding:
    """One pair for every seed."""
    pools: dict[str, list[Any]] = {}

    def case(table: Table, rng: Random, finding: Finding) -> None:
        setting, eye = table.setting, rng.choice(eyes_of(table.setting))
        key = repr((setting.seats, setting.options))
        if key not in pools:
            pools[key] = some_actions(game, setting, Random(key))
        finding.cases += 1
        pair = Pair(game, setting, eye, rng)
        count(finding, pair)
        pair.compare(rng.sample(pools[key], min(TRIES, len(pools[key]))), asked.thorough)

    return each(LAW, game, seeds, asked, case)


def count(finding: Finding, pair: Pair) -> None:
    notes = finding.notes
    notes["moves"] += max(len(branch.kinds) for branch in pair.branches)
    for kind in pair.named:
        notes[f"named {kind}"] += 1
    differed = {
        kind.partition(":")[0]
        for branch in pair.branches
        for kind, here, there in zip(branch.kinds, branch.one, branch.other, strict=True)
        if here != there
    }
    for kind in differed:
        notes[f"differed {kind}"] += 1
    notes["pairs that differ"] += bool(differed)


def close(game: Game, finding: Finding, asked: Asked) -> None:
    """All pairs are in: a kind of secret that never differed was never tried."""
    notes = finding.notes
    named = {key.removeprefix("named "): n for key, n in notes.items() if key.startswith("named ")}
    differed = {kind: notes[f"differed {kind}"] for kind in sorted(named)}
    finding.about = {
        "pairs": finding.cases,
        "pairs_that_differ": notes["pairs that differ"],
        "mean_common_length": round(notes["moves"] / max(1, finding.cases), 1),
        "secrets_that_differed": differed,
    }
    for kind, n in named.items():
        if n >= ENOUGH and not differed[kind]:
            error = Broken(f"the secret {kind!r} came up in {n} pairs and never differed: it was never tried")
            finding.broke(0, None, error)
