"""`tepui companion`: a game on a real table, typed in with numbers."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from coach.looking import played
from coach.typing_in import typed

from tepui import cli
from tepui.coach.companion import Companion, Entry, Form
from tepui.coach.companion import record as eye_record
from tepui.core.record import read

pytestmark = pytest.mark.once


def lines_for(form: Form, entry: Entry) -> list[str]:
    """What a person types to choose this: a number of the list, or the number itself where all are numbers."""
    chosen = next(one for one in form.choices if (one.by, one.action) == entry)

    def number(labels: list[str], label: str, at: int) -> str:
        return label if all(one.isdecimal() for one in labels) else str(at + 1)

    if not any(one.group for one in form.choices):
        labels = [one.label for one in form.choices]
        return [number(labels, chosen.label, form.choices.index(chosen))]
    groups = list(dict.fromkeys(one.group or one.label for one in form.choices))
    inside = [one for one in form.choices if (one.group or one.label) == (chosen.group or chosen.label)]
    first = number(groups, chosen.group or chosen.label, groups.index(chosen.group or chosen.label))
    if len(inside) == 1:
        return [first]
    return [first, number([one.label for one in inside], chosen.label, inside.index(chosen))]


def lines_of(kept: Companion, done: int = 0) -> list[str]:
    blank = Companion(kept.game, kept.setting, kept.eye, kept.names).fold(kept.entries[:done])
    found = []
    for entry in kept.entries[done:]:
        form = blank.form()
        assert form is not None
        found += lines_for(form, entry)
        blank.fold([entry])
    return found


def typing(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(("game", "bot"), [("kryptx", "steady"), ("lost-code", "steady")])
def test_a_whole_game_is_typed_left_and_gone_on_with(
    game: str, bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(game, [bot, bot], "typed in a terminal")
    lines, file = lines_of(typed(table.view(0))), tmp_path / "evening.jsonl"
    half = len(lines) // 2
    words = ["companion", game, "--seat", "Anna", "--seat", "Ben", "--record", str(file)]
    typing(monkeypatch, [*lines[:half], ":j", ":b"])
    assert cli.main(words) == 0
    assert f"tepui companion --resume {file}" in capsys.readouterr().out
    done = len(eye_record.typed_in(read(file), table.game))
    typing(monkeypatch, lines_of(typed(table.view(0)), done))
    assert cli.main(["companion", "--resume", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"tepui review {file}" in said
    end = read(file).end
    assert end is not None and end.scores == table.scores()


def test_undo_change_put_in_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["companion", "lost-code", "--seat", "Anna", "--seat", "Ben", "--record", str(tmp_path / "it.jsonl")]
    deal = ["1", "0 1 2 3 4 5", "1 2 3 4 5 6", "2 3 4 5 6 7"]
    numbers = [number for row in deal for number in row.split()]
    more = [":z", "7", ":c 2", "9", "7", "?", ":c 99", "why blue 7", ":d 3"]
    typing(monkeypatch, [*numbers, *more])
    assert cli.main([*words, "--help-level", "teacher"]) == 0
    said = capsys.readouterr().out
    assert "Compare with the table:" in said and "   2  Ben gets a stone: blue 0." in said
    assert ":c 7    change entry 7" in said  # what ? explains
    assert "There are 19 entries. Say which." in said
    assert "So your stone, blue, cannot be 7." in said  # Ben has it, since entry 2 was changed
    assert "Entry 3: This entry is not possible here." in said and "15 entries wait behind it." in said


def test_words_that_make_no_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, sentence in (
        ([], "say which game"),
        (["lost-code", "--me", "zoe"], "nobody at this table"),
        (["lost-code", "--seat", "Anna", "--seat", "Anna"], "a name of their own"),
        (["forehead", "--sheet"], "Leave out --sheet"),
        (["lost-code", "--option", "rain"], "no option"),
        (["--resume", str(Path(__file__).parents[1] / "records" / "kryptx-2-orchid.jsonl")], "not kept by a companion"),
        (["--resume", str(tmp_path / "nothing")], "cannot read"),
    ):
        assert cli.main(["companion", *words]) == 2, words
        assert sentence in capsys.readouterr().err
