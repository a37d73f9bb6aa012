"""What The Lost Code brings for puzzles; the finder, which reckons with numpy, is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tepui.core.puzzle import Form, Puzzle, Verdict
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import the_game


class LostCodePuzzles:
    forms: Mapping[str, Form] = {"impossible": "claim", "certain": "claim", "wheel": "moves"}
    bot = "steady"
    seats: Sequence[int] = (2,)

    def find(self, view: View) -> list[Puzzle]:
        from tepui.games.lost_code.puzzle_finder import puzzles_in

        return puzzles_in(view)

    def holds(self, view: View, puzzle: Puzzle) -> bool:
        from tepui.games.lost_code.puzzle_finder import holds

        return puzzle.kind != "wheel" or holds(view)  # the others are proven

    def title(self, puzzle: Puzzle, language: str) -> str:
        from tepui.games.lost_code.puzzle_words import title

        return title(puzzle, language)

    def question(self, view: View, puzzle: Puzzle, language: str) -> str:
        from tepui.games.lost_code.puzzle_words import question

        return question(puzzle, language)

    def marks(self, view: View, puzzle: Puzzle) -> Any:
        from tepui.games.lost_code.puzzle_finder import crosses

        return None if puzzle.kind == "wheel" else {"cells": crosses(view)}

    def claims(self, view: View, puzzle: Puzzle, language: str) -> list[tuple[str, Any]]:
        from tepui.games.lost_code.puzzle_finder import open_cells
        from tepui.games.lost_code.puzzle_words import cell

        if puzzle.kind == "wheel":
            return []
        return [
            (cell(colour, number, language), {"colour": COLOURS[colour], "number": number})
            for colour, number in open_cells(view, puzzle.kind)
        ]

    def hear(self, view: View, puzzle: Puzzle, claim: Any) -> list[int]:
        parts = the_game(view).parts
        colour, number = (claim.get("colour"), claim.get("number")) if isinstance(claim, dict) else (None, None)
        if colour not in COLOURS[: parts.colours] or type(number) is not int or not 0 <= number < parts.numbers:
            raise IllegalMove("ask about a colour and a number: blue 5")
        return [COLOURS.index(colour), number]

    def judge(self, view: View, puzzle: Puzzle, answer: list[int], language: str) -> Verdict:
        from tepui.games.lost_code.puzzle_words import right, wrong

        if right(view, puzzle, answer):
            return Verdict(True, self.explain(view, puzzle, language))
        return Verdict(False, wrong(view, puzzle, answer, language))

    def explain(self, view: View, puzzle: Puzzle, language: str) -> list[str]:
        from tepui.games.lost_code.puzzle_words import explain

        return explain(view, puzzle, language)
