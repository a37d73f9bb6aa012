"""The companion's bars in full: belief equal to the game's, taps, and planted mistakes found.

    python3 dev.py proofs companion

500 recorded games of The Lost Code and Kryptx, all options and numbers of players, are typed in as a person would
through one seat's eyes, and the beliefs compared on the way and at the end; so are both sheets without a referee.
Then one false entry is planted in finished games. With a share (`companion.py 0.1`) it plays only so many games.
"""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from coach.looking import played
from coach.typing_in import (
    at_random,
    same_belief,
    sheet_of_lost_code,
    sheet_of_roll_and_write,
    taps_by_kind,
    typed,
)

from tepui.coach.companion import Companion
from tepui.coach.companion.messages import CompanionForm, Entry
from tepui.coach.companion.mistakes import before_entry, others_after, suspects_of
from tepui.core import find
from tepui.core.position import TABLE, packed
from tepui.core.record import Header, Recorder, parse, promising
from tepui.core.record import replay as replayed
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.kryptx.belief.facts import Seen
from tepui.games.kryptx.coach.companion import doubt, fitting
from tepui.games.lost_code.codes import WRITING
from tepui.laws.finding import Asked
from tepui.laws.walk import some_setting

SHARE = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
GAMES = round(250 * SHARE)  # of each deduction game
EVERY = 12  # entries between two comparisons


def recorded(table: Table) -> Table:
    """The same game, written down and read again."""
    file, position = io.BytesIO(), table.game.start(table.setting)
    header = Header(
        game=table.game.name,
        rules=table.game.rules,
        seats=table.setting.seats,
        options=table.setting.options,
        names=table.names,
    )
    recorder = Recorder(file, promising(header), flush=False)
    for by, code in table.moves:
        recorder.move(by, table.game.say(position, by, code))
        position.apply(by, code)
    return replayed(parse(file.getvalue()), table.game)


def compared(view: View) -> int:
    """Types the game in, and compares on the way with what the same eyes believed at the server; how often."""
    online = View(view.game, view.setting, view.eye, view.names)
    times = 0

    def look(kept: Companion, _: CompanionForm, __: Entry) -> None:
        nonlocal times
        told = kept.view.moves
        if len(kept.entries) % EVERY or told != view.moves[: len(told)]:
            return  # at the end all write at once, in any order
        for by, code in view.moves[len(online.moves) : len(told)]:
            online.observe(by, code)
        assert same_belief(online, kept), (view.game.name, view.eye, len(told))
        times += 1

    kept = typed(view, looked=look)
    assert same_belief(view, kept) and packed(kept.view.position) == packed(view.position)
    return times + 1


def beliefs() -> None:
    rng, games, times = Random("companion"), 0, 0
    for name in ("lost-code", "kryptx"):
        game = find.game(name)
        for seed in range(GAMES):
            setting = some_setting(game, rng, Asked())
            table = recorded(at_random(game, setting, f"proof {name} {seed}"))
            times += compared(table.view(rng.randrange(setting.seats)))
            games += 1
    print(f"belief equal in {games} of {games} recorded games, compared {times} times", flush=True)
    game = find.game("roll-and-write")
    for seed in range(50):
        setting = some_setting(game, rng, Asked())
        table = at_random(game, setting, f"proof sheets {seed}")
        for eye in range(setting.seats):
            own: Any = sheet_of_roll_and_write(table.view(eye)).view.position
            assert own.score(eye) == table.truth.score(eye)
    game = find.game("lost-code")
    for seed in range(60):
        setting = some_setting(game, rng, Asked())
        view = until_writing(at_random(game, setting, f"proof sheets {seed}").view(seed % setting.seats))
        assert same_belief(view, sheet_of_lost_code(view))
    print("sheets without a referee: 60 of 60 of The Lost Code, all of 50 games of Roll & Write")


def until_writing(whole: View) -> View:
    view = View(whole.game, whole.setting, whole.eye, whole.names)
    for by, code in whole.moves:
        if view.position.phase == WRITING:  # type: ignore[attr-defined]
            break
        view.observe(by, code)
    return view


