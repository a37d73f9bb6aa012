"""One of many: chosen by its number, and found by a few letters where the list is long."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from textwrap import wrap

from tepui.core.text import COLUMNS, GAP, side_by_side
from tepui.core.words import Language
from tepui.terminal import console

MANY = 40  # of these, choices that begin alike are shown as one group
FEW = 10  # never shown as groups
SHORT = 20  # a longer list is set in columns, and the question tells how to narrow it

# (the choices in at most so many lines, the question, what was wrong with the last answer) -> drawn at once
Stage = Callable[[Callable[[int], list[str]], str, str], None]


def choose(
    _: Language,
    labels: Sequence[str],
    *,
    may_pass: str = "",
    calls: dict[str, str] | None = None,
    extra: dict[str, str] | None = None,
    asking: Sequence[str] = (),
    stage: Stage | None = None,
) -> int | str:
    """The index of the chosen label; "" for nothing where `may_pass` says what that means; a key of the others.

    `calls` interrupt the game and have keys of their own, so that no number ever means one: `{"!": "Stop!"}`. Whoever
    presses one is asked back. `extra` are other words that are understood: `{":b": "the board again"}`. A line that
    begins with one of `asking` ("why blue 5") is a question, and comes back whole. With a `stage` all of it is drawn in
    place each time; without one it is printed line after line.
    """
    calls, extra = calls or {}, extra or {}
    asked = question(_, labels, may_pass, calls)
    called = [f"  {key}  {label}" for key, label in calls.items()]

    def tell(shown: Sequence[int], note: str = "") -> None:
        if stage is not None:
            stage(partial(within, labels, shown, called), asked, note)
        elif note:
            console.say(note)
        else:
            console.say_all(list_of(labels, shown), "")

    everything = range(len(labels))
    tell(everything)
    for line in called if stage is None else []:
        console.say(line)
    while True:
        answer = console.ask(asked + " ")
        if answer in calls:
            if console.ask(_("{call} Really? [{key}: yes, Enter: no]", call=calls[answer], key=answer) + " ") == answer:
                return answer
            if stage is not None:
                tell(everything)
            continue
        if answer in extra or folded(answer.partition(" ")[0]) in map(folded, asking):
            return answer
        if answer == "?" or (answer.isdecimal() and not labels):
            if stage is not None:
                console.redraw()
            explain(_, may_pass, calls | extra)
            if stage is not None:
                console.ask(go_on(_))
                tell(everything)
        elif answer.isascii() and answer.isdecimal():
            if 1 <= int(answer) <= len(labels):
                return int(answer) - 1
            there = _.ngettext(
                "There is no {number}. Type 1.",
                "There is no {number}. Type a number from 1 to {n}.",
                len(labels),
                number=answer,
            )
            tell(everything, there)
        elif not answer:
            if may_pass:
                return ""
            tell(everything)
        else:
            shown = matching(labels, answer.removeprefix("/"))
            if len(shown) == 1:
                return shown[0]
            if shown:
                tell(shown)
            else:
                tell(everything, _("Nothing here contains “{text}”. Type a number, or ? for help.", text=answer))


def go_on(_: Language) -> str:
    return _("Enter: {meaning}", meaning=_("go on")) + " "


def question(_: Language, labels: Sequence[str], may_pass: str, calls: Iterable[str] = ()) -> str:
    ways = _("1 to {last}", last=len(labels)) if len(labels) > 1 else "1"
    if len(labels) > SHORT:
        ways = _("{numbers}, letters to narrow the list, ? for help", numbers=ways)
    ways = ", ".join([*([ways] if labels else []), *calls])
    if may_pass:
        enter = _("Enter: {meaning}", meaning=may_pass)
        ways = _("{numbers}, Enter: {meaning}", numbers=ways, meaning=may_pass) if ways else enter
    return f"[{ways}]"


def explain(_: Language, may_pass: str, extra: dict[str, str]) -> None:
    console.say(_("  7       choose number 7"))
    console.say(_("  low 9   show only the choices that contain “low” and “9”. A single one is chosen"))
    console.say(_("  /12     the same for a number: show the choices that contain 12"))
    console.say(_("  Enter   {meaning}", meaning=may_pass or _("show the whole list again")))
    for key, meaning in extra.items():
        console.say(f"  {key:8}{meaning}")
    console.say(_("  Ctrl-D  save the game and leave"))


def matching(labels: Sequence[str], text: str) -> list[int]:
    """The choices that contain each of the words, whatever their accents and capitals; a 4 is not part of a 14."""
    words = folded(text).split()
    wanted = [re.compile(rf"(?<!\d){word}(?!\d)" if word.isdigit() else re.escape(word)) for word in words]
    return [index for index, label in enumerate(labels) if all(word.search(folded(label)) for word in wanted)]


def folded(text: str) -> str:
    """Élan and elan are the same to someone who types."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("–", "-")


