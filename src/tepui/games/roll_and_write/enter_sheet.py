"""`tepui sheet new my.toml`: enter or draw your own printed sheet of Roll & Write."""

import re
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from tepui.cli_args import Parser, language_for
from tepui.core import find
from tepui.core.parts import read
from tepui.core.refusal import BadParts, UnknownName
from tepui.core.words import N_, Language
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.parts_file import NAMES, load, printed
from tepui.games.roll_and_write.picture import sheet_picture
from tepui.games.roll_and_write.shapes import Printed
from tepui.games.roll_and_write.sheet import BOXES, Parts, Sheet
from tepui.games.roll_and_write.text import sheet_lines
from tepui.games.roll_and_write.words import COLOUR_WORDS

Layout = dict[str, dict[str, list[int]]]
KINDS = (
    ("arrows", N_("{colour}: which boxes, counted from the bottom, have an arrow?")),
    ("artefacts", N_("{colour}: which boxes, counted from the bottom, have an artefact?")),
)


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


def drawing(_: Language, shown: Printed, parts: Parts | None = None) -> str:
    empty = sheet_picture(Sheet(parts or load(None)), 0)
    return "\n".join(sheet_lines(_, empty, shown))


def boxes_in(_: Language, answer: str) -> list[int] | str:
    """The boxes of an answer like "3 6" or "3, 6"; or a sentence that says what is wrong."""
    words = [word for word in re.split(r"[\s,;]+", answer.strip()) if word]
    if not all(word.isascii() and word.isdigit() for word in words):
        return _("Give numbers, like 3 6. Enter alone for none.")
    found = [int(word) for word in words]
    if any(not 1 <= box <= BOXES for box in found):
        return _("Boxes are numbered 1 to {last} from the bottom.", last=BOXES)
    if len(set(found)) < len(found):
        return _("A box stands there twice.")
    return sorted(found)


def ask(_: Language, read: Callable[[str], str], question: str) -> str:
    try:
        answer = read(question + " ").strip().lower()
    except EOFError:
        raise Stopped from None
    if answer in ("q", "quit", _("quit")):
        raise Stopped
    return answer


def entered(_: Language, read: Callable[[str], str], tell: Callable[[str], None]) -> Layout:
    """All twelve questions; `back` goes one back."""
    layout: Layout = {kind: {} for kind, _question in KINDS}
    questions = [(name, kind, question) for name in NAMES for kind, question in KINDS]
    at = 0
    tell(drawing(_, draft(layout)))
    while at < len(questions):
        name, kind, question = questions[at]
        answer = ask(_, read, _(question, colour=_(COLOUR_WORDS[name])))
        if answer in ("b", "back", _("back")):
            at = max(0, at - 1)
            layout[questions[at][1]].pop(questions[at][0], None)
            continue
        found = boxes_in(_, answer)
        if isinstance(found, str):
            tell(found)
            continue
        layout[kind][name] = found
        tell(drawing(_, draft(layout)))
        at += 1
    return layout


def new(
    file: Path, read: Callable[[str], str] = input, tell: Callable[[str], None] = print, language: str = "en"
) -> int:
    _ = CATALOGUE.language(language)
    if file.exists():
        raise UnknownName(_("{file} is there already. Choose another name", file=file))
    if not file.parent.is_dir():
        raise UnknownName(_("there is no folder {folder}. Make it first", folder=file.parent))
    tell(_("Look at your sheet. Answer with the boxes, like 3 6. Enter alone for none. Back, quit.") + "\n")
    try:
        while True:
            text = toml(entered(_, read, tell))
            try:
                load(text)
                break
            except BadParts as refusal:
                tell(_("This sheet cannot be: {reason}", reason=refusal.sentence(language)))
                tell(_("Once more from the beginning.") + "\n")
        answer = ask(_, read, _("Write {file}? [Y/n]", file=file))
    except Stopped:
        tell("\n" + _("Nothing was written."))
        return 1
    if answer.startswith("n"):  # no, nein, non, no
        tell(_("Nothing was written."))
        return 1
    file.write_text(text, "utf-8")
    again = f"tepui play roll-and-write --parts {file}"
    tell(_("{file} is written. Play with it: {command}", file=file, command=again))
    return 0


def show(file: Path, language: str = "en") -> int:
    _, text = CATALOGUE.language(language), read(file, language)
    try:
        parts = load(text)
    except BadParts as refusal:
        raise BadParts(refusal.sentence(language)) from None
    print(drawing(_, printed(parts), parts))
    return 0


def command(words: list[str]) -> int:
    parser = Parser(
        "sheet", "Enters your own printed sheet (new), or draws one (show): `tepui play GAME --parts FILE`."
    )
    parser.add_argument("what", choices=["new", "show"], help="new asks box by box, show checks a sheet and draws it")
    parser.add_argument("file", type=Path, metavar="FILE", help="the sheet (.toml)")
    parser.add_language()
    asked = parser.parse_args(words)
    language = language_for(find.game("roll-and-write"), asked.language)
    return new(asked.file, language=language) if asked.what == "new" else show(asked.file, language)
