"""The questions: a moment of a game as one seat saw it, and something about it that has an exact answer.

belief      how likely is each value of a hidden thing?                      a distribution, at two moments of a game
deduction   which of these facts prove that a value is impossible?           numbers of facts
mind        how likely does another player think each value of a thing is?   a distribution (second level, exact)
foresight   the same after a move that this seat could make now              a distribution

A question is made from a view and a generator alone, and so is its answer: the truth never comes near it.
"""

import hashlib
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Literal

import msgspec

from tepui.bots.contract import choose
from tepui.core import find
from tepui.core.game import Game
from tepui.core.position import TABLE, TABLE_BIT, odds_of
from tepui.core.refusal import UnknownName
from tepui.core.table import Table
from tepui.core.text import offers, story
from tepui.core.view import View
from tepui.research.decisions import chance_of
from tepui.research.minds.conditions import Form
from tepui.spread import spread

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
LEAST = 0.02  # of a chance, that must change to be worth a question
MOST_WORLDS = 60  # of the one who is asked about another's mind: each is thought through
CANARY = "Tepui Minds: not for training. Canary 6f0b2c1e-5d0a-4f7e-9a53-2b7f4f1c8d36"
PLAIN = Form()


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a solver gets: text for those who read, numbers for those who learn."""

    id: str
    kind: Kind
    game: str
    seat: int
    seats: int
    language: str
    before: str  # the rules and an example, as the condition says
    text: str
    answer: str  # what form the answer has
    values: int  # how many numbers a distribution has; how many facts there are
    observation: list[int]
    moves: list[tuple[int, int]]  # as this seat saw them
    thing: int  # the row of `marginals` that is asked for
    value: int = -1  # deduction: what is to be proven impossible
    about: int = -1  # mind, foresight: whose
    move: int = -1  # foresight: the code of the move that is thought of
    canary: str = CANARY

    def prompt(self) -> str:
        """All that is said to someone who reads."""
        return "\n\n".join(part for part in (self.before, self.text, self.answer) if part)


class Asked(msgspec.Struct, frozen=True):
    """A question with what its checker needs; never sent."""

    question: Question
    exact: list[float]  # the distribution; empty for a deduction
    shortest: int = 0  # facts of a short proof
    ego: list[float] = []  # mind, foresight: what follows if the other saw what this seat sees
    of: str = ""  # the game it comes from: those of one game belong together

    def view(self) -> View:
        """What the seat that is asked saw, played again."""
        asked = self.question
        game = find.game(asked.game)
        view = View(game, game.setting(asked.seats), asked.seat, NAMES[: asked.seats])
        for by, code in asked.moves:
            view.observe(by, code)
        return view

    def key(self) -> dict[str, Any]:
        """The right answer, as whoever keeps answers apart writes it down."""
        given = {"proof_length": self.shortest} if self.question.kind == "deduction" else {"exact": self.exact}
        return {"id": self.question.id, **given}


def belief_question(view: View, rng: Random, id: str, form: Form = PLAIN, thing: int | None = None) -> Asked | None:
    belief = belief_of(view)
    marginals = belief.marginals()
    thing = some_open(marginals, rng) if thing is None else thing
    if thing is None:
        return None
    text = form.say("belief", thing=belief.things(form.language)[thing])
    return asked(view, id, "belief", form, f"{text}\n{values_of(belief, form)}", thing, marginals[thing])


def deduction_question(view: View, rng: Random, id: str, form: Form = PLAIN) -> Asked | None:
    """Of a few claims the one whose proof is longest: most are a single fact."""
    belief = belief_of(view)
    evidence = belief.evidence(view, form.language)
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
    names = {"thing": belief.things(form.language)[thing], "value": belief.values(form.language)[value]}
    text = f"{form.say('facts')}\n{facts}\n\n{form.say('deduction', **names)}"
    return asked(view, id, "deduction", form, text, thing, [], values=len(evidence.facts), value=value, shortest=length)


def mind_question(view: View, rng: Random, id: str, form: Form = PLAIN) -> Asked | None:
    """What another player would answer to a question about their own thing, as far as this seat can know."""
    belief = belief_of(view)
    if not 2 <= belief.worlds() <= MOST_WORLDS:
        return None
    other = rng.choice([seat for seat in range(view.setting.seats) if seat != view.eye])
    expected = thought(view, other, rng)
    thing = some_open(expected, rng)
    if thing is None:
        return None
    text = about_mind(view, other, belief, thing, form)
    return asked(view, id, "mind", form, text, thing, expected[thing], about=other)


def foresight_question(view: View, rng: Random, id: str, form: Form = PLAIN) -> Asked | None:
    """What another player would answer after a move of this seat and what the table says to it."""
    belief = belief_of(view)
    if not view.codes() or not 2 <= belief.worlds() <= MOST_WORLDS:
        return None
    other = rng.choice([seat for seat in range(view.setting.seats) if seat != view.eye])
    pick, past = rng.randrange(len(view.codes())), rng.random()
    move = view.codes()[pick]
    before, expected = (thought(view, other, Random(past), then) for then in (None, move))
    pairs = enumerate(zip(before, expected, strict=True))
    news = [thing for thing, (was, now) in pairs if far(was, now) and max(now) < 1 - LEAST]
    if not news:  # nothing is said that this player did not know, or everything: there is nothing to foresee
        return None
    thing = rng.choice(news)
    suppose = form.say("suppose", move=offers(view, form.language)[pick])
    text = f"{suppose}\n{about_mind(view, other, belief, thing, form)}"
    return asked(view, id, "foresight", form, text, thing, expected[thing], about=other, move=move)


def thought(view: View, other: int, rng: Random, then: int | None = None) -> list[list[float]]:
    """What `other` holds likely of their own things, averaged over all that this seat holds possible."""
    expected: list[list[float]] = []
    for chance, moves in belief_of(view).pasts(view, rng):
        rows = belief_of(seen_by(view, other, moves, then)).marginals()
        expected = expected or [[0.0] * len(row) for row in rows]
        for into, row in zip(expected, rows, strict=True):
            for value, share in enumerate(row):
                into[value] += chance * share
    return expected


def seen_by(view: View, other: int, moves: list[tuple[int, int]], then: int | None = None) -> View:
    """What another player saw of a past that this seat holds possible, and of a move that this seat adds to it."""
    table = Table(view.game, view.setting)
    for by, code in moves:
        table.replay(by, code)
    if then is not None:
        table.replay(view.eye, then)
        tell_what_follows(table)
    return table.look(other)


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


def about_mind(view: View, other: int, belief: Any, thing: int, form: Form) -> str:
    text = form.say("mind", name=view.names[other], thing=belief.things(form.language)[thing])
    return f"{text}\n{values_of(belief, form)}"


def belief_of(view: View) -> Any:
    assert view.game.belief is not None
    return view.game.belief(view)


def some_open(marginals: list[list[float]], rng: Random) -> int | None:
    """A thing that is not certain."""
    open_ones = [at for at, row in enumerate(marginals) if max(row) < 1]
    return rng.choice(open_ones) if open_ones else None


def values_of(belief: Any, form: Form) -> str:
    return form.say("values", values=", ".join(belief.values(form.language)))


def asked(
    view: View,
    id: str,
    kind: Kind,
    form: Form,
    text: str,
    thing: int,
    exact: list[float],
    about: int = -1,
    shortest: int = 0,
    **more: Any,
) -> Asked:
    """`more`: what else this kind of question has."""
    head = form.say("question", name=view.names[view.eye])
    question = Question(
        id=id,
        kind=kind,
        game=view.game.name,
        seat=view.eye,
        seats=view.setting.seats,
        language=form.language,
        before=form.before(view.game, kind),
        text=f"{head}\n\n{story(view, form.language)}\n\n{text}",
        answer=form.say("proof") if kind == "deduction" else form.say("chances", n=len(exact)),
        observation=view.observation(),
        moves=list(view.moves),
        thing=thing,
        about=about,
        **{"values": len(exact), **more},
    )
    ego: list[float] = []
    if about >= 0:
        seen = stone_seen(view, about, thing)
        ego = [float(value == seen) for value in range(len(exact))]
    return Asked(question, exact, shortest, ego)


def stone_seen(view: View, other: int, thing: int) -> int:
    """Another's thing as this seat sees it."""
    at = 0
    for name, size in view.game.layout(view.setting).items():
        if name.startswith("by log"):
            place = (other - view.eye) % view.setting.seats
            return view.observation()[at + 6 * place + thing]
        at += size
    raise UnknownName(f"{view.game.title} has no question about other minds")


