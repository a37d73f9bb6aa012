"""`tepui sheet new my.toml`: an owner of the printed game enters its sheet, box by box, and sees it grow."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from tepui.core.refusal import BadParts, UnknownName
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.draw import sheet_lines
from tepui.games.roll_and_write.look import printed, sheet_picture
from tepui.games.roll_and_write.parts import NAMES, load
from tepui.games.roll_and_write.picture import Printed
from tepui.games.roll_and_write.sheet import BOXES, Parts, Sheet
from tepui.games.roll_and_write.words import COLOUR_WORDS

HELP = """usage: tepui sheet new FILE    enter the arrows and artefacts of your printed sheet, expedition by expedition
       tepui sheet show FILE   check a sheet and draw it

Play with it: tepui play roll-and-write --parts FILE"""

Layout = dict[str, dict[str, list[int]]]
KINDS = (("arrows", "an arrow"), ("artefacts", "an artefact"))


class Stopped(Exception):
    """The owner has had enough; nothing is written."""


def toml(layout: Layout) -> str:
    """The file: only what was entered, the rest is the game's own."""
    lines = ["# The sheet of Lost Cities: Roll & Write, entered box by box from a printed one.", ""]
    lines += ["[layout]", 'source = "a printed sheet"', 'certainty = "entered by its owner"']
    for kind, _ in KINDS:
        lines += ["", f"[layout.{kind}]"]
        lines += [f"{name} = {sorted(boxes)}" for name, boxes in layout[kind].items()]
    return "\n".join(lines) + "\n"


def draft(layout: Layout) -> Printed:
    """What has been entered so far, as the sheet prints it; the ladders are the game's own."""
    return replace(
        printed(load(None)),
        arrows={name: tuple(layout["arrows"].get(name, ())) for name in NAMES},
        artefacts={name: tuple(layout["artefacts"].get(name, ())) for name in NAMES},
        reconstruction=False,
    )


def drawing(shown: Printed, parts: Parts | None = None) -> str:
    empty = sheet_picture(Sheet(parts or load(None)))
    return "\n".join(sheet_lines(CATALOGUE.language("en"), empty, shown))


def boxes_in(answer: str) -> list[int] | str:
    """The boxes of an answer like "3 6" or "3, 6"; or a sentence that says what is wrong."""
    words = [word for word in re.split(r"[\s,;]+", answer.strip()) if word]
    if not all(word.isascii() and word.isdigit() for word in words):
        return "Give numbers, like 3 6; Enter alone for none."
    found = [int(word) for word in words]
    if any(not 1 <= box <= BOXES for box in found):
        return f"Boxes are numbered 1 to {BOXES} from the bottom."
    if len(set(found)) < len(found):
        return "A box stands there twice."
    return sorted(found)


def ask(read: Callable[[str], str], question: str) -> str:
    try:
        answer = read(question).strip()
    except EOFError:
        raise Stopped from None
    if answer.lower() in ("q", "quit"):
        raise Stopped
    return answer


def entered(read: Callable[[str], str], tell: Callable[[str], None]) -> Layout:
    """All twelve questions; `back` goes one back."""
    layout: Layout = {kind: {} for kind, _ in KINDS}
    questions = [(name, kind, what) for name in NAMES for kind, what in KINDS]
    at = 0
    tell(drawing(draft(layout)))
    while at < len(questions):
        name, kind, what = questions[at]
        answer = ask(read, f"{COLOUR_WORDS[name]}: which boxes, counted from the bottom, have {what}? ")
        if answer.lower() in ("b", "back"):
            at = max(0, at - 1)
            layout[questions[at][1]].pop(questions[at][0], None)
            continue
        found = boxes_in(answer)
        if isinstance(found, str):
            tell(found)
            continue
        layout[kind][name] = found
        tell(drawing(draft(layout)))
        at += 1
    return layout


def new(file: Path, read: Callable[[str], str] = input, tell: Callable[[str], None] = print) -> int:
    if file.exists():
        raise UnknownName(f"{file} is there already; choose another name")
    if not file.parent.is_dir():
        raise UnknownName(f"there is no folder {file.parent}; make it first")
    tell("Look at your sheet. Answer with the boxes, like 3 6; Enter alone for none; back, quit.\n")
    try:
        while True:
            text = toml(entered(read, tell))
            try:
                load(text)
                break
            except BadParts as refusal:
                tell(f"This sheet cannot be: {refusal}\nOnce more from the beginning.\n")
        answer = ask(read, f"Write {file}? [Y/n] ")
    except Stopped:
        tell("\nNothing was written.")
        return 1
    if answer.lower().startswith("n"):
        tell("Nothing was written.")
        return 1
    file.write_text(text, "utf-8")
    tell(f"{file} is written. Play with it: tepui play roll-and-write --parts {file}")
    return 0


def show(file: Path) -> int:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadParts(f"cannot read {file}: {reason}; check the name of the file") from None
    parts = load(text)
    print(drawing(printed(parts), parts))
    return 0


def command(words: list[str]) -> int:
    if len(words) == 2 and words[0] in ("new", "show"):
        return new(Path(words[1])) if words[0] == "new" else show(Path(words[1]))
    print(HELP)
    return 0 if words[:1] in ([], ["-h"], ["--help"]) else 2
