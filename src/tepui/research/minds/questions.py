"""The questions: a moment of a game as one seat saw it, and something about it that has an exact answer.

belief      how likely is each value of a hidden thing?                      a distribution
deduction   which of these facts prove that a value is impossible?           numbers of facts
mind        how likely does another player think each value of a thing is?   a distribution (second level, exact)
foresight   the same after a move that this seat could make now              a distribution

A question is made from a view and a generator alone, and so is its answer: the truth never comes near it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import msgspec

from tepui.core import find
from tepui.core.bots import choose
from tepui.core.game import Game
from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.table import Table
from tepui.core.text import offers, story
from tepui.core.view import View, odds_of

Kind = Literal["belief", "deduction", "mind", "foresight"]
KINDS: tuple[Kind, ...] = ("belief", "deduction", "mind", "foresight")
GAMES: dict[Kind, tuple[str, ...]] = {
    "belief": ("lost-code", "kryptx"),
    "deduction": ("lost-code", "kryptx"),
    "mind": ("lost-code",),
    "foresight": ("lost-code",),
}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
TRIES = 6  # moments of a game that are looked at
CLAIMS = 12  # of a moment whose proofs are looked for
MOST_FACTS = 60
LEAST = 0.02  # of a chance, that a move must change to be worth a question
MOST_WORLDS = 60  # of the one who is asked about another's mind: each is thought through


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a solver gets: text for those who read, numbers for those who learn."""

    id: str
    kind: Kind
    game: str
    seat: int
    text: str
    answer: str  # what form the answer has
    values: int  # how many numbers a distribution has; how many facts there are
    observation: list[int]
    moves: list[tuple[int, int]]  # as this seat saw them
    thing: int  # the row of `marginals` that is asked for
    value: int = -1  # deduction: what is to be proven impossible
    about: int = -1  # mind, foresight: whose
    move: int = -1  # foresight: the code of the move that is thought of


class Asked(msgspec.Struct, frozen=True):
    """A question with what its checker needs; never sent."""

    question: Question
    exact: list[float]  # the distribution; empty for a deduction
    shortest: int = 0  # facts of a short proof
    view: Any = None


def belief_question(view: View, rng: Random, id: str) -> Asked | None:
    belief = belief_of(view)
    marginals, things = belief.marginals(), belief.things()
    thing = some_open(marginals, rng)
    if thing is None:
        return None
    text = f"{story(view)}\n\nFrom what you saw: how likely is each value of {things[thing]}?\n{values_of(belief)}"
    return Asked(made(view, id, "belief", text, len(marginals[thing]), thing), marginals[thing])


def deduction_question(view: View, rng: Random, id: str) -> Asked | None:
    """Of a few claims the one whose proof is longest: most are a single fact."""
    belief = belief_of(view)
    evidence = belief.evidence(view)
    if not 2 <= len(evidence.facts) <= MOST_FACTS:
        return None
    open_rows = [(thing, row) for thing, row in enumerate(belief.marginals()) if max(row) < 1]
    claims = [(thing, value) for thing, row in open_rows for value, share in enumerate(row) if not share]
    proofs = [(claim, evidence.proof(*claim)) for claim in rng.sample(claims, min(len(claims), CLAIMS))]
    proven = [(len(proof), claim) for claim, proof in proofs if proof]
    if not proven:
        return None
    length, (thing, value) = max(proven)
    facts = "\n".join(f"{n}. {fact}" for n, fact in enumerate(evidence.facts))
    text = (
        f"{story(view)}\n\nFacts:\n{facts}\n\nWhich of these facts, as few as possible, prove together that "
        f"{belief.things()[thing]} is not {belief.values()[value]}?"
    )
    return Asked(made(view, id, "deduction", text, len(evidence.facts), thing, value=value), [], length, view)


def mind_question(view: View, rng: Random, id: str) -> Asked | None:
    """What another player would answer to a question about their own thing, as far as this seat can know."""
    belief = belief_of(view)
    if not 2 <= belief.worlds() <= MOST_WORLDS:
        return None
    other = rng.choice([seat for seat in range(view.setting.seats) if seat != view.eye])
    expected = thought(view, other, rng)
    thing = some_open(expected, rng)
    if thing is None:
        return None
    text = f"{story(view)}\n\n{asked_about(view, other, belief, thing)}"
    return Asked(made(view, id, "mind", text, len(expected[thing]), thing, about=other), expected[thing], view=view)