def tapped() -> None:
    """As docs/companion.md counts: by round, by turn."""
    done = ("Stack", "Deal", "Write", "Uncover", "Show")
    for seats in (2, 4):
        total = rounds = 0
        for seed in range(12):
            table = played("lost-code", ["steady"] * seats, f"taps {seed}")
            total += sum(taps for _, _, kind, taps in taps_by_kind(table.view(0)) if kind not in done)
            rounds += table.truth.round  # type: ignore[attr-defined]
        print(f"lost-code, {seats} players: {total / rounds:.1f} taps a round")
    for seats in (2, 4):
        taken, turns = {True: 0, False: 0}, {True: 0, False: 0}
        for seed in range(24):
            last = -1
            position: Any
            for position, _, kind, taps in taps_by_kind(played("kryptx", ["steady"] * seats, f"taps {seed}").view(0)):
                if position.turns and kind not in ("Stop", "Name", "Reds", "Reveal", "TurnOver"):
                    mine = position.turn == 0
                    turns[mine] += position.turns != last
                    taken[mine] += taps
                    last = position.turns
        own, others = taken[True] / turns[True], taken[False] / turns[False]
        print(f"kryptx, {seats} players: own turn {own:.1f}, others' {others:.1f}")


def planted() -> None:
    """One false entry in a finished game: how often it is noticed, and whether the culprit is named first."""
    rng = Random("planted")
    for kinds in (("Answer",), ("Deal", "Draw")):
        tried = noticed = stuck = first = second = named = 0
        for seed in range(60):
            view = until_writing(played("lost-code", ["steady", "steady"], f"planted {seed}").view(seed % 2))
            kept = sheet_of_lost_code(view)
            places = [at for at, one in enumerate(kept.entries) if type(one.action).__name__ in kinds]
            at = rng.choice(places)
            other = rng.choice(others_after(before_entry(kept, at), kept.entries[at]))
            entries = [*kept.entries[:at], other.entry, *kept.entries[at + 1 :]]
            wrong = Companion(view.game, view.setting, view.eye, view.names, sheet=True).fold(entries)
            tried += 1
            if wrong.stuck is None and not wrong.contradicted():
                continue
            noticed += 1
            stuck += wrong.stuck is not None
            suspects = [one.entry for one in suspects_of(wrong)]
            named += len(suspects)
            first, second = first + (suspects[:1] == [at]), second + (suspects[1:2] == [at])
        print(
            f"lost-code, {' and '.join(kinds)}: noticed {noticed} of {tried} ({stuck} because a later entry "
            f"does not fit), culprit first {first}, second {second}, {named / max(1, noticed):.1f} suspects"
        )
    for what in ("answer", "card"):
        print(f"kryptx, {what}: {planted_in_kryptx(what, rng)}")


def planted_in_kryptx(what: str, rng: Random) -> str:
    """The same over the facts of a finished game: an answer turned round, another card in front of a stand."""
    tried = noticed = first = second = 0
    for seed in range(50):
        view = played("kryptx", ["steady", "steady"], f"planted {seed}").view(seed % 2)
        view = cut(view)
        told = [(row.by, row.action) for row in typed(view, upto=len(view.moves)).rows[: len(view.moves)]]
        notes = view.notebook
        if what == "answer":
            known = [at for at, one in enumerate(notes.questions) if one.question is not None and one.yes is not None]
            at = rng.choice(known)
            notes.questions[at] = replace(notes.questions[at], yes=not notes.questions[at].yes)
            moves = [move for move, (_, action) in enumerate(told) if type(action).__name__ == "Answer"]
            culprit = moves[at]
        else:
            places = [at for at, one in enumerate(notes.laid) if one.stand is not None and one.seat != view.eye]
            at = rng.choice(places)
            position: Any = view.position
            free = [card for card in range(50) if position.unseen() >> card & 1]
            moves = [move for move, (_, action) in enumerate(told) if type(action).__name__ == "Place"]
            culprit = moves[at]
            card = rng.choice(free)
            by, action = told[culprit]
            told[culprit] = by, replace_card(action, position, card)
            notes.laid[at] = replace(notes.laid[at], card=card)
        tried += 1
        if fitting(Seen(view), Seen(view).facts):
            continue
        noticed += 1
        suspects = [one.move for one in doubt(view, told)]
        first, second = first + (suspects[:1] == [culprit]), second + (suspects[1:2] == [culprit])
    return f"noticed {noticed} of {tried}, culprit first {first}, second {second}"


def replace_card(action: Any, position: Any, card: int) -> Any:
    from tepui.games.kryptx.actions import Place, card_name

    return Place(card_name(position.deck, card), action.where)


def cut(whole: View) -> View:
    """Before the codes are turned over."""
    view = View(whole.game, whole.setting, whole.eye, whole.names)
    for by, code in whole.moves:
        action = whole.game.say(view.position, by, code)
        if by == TABLE and type(action).__name__ in ("Reds", "TurnOver"):
            break
        if type(action).__name__ == "Stop":
            break
        view.observe(by, code)
    return view


if __name__ == "__main__":
    beliefs()
    tapped()
    planted()
