"""Help at the keyboard: what the sheet tells a player at their level, and the proof of a mark."""

from collections.abc import Mapping, Sequence

from tepui.coach import help
from tepui.coach.help import LEVELS, HelpLevel, level_of
from tepui.core.game import Game
from tepui.core.refusal import IllegalMove, UnknownName
from tepui.core.view import View
from tepui.core.words import Language
from tepui.terminal.setup import Chair
from tepui.terminal.words import pair


def levels_of(game: Game, who: Sequence[Chair], said: Sequence[str]) -> dict[int, HelpLevel]:
    """`--help-level teacher` for everyone at the keyboard, `--help-level anna=teacher` for one of them."""
    if said and not game.has("help"):
        raise UnknownName(f"{game.title} has no levels of help. Leave out --help-level")
    people = {chair.name.casefold(): seat for seat, chair in enumerate(who) if chair.person}
    found: dict[int, HelpLevel] = {}
    for text in said:
        name, equals, level = text.rpartition("=")
        if equals and name.casefold() not in people:
            raise UnknownName(f"nobody at the keyboard is {name!r}. Write --help-level {level}, or a player's name")
        for seat in [people[name.casefold()]] if equals else people.values():
            found[seat] = level_of(level)
    return {seat: level for seat, level in sorted(found.items()) if level != LEVELS[0]}


def announced(_: Language, levels: Mapping[str, HelpLevel]) -> str:
    """Everyone at the table hears what the others have switched on."""
    names = {"pencil": _("pencil"), "referee": _("referee"), "teacher": _("teacher")}
    return _("Help: {who}.", who=", ".join(pair(_, name, names[level]) for name, level in levels.items()))


def sheet_lines(view: View, level: HelpLevel, language: str) -> list[str]:
    """What the sheet says at this level, after an empty line; nothing where there is nothing to say."""
    own = help.of(view.game)
    text = "" if own is None else own.as_text(view, level, language)
    return ["", *text.splitlines()] if text else []


def why_words(_: Language) -> list[str]:
    """How a question begins: `why blue 5`."""
    return [_("why"), "why"]


def proof(view: View, text: str, language: str) -> list[str]:
    """The reasons, a sentence a line; or the sentence that says how to ask."""
    helping = help.of(view.game)
    assert helping is not None
    try:
        return helping.why(view, helping.claim(view, text, language), language)
    except IllegalMove as refusal:
        return [str(refusal)]
