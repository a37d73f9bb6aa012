"""What the three first games say about chances and deductions, proven on the engine and its exact belief."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.file import Lesson
from tepui.coach.lessons.walk import NotThis, Walk
from tepui.core import find
from tepui.core.position import TABLE
from tepui.core.record import replay
from tepui.core.replay import decoder_of
from tepui.core.table import Table
from tepui.games.kryptx import actions as kx
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.lost_code import actions as lc
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.roll_and_write import actions as rw
from tepui.games.roll_and_write.sheet import not_lower

BLUE, YELLOW, PURPLE, GREEN, PINK = range(5)


def lesson_of(name: str) -> Lesson:
    return lessons.lesson(find.game(name))


def table_at(lesson: Lesson, moves: int, *outcomes: Any) -> Table:
    """After so many moves of the record; chance gives these outcomes where it can, else the first."""
    table, queue = replay(lesson.record, lesson.game, moves), deque(outcomes)

    def chance(event: int, codes: list[int], weights: list[int]) -> int:
        if queue:
            code = lesson.game.hear(table.truth, TABLE, queue[0])
            if code in codes and lesson.game.say(table.truth, TABLE, code) == queue[0]:
                queue.popleft()
                return code
        return codes[0]

    table.chance = chance
    return table


class TestTheLostCode:
    lesson = lesson_of("lost-code")

    def know(self, moves: int) -> LostCodeBelief:
        return LostCodeBelief(table_at(self.lesson, moves).view(0))

    def chance(self, moves: int, dice: Sequence[int], low: int, high: int) -> float:
        know = self.know(moves)
        return sum(know.sums(dice)[low : high + 1]) / know.worlds()

    def sums(self, moves: int, *dice: int) -> list[int]:
        return [n for n, codes in enumerate(self.know(moves).sums(dice)) if codes]

    def test_its_rounds_come_from_a_parts_file(self) -> None:
        assert self.lesson.setting.parts_text is not None
        assert table_at(self.lesson, 26).look(0).picture().rounds == 4

    def test_what_is_left_for_blue_and_that_the_red_die_has_to_turn(self) -> None:
        assert self.know(26).candidates(BLUE) == [2, 4, 5, 6, 7]
        assert self.know(26).candidates(PURPLE) == [0, 1, 2, 5, 6]
        assert table_at(self.lesson, 26).look(0).legal() == [lc.Turn(0, colour) for colour in lc.COLOURS[:5]]

    def test_the_first_sum_is_2_to_20_and_the_middle_hits_most_often(self) -> None:
        first = self.sums(27, BLUE, PURPLE, PINK)
        assert (first[0], first[-1]) == (2, 20)
        chances = [self.chance(27, (BLUE, PURPLE, PINK), low, low + 9) for low in range(13)]
        assert [low for low in range(13) if chances[low] > max(chances) - 1e-9] == [5, 6]

    def test_three_purple_dice(self) -> None:
        assert self.sums(37, PURPLE, PURPLE, PURPLE) == [0, 3, 6, 15, 18]
        chances = [self.chance(37, [PURPLE] * 3, low, low + 6) for low in range(16)]
        assert chances.index(max(chances)) == 0
        assert self.know(43).candidates(PURPLE) == [5, 6]

    def test_two_facts_make_blue_2(self) -> None:
        assert self.know(43).candidates(BLUE) == [2, 4, 5, 6, 7]
        assert (self.know(46).candidates(BLUE), self.know(46).candidates(PURPLE)) == ([2], [5, 6])

    def test_only_blue_leaves_one_sum(self) -> None:
        assert self.sums(52, BLUE, PURPLE, BLUE) == [9, 10]
        assert self.sums(52, BLUE, BLUE, BLUE) == [6]

    def test_the_challenge_takes_exactly_what_is_certain(self) -> None:
        assert self.sums(68, PURPLE, BLUE, PURPLE) == [12, 14]
        walk = Walk(self.lesson)
        while not walk.now.challenge:
            walk = walk.answer(walk.shown())
        taken = set()
        for pick, guess in enumerate(walk.view.legal()):
            try:
                walk.answer([pick])
            except NotThis:
                continue
            taken.add((guess.wheel, guess.low))
        assert taken == {(3, 12), (4, 11), (4, 12), *((10, low) for low in range(5, 13))}

    def test_whatever_three_numbers_the_learner_writes_they_win(self) -> None:
        know = self.know(82)
        for yellow in combinations(know.candidates(YELLOW), 3):
            for green in list(combinations(know.candidates(GREEN), 3))[:3]:
                for pink in list(combinations(know.candidates(PINK), 3))[:3]:
                    table = table_at(self.lesson, 82)
                    for colour, numbers in zip(lc.COLOURS, ((2,), yellow, (5, 6), green, pink), strict=False):
                        table.play(0, lc.Write(colour, numbers))
                    assert (table.places()[0], table.scores()[1:]) == (1, [6, 5])


class TestRollAndWrite:
    lesson = lesson_of("roll-and-write")

    def button(self, moves: int, action: Any) -> str:
        view = table_at(self.lesson, moves).look(0)
        return self.lesson.game.words.button(view.position, 0, action, view.names, "en")

    def test_the_buttons_say_what_it_costs(self) -> None:
        assert "−20" in self.button(7, rw.Take("blue", 2, "number"))
        assert "−40" in self.button(7, rw.Refuse())

    def test_ada_can_only_refuse_and_low_numbers_do_not_fit_blue(self) -> None:
        assert table_at(self.lesson, 32).look(1).legal() == [rw.Refuse()]
        legal = set(table_at(self.lesson, 40).look(0).legal())
        assert not {rw.Take("blue", 2, "number"), rw.Take("blue", 3, "number")} & legal
        assert rw.Take("blue", 9, "number") in legal
        assert not_lower(4) & 1  # and a 0, which counts as 10

    def test_purple_is_the_learned_players_arrow_too(self) -> None:
        view = table_at(self.lesson, 24).view(0)
        values = find.bot("roll-and-write", "learned").rank(view, 1.0, Random(1))
        assert view.legal()[values.index(max(values))] == rw.Accelerate("purple")

    def test_eight_ways_pass_the_bridge_and_all_of_them_are_taken(self) -> None:
        walk, ends = Walk(self.lesson), []
        while not walk.now.challenge:
            walk = walk.answer(walk.shown())
        open_lines: list[tuple[Walk, list[int]]] = [(walk, [])]
        while open_lines:
            here, chain = open_lines.pop()
            view = here.view.try_out(chain)
            for pick in range(len(view.codes())):
                picks = [*chain, pick]
                try:
                    there = here.answer(picks)
                except NotThis:
                    continue
                while there.kind == "look":
                    there = there.answer([])
                if there.over:
                    ends.append(there.table.scores())
                elif there.step == here.step:
                    open_lines.append((here, picks))
                else:
                    open_lines.append((there, []))
        assert len(ends) == 8 and all(scores[0] == 20 for scores in ends)


class TestKryptx:
    lesson = lesson_of("kryptx")

    def numbers(self, table: Table, seat: int = 0) -> dict[str, list[int]]:
        belief = KryptxBelief(table.view(seat))
        letters = table.truth.deck.letters  # type: ignore[attr-defined]
        return {
            letters[stand]: sorted({card % 10 for card in range(50) if belief.possible(stand) >> card & 1})
            for stand in belief.stands
        }

    def test_each_card_of_the_opening_has_one_place(self) -> None:
        for moves, card, where in ((12, (8, "yellow"), "B"), (13, (3, "orange"), "C"), (14, (0, "yellow"), "beside")):
            legal = table_at(self.lesson, moves).look(0).legal()
            assert [one.where for one in legal if isinstance(one, kx.Place) and one.card == card] == [where]

    def test_what_a_card_beside_tells_and_what_ada_knows(self) -> None:
        known = self.numbers(table_at(self.lesson, 24))
        assert known["E"] == [7] and all(2 not in found for found in known.values())
        mine = self.numbers(table_at(self.lesson, 24), 1)
        assert mine["B"] == [8] and all(len(mine[stand]) > 1 for stand in "ACD")

    def test_the_question_settles_h_and_f_follows(self) -> None:
        assert self.numbers(table_at(self.lesson, 32))["H"] == [9]
        assert self.numbers(table_at(self.lesson, 33))["F"] == [3]
        assert self.numbers(table_at(self.lesson, 40)) == {"E": [7], "F": [3], "G": [0, 3, 4, 5, 7, 8], "H": [9]}

    @pytest.mark.parametrize("question", [kx.Ask(1, "G", "colour", "purple"), kx.Ask(1, "G", "number", 5)])
    def test_after_a_good_question_the_claim_is_certain(self, question: kx.Ask) -> None:
        table = table_at(self.lesson, 41)
        table.play(0, question)
        assert KryptxBelief(table.view(0)).best[0] == 1.0
        table.play(0, kx.Stop())
        for stand, number in zip("EFGH", (7, 3, 5, 9), strict=True):
            table.play(0, kx.Name(stand, number))
        assert (table.over, table.places()) == (True, [1, 2])


def test_the_decoder_reads_every_move_of_the_lessons() -> None:
    for name in ("lost-code", "roll-and-write", "kryptx"):
        lesson = lesson_of(name)
        for _, raw in lesson.record.moves:
            decoder_of(lesson.game).decode(raw)
