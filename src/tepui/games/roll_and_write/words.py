"""One sentence per action, in four languages; the journal says names, a prompt says "you"."""

from typing import Any

from tepui.core.bits import bit
from tepui.core.position import TABLE, TABLE_BIT, code_of
from tepui.core.words import N_, Language
from tepui.games.roll_and_write.actions import Begin, say
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.outlook import BRIDGES, outlook
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.rules import ACCELERATE, BEGIN, CODES, COLOUR_DICE, DICE, OVER, RollAndWrite
from tepui.games.roll_and_write.shapes import Outlook
from tepui.games.roll_and_write.sheet import ALL_BRIDGES, BONUS

COLOUR_WORDS = {
    "red": N_("red"),
    "orange": N_("orange"),
    "yellow": N_("yellow"),
    "green": N_("green"),
    "blue": N_("blue"),
    "purple": N_("purple"),
}
BRIDGE_WORDS = {**COLOUR_WORDS, "artefacts": N_("artefacts"), "refusals": N_("refusals")}


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def letters(_: Language) -> dict[str, str]:
    """A letter per colour, or two where the language has two words with the same one."""
    # Reader: one or two letters for each of these colours: red, orange, yellow, green, blue, purple
    return dict(zip(COLOUR_WORDS, _.pgettext("letters", "R O Y G B P").split(), strict=True))


ABOUT = N_("Roll six dice, take a pair, climb six expeditions. Where arrows and artefacts stand is a reconstruction.")
TOGETHER = N_("All others at once")
TOGETHER_ABOUT = N_("The player who rolled chooses first, then all others openly in any order instead of clockwise.")


def journal(position: RollAndWrite, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    if by == TABLE:
        return table_sentence(_, position, action, names)
    code = code_of(say, position, by, action, CODES)
    ahead = outlook(position, by, code)
    happened = _(HAPPENED[use_in(ahead)], name=names[by], number=ahead.number, colour=colour_in(_, ahead))
    return " ".join([happened, *what_follows(_, ahead), *end_of_turn(_, position, by, code, names)])


def button(position: RollAndWrite, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    ahead = outlook(position, seat, code_of(say, position, seat, action, CODES))
    return " ".join([label(_, ahead), *extras(_, ahead)])


def prompt(position: RollAndWrite, eye: int, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    who = position.to_act()
    if position.phase == OVER:
        return _("The game is over")
    if who & TABLE_BIT:
        return _("Who begins?") if position.phase == BEGIN else _("The dice are rolling")
    if eye < TABLE and who >> eye & 1:
        if position.phase == ACCELERATE:
            return _("Accelerate, or skip")
        return _.ngettext("Your move: {n} die", "Your move: {n} dice", position.dice_left())
    deciding = [name for seat, name in enumerate(names) if who >> seat & 1]
    if len(deciding) > 1:
        return _("The others choose")
    if position.phase == ACCELERATE:
        return _("{name} accelerates", name=deciding[0])
    if who == bit(position.roller):
        return _("{name} chooses first", name=deciding[0])
    return _("{name} chooses", name=deciding[0])


def table_sentence(_: Language, position: RollAndWrite, action: Any, names: tuple[str, ...]) -> str:
    """A roll is one event: its last die speaks for all six."""
    if isinstance(action, Begin):
        return _("{name} begins.", name=names[action.seat])
    if position.rolled < DICE - 1:
        return ""
    faces = [position.dice >> 4 * k & 15 for k in range(position.rolled)]
    colours = ", ".join(_(COLOUR_WORDS[NAMES[face]]) for face in faces[:COLOUR_DICE])
    numbers = ", ".join(str(face) for face in [*faces[COLOUR_DICE:], action.digit])
    return _("{name} rolls: {colours} · {numbers}.", name=names[position.roller], colours=colours, numbers=numbers)


HAPPENED = {  # by use of the dice; an acceleration writes a number without dice
    "refuse": N_("{name} refuses the dice."),
    "skip": N_("{name} skips the acceleration."),
    "circle": N_("{name} marks the double circle, expedition: {colour}."),
    "top": N_("{name} takes the top artefact, expedition: {colour}."),
    "accelerate": N_("{name} accelerates and writes {number}, expedition: {colour}."),
    "number": N_("{name} writes {number}, expedition: {colour}."),
}
LABELS = {
    "refuse": N_("Refuse: {before} → {after}"),
    "skip": N_("Skip"),
    "circle": N_("Mark the circle, {colour}: {before} → {after}"),
    "top": N_("Take the top artefact, {colour}"),
    "accelerate": N_("Accelerate {colour}, {number}: {before} → {after}"),
    "number": N_("Write {number}, {colour}: {before} → {after}"),
}


def use_in(ahead: Outlook) -> str:
    return "accelerate" if ahead.use == "number" and ahead.accelerates else ahead.use


def colour_in(_: Language, ahead: Outlook) -> str:
    return _(COLOUR_WORDS[ahead.colour]) if ahead.colour else ""


def what_follows(_: Language, ahead: Outlook) -> list[str]:
    found = []
    if ahead.artefacts is not None:
        found.append(_("Artefacts: {n}.", n=ahead.artefacts))
    if ahead.use == "refuse":
        if ahead.exhausted:
            found.append(_("Refusals: {n}, exhausted.", n=ahead.refusals))
        else:
            found.append(_("Refusals: {n}.", n=ahead.refusals))
    found += [_("Bridge passed: {bridge}.", bridge=_(BRIDGE_WORDS[name])) for name in ahead.bridges]
    if ahead.arrow:
        found.append(_("An arrow: acceleration."))
    return found


def end_of_turn(_: Language, position: RollAndWrite, by: int, code: int, names: tuple[str, ...]) -> list[str]:
    """What this last answer to the roll brings about for all: bonuses paid, the end of the game."""
    twin = position.clone()
    twin.apply(by, code)
    found = []
    for b, bridge in enumerate(BRIDGES):
        if twin.bridges >> b & 1 and not position.bridges >> b & 1:
            paid = [names[seat] for seat, sheet in enumerate(twin.sheets) if sheet.bonus >> b & 1]
            found.append(_("Bridge {bridge}: {bonus} bonus points for {names}.",
                           bridge=_(BRIDGE_WORDS[bridge]), bonus=BONUS, names=_.all_of(paid)))  # fmt: skip
    if twin.phase == OVER:
        found.append(_("All bridges are passed: the game is over.") if twin.bridges == ALL_BRIDGES
                     else _("Everyone is exhausted: the game is over."))  # fmt: skip
    return found


def label(_: Language, ahead: Outlook) -> str:
    before, after = signed(ahead.before), signed(ahead.after)
    if ahead.use == "refuse" and before == after:
        return _("Refuse")
    colour = colour_in(_, ahead)
    return _(LABELS[use_in(ahead)], number=ahead.number, colour=colour, before=before, after=after)


def extras(_: Language, ahead: Outlook) -> list[str]:
    found = []
    if ahead.artefacts is not None:
        found.append(_("+ artefact"))
    if ahead.arrow:
        found.append(_("+ arrow"))
    if ahead.bonus:
        found.append(_("+ bridge {bonus}", bonus=ahead.bonus))
    if ahead.exhausted and ahead.use == "refuse" and ahead.before != ahead.after:
        found.append(_("exhausted"))
    return found