MAKERS = {
    "belief": belief_question,
    "deduction": deduction_question,
    "mind": mind_question,
    "foresight": foresight_question,
}


def moments(game: Game, rng: Random) -> Iterator[View]:
    """Every decision of a game between bots, as the deciding seat sees it."""
    setting = game.setting(rng.choice(game.seats))
    table = Table(game, setting, chance_of(Random(rng.random())), NAMES[: setting.seats])
    bot = find.bot(game.name, "steady")
    while not table.over:
        seat = table.to_act[0]
        view = table.view(seat)
        yield view
        pick = choose(bot, view.copy(), 0.2, rng)
        assert pick is not None
        table.pick(seat, pick)


def questions(
    kind: Kind, number: int, seed: str = "public", form: Form = PLAIN, label: str | None = None, jobs: int = 1
) -> Iterator[Asked]:
    """So many questions of a kind, the same for the same seed; "public" is the set that results are compared on.

    The label stands in their names. A seed that is to stay private has another one, from which it does not follow.
    """
    label = seed if label is None else label
    cases = (number + 1) // 2 if kind == "belief" else number
    found = (one for case in spread(partial(from_game, kind, seed, form, label), range(cases), jobs) for one in case)
    for _, one in zip(range(number), found, strict=False):
        yield one


def from_game(kind: Kind, seed: str, form: Form, label: str, n: int) -> list[Asked]:
    """The questions of one game: two of belief, one of the other kinds."""
    of = f"{label}-{kind}-{n}"
    game = find.game(GAMES[kind][n % len(GAMES[kind])])
    for attempt in range(100):
        rng = Random(f"{seed} {kind} {n} {attempt}")
        views = list(moments(game, rng))
        found = two_moments(views, rng, of, form) if kind == "belief" else one_moment(kind, views, rng, of, form)
        if found:
            return [msgspec.structs.replace(one, of=of) for one in found]
    raise UnknownName(f"no game of 100 gives a question of {kind}. Choose another seed")


