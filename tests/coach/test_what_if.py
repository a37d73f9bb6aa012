"""What if: played on from a moment, in a world that fits what the seat had seen, and by nothing else."""

from random import Random

import msgspec
import pytest

from tepui.bots.self_play import self_play
from tepui.coach.what_if import MOST_STEPS, WhatIf, WhatIfAsked, WhatIfShown, begun, some_past
from tepui.coach.what_if import shown as told
from tepui.core import find
from tepui.core.refusal import IllegalMove, Unwilling
from tepui.core.table import Table
from tepui.core.view import View

GAMES = ("lost-code", "roll-and-write", "kryptx")


def played(name: str, seed: str, seats: int = 3) -> Table:
    game = find.game(name)
    return self_play(game, game.setting(seats), "casual", seed)


def moments(view: View, rng: Random, n: int) -> list[int]:
    """Where the seat was asked: so many of them."""
    past, found = view.past(0), []
    for at, (by, code) in enumerate(view.moves):
        if past.must_act:
            found.append(at)
        past.observe(by, code)
    return rng.sample(found, min(n, len(found)))


def shown(view: View, asked: WhatIfAsked, language: str) -> WhatIfShown:
    on = begun(view, asked)
    on.follow(asked.line)
    return told(on, view, asked.tries, language)


def to_the_end(view: View, move: int, level: str = "beginner", seed: str = "s", most: int = MOST_STEPS) -> WhatIfShown:
    """The first choice again and again, or so many times."""
    line: list[list[int]] = []
    while True:
        found = shown(view, WhatIfAsked(move=move, level=level, seed=seed, line=line), "en")
        if found.view.places is not None or len(line) == most:
            return found
        line.append([0])


@pytest.mark.parametrize("name", GAMES)
def test_it_goes_on_from_any_moment_to_an_end_and_always_to_the_same(name: str) -> None:
    table = played(name, "one")
    for move in moments(table.view(1), Random(1), 2):
        ended = to_the_end(table.view(1), move)
        assert msgspec.json.encode(ended) == msgspec.json.encode(to_the_end(table.view(1), move))
        assert ended.happened == table.scores()
        assert ended.names == list(table.names)


@pytest.mark.parametrize("name", GAMES)
def test_what_the_seat_saw_stays_and_what_it_did_not_see_is_drawn_anew(name: str) -> None:
    table = played(name, "two")
    view = table.view(0)
    move = moments(view, Random(2), 1)[0]
    pasts = set()
    for seed in range(8):
        on = WhatIf(view.past(move), "beginner", str(seed))
        assert on.table.look(0).moves[:move] == view.moves[:move]
        pasts.add(tuple(on.table.moves[:move]))
    assert (len(pasts) > 1) == (name != "roll-and-write")  # only there nothing is hidden


def pairs_tell_nothing(name: str, pairs: int) -> None:
    """Two truths that a seat cannot tell apart: it is shown the same, to the last byte, and what the others answer."""
    different = 0
    for n in range(pairs):
        rng = Random(f"{name} {n}")
        seat, table = rng.randrange(3), played(name, str(n // 5))
        view = table.view(seat)
        move = moments(view, rng, 1)[0]
        twin = Table(table.game, table.setting, names=table.names)
        for by, code in some_past(view.past(move), rng):
            twin.replay(by, code)
        different += twin.moves != table.moves[:move]
        both = [to_the_end(eyes, move, "casual", str(n), 2).view for eyes in (view.past(move), twin.view(seat))]
        assert msgspec.json.encode(both[0]) == msgspec.json.encode(both[1])
    assert different > pairs // 2


@pytest.mark.parametrize("name", ["lost-code", "kryptx"])
def test_it_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(name: str) -> None:
    pairs_tell_nothing(name, 20)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["lost-code", "kryptx"])
def test_a_thousand_pairs(name: str) -> None:
    pairs_tell_nothing(name, 500)


def test_what_cannot_be_is_refused_with_a_sentence() -> None:
    view = played("kryptx", "three").view(0)
    move = moments(view, Random(3), 1)[0]
    for wrong in (
        WhatIfAsked(move=-1),
        WhatIfAsked(move=len(view.moves) + 1),
        WhatIfAsked(move=move, level="nobody"),
        WhatIfAsked(move=move, seed="s" * 65),
        WhatIfAsked(move=move, line=[[0]] * (MOST_STEPS + 1)),
        WhatIfAsked(move=move, line=[[0] * 65]),
    ):
        with pytest.raises(Unwilling):
            shown(view, wrong, "de")
    with pytest.raises(IllegalMove):
        shown(view, WhatIfAsked(move=move, line=[[999]]), "en")
    with pytest.raises(IllegalMove):  # two decisions in one, and the second is another player's
        shown(view, WhatIfAsked(move=move, line=[[0] * 60]), "en")
