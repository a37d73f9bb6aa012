"""The companion at a real table: it asks for what one's eyes see, and for nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from coach.looking import played
from coach.typing_in import (
    at_random,
    same_belief,
    sheet_of_kryptx,
    sheet_of_lost_code,
    sheet_of_roll_and_write,
    taps,
    taps_by_kind,
    typed,
)
from msgspec.structs import replace

from tepui.coach.companion import Companion
from tepui.coach.companion.messages import CompanionChoice, CompanionForm, Entry
from tepui.coach.companion.mistakes import TRIED, before_entry, likeliest, others_after, suspects_of
from tepui.core import find
from tepui.core.find import Failed, games
from tepui.core.game import Game
from tepui.core.position import AUDIENCE, TABLE, packed
from tepui.core.view import View
from tepui.core.words import LANGUAGES
from tepui.games.kryptx import actions as kx
from tepui.games.kryptx.codes import STOP
from tepui.games.lost_code import actions as lc
from tepui.games.lost_code.codes import WRITING
from tepui.games.roll_and_write import actions as rw
from tepui.games.roll_and_write.coach.sheet import Gone
from tepui.laws.finding import Asked
from tepui.laws.walk import some_setting

pytestmark = pytest.mark.once
ALL = [game for game in games() if not isinstance(game, Failed)]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_any_game_can_be_typed_in_through_any_eyes(game: Game) -> None:
    """The law behind it: what an eye is told is among `seen` of what its own view offers."""
    rng = Random(game.name)
    for seed in range(3):
        setting = some_setting(game, rng, Asked())
        table = at_random(game, setting, f"typed {game.name} {seed}")
        for eye in (*range(setting.seats), AUDIENCE):
            view = table.view(eye)
            kept = typed(view)
            assert packed(kept.view.position) == packed(view.position) and kept.over
            assert same_belief(view, kept)


@pytest.mark.parametrize("game", ["lost-code", "kryptx"])
def test_the_belief_is_the_one_of_the_game_at_every_moment(game: str) -> None:
    table = played(game, ["steady", "steady"], "typed in")
    view, kept = table.view(1), Companion(table.game, table.setting, 1, table.names)
    online = View(table.game, table.setting, 1, table.names)
    entries = iter(typed(view).entries)
    compared = 0
    for by, code in view.moves:
        online.observe(by, code)
        while len(kept.rows) < len(online.moves):
            kept.fold([next(entries)] if kept.rows else [])
            if not kept.rows:
                kept.fold([next(entries)])
        if len(kept.rows) == len(online.moves) and online.position.to_act():
            compared += 1
            assert same_belief(online, kept)
    assert compared > 40


def test_own_stones_are_never_asked_for_and_others_answers_come_by_themselves() -> None:
    table = played("lost-code", ["steady", "steady"], "who asks")
    kept = typed(table.view(0))
    asked = [row.action for row in kept.rows if row.entry is not None]
    assert not any(
        isinstance(one, lc.Deal | lc.Draw) and getattr(one, "log", getattr(one, "seat", 0)) == 0 for one in asked
    )
    assert all(one.seat == 0 for one in asked if isinstance(one, lc.Answer))
    assert {row.action.log for row in kept.rows if isinstance(row.action, lc.Uncover) and row.entry is not None} == {0}
    judged = [row for row in kept.rows if row.judged]
    assert judged and all(row.action.seat == 1 for row in judged)  # others' answers, never one's own
    cards = typed(played("kryptx", ["steady", "steady"], "who asks").view(0))
    own = [row for row in cards.rows if isinstance(row.action, kx.Discard) and row.action.card is not None]
    assert own and all(row.entry is None for row in own)


# ---- taps: docs/companion.md, and the table they were counted for ----


def test_taps_of_the_lost_code() -> None:
    for seats, most in ((2, 10.7), (4, 16.6)):
        table = played("lost-code", ["steady"] * seats, "taps")
        counted = taps_by_kind(table.view(0))
        by_kind = {
            kind: [taps for _, _, one, taps in counted if one == kind] for kind in {kind for _, _, kind, _ in counted}
        }
        rounds = table.truth.round
        assert sum(by_kind["Deal"]) == 18 and sum(by_kind["Stack"]) == seats - 1
        assert sum(by_kind["Roll"]) == 3 * rounds and max(by_kind["Guess"]) == 2
        assert sum(by_kind["Guess"]) <= 2 * seats * rounds and sum(by_kind["Answer"]) <= rounds
        assert sum(by_kind.get("Keep", [])) + sum(by_kind.get("Turn", [])) <= rounds
        playing = ("Roll", "Keep", "Turn", "Guess", "Answer", "Exchange", "Discard", "Draw")
        exchanges = len(by_kind["Exchange"]) / rounds
        usual = {2: 1.7, 4: 3.5}[seats]  # taps for exchanges in the table that was counted
        assert sum(sum(by_kind.get(kind, [])) for kind in playing) / rounds - 2 * exchanges + usual <= most


def test_taps_of_kryptx() -> None:
    """Of many games: tests/proofs/companion.py. Three games lie within 0.3 of that."""
    for seats, own, others in ((2, 7.6, 5.1), (4, 7.5, 5.8)):
        mine = theirs = turns = their_turns = 0
        for seed in range(3):
            table = played("kryptx", ["steady"] * seats, f"taps {seed}")
            turn = -1
            position: Any
            for position, _, kind, tapped in taps_by_kind(table.view(0)):
                if position.turns == 0 or kind in ("Stop", "Name", "Reds", "Reveal", "TurnOver"):
                    continue
                if position.turns != turn:
                    turn = position.turns
                    turns, their_turns = turns + (position.turn == 0), their_turns + (position.turn != 0)
                if position.turn == 0:
                    mine += tapped
                else:
                    theirs += tapped
        assert mine / turns <= own and theirs / their_turns <= others, (seats, mine / turns, theirs / their_turns)


def test_taps_of_roll_and_write() -> None:
    table = played("roll-and-write", ["steady", "steady"], "taps")
    counted = taps_by_kind(table.view(0))
    turns = table.truth.turn
    assert sum(taps for _, by, _, taps in counted if by == TABLE) == 6 * turns + 1
    assert sum(taps for _, by, _, taps in counted if by == 0) <= 2.1 * turns
    assert sum(taps for _, by, _, taps in counted if by == 1) <= 2 * turns


# ---- corrections ----


def evening() -> Companion:
    return typed(played("lost-code", ["steady", "steady"], "an evening").view(0))


def again(kept: Companion, entries: list[Entry], language: str = "en") -> Companion:
    return Companion(kept.game, kept.setting, kept.eye, kept.names, language).fold(entries)


def test_a_forgotten_entry_is_put_in_and_nothing_is_lost() -> None:
    kept = evening()
    at = next(i for i, entry in enumerate(kept.entries) if isinstance(entry.action, lc.Guess))
    missing = kept.entries[:at] + kept.entries[at + 1 :]
    stuck = again(kept, missing)
    assert stuck.stuck == at and len(stuck.entries) == len(missing)
    form = stuck.form()
    assert form is not None and kept.entries[at] in [one.entry for one in form.choices]
    assert again(kept, [*missing[:at], kept.entries[at], *missing[at:]]).over


def test_a_mended_entry_that_no_longer_fits_stops_the_rest() -> None:
    kept = evening()
    at = next(i for i, entry in enumerate(kept.entries) if isinstance(entry.action, lc.Answer))
    answer = "lower" if kept.entries[at].action.answer == "right" else "right"
    other = next(one for one in others_after(before_entry(kept, at), kept.entries[at]) if one.action.answer == answer)
    changed = [*kept.entries[:at], other.entry, *kept.entries[at + 1 :]]
    mended = again(kept, changed)
    assert mended.stuck is not None and mended.stuck > at  # somebody must exchange now, or nobody
    assert mended.refusal == "This entry is not possible here. Change it, or one before it."
    assert [row.entry for row in mended.rows if row.entry is not None] == list(range(mended.stuck))


def test_what_became_certain_takes_its_entry_along() -> None:
    """An answer that was asked for, and follows by itself after a number was mended, stays where it was entered."""
    kept = evening()
    told = next(row for row in kept.rows if row.entry is None and isinstance(row.action, lc.Answer))
    before = [row.entry for row in kept.rows[: kept.rows.index(told)] if row.entry is not None][-1]
    said = [*kept.entries[: before + 1], Entry(TABLE, told.action), *kept.entries[before + 1 :]]
    assert again(kept, said).over


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_judges_an_answer_that_somebody_else_got(language: str) -> None:
    kept = evening()
    told = next(row for row in kept.rows if row.entry is None and isinstance(row.action, lc.Answer))
    before = [row.entry for row in kept.rows[: kept.rows.index(told)] if row.entry is not None][-1]
    said = "lower" if told.action.answer != "lower" else "higher"
    wrong = again(kept, [*kept.entries[: before + 1], Entry(TABLE, lc.Answer(1, said))], language)
    assert wrong.stuck == before + 1
    words = {"en": "’s sum is", "fr": "somme", "it": "somma", "de": "Summe"}
    assert words[language] in wrong.refusal and wrong.refusal.startswith("Ben")
    if language == "en":
        assert wrong.refusal.endswith(f": {told.action.answer}, not {said}.")


def test_entries_of_another_version_and_after_the_end() -> None:
    kept = evening()
    assert again(kept, [Entry(TABLE, None)], "fr").refusal.startswith("Cette saisie vient d’une autre version")
    assert "The game is over before this entry" in again(kept, [*kept.entries, kept.entries[-1]]).refusal


# ---- contradictions ----


def test_entries_that_cannot_all_be_true_name_the_likeliest() -> None:
    """One answer of Kryptx is entered wrongly; sooner or later no card is left for that stand."""
    table = played("kryptx", ["steady", "steady"], "wrong 1")
    kept = typed(table.view(0))
    noticed = found = 0
    for at, entry in enumerate(kept.entries):
        if not isinstance(entry.action, kx.Answer):
            continue
        wrong = again(
            kept, [*kept.entries[:at], Entry(TABLE, kx.Answer(not entry.action.yes)), *kept.entries[at + 1 :]]
        )
        if wrong.stuck is None and wrong.contradicted():
            noticed += 1
            suspects = suspects_of(wrong)
            assert sum(one.share for one in suspects) == pytest.approx(1.0) or suspects
            found += suspects[0].entry == at
            mended = next(one for one in suspects if one.entry == at)
            assert [choice.action for choice in mended.others] == [entry.action]  # the button that puts it right
    assert not kept.contradicted()
    assert found <= noticed


def test_of_many_values_the_few_likeliest_are_offered() -> None:
    tried = [
        (float(worlds), CompanionChoice(by=0, action=None, label=str(worlds), group=None))
        for worlds in (0, 3, 9, 1, 7, 2, 5)
    ]
    assert [one.label for one in likeliest(tried)] == ["9", "7", "5", "3", "2"]
    assert [one.label for one in likeliest(tried[:2])] == ["3"]  # what cannot be true mends nothing


@pytest.mark.parametrize("game", ["lost-code", "kryptx", "roll-and-write"])
def test_what_is_asked_in_advance_is_what_is_asked(game: str) -> None:
    table = at_random(find.game(game), find.game(game).setting(2), "ahead")
    waiting: list[CompanionForm] = []
    compared = 0

    def look(kept: Companion, form: CompanionForm, entry: Entry) -> None:
        nonlocal waiting, compared
        if waiting:
            asked = waiting.pop(0)
            compared += 1
            assert asked.prompt == form.prompt
            assert entry in [one.entry for one in asked.choices]
        elif len(kept.entries) < 60:
            waiting = kept.ahead()

    typed(table.view(0), looked=look)
    assert compared > 4


# ---- the sheet alone, without a referee ----


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sheet_of_the_lost_code_knows_as_much_as_the_game(seats: int) -> None:
    game, rng = find.game("lost-code"), Random(seats)
    for seed in range(4):
        setting = some_setting(game, rng, Asked(seats=seats))
        whole = at_random(game, setting, f"sheet {seats} {seed}").view(seed % seats)
        view = View(game, setting, whole.eye, whole.names)
        for by, code in whole.moves:
            if view.position.phase == WRITING:
                break
            view.observe(by, code)
        kept = sheet_of_lost_code(view)
        assert same_belief(view, kept)
        assert not any(isinstance(row.action, lc.Keep | lc.Turn | lc.Stack) for row in kept.rows)
        assert {row.by for row in kept.rows if isinstance(row.action, lc.Guess)} == {view.eye}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_notes_of_kryptx_know_as_much_as_the_game(seats: int) -> None:
    """Up to the claim that ends it, and at every claim that failed before."""
    game, rng = find.game("kryptx"), Random(seats)
    compared = 0
    for seed in range(4):
        setting = some_setting(game, rng, Asked(seats=seats))
        whole = at_random(game, setting, f"notes {seats} {seed}").view(seed % seats)
        view = View(game, setting, whole.eye, whole.names)
        for by, code in whole.moves:
            if by < TABLE and code == STOP and compared < 40:
                assert same_belief(view, sheet_of_kryptx(view))
                compared += 1
            view.observe(by, code)
    assert compared > 4


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_the_sheet_of_roll_and_write_counts_as_the_game_does(seats: int) -> None:
    game = find.game("roll-and-write")
    table = at_random(game, game.setting(seats), f"sheet {seats}")
    for eye in range(seats):
        kept = sheet_of_roll_and_write(table.view(eye))
        own: Any = kept.view.position
        there: Any = table.truth
        assert own.score(eye) == there.score(eye)
        assert own.sheets[eye].bonus == there.sheets[eye].bonus and own.sheets[eye].heights == there.sheets[eye].heights


def test_taps_of_the_sheets() -> None:
    table = played("lost-code", ["steady", "steady"], "taps of sheets")
    whole = table.view(0)
    view = View(table.game, table.setting, 0, table.names)
    for by, code in whole.moves:
        if view.position.phase == WRITING:
            break
        view.observe(by, code)
    kept = sheet_of_lost_code(view)
    blank = Companion(table.game, table.setting, 0, table.names, sheet=True).fold([])
    counted: dict[str, int] = {}
    for entry in kept.entries:
        form = blank.form()
        assert form is not None
        kind = type(entry.action).__name__
        counted[kind] = counted.get(kind, 0) + taps(form, *entry)
        blank.fold([entry])
    rounds = table.truth.round
    assert counted["Deal"] == 18
    assert counted["Roll"] + counted["Guess"] + counted["Answer"] <= 6 * rounds
    exchanges = sum(isinstance(row.action, lc.Exchange) for row in kept.rows)
    assert counted["Exchange"] + counted.get("Discard", 0) + counted.get("Draw", 0) <= 2 * exchanges
    rolled = played("roll-and-write", ["steady", "steady"], "taps of sheets")
    sheet = sheet_of_roll_and_write(rolled.view(0))
    blank = Companion(rolled.game, rolled.setting, 0, rolled.names, sheet=True).fold([])
    total = 0
    for entry in sheet.entries:
        form = blank.form()
        assert form is not None
        total += taps(form, *entry)
        blank.fold([entry])
    assert total / rolled.truth.turn <= 2.5  # 2.1 with the strongest bot, who refuses less and accelerates less


def test_a_number_that_another_entry_has_says_which() -> None:
    kept = evening()
    first = next(at for at, one in enumerate(kept.entries) if isinstance(one.action, lc.Deal))
    dealt = kept.entries[first].action
    later = next(
        at for at, one in enumerate(kept.entries)
        if at > first and isinstance(one.action, lc.Deal) and one.action.colour == dealt.colour
    )  # fmt: skip
    form = again(kept, kept.entries[:later]).form()
    assert form is not None
    assert [(one.label, one.entry) for one in form.gone] == [(str(dealt.number), first)]
    # Ben's blue 5 was typed for his blue 3, and then the true 5 turns up: it is stuck, and that entry is named first
    true = kept.entries[later].action.number
    wrong = Entry(TABLE, replace(dealt, number=true))
    mistaken = again(kept, [*kept.entries[:first], wrong, *kept.entries[first + 1 :]])
    assert mistaken.stuck == later
    suspect = suspects_of(mistaken)[0]
    assert suspect.entry == first and dealt in [other.action for other in suspect.others]


def test_an_answer_in_the_way_of_a_later_entry_is_found() -> None:
    kept = evening()
    at = next(
        at for at, one in enumerate(kept.entries) if isinstance(one.action, lc.Answer) and one.action.answer != "right"
    )
    wrong = [*kept.entries[:at], Entry(TABLE, lc.Answer(0, "right")), *kept.entries[at + 1 :]]
    mistaken = again(kept, wrong)
    assert mistaken.stuck is not None
    named = [one.entry for one in suspects_of(mistaken)]
    assert at in named[:2]
    assert suspects_of(again(kept, [Entry(99, None)])) == []  # no other entry helps rubbish


def test_a_bridge_that_someone_else_passed_first_pays_nothing() -> None:
    game = find.game("roll-and-write")
    for first in (False, True):
        kept = Companion(game, game.setting(3), 1, ("Anna", "Ben", "Cleo"), sheet=True).fold([])
        own = kept.view.position.sheets[1]  # type: ignore[attr-defined]
        for _ in range(30):
            if own.height(0) == 7:
                break
            form = kept.form()
            assert form is not None
            offered = [one.action for one in form.choices]
            step = Entry(1, rw.Take("red", 1, "number") if rw.Skip() not in offered else rw.Skip())
            if first and own.height(0) == 6 and Gone("red") in offered:
                step = Entry(TABLE, Gone("red"))
            kept.fold([step])
            assert kept.stuck is None
        assert own.bonus == (0 if first else 1)


@pytest.mark.parametrize("game", ["lost-code", "kryptx", "roll-and-write"])
def test_no_list_is_too_long_for_a_phone(game: str) -> None:
    """A grid of fifty cards is the largest; whatever is longer is tapped in groups."""

    def look(_: Companion, form: CompanionForm, __: Entry) -> None:
        groups: dict[str | None, int] = {}
        for choice in form.choices:
            groups[choice.group] = groups.get(choice.group, 0) + 1
        flat = groups.pop(None, 0)
        assert flat + len(groups) <= 54 and max(groups.values(), default=0) <= 40, form.prompt
        labels = [(one.by, one.group, one.label) for one in form.choices]
        assert len(set(labels)) == len(labels), form.prompt  # nothing looks like another

    for seats in find.game(game).seats:
        typed(at_random(find.game(game), find.game(game).setting(seats), "phones").view(0), looked=look)


@pytest.mark.parametrize("name", ["kryptx", "lost-code", "roll-and-write"])
def test_entries_that_do_not_fit_are_folded_little_more_often_than_good_ones(name: str, monkeypatch) -> None:
    """What is tried out is counted, whatever was entered. It used to be 120 whole games, a second of work."""
    game = find.game(name)
    table = at_random(game, game.setting(max(game.seats)), "dear")
    kept, rng, folds = typed(table.view(0)), Random(name), Counter()
    take = Companion._take

    def counting(self: Companion, index: int) -> None:
        folds["entries"] += 1
        take(self, index)

    monkeypatch.setattr(Companion, "_take", counting)
    for _ in range(5):
        entries = kept.entries[:]
        at = rng.randrange(len(entries) * 3 // 4, len(entries))
        entries[at] = Entry(entries[at].by, rng.choice(entries).action)
        again = Companion(game, kept.setting, 0, kept.names).fold(entries)
        folds.clear()
        suspects_of(again)
        assert folds["entries"] <= TRIED + len(entries)