def one_moment(kind: Kind, views: list[View], rng: Random, of: str, form: Form) -> list[Asked]:
    tried = [MAKERS[kind](view, rng, of, form) for view in rng.sample(views, min(len(views), TRIES))]
    found = [one for one in tried if one is not None]
    return [max(found, key=lambda one: one.shortest)] if found else []  # of deductions the hardest; else the first


def two_moments(views: list[View], rng: Random, of: str, form: Form) -> list[Asked]:
    """The same thing earlier and later, so that it can be seen how far a mind moves when it learns something."""
    for _ in range(TRIES):
        seat = rng.choice(views).eye
        mine = [view for view in views if view.eye == seat]
        if len(mine) < 2:
            continue
        early, late = sorted(rng.sample(mine, 2), key=lambda view: len(view.moves))
        pairs = enumerate(zip(belief_of(early).marginals(), belief_of(late).marginals(), strict=True))
        moved = [thing for thing, (was, now) in pairs if max(*was, *now) < 1 and far(was, now)]
        if moved:
            thing = rng.choice(moved)
            two = [
                belief_question(view, rng, f"{of}{at}", form, thing)
                for at, view in zip("ab", (early, late), strict=True)
            ]
            return [one for one in two if one is not None]
    return []


def digest(those: list[Asked]) -> str:
    """Of what is asked and what is right, without words: a set is the same if this is."""
    rows = [
        [q.id, q.game, q.seats, q.seat, q.moves, q.thing, q.value, q.about, q.move, [round(p, 9) for p in one.exact]]
        for one in those
        for q in [one.question]
    ]
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()
