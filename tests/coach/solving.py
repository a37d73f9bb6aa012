"""Puzzles proved again by brute force: every world is listed by another way than the games' own beliefs go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import log2

from tepui.coach.puzzles import Answer, Puzzle, judged, picks_of, puzzler_of
from tepui.core.view import View
from tepui.core.words import LANGUAGES
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief.facts import Seen
from tepui.games.kryptx.cards import NUMBERS, QUESTIONS, yes_set
from tepui.games.lost_code import codes as c
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.coach.luck import Answers
from tepui.games.lost_code.coach.puzzles import another_world
from tepui.games.roll_and_write.bots.steady import steady_value
from tepui.games.roll_and_write.rules import RollAndWrite

Code = tuple[int, ...]


def prove(view: View, puzzle: Puzzle) -> int:
    """All that a puzzle promises; returns how many wrong answers were refuted."""
    told(view, puzzle)
    match view.game.name, puzzle.kind:
        case "lost-code", "wheel":
            return best_wheel(view, puzzle)
        case "lost-code", _:
            return one_cell(view, puzzle)
        case "kryptx", "name":
            return only_numbers(view, puzzle)
        case "kryptx", _:
            return best_question(view, puzzle)
    return best_pair(view, puzzle)


def told(view: View, puzzle: Puzzle) -> None:
    """The right answer is taken, and all sentences are there in all languages."""
    puzzler = puzzler_of(view.game)
    for language in LANGUAGES:
        said = [puzzler.question(view, puzzle, language), puzzler.title(puzzle, language)]
        said += puzzler.explain(view, puzzle, language)
        assert all(said) and not any("{" in one for one in said), said
    if puzzler.forms[puzzle.kind] == "moves":
        right = Answer(picks=picks_of(view, puzzle.answer))
    else:
        right = Answer(claim={"colour": COLOURS[puzzle.answer[0]], "number": puzzle.answer[1]})
    assert judged(view, puzzle, right, "en").right


def refused(view: View, puzzle: Puzzle, answer: Answer) -> None:
    verdict = judged(view, puzzle, answer, "de")
    assert not verdict.right and all(verdict.lines)


# ---- The Lost Code ----


def fitting_codes(view: View, rounds: tuple[int, ...] | None = None) -> Iterator[Code]:
    """Every code without numbers seen elsewhere that gives the answers heard (of these rounds), by adding stones up."""
    notes, me = view.notebook, view.eye
    colours = view.position.parts.colours
    own = [[gone for gone in notes.gone[me] if gone.colour == colour] for colour in COLOURS[:colours]]
    left = [
        [n for n in range(view.position.parts.numbers) if notes.seen[colour][n] is None] for colour in range(colours)
    ]
    rows = [(row, row.guesses[me]) for row in notes.rows if row.guesses[me] and row.guesses[me].answer]
    rows = [one for one in rows if rounds is None or one[0].round in rounds]
    for code in product(*left):
        for row, guess in rows:
            total = 0
            for die in row.dice:
                colour = COLOURS.index(die)
                then = [gone.number for gone in own[colour] if gone.round >= row.round]
                total += then[0] if then else code[colour]
            if not any(low <= total <= high for low, high in guess.sums):
                break
        else:
            yield code


def one_cell(view: View, puzzle: Puzzle) -> int:
    worlds = set(fitting_codes(view))
    assert worlds
    colours, numbers = len(next(iter(worlds))), view.position.parts.numbers
    now = [{code[colour] for code in worlds} for colour in range(colours)]
    alone = [set(range(numbers)) for _ in range(colours)]
    rounds = [row.round for row in view.notebook.rows if row.guesses[view.eye] and row.guesses[view.eye].answer]
    for one in rounds:
        codes = list(fitting_codes(view, (one,)))
        for colour in range(colours):
            alone[colour] &= {code[colour] for code in codes}
    colour, number = puzzle.answer
    if puzzle.kind == "impossible":
        assert {(at, n) for at in range(colours) for n in alone[at] - now[at]} == {(colour, number)}
    else:
        certain = {(at, *now[at]) for at in range(colours) if len(now[at]) == 1 and len(alone[at]) > 1}
        assert certain == {(colour, number)}
    for fewer in product((0, 1), repeat=len(rounds)):  # so many answers are needed, and no fewer
        if sum(fewer) == puzzle.size - 1:
            some = tuple(one for one, taken in zip(rounds, fewer, strict=True) if taken)
            left = {code[colour] for code in fitting_codes(view, some)}
            assert number in left if puzzle.kind == "impossible" else len(left) > 1
    wrong = 0
    for at in range(colours):
        for n in range(numbers):
            if (at, n) == (colour, number):
                continue
            refused(view, puzzle, Answer(claim={"colour": COLOURS[at], "number": n}))
            wrong += 1
            crossed = n not in alone[at] or (puzzle.kind == "certain" and len(alone[at]) == 1)
            if not crossed:
                world = tuple(another_world(view, at, n, puzzle.kind == "certain"))
                assert world in worlds and (world[at] == n) == (puzzle.kind == "impossible")
    return wrong


def best_wheel(view: View, puzzle: Puzzle) -> int:
    """The worth of every setting, answer by answer, and not by the compiled tables."""
    expect = Expect(view)
    worths = {code: Answers(expect, code - c.GUESS).mean(None) for code in view.codes()}
    wheel = (puzzle.answer[0] - c.GUESS) // c.LOWS
    best = max(worths, key=worths.__getitem__)
    assert (best - c.GUESS) // c.LOWS == wheel
    others = [worths[code] for code in worths if (code - c.GUESS) // c.LOWS != wheel]
    assert worths[best] - max(others) >= 1 - 1e-6
    wrong = [at for at, code in enumerate(view.codes()) if worths[code] < max(others) - 1e-6]
    for at in wrong:
        refused(view, puzzle, Answer(picks=[at]))
    return len(wrong)


# ---- Kryptx ----


def fitting_cards(view: View) -> Iterator[dict[int, int]]:
    """Every card for every closed stand: what its own facts leave, all different, as red as the claims that failed."""
    seen = Seen(view)
    left = {
        stand: [card for card in range(50) if cards >> card & 1] for stand, cards in seen.left_after(seen.facts).items()
    }

    def place(stands: list[int], laid: dict[int, int]) -> Iterator[dict[int, int]]:
        if not stands:
            for failed in seen.failed:
                reds = sum(any(laid[s] % NUMBERS != n for s, n in numbers) for _seat, numbers in failed.parts)
                if reds != failed.reds:
                    return
            yield dict(laid)
            return
        for card in left[stands[0]]:
            if card not in laid.values():
                yield from place(stands[1:], {**laid, stands[0]: card})

    yield from place(sorted(left, key=lambda stand: len(left[stand])), {})


def only_numbers(view: View, puzzle: Puzzle) -> int:
    found = {tuple((stand, card % NUMBERS) for stand, card in sorted(one.items())) for one in fitting_cards(view)}
    assert len(found) == 1
    numbers, wrong = dict(*found), 0
    twin = view.copy()
    twin.observe(view.eye, k.STOP)
    for code in puzzle.answer[1:]:
        due = int(twin.position.due())
        assert numbers.get(due, view.position.code(due) % NUMBERS) == code - k.NAME
        twin.observe(view.eye, code)
    right = picks_of(view, puzzle.answer)
    for at in range(1, len(right)):  # each stand with each other number
        for number in range(NUMBERS):
            if number != puzzle.answer[at] - k.NAME:
                try:
                    picks = picks_of(view, [*puzzle.answer[:at], k.NAME + number, *puzzle.answer[at + 1 :]])
                except ValueError:
                    continue  # that claim was made before, or cannot be
                refused(view, puzzle, Answer(picks=picks))
                wrong += 1
    return wrong


def best_question(view: View, puzzle: Puzzle) -> int:
    worlds = list(fitting_cards(view))
    bits: dict[tuple[int, int], float] = {}
    for code in view.codes():
        if k.ASK <= code < k.SECRET_HIDDEN:
            stand, question = question_of(code)
            if stand not in worlds[0]:
                bits[stand, question] = 0.0
                continue
            share = sum(int(yes_set(question)) >> one[stand] & 1 for one in worlds) / len(worlds)
            bits[stand, question] = -sum(p * log2(p) for p in (share, 1 - share) if p)
    asked = question_of(puzzle.answer[0])
    best = bits.pop(asked)
    assert best >= 0.5 and best - max(bits.values()) >= 0.1 - 1e-9
    questions = [at for at, code in enumerate(view.codes()) if k.ASK <= code < k.SECRET_HIDDEN]
    wrong = [at for at in questions if question_of(view.codes()[at]) != asked]
    for at in wrong:
        refused(view, puzzle, Answer(picks=[at]))
    return len(wrong)


def question_of(code: int) -> tuple[int, int]:
    stand, question = divmod(code - (k.SECRET if code >= k.SECRET else k.ASK), QUESTIONS)
    return stand, question


# ---- Roll & Write ----


def best_pair(view: View, puzzle: Puzzle) -> int:
    """What looks best, by playing each move on a copy; what is best, by the value that `learned` has of it."""
    from tepui.games.roll_and_write.bots.learned import chooser

    position = view.position
    assert isinstance(position, RollAndWrite)
    codes = view.codes()
    worths = dict(zip(codes, chooser(view.setting.seats).rank(position, view.eye, 0.0), strict=True))
    best = worths.pop(puzzle.answer[0])
    assert best - max(worths.values()) >= 20
    points, looks = {}, {}
    for code in codes:
        twin = position.clone()
        twin.apply(view.eye, code)
        points[code] = int(twin.sheets[view.eye].points())
        looks[code] = steady_value(twin.sheets[view.eye], position.bridges)
    assert points[puzzle.answer[0]] < max(points.values())
    assert looks.pop(puzzle.answer[0]) <= max(looks.values())  # something else looks at least as good
    for at, code in enumerate(codes):
        if code != puzzle.answer[0]:
            refused(view, puzzle, Answer(picks=[at]))
    return len(codes) - 1