def foresight_question(view: View, rng: Random, id: str) -> Asked | None:
    """What another player would answer after a move of this seat and what the table says to it."""
    belief = belief_of(view)
    if not view.codes() or not 2 <= belief.worlds() <= MOST_WORLDS:
        return None
    other = rng.choice([seat for seat in range(view.setting.seats) if seat != view.eye])
    pick, past = rng.randrange(len(view.codes())), rng.random()
    move = view.codes()[pick]
    before, expected = (thought(view, other, Random(past), then) for then in (None, move))
    pairs = enumerate(zip(before, expected, strict=True))
    told = [thing for thing, (was, now) in pairs if far(was, now) and max(now) < 1 - LEAST]
    if not told:  # nothing is said that this player did not know, or everything: there is nothing to foresee
        return None
    thing = rng.choice(told)
    text = (
        f"{story(view)}\n\nSuppose that you choose now: {offers(view)[pick]}. What the table has to say to it is told, "
        f"and nothing else happens.\n{asked_about(view, other, belief, thing)}"
    )
    question = made(view, id, "foresight", text, len(expected[thing]), thing, about=other, move=move)
    return Asked(question, expected[thing], view=view)


def thought(view: View, other: int, rng: Random, then: int | None = None) -> list[list[float]]:
    """What `other` holds likely of their own things, averaged over all that this seat holds possible."""
    expected: list[list[float]] = []
    for chance, moves in belief_of(view).pasts(view, rng):
        table = Table(view.game, view.setting)
        for by, code in moves:
            table.replay(by, code)
        if then is not None:
            table.replay(view.eye, then)
            tell_what_follows(table)
        rows = belief_of(table.look(other)).marginals()
        expected = expected or [[0.0] * len(row) for row in rows]
        for into, row in zip(expected, rows, strict=True):
            for value, share in enumerate(row):
                into[value] += chance * share
    return expected


def tell_what_follows(table: Table) -> None:
    """The table's moves that could not be otherwise: answers. Where chance comes in, it stops."""
    while table.truth.to_act() & TABLE_BIT:
        codes, _ = odds_of(table.truth)
        if len(codes) > 1:
            return
        table.replay(TABLE, codes[0])


def far(was: list[float], now: list[float]) -> bool:
    """Did this change by more than a rounding?"""
    return max(abs(old - new) for old, new in zip(was, now, strict=True)) > LEAST


def asked_about(view: View, other: int, belief: Any, thing: int) -> str:
    name = view.names[other]
    return (
        f"{name} sees what you do not see, and you see what {name} does not. {name} is asked: "
        f'how likely is each value of "{belief.things()[thing]}"? What does {name} answer, if {name} knows all that '
        f"follows from what {name} saw? Where that depends on what you cannot see, give the average.\n"
        f"{values_of(belief)}"
    )


def belief_of(view: View) -> Any:
    assert view.game.belief is not None
    return view.game.belief(view)


def some_open(marginals: list[list[float]], rng: Random) -> int | None:
    """A thing that is not certain."""
    open_ones = [at for at, row in enumerate(marginals) if max(row) < 1]
    return rng.choice(open_ones) if open_ones else None


def values_of(belief: Any) -> str:
    return f"Give one chance for each of: {', '.join(belief.values())}."


def made(view: View, id: str, kind: Kind, text: str, values: int, thing: int, **more: int) -> Question:
    form = "numbers of facts" if kind == "deduction" else f"{values} numbers that add up to 1"
    return Question(
        id=id,
        kind=kind,
        game=view.game.name,
        seat=view.eye,
        text=text,
        answer=f'one line of JSON: {{"answer": [{form}]}}',
        values=values,
        observation=view.observation(),
        moves=list(view.moves),
        thing=thing,
        **more,
    )


MAKERS = {
    "belief": belief_question,
    "deduction": deduction_question,
    "mind": mind_question,
    "foresight": foresight_question,
}


def moments(game: Game, rng: Random) -> Iterator[View]:
    """Every decision of a game between bots, as the deciding seat sees it."""
    setting = game.setting(rng.choice(game.seats))
    chance = Random(rng.random())
    table = Table(
        game, setting, lambda occasion, codes, weights: chance.choices(codes, weights)[0], NAMES[: setting.seats]
    )
    bot = find.bot(game.name, "steady")
    while not table.over:
        seat = table.to_act[0]
        view = table.view(seat)
        yield view
        pick = choose(bot, view.copy(), 0.2, rng)
        assert pick is not None
        table.pick(seat, pick)


def questions(kind: Kind, number: int, seed: str = "public") -> Iterator[Asked]:
    """So many questions of a kind, the same for the same seed; "public" is the set that results are compared on."""
    games = GAMES[kind]
    for n in range(number):
        game = find.game(games[n % len(games)])
        for attempt in range(100):
            rng = Random(f"{seed} {kind} {n} {attempt}")
            views = list(moments(game, rng))
            looked = rng.sample(views, min(len(views), TRIES))
            tried = (MAKERS[kind](view, rng, f"{seed}-{kind}-{n}") for view in looked)
            found = [asked for asked in tried if asked is not None]
            if found:
                yield max(found, key=lambda asked: asked.shortest)  # of deductions the hardest; else the first
                break
