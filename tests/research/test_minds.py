"""The benchmark of minds: exact answers, honest scores, and questions that tell nothing the seat has not seen."""

import json
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from tepui import Dealer, Table, cli
from tepui.bots.contract import choose
from tepui.core import find
from tepui.core.text import to_read
from tepui.core.view import View
from tepui.laws.finding import Asked as Wanted
from tepui.laws.pairs import Pair
from tepui.laws.walk import some_setting
from tepui.research.minds.conditions import CONDITIONS, LANGUAGES, Form, words
from tepui.research.minds.network import Learner, own_first
from tepui.research.minds.questions import (
    CANARY,
    GAMES,
    KINDS,
    MAKERS,
    NAMES,
    Asked,
    belief_of,
    digest,
    questions,
    thought,
)
from tepui.research.minds.scoring import Result, figure, judged, judged_all, lost, meant
from tepui.research.minds.solvers import egocentric, exact, pencil, uniform
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
            assert judged(one, exact(one)).value("bits") < 1e-3
            assert abs(sum(one.exact) - 1) < 1e-9
        assert sum(judged(one, uniform(one)).value("bits") for one in some[kind]) > 1


def test_proofs_are_checked_by_the_engine(some: dict[str, list[Asked]]) -> None:
    for one in some["deduction"]:
        proof = exact(one)
        assert judged(one, proof).value("proof") == judged(one, proof).value("length") == 1
        assert judged(one, proof[1:]).value("holds") == 0  # one fact less proves nothing
        assert 0 < judged(one, uniform(one)).value("proof") <= 1
        assert judged(one, uniform(one)).value("length") == one.question.values / one.shortest
        for wrong in ([one.question.values], [True], "0", None, [0.0]):
            assert judged(one, wrong).value("formed") == 0


def test_who_thinks_that_others_know_what_one_sees_is_wrong_about_minds(some: dict[str, list[Asked]]) -> None:
    for kind in ("mind", "foresight"):
        there = [judged(one, egocentric(one)) for one in some[kind]]
        assert sum(one.value("bits") for one in there) > sum(
            judged(one, uniform(one)).value("bits") for one in some[kind]
        )
        assert all(one.value("pull") == pytest.approx(1) for one in there)
        assert all(judged(one, exact(one)).value("pull") == pytest.approx(0) for one in some[kind])
        half = [[(a + b) / 2 for a, b in zip(one.exact, one.ego, strict=True)] for one in some[kind]]
        assert all(
            judged(one, answer).value("pull") == pytest.approx(0.5)
            for one, answer in zip(some[kind], half, strict=True)
        )


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
    learner = Learner(64)
    those = [one for one in some["belief"] if one.question.game == "lost-code"]
    found = [judged(one, learner(one)).value("bits") for one in those]
    assert sum(found) < sum(judged(one, uniform(one)).value("bits") for one in those)


def test_labels_begin_with_the_own_things_as_observations_do() -> None:
    """Kryptx' belief lists all stands, A first, and each player knows their own two to four of them."""
    for name, seats, each in (("kryptx", 2, 4), ("kryptx", 3, 3), ("lost-code", 2, 0)):
        batch = rollouts(name, seats=seats, games=2, policy="steady", belief=True)
        assert batch.belief is not None
        assert own_first(batch.belief, batch.seat, seats) == each


def test_what_is_no_answer_counts_as_knowing_nothing(some: dict[str, list[Asked]]) -> None:
    exact_one = [0.5, 0.5, 0.0, 0.0]
    one = msgspec.structs.replace(some["belief"][0], exact=exact_one)
    for answer in (None, "half", [1, 1], [1, -1, 0, 0], [0, 0, 0, 0], [float("nan")] * 4, {"a": 1}):
        result = judged(one, answer)
        assert (round(result.value("bits"), 9), result.value("formed"), result.value("way")) == (1.0, 0.0, 0.0)
    assert lost(exact_one, meant([2, 2, 0, 0], one)) < 1e-5
    assert lost(exact_one, meant([1, 0, 0, 0], one)) > 8


def test_measures_say_what_is_wrong_with_an_answer(some: dict[str, list[Asked]]) -> None:
    """By hand: half of the chance is on what cannot be, and one value that can be is given none."""
    one = msgspec.structs.replace(some["belief"][0], exact=[0.5, 0.25, 0.25, 0.0])
    result = judged(one, [0.5, 0, 0, 0.5])
    assert result.value("impossible") == 0.5
    assert result.value("missed") == 0.5
    assert result.value("brier") == pytest.approx(0.0625 + 0.0625 + 0.25)
    blind = judged(one, [1, 1, 1, 1])
    assert blind.value("bits") == pytest.approx(0.5)  # 2 bits less the entropy of 1.5
    assert (blind.value("way"), blind.value("brier")) == (0, pytest.approx(0.125))
    assert judged(one, one.exact).value("way") == pytest.approx(1, abs=1e-5)


