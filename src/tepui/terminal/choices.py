"""One of many: chosen by its number, and found by a few letters where the list is long."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from textwrap import wrap

from tepui.core.words import Language
from tepui.terminal import console

MANY = 40  # of these, choices that begin alike are shown as one group
SHORT = 20  # a longer list is set in columns, and the question tells how to narrow it


def choose(
    _: Language,
    labels: Sequence[str],
    *,
    may_pass: str = "",
    calls: dict[str, str] | None = None,
    extra: dict[str, str] | None = None,
    asking: Sequence[str] = (),
) -> int | str:
    """The index of the chosen label; "" for nothing where `may_pass` says what that means; a key of the others.

    `calls` interrupt the game and have keys of their own, so that no number ever means one: `{"!": "Stop!"}`. Whoever
    presses one is asked back. `extra` are other words that are understood: `{":b": "the board again"}`. A line that
    begins with one of `asking` ("why blue 5") is a question, and comes back whole.
    """
    calls, extra = calls or {}, extra or {}
    shown = list(range(len(labels)))
    list_of(labels, shown)
    for key, label in calls.items():
        console.say(f"  {key}  {label}")
    while True:
        answer = console.ask(question(_, labels, may_pass, calls) + " ")
        if answer in calls:
            if console.ask(_("{call} Really? [{key}: yes, Enter: no]", call=calls[answer], key=answer) + " ") == answer:
                return answer
            continue
        if answer in extra or folded(answer.partition(" ")[0]) in map(folded, asking):
            return answer
        if answer == "?":
            explain(_, may_pass, calls | extra)
        elif answer.isascii() and answer.isdecimal():
            if 1 <= int(answer) <= len(labels):
                return int(answer) - 1
            if not labels:
                explain(_, may_pass, calls | extra)
                continue
            console.say(_("There is no {number}; type a number from 1 to {last}.", number=answer, last=len(labels)))
        elif not answer:
            if may_pass:
                return ""
            list_of(labels, range(len(labels)))
        else:
            shown = matching(labels, answer.removeprefix("/"))
            if len(shown) == 1:
                return shown[0]
            if shown:
                list_of(labels, shown)
            else:
                console.say(_("Nothing here contains “{text}”; type a number, or ? for help.", text=answer))


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
    console.say(_("  low 9   show only the choices that contain “low” and “9”; a single one is chosen"))
    console.say(_("  /12     the same for a number: show the choices that contain 12"))
    console.say("  Enter   " + (may_pass or _("show the whole list again")))
    for key, meaning in extra.items():
        console.say(f"  {key:8}{meaning}")
    console.say(_("  Ctrl-D  save the game and leave"))


def matching(labels: Sequence[str], text: str) -> list[int]:
    """The choices that contain each of the words, whatever their accents and capitals; a 4 is not part of a 14."""
    words = folded(text).split()
    wanted = [re.compile(rf"(?<!\d){word}(?!\d)" if word.isdigit() else re.escape(word)) for word in words]
    return [index for index, label in enumerate(labels) if all(word.search(folded(label)) for word in wanted)]


def folded(text: str) -> str:
    """Élan and elan are the same to somebody who types."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("–", "-")


def list_of(labels: Sequence[str], shown: Sequence[int]) -> None:
    """The numbered choices: one in a line, in columns when they are many, or in groups when those say it all."""
    if len(shown) > MANY and (found := groups(labels, shown)):
        for line in found:
            console.say(line)
        return
    wide = len(str(len(labels)))
    entries = [f"{index + 1:{wide + 2}}  {labels[index]}" for index in shown]
    room = console.width()
    longest = max(map(len, entries), default=0) + 3
    columns = max(1, room // longest) if len(entries) > SHORT else 1
    if columns == 1:
        for entry in entries:
            first, *more = wrap(entry.strip(), room - 2 - wide) or [""]
            console.say(" " * (len(entry) - len(entry.lstrip())) + first)
            for line in more:
                console.say(" " * (wide + 4) + line)
        return
    rows = -(-len(entries) // columns)
    for row in range(rows):
        console.say("".join(f"{entry:{longest}}" for entry in entries[row::rows]).rstrip())


def groups(labels: Sequence[str], shown: Sequence[int]) -> list[str]:
    """Neighbours that differ in their last word only, a line each: `61–82  Set the wheel of 4 to 0–3 … 18–21`."""
    runs: list[list[int]] = []
    for index in shown:
        begin = labels[index].rpartition(" ")[0]
        if runs and begin and index == runs[-1][-1] + 1 and labels[runs[-1][0]].rpartition(" ")[0] == begin:
            runs[-1].append(index)
        else:
            runs.append([index])
    if len(runs) > SHORT:
        return []
    numbers = [f"{run[0] + 1}" if len(run) == 1 else f"{run[0] + 1}–{run[-1] + 1}" for run in runs]
    wide = max(map(len, numbers))
    return [
        f"  {number:>{wide}}  {labels[run[0]]}" + (f" … {labels[run[-1]].rpartition(' ')[2]}" if len(run) > 1 else "")
        for number, run in zip(numbers, runs, strict=True)
    ]
