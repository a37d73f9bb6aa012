"""The benchmark of minds: exact answers, honest scores, and questions that tell nothing the seat has not seen."""

import json
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from tepui import Dealer, Table, cli
from tepui.core import find
from tepui.core.bots import choose
from tepui.core.laws.finding import Asked as Wanted
from tepui.core.laws.pairs import Pair
from tepui.core.laws.walk import some_setting
from tepui.core.view import View
from tepui.research.minds.network import Learner, own_first
from tepui.research.minds.questions import GAMES, KINDS, MAKERS, NAMES, Asked, belief_of, questions, thought
from tepui.research.minds.scoring import judged, lost
from tepui.research.minds.solvers import egocentric, exact, uniform
from tepui.research.rollout import rollouts

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def some() -> dict[str, list[Asked]]:
    return {kind: list(questions(kind, 6)) for kind in KINDS}


def test_the_public_questions_are_always_the_same(some: dict[str, list[Asked]]) -> None:
    for kind in KINDS:
        again = [msgspec.json.encode(one.question) for one in questions(kind, 2)]
        assert again == [msgspec.json.encode(one.question) for one in some[kind][:2]]
        fresh = [one.question.text for one in questions(kind, 2, "fresh")]
        assert fresh != [one.question.text for one in some[kind][:2]]


def test_the_exact_solver_loses_nothing_and_the_uniform_one_does(some: dict[str, list[Asked]]) -> None:
    for kind in ("belief", "mind", "foresight"):
        for one in some[kind]:
            assert judged(one, exact(one)).score < 1e-3
            assert abs(sum(one.exact) - 1) < 1e-9
        assert sum(judged(one, uniform(one)).score for one in some[kind]) > 1


def test_proofs_are_checked_by_the_engine(some: dict[str, list[Asked]]) -> None:
    for one in some["deduction"]:
        proof = exact(one)
        assert judged(one, proof).score == 1
        assert judged(one, proof[1:]).score == 0  # one fact less proves nothing
        assert 0 < judged(one, uniform(one)).score <= 1
        assert not judged(one, [one.question.values]).valid


def test_who_thinks_that_others_know_what_one_sees_is_wrong_about_minds(some: dict[str, list[Asked]]) -> None:
    for kind in ("mind", "foresight"):
        there = [judged(one, egocentric(one)).score for one in some[kind]]
        assert sum(there) > sum(judged(one, uniform(one)).score for one in some[kind])


def test_foresight_comes_true_at_the_table() -> None:
    """Who knows the own code knows the answers too: what was foreseen is what the other believes after the move."""
    game, bot, told = find.game("lost-code"), find.bot("lost-code", "steady"), 0
    for seed in range(6):
        rng = Random(seed)
        table = Table(game, game.setting(3), Dealer(f"foreseen {seed}").choose)
        while not table.over:
            seat = table.to_act[0]
            view, other = table.view(seat), (seat + 1) % 3
            pick = choose(bot, view.copy(), 0.2, rng)
            assert pick is not None
            known, before = belief_of(view).worlds() == 1, belief_of(table.look(other)).marginals()
            foreseen = thought(view, other, rng, view.codes()[pick]) if known else []
            table.pick(seat, pick)
            after = belief_of(table.look(other)).marginals()
            if known and not table.over:  # at the end all stones are turned over
                assert foreseen == after
                told += after != before
    assert told


def test_a_small_network_learns_something_from_few_games(some: dict[str, list[Asked]]) -> None:
    learner = Learner(16)
    those = [one for one in some["belief"] if one.question.game == "lost-code"]
    found = [judged(one, learner(one)) for one in those]
    assert all(one.valid for one in found)
    assert sum(one.score for one in found) < sum(judged(one, uniform(one)).score for one in those)


def test_labels_begin_with_the_own_things_as_observations_do() -> None:
    """Kryptx' belief lists all stands, A first, and each player knows their own two to four of them."""
    for name, seats, each in (("kryptx", 2, 4), ("kryptx", 3, 3), ("lost-code", 2, 0)):
        batch = rollouts(name, seats=seats, games=2, policy="steady", belief=True)
        assert batch.belief is not None
        assert own_first(batch.belief, batch.seat, seats) == each