def test_the_slope_says_how_far_a_mind_moves_when_it_learns_something(some: dict[str, list[Asked]]) -> None:
    those = some["belief"]
    assert [one.of for one in those[::2]] == [one.of for one in those[1::2]]
    assert all(len(a.question.moves) < len(b.question.moves) for a, b in zip(those[::2], those[1::2], strict=True))
    for answers, slope in (([exact(one) for one in those], 1), ([uniform(one) for one in those], 0)):
        found = judged_all(those, answers)
        assert ["slope" in one.parts for one in found] == [False, True] * (len(those) // 2)
        assert [one.value("slope") for one in found[1::2]] == [pytest.approx(slope)] * (len(those) // 2)
    lazy = [exact(those[at - at % 2]) for at in range(len(those))]  # as it was, whatever has been learned since
    assert [one.value("slope") for one in judged_all(those, lazy)[1::2]] == [pytest.approx(0)] * (len(those) // 2)


def test_intervals_are_drawn_by_games_and_two_solvers_are_compared_on_the_same_draws() -> None:
    rng = Random(1)
    noise = [rng.random() for _ in range(200)]
    one = [Result("belief", "x", f"game {n // 2}", {"bits": (5 + noise[n // 2], 1.0)}) for n in range(200)]
    better = [Result("belief", "x", r.of, {"bits": (r.parts["bits"][0] - 0.5, 1.0)}) for r in one]
    alone, gap = figure("bits", one), figure("bits", better, one)
    assert alone is not None and gap is not None
    assert alone.low < alone.value < alone.high
    assert (gap.value, gap.low, gap.high) == pytest.approx((-0.5,) * 3)  # half a bit better, on every draw
    apart = figure("bits", [msgspec.structs.replace(r, of=f"{n}") for n, r in enumerate(one)])
    assert apart is not None
    assert apart.high - apart.low < alone.high - alone.low  # two questions of one game are not two games
    assert figure("pull", one) is None


def test_pencil_and_paper_is_between_knowing_nothing_and_everything(some: dict[str, list[Asked]]) -> None:
    for one in some["belief"]:
        answer = pencil(one)
        assert all(answer[value] for value, share in enumerate(one.exact) if share)  # it crosses off nothing possible
    bits = [
        sum(judged(one, solver(one)).value("bits") for one in some["belief"]) for solver in (exact, pencil, uniform)
    ]
    assert bits == sorted(bits)
    assert all(judged(one, pencil(one)).value("holds") for one in some["deduction"])


def test_the_text_has_the_rules_and_an_example_in_four_languages() -> None:
    """What is asked and what is right is the same in all of them, and in all conditions."""
    for kind in KINDS:
        for name in GAMES[kind]:
            game, told = find.game(name), {}
            for language in LANGUAGES:
                for condition in CONDITIONS:
                    at = GAMES[kind].index(name)
                    those = list(questions(kind, 2 * at + 1, form=Form(language, condition)))
                    one = those[-1] if kind == "belief" else those[at]
                    told[language, condition] = one
                    assert one.question.game == name
                    assert one.question.canary == CANARY
                    prompt = one.question.prompt()
                    rules = (to_read(game, "how_to_play", language) or "").replace("**", "").strip()
                    assert (rules in prompt) == (condition != "bare")
                    assert (words(language)["example"] in prompt) == (condition == "example")
                    assert "{name}" not in prompt and "{thing}" not in prompt and "{n}" not in prompt
            assert len({digest([one]) for one in told.values()}) == 1
            assert len({one.question.prompt() for one in told.values()}) == len(told)


def test_the_examples_are_right() -> None:
    """Counted anew from what they say, in every language the same."""
    codes = [(blue, red) for blue in (1, 4, 5) for red in (3, 4) if 2 * blue + red < 12]
    belief = [sum(blue == n for blue, _ in codes) / len(codes) for n in range(8)]
    minds = [{3, 4, 5, 7}, {2, 3, 4, 5}]
    told = [{n for n in held if 3 * n < 14} for held in minds]
    expected = {
        "belief-lost-code": belief,
        "mind-lost-code": [sum((n in held) / len(held) for held in minds) / 2 for n in range(8)],
        "foresight-lost-code": [sum((n in held) / len(held) for held in told) / 2 for n in range(8)],
    }
    fits = [(c, n) for c in ("blue", "green", "yellow") for n in range(10) if c == "blue" or n == 3]
    fits = [card for card in fits if card[0] == "green" or card[1] == 7]
    assert fits == [("blue", 7), ("green", 3)]
    assert not any(blue == 7 and blue + 2 * red <= 9 for blue in (7,) for red in (2, 3, 4, 6, 7))
    assert any(7 + 2 * red <= 9 for red in (0, 2, 3)) and any(7 + 2 * red <= 9 for red in (1, 2, 3))
    for language in LANGUAGES:
        examples = words(language)["examples"]
        assert set(examples) == {f"{kind}-{name}" for kind in KINDS for name in GAMES[kind]}
        for name, exact_one in expected.items():
            answer = json.loads(examples[name].strip().splitlines()[-1])["answer"]
            assert answer == [pytest.approx(p, abs=1e-3) for p in exact_one]
        assert examples["deduction-lost-code"].strip().endswith('{"answer": [0, 1, 3]}')


MANIFEST = json.loads((Path(__file__).parents[2] / "docs" / "research" / "minds-1.0.json").read_text())


@pytest.mark.parametrize("kind", KINDS)
def test_the_public_set_is_the_one_that_was_published(kind: str, some: dict[str, list[Asked]]) -> None:
    assert digest(some[kind]) == MANIFEST["first"][kind]


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_public_set_is_the_one_that_was_published(kind: str) -> None:
    assert digest(list(questions(kind, MANIFEST["questions"]))) == MANIFEST["whole"][kind]


def test_a_private_seed_is_nowhere_in_what_is_sent_or_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = "quetzal-and-toucan-7"
    (tmp_path / "seed").write_text(seed)
    out = ["--seed-file", str(tmp_path / "seed"), "--questions", "2", "--kind", "belief", "--jobs", "1"]
    assert cli.main(["minds", "questions", *out]) == 0
    assert cli.main(["minds", "run", "--baseline", "uniform", *out]) == 0
    printed = capsys.readouterr()
    assert seed not in printed.out + printed.err
    assert "private-" in printed.out
    sent = [json.loads(line)["moves"] for line in printed.out.splitlines() if line.startswith("{")]
    assert sent == [[list(move) for move in one.question.moves] for one in questions("belief", 2, seed)]
    (tmp_path / "seed").write_text("short")
    assert cli.main(["minds", "questions", *out]) == 2
    assert "16 letters" in capsys.readouterr().err


def test_a_dataset_has_parquet_a_card_and_croissant(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    words = ["minds", "questions", "--questions", "2", "--kind", "belief", "--kind", "deduction", "--dataset"]
    assert cli.main([*words, "--jobs", "1", "--out", str(tmp_path)]) == 0
    table = pq.read_table(tmp_path / "data" / "belief.parquet")
    assert table.num_rows == 2
    assert not {"exact", "proof_length"} & set(table.column_names)
    assert all(canary == CANARY for canary in table["canary"].to_pylist())
    described = json.loads((tmp_path / "croissant.json").read_text())
    assert [file["contentUrl"] for file in described["distribution"]] == [
        "data/belief.parquet",
        "data/deduction.parquet",
    ]
    assert all(field["name"] in table.column_names for field in described["recordSet"][0]["field"])
    card = (tmp_path / "README.md").read_text()
    assert card.startswith("---\npretty_name") and CANARY in card and "withheld" in card
    assert cli.main([*words, "--jobs", "1", "--out", str(tmp_path), "--answers", "-"]) == 0
    rows = pq.read_table(tmp_path / "data" / "belief.parquet").to_pylist()
    assert [row["exact"] for row in rows] == [one.exact for one in questions("belief", 2)]


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
    words += ["--jobs", "1"]
    assert cli.main([*words, "--pairs", "1", "--opponent", "random"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["kind"] for row in rows} == {*KINDS, "play"}
    mine = [row for row in rows if row["solver"] != "pencil"]
    assert all(row["formed"] == [1, 1, 1] for row in mine if row["kind"] != "play")
    assert all(row["play"][0] <= 1 for row in mine if row["kind"] == "play")
    assert cli.main(["minds", "run", "--baseline", "uniform", "--questions", "2", "--json", "--jobs", "2"]) == 0
    same = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for kind in ("belief", "mind", "foresight"):
        both = [[row["bits"] for row in those if row["kind"] == kind] for those in (mine, same)]
        assert both[0] == both[1][: len(both[0])]


def test_a_program_that_ends_or_sleeps_is_told_of_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for program, seconds, told in (("true", 60, "the program stopped"), ("sleep 600", 0.2, "did not answer in time")):
        words = ["minds", "run", "--program", program, "--questions", "1", "--seconds", str(seconds)]
        assert cli.main(words) == 2
        assert told in capsys.readouterr().err
    assert cli.main(["minds", "run"]) == 2
    assert "say who answers" in capsys.readouterr().err


def test_questions_can_be_written_without_their_answers(tmp_path: Path) -> None:
    path = tmp_path / "minds.jsonl"
    assert cli.main(["minds", "questions", "--questions", "1", "--kind", "belief", "--out", str(path)]) == 0
    (row,) = [json.loads(line) for line in path.read_text().splitlines()]
    assert "exact" not in row
    assert "The Lost Code: Anna, " in row["text"]
    answers = tmp_path / "answers.jsonl"
    words = ["minds", "questions", "--questions", "1", "--kind", "belief", "--out", str(path)]
    assert cli.main([*words, "--answers", str(answers)]) == 0
    assert json.loads(answers.read_text()) == {"id": row["id"], "exact": next(questions("belief", 1)).exact}