def list_of(labels: Sequence[str], shown: Sequence[int]) -> list[str]:
    """The numbered choices: one in a line, in columns when they are many, or in groups when those say it all."""
    if len(shown) > MANY and len(found := groups(labels, shown)) <= SHORT:
        return found
    entries = numbered(labels, shown)
    if len(entries) > SHORT:  # as wide as the longest, every one: nothing moves when the list is shown again
        longest = max(map(len, entries))
        entries = [f"{entry:{longest}}" for entry in entries]
        return in_columns(entries, console.width() - GAP)
    return one_each(entries, console.width())


def within(labels: Sequence[str], shown: Sequence[int], called: Sequence[str], room: int) -> list[str]:
    """The same in at most so many lines: in columns, or in ever larger groups, which letters open."""
    left = room - len(called)
    entries = numbered(labels, shown)
    ways = [one_each(entries, COLUMNS), in_columns(entries, COLUMNS)]
    if len(shown) <= FEW:
        ways.append(in_two(entries, COLUMNS))
    most = max((len(label.split(" ")) for label in labels), default=0) if len(shown) > FEW else 0
    ways += [in_columns(groups(labels, shown, words), COLUMNS) for words in range(most - 1, -1, -1)]
    return [*next((lines for lines in ways if len(lines) <= left), ways[-1]), *called]


def numbered(labels: Sequence[str], shown: Sequence[int]) -> list[str]:
    wide = len(str(len(labels)))
    return [f"{index + 1:{wide + 2}}  {labels[index]}" for index in shown]


def one_each(entries: Sequence[str], room: int) -> list[str]:
    lines = []
    for entry in entries:
        inset = len(entry) - len(entry.lstrip())
        hang = inset + len(entry.split()[0]) + 2
        first, *more = wrap(entry.strip(), room - hang) or [""]
        lines += [" " * inset + first, *(" " * hang + line for line in more)]
    return lines


def in_columns(entries: Sequence[str], room: int) -> list[str]:
    """In as few lines as they fit, downwards, each column as wide as it must be."""
    for rows in range(1, len(entries)):
        columns = [entries[at : at + rows] for at in range(0, len(entries), rows)]
        wide = [max(map(len, column)) + GAP for column in columns]
        if sum(wide) - GAP <= room:
            cells = [[f"{entry:{width}}" for entry in column] for column, width in zip(columns, wide, strict=True)]
            return ["".join(row).rstrip() for row in zip_longest(*cells, fillvalue="")]
    return one_each(entries, room)


def in_two(entries: Sequence[str], room: int) -> list[str]:
    """Two columns of long entries that go on below, as low as can be."""
    half = room // 2
    pairs = ((one_each(entries[:at], half - 1), one_each(entries[at:], half)) for at in range(len(entries)))
    return min((side_by_side(*pair, half) for pair in pairs), key=len, default=[])


def groups(labels: Sequence[str], shown: Sequence[int], words: int | None = None) -> list[str]:
    """Neighbours that begin with the same words, a line each: `61–82  Set the wheel of 4 to 0–3 … 18–21`.

    So many words; without a number, all but the last.
    """
    runs: list[list[int]] = []
    begins = [tuple(label.split(" ")[: -1 if words is None else words]) for label in labels]
    for index in shown:
        begin = begins[index]
        if runs and (begin or words == 0) and index == runs[-1][-1] + 1 and begins[runs[-1][0]] == begin:
            runs[-1].append(index)
        else:
            runs.append([index])
    numbers = [f"{run[0] + 1}" if len(run) == 1 else f"{run[0] + 1}–{run[-1] + 1}" for run in runs]
    wide = max(map(len, numbers), default=0)
    lines = []
    for number, run in zip(numbers, runs, strict=True):
        last = " ".join(labels[run[-1]].split(" ")[len(begins[run[0]]) :])
        lines.append(f"  {number:>{wide}}  {labels[run[0]]}" + (f" … {last}" if len(run) > 1 else ""))
    return lines