def test_what_is_no_answer_counts_as_knowing_nothing() -> None:
    exact_one = [0.5, 0.5, 0.0, 0.0]
    for answer in (None, "half", [1, 1], [1, -1, 0, 0], [0, 0, 0, 0], [float("nan")] * 4, {"a": 1}):
        bits, valid = lost(exact_one, answer)
        assert (round(bits, 9), valid) == (1.0, False)
    assert lost(exact_one, [2, 2, 0, 0])[0] < 1e-5
    assert lost(exact_one, [1, 0, 0, 0])[0] > 8


def seen(game, setting, moves, seat):  # type: ignore[no-untyped-def]
    """The view of a seat of the moves of one world, told as a table tells it."""
    truth, view = game.start(setting), View(game, setting, seat, NAMES[: setting.seats])
    for by, code in moves:
        view.observe(by, truth.seen(code, by, seat))
        truth.apply(by, code)
    return view


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in GAMES[kind]])
def test_questions_and_answers_are_equal_in_paired_worlds(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tepui.research.minds.questions.MOST_WORLDS", 400)  # random games tell little
    game = find.game(name)
    made = differ = 0
    for seed in range(40):
        rng = Random(seed)
        setting = some_setting(game, rng, Wanted())
        seat = rng.randrange(setting.seats)
        branch = Pair(game, setting, seat, rng).branches[-1]
        if branch.one == branch.other:
            continue
        if differ >= 2 and kind in ("mind", "foresight"):  # each world is thought through: seconds
            break
        decided = [n for n, (by, _) in enumerate(branch.one) if by == seat]
        for at in decided[-6:] if kind == "foresight" else {len(branch.one), len(branch.one) * 2 // 3}:
            views = [seen(game, setting, moves[:at], seat) for moves in (branch.one, branch.other)]
            if not views[0].position.to_act() or views[0].position.to_act() >> 16:
                continue
            here, there = (MAKERS[kind](view, Random(7), "x") for view in views)
            assert (here is None) == (there is None)
            if here is not None and there is not None:
                made += 1
                differ += branch.one[:at] != branch.other[:at]
                assert msgspec.json.encode(here.question) == msgspec.json.encode(there.question)
                assert here.exact == there.exact
                assert here.shortest == there.shortest
    assert made and differ


SOLVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["kind"] == "play":
        print(json.dumps({"answer": 0}), flush=True)
    elif asked["kind"] == "deduction":
        print(json.dumps({"answer": list(range(asked["values"]))}), flush=True)
    else:
        print(json.dumps({"answer": [1] * asked["values"]}), flush=True)
"""


def test_a_program_answers_and_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "solver.py").write_text(SOLVER)
    words = ["minds", "run", "--program", f"{sys.executable} {tmp_path / 'solver.py'}", "--questions", "2", "--json"]
    assert cli.main([*words, "--pairs", "1", "--opponent", "random"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["kind"] for row in rows} == {*KINDS, "play"}
    assert all(row["valid"] == 1 for row in rows)
    assert cli.main(["minds", "run", "--baseline", "uniform", "--questions", "2", "--json"]) == 0
    same = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["mean"] for row in same] == [row["mean"] for row in rows if row["kind"] != "play"]


def test_a_program_that_ends_or_sleeps_is_told_of_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for program, told in (("true", "the program has ended"), ("sleep 3", "did not answer within 0.2 seconds")):
        words = ["minds", "run", "--program", program, "--questions", "1", "--seconds", "0.2"]
        assert cli.main(words) == 2
        assert told in capsys.readouterr().err
    assert cli.main(["minds", "run"]) == 2
    assert "say who answers" in capsys.readouterr().err


def test_questions_can_be_written_without_their_answers(tmp_path: Path) -> None:
    path = tmp_path / "minds.jsonl"
    assert cli.main(["minds", "questions", "--questions", "1", "--kind", "belief", "--out", str(path)]) == 0
    (row,) = [json.loads(line) for line in path.read_text().splitlines()]
    assert "exact" not in row
    assert row["text"].startswith("The Lost Code: Anna, ")
