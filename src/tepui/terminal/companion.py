"""`tepui companion GAME`: a game that lies on a real table, entered by whoever sits at it, and kept by the rules."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tepui.cli_args import Parser, language_for
from tepui.coach.companion import Choice, Companion, Entry, Form, table
from tepui.coach.companion import record as eye_record
from tepui.coach.companion.mistakes import before_entry, suspects_of
from tepui.coach.help import LEVELS, HelpLevel
from tepui.core import find
from tepui.core.position import AUDIENCE, TABLE
from tepui.core.record import read
from tepui.core.refusal import BadRecord, UnknownName
from tepui.core.teams import result_lines
from tepui.terminal import choices, console, helping, saved
from tepui.terminal.scene import scene
from tepui.terminal.setup import ANIMALS, named, setting_of
from tepui.terminal.words import pair, speaking

BOARD, UNDO, JOURNAL, CHANGE, PUT_IN, DELETE = ":b", ":z", ":j", ":c", ":i", ":d"


def command(words: list[str]) -> int:
    it = Parser("companion", "Keeps a game on a real table. You type what happens, and it fills in what follows.")
    it.add_game("?")
    it.many("--seat", "NAME", "who plays, clockwise")
    it.option("--seats", "N", "how many play", type=int)
    it.option("--me", "SEAT", "who you are (1, 2, ... or a name, default 1), or table", "1")
    it.switch("--sheet", "your own sheet alone, without a referee")
    it.add_option()
    it.option("--parts", "FILE", "the printed numbers of your own box", type=Path)
    it.add_argument(
        "--help-level", choices=LEVELS, default="referee", help="how much the sheet helps (default referee)"
    )
    it.add_language()
    it.option("--record", "FILE", "where the game is recorded", type=Path)
    it.option("--resume", "FILE", "go on with a game that was left", type=Path)
    asked = it.parse_args(words)
    return (resumed(asked) if asked.resume is not None else begun(asked)).go()


def begun(asked: Namespace) -> Telling:
    if asked.game is None:
        raise UnknownName("say which game (`tepui games` lists them), or --resume FILE")
    game = find.game(asked.game)
    language = language_for(game, asked.language)
    names = [named(text) for text in asked.seat]
    total = asked.seats or min((n for n in game.seats if n >= max(2, len(names))), default=max(game.seats))
    names += [animal for animal in ANIMALS if animal not in names][: max(0, total - len(names))]
    if len(names) > total or len(set(names)) < len(names):
        raise UnknownName(f"{total} play, each with a name of their own. Leave some names out or say another --seats")
    setting = setting_of(game, total, asked.option, asked.parts, language)
    known = {"table": AUDIENCE, **{str(seat + 1): seat for seat in range(total)}}
    known |= {name.casefold(): seat for seat, name in enumerate(names)}
    eye = known.get(asked.me.casefold())
    if eye is None:
        raise UnknownName(f"nobody at this table is {asked.me!r}. --me can be 1 to {total}, a name, or table")
    if asked.sheet and (table.of(game).sheet is None or eye == AUDIENCE):
        raise UnknownName("that needs the referee. Leave out --sheet")
    path = None
    if not asked.sheet:  # a sheet is no whole game
        path, file = saved.new_file(asked.record, game.name)
        file.close()
    kept = Companion(game, setting, eye, tuple(names), language, asked.sheet)
    return Telling(kept, [], path, asked.help_level)


def resumed(asked: Namespace) -> Telling:
    record = read(asked.resume)
    game = find.recorded(record.header.game)
    if record.header.eye is None:
        again = saved.command("play --resume", game, asked.resume)
        raise BadRecord(f"that game was not kept by a companion. Go on with `{again}`")
    kept = eye_record.companion_of(record, game, language=language_for(game, asked.language))
    return Telling(kept, eye_record.typed_in(record, game), asked.resume, asked.help_level)


class Telling:
    """One person who tells what happens at the table. `entries` are all that is kept."""

    def __init__(self, kept: Companion, entries: Sequence[Entry], path: Path | None, level: HelpLevel) -> None:
        self.entries = list(entries)
        self.path = path
        self.level = level
        self._ = speaking(kept.language)
        self.kept = kept
        self.said = 0  # rows that were shown
        self.compared: list[tuple[int, str]] = []  # the set-up, as it was read back last
        self.sheet: list[str] = []  # as it was shown last
        self.fold()
        self.said = 0 if not entries else len(self.kept.rows)

    def fold(self) -> None:
        """Everything again from the entries; and on disk, if it is a whole game."""
        old = self.kept
        before = [row[:3] for row in old.rows]
        self.kept = Companion(old.game, old.setting, old.eye, old.names, old.language, old.sheet).fold(self.entries)
        same = 0
        for row, was in zip(self.kept.rows, before, strict=False):
            if row[:3] != was:
                break
            same += 1
        self.said = min(self.said, same)
        if self.path is not None:
            fresh = self.path.with_suffix(".new")
            fresh.write_bytes(eye_record.written(self.kept))
            fresh.replace(self.path)

    def go(self) -> int:
        _ = self._
        try:
            while True:
                self.tell()
                form = self.kept.form()
                if form is None:
                    break
                self.ask(form)
        except (console.EndOfInput, KeyboardInterrupt):
            console.say()
            if self.path is not None:
                again = saved.command("companion --resume", self.kept.game, self.path)
                console.say(_("Go on with: {command}", command=again), whole=True)
            return 0
        view = self.kept.view
        if view.over:
            console.say_all(result_lines(view, self.kept.language))
            if self.kept.eye < TABLE and self.path is not None:
                review = saved.command("review", self.kept.game, self.path)
                console.say(_("Look at it again: {command}", command=review), whole=True)
        return 0

    def tell(self) -> None:
        """What is new, what does not fit, and what cannot all be true."""
        _, kept = self._, self.kept
        for row in kept.rows[self.said :]:
            console.say(f"  {row.judged or row.text}")
        self.said = len(kept.rows)
        back = self.texts(kept.read_back())
        if back and back != self.compared:
            console.say(_("Compare with the table:"))
            for at, text in back:
                console.say(f"{at + 1:4}  {text}")
        self.compared = back or self.compared
        if kept.stuck is not None:
            console.say(_("Entry {n}: {sentence}", n=kept.stuck + 1, sentence=kept.refusal))
            waiting = len(kept.entries) - kept.stuck - 1
            if waiting:
                console.say(_.ngettext("{n} entry waits behind it.", "{n} entries wait behind it.", waiting))
        if kept.stuck is not None or kept.contradicted():
            if kept.stuck is None:
                console.say(_("These entries cannot all be true."))
            for one in suspects_of(kept)[:3]:
                others = " ".join(f"[{other.label}]" for other in one.others)
                console.say(
                    _("Maybe entry {n} is wrong: {text} {others}", n=one.entry + 1, text=one.text, others=others)
                )
        elif kept.eye < TABLE and not kept.view.over:
            sheet = helping.sheet_lines(kept.view, self.level, kept.language)
            if sheet != self.sheet:
                self.sheet = sheet
                console.say_all(sheet, "")

    def texts(self, entries: Sequence[int]) -> list[tuple[int, str]]:
        said = {row.entry: row.text for row in self.kept.rows}
        return [(at, said.get(at, "…")) for at in entries]

    def ask(self, form: Form) -> None:
        """One question; or one of the other words: undo, change, put in, why."""
        _, kept = self._, self.kept
        console.say()
        console.say(form.prompt)
        extra = {
            BOARD: _("the board again"),
            UNDO: _("take the last entry back"),
            JOURNAL: _("all entries with their numbers"),
            f"{CHANGE} 7": _("change entry 7"),
            f"{PUT_IN} 7": _("put something in before entry 7"),
            f"{DELETE} 7": _("delete entry 7"),
        }
        why = helping.why_words(_) if kept.eye < TABLE and self.level == "teacher" and kept.game.has("help") else []
        answer = self.choose(form, extra, [CHANGE, PUT_IN, DELETE, *why])
        if isinstance(answer, Choice):
            at = len(self.entries) if kept.stuck is None else kept.stuck
            self.entries.insert(at, Entry(answer.by, answer.action))
            self.fold()
        elif answer == BOARD:
            console.say(scene(kept.view, kept.language))
        elif answer == JOURNAL:
            for row in kept.rows:
                number = "·" if row.entry is None else str(row.entry + 1)
                console.say(f"{number:>4}  {row.text}")
        elif answer == UNDO:
            if self.entries:
                self.entries.pop()
                self.fold()
        elif answer.split()[0] in (CHANGE, PUT_IN, DELETE):
            self.mend(*answer.split()[:2])
        elif kept.game.has("help") and not kept.contradicted():
            console.say_all(helping.proof(kept.view, answer.partition(" ")[2], kept.language), "")

    def mend(self, what: str, which: str = "") -> None:
        """`:c 7`, `:i 7`, `:d 7`: the form of that place is asked again, then everything is folded again."""
        if not which.isdecimal() or not 1 <= int(which) <= len(self.entries):
            console.say(self._("There are {n} entries. Say which.", n=len(self.entries)))
            return
        at = int(which) - 1
        if what != DELETE:
            form = before_entry(self.kept, at).form()
            if form is None:
                return
            console.say(form.prompt)
            chosen = self.choose(form, {UNDO: self._("leave it as it is")}, [])
            if not isinstance(chosen, Choice):
                return
            self.entries.insert(at, Entry(chosen.by, chosen.action))
            at += 1
        if what != PUT_IN:
            del self.entries[at]
        self.fold()

    def choose(self, form: Form, extra: dict[str, str], asking: Sequence[str]) -> Choice | str:
        """By its number; a long list by its group first."""
        groups = list(dict.fromkeys(choice.group or choice.label for choice in form.choices))
        grouped = any(choice.group for choice in form.choices)
        labels = groups if grouped else [self.label(form, choice) for choice in form.choices]
        answer = self.one_of(labels, extra, asking)
        if isinstance(answer, str):
            return answer
        if not grouped:
            return form.choices[answer]
        inside = [choice for choice in form.choices if (choice.group or choice.label) == groups[answer]]
        if len(inside) == 1:
            return inside[0]
        within = self.one_of([choice.label for choice in inside], extra, asking)
        return within if isinstance(within, str) else inside[within]

    def one_of(self, labels: Sequence[str], extra: dict[str, str], asking: Sequence[str]) -> int | str:
        """By its number in the list; where the labels are numbers themselves, by the label."""
        if not all(label.isdecimal() for label in labels):
            return choices.choose(self._, labels, extra=extra, asking=asking)
        while True:
            answer = console.ask(f"[{' '.join(labels)}, ?] ")
            if answer in labels:
                return list(labels).index(answer)
            if answer in extra or (answer and choices.folded(answer.split()[0]) in map(choices.folded, asking)):
                return answer
            for key, meaning in extra.items():
                console.say(f"  {key:8}{meaning}")

    def label(self, form: Form, choice: Choice) -> str:
        """With a name, where several can be meant."""
        if len({one.by for one in form.choices}) == 1 or choice.by == TABLE:
            return choice.label
        return pair(self._, self.kept.names[choice.by], choice.label)
