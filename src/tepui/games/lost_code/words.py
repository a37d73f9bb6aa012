"""The sentences of The Lost Code in four languages; the journal says names, prompts and reminders speak to you."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from tepui.core.bits import bit
from tepui.core.position import TABLE, code_of
from tepui.core.words import N_, Language
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import (
    COLOURS,
    Answer,
    Deal,
    Discard,
    Draw,
    Exchange,
    Guess,
    Keep,
    Leave,
    Roll,
    Show,
    Stack,
    Take,
    Turn,
    Uncover,
    Verdict,
    Write,
    naming,
    say,
)
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.state import GONE

Names = tuple[str, ...]

CHANGING: Final = (Answer, Draw, Write, Show)  # moves that may end a round or the game, or move a piece

ABOUT: Final = N_("Everyone sees all codes but their own: guess sums, listen to the answers, and find yours.")
OPTION_WORDS: Final = {  # title and description
    "introductory": (N_("Introductory game"), N_("Without red stones: five colours instead of six.")),
    "x_race": (N_("X-Race"), N_("Stones numbered 8 join in, and the wheels go up to 24.")),
    "deadly_shortcut": (
        N_("Deadly Shortcut"),
        N_("Two dice of the same colour offer a token: make that final guess now, for double points."),
    ),
    "curse": (N_("Curse of the Temple"), N_("The leader gains from the others’ wrong guesses and pays for their own.")),
}


COLOUR_WORDS: Final[dict[str, dict[str, str]]] = {}  # by language, of those that there are


def colour_words(_: Language) -> dict[str, str]:
    """Names of the colours, as they stand after a colon."""
    found = COLOUR_WORDS.get(_.code)
    if found is None:
        found = {
            "blue": _.pgettext("colour", "blue"),
            "yellow": _.pgettext("colour", "yellow"),
            "purple": _.pgettext("colour", "purple"),
            "green": _.pgettext("colour", "green"),
            "pink": _.pgettext("colour", "pink"),
            "red": _.pgettext("colour", "red"),
        }
        if _.code in CATALOGUE.languages:
            COLOUR_WORDS[_.code] = found
    return found


@lru_cache(maxsize=16)
def letters(_: Language) -> dict[str, str]:
    """One letter per colour, all different in every language."""
    return {
        "blue": _.pgettext("letter.blue", "B"),
        "yellow": _.pgettext("letter.yellow", "Y"),
        "purple": _.pgettext("letter.purple", "Pu"),
        "green": _.pgettext("letter.green", "G"),
        "pink": _.pgettext("letter.pink", "Pi"),
        "red": _.pgettext("letter.red", "R"),
    }


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}"


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


@lru_cache(maxsize=512)
def spans_of(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def journal(position: LostCode, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    if by == TABLE:
        sentence = table_sentence(_, position, action, names)
    else:
        sentence = player_sentence(_, position, by, action, names[by])
    if not isinstance(action, CHANGING):
        return sentence
    after = position.clone()
    after.apply(by, code_of(say, position, by, action, codes.PLAYER_CODES if by != TABLE else codes.TABLE_CODES))
    return " ".join([sentence, *consequences(_, position, after, action, names)])


def button(position: LostCode, seat: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    colour = colour_words(_).get(getattr(action, "colour", ""), "")
    match action:
        case Leave():
            return _("Leave it")
        case Take(numbers):
            return _("Take the token: {numbers}", numbers=spans_of(numbers or ()))
        case Keep():
            return _("Keep the roll")
        case Turn(die, _to):
            return _("Turn die {n}: {colour}", n=die + 1, colour=colour)
        case Guess(size, low):
            return _("Set the {size}-wheel to {range}", size=size, range=span(low, low + size - 1))
        case Exchange():
            return _("Exchange a stone: {colour}", colour=colour)
        case Write(_colour, numbers) if numbers:
            return _("Write {colour}: {numbers}", colour=colour, numbers=spans_of(numbers))
        case Write():
            return _("Write {colour}: nothing", colour=colour)
    raise AssertionError(action)


def prompt(position: LostCode, eye: int, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    acting = position.to_act()
    owing = [name for seat, name in enumerate(names) if acting >> seat & 1]
    if not owing:
        return table_prompt(_, position, names)
    if eye < TABLE and acting >> eye & 1:
        return own_prompt(_, position, eye)
    return others_prompt(_, position, owing)


def reminder(position: LostCode, eye: int, names: Names, language: str) -> str:
    """The rule that matters now, said to whoever decides; "" for the others."""
    _ = CATALOGUE.language(language)
    if eye >= TABLE or not position.to_act() >> eye & 1:
        return ""
    parts = position.parts
    match position.phase:
        case codes.OFFERING:
            return _("Write one, two or three numbers: they stay fixed, and count double at the end.")
        case codes.TURNING:
            return _("One die may be turned to another colour. All guess with these three dice.")
        case codes.RECOLOURING:
            return _("Red is not in this game: every red die becomes another colour.")
        case codes.GUESSING if position.cursed(eye):
            return _("The curse: a wrong guess moves you back by the points of the wheel.")
        case codes.GUESSING if not position.exchanges():
            return _("Guess the sum of your stones. All piles are empty, so nobody has to exchange a stone.")
        case codes.GUESSING:
            return _(
                "Guess the sum of your stones in the dice colours; a colour on two dice counts twice. If you’re wrong, you must exchange a stone."  # noqa: E501
            )
        case codes.EXCHANGING:
            return _("Your old stone stays face up. Everyone but you sees the new one.")
    one, two, three = (signed(parts.worth(n, True, False)) for n in (1, 2, 3))
    miss = signed(parts.worth(1, False, False))
    return _("One number: {one}, two: {two}, three: {three}. A miss: {miss}.", one=one, two=two, three=three, miss=miss)


def phase(position: LostCode, language: str) -> str:
    """The name of the phase, for a headline."""
    _ = CATALOGUE.language(language)
    return {
        codes.STACKING: _("set-up"),
        codes.DEALING: _("set-up"),
        codes.ROLLING: _("roll"),
        codes.OFFERING: _("shortcut"),
        codes.TURNING: _("turn a die"),
        codes.RECOLOURING: _("turn a die"),
        codes.GUESSING: _("guesses"),
        codes.ANSWERING: _("check"),
        codes.WRITING: _("final guesses"),
        codes.UNCOVERING: _("final scoring"),
        codes.SHOWING: _("final scoring"),
        codes.OVER: _("end"),
    }.get(position.phase, _("exchange"))


# A journal is long: sentences are asked for by type, the frequent ones first (`match` asks every class in turn what it
# is), and by `gettext`, which compiled code calls straight.


def player_sentence(_: Language, position: LostCode, by: int, action: Any, name: str) -> str:
    kind = type(action)
    if kind is Guess:
        shown = span(action.low, action.low + action.wheel - 1)
        return _.gettext("{name} sets the {size}-wheel to {range}.", name=name, size=action.wheel, range=shown)
    if kind is Keep:
        return _.gettext("{name} keeps the roll.", name=name)
    words = colour_words(_)
    if kind is Leave or kind is Take:
        colour = words[COLOURS[position.colour]]
        if kind is Leave:
            return _.gettext("{name} leaves the token: {colour}.", name=name, colour=colour)
        if action.numbers is None:
            return _.gettext("{name} takes the token: {colour}.", name=name, colour=colour)
        numbers = spans_of(action.numbers)
        return _.gettext("{name} takes the token: {colour}, with {numbers}.", name=name, colour=colour, numbers=numbers)
    colour = words[action.colour]
    if kind is Exchange:
        return _.gettext("{name} chooses a stone to exchange: {colour}.", name=name, colour=colour)
    if kind is Turn:
        before, n = words[COLOURS[position.die(action.die)]], action.die + 1
        return _.gettext(
            "{name} turns die {n}: {colour}, it was {before}.", name=name, n=n, colour=colour, before=before
        )
    assert kind is Write, action
    if action.numbers is None:
        return _.gettext("{name} writes a final guess.", name=name)
    if action.numbers:
        numbers = spans_of(action.numbers)
        return _.gettext("{name} writes a final guess: {colour}, {numbers}.", name=name, colour=colour, numbers=numbers)
    return _.gettext("{name} writes a final guess: {colour}, nothing.", name=name, colour=colour)


def table_sentence(_: Language, position: LostCode, action: Any, names: Names) -> str:
    kind = type(action)
    if kind is Answer:
        return answer_sentence(_, action.answer, names[action.seat])
    if kind is Stack:
        return _.gettext("Starting stack: {name} goes on top.", name=names[action.piece])
    if kind is Show:
        return shown_sentence(_, position, names[action.seat], action.numbers)
    colour = colour_words(_)[action.colour]
    if kind is Roll:
        if action.die < 2:
            return ""  # a roll is one event: its last die speaks for all three
        words = colour_words(_)
        colours = ", ".join([*(words[COLOURS[position.die(die)]] for die in (0, 1)), colour])
        begun = {"n": position.round, "rounds": position.parts.rounds, "name": names[position.who]}
        return _.gettext("Round {n} of {rounds}: {name} rolls {colours}.", colours=colours, **begun)
    number = action.number
    if kind is Discard:
        name = names[action.seat]
        return _.gettext(
            "{name} exchanges a stone: {colour}, it was {number}.", name=name, colour=colour, number=number
        )
    if kind is Draw:
        return ""  # it lies there to be seen
    neutral = action.log >= len(names)
    if kind is Uncover:
        if neutral:
            return _.gettext("A stone of a neutral log: {colour} {number}.", colour=colour, number=number)
        name = names[action.log]
        return _.gettext("{name} turns over a stone: {colour} {number}.", name=name, colour=colour, number=number)
    assert kind is Deal, action
    if neutral:
        if number is None:
            return _.gettext("A neutral log gets a stone: {colour}.", colour=colour)
        return _.gettext("A neutral log gets a stone: {colour} {number}.", colour=colour, number=number)
    name = names[action.log]
    if number is None:
        return _.gettext("{name} gets a stone: {colour}.", name=name, colour=colour)
    return _.gettext("{name} gets a stone: {colour} {number}.", name=name, colour=colour, number=number)


def answer_sentence(_: Language, answer: Verdict, name: str) -> str:
    if answer == "lower":
        return _.gettext("{name}’s sum is lower.", name=name)
    if answer == "higher":
        return _.gettext("{name}’s sum is higher.", name=name)
    if answer == "right":
        return _.gettext("{name}: right.", name=name)
    return _.gettext("{name}: wrong.", name=name)


def shown_sentence(_: Language, position: LostCode, name: str, numbers: tuple[int, ...]) -> str:
    written = 0
    for number in numbers:
        written |= bit(number)
    points = signed(position.worth(written))
    if not numbers:
        return _.gettext("{name} wrote nothing: {points}.", name=name, points=points)
    if position.hits(written):
        return _.gettext("{name} wrote {numbers}: hit, {points}.", name=name, numbers=spans_of(numbers), points=points)
    return _.gettext("{name} wrote {numbers}: miss, {points}.", name=name, numbers=spans_of(numbers), points=points)


def consequences(_: Language, before: LostCode, after: LostCode, action: Any, names: Names) -> list[str]:
    """What the move brings about on the track and with tokens, curse and time."""
    found = []
    if before.track.spaces != after.track.spaces and before.track.pieces == len(names):
        for seat, name in enumerate(names):
            way = moved(_, name, after.track.space(seat) - before.track.space(seat))
            if isinstance(action, Answer) and (action.seat != seat or action.answer != "right"):
                way = [_.gettext("The curse: {what}", what=what) for what in way]  # nothing else moves them then
            found += way
    if after.curse != before.curse:
        if after.curse == GONE:
            found.append(_.gettext("The curse leaves the game."))
        else:
            found.append(_.gettext("The curse is on {name}.", name=names[after.curse]))
    if before.tokens and not after.tokens and before.phase != codes.OFFERING:
        found.append(_.gettext("The remaining tokens are removed."))
    if before.phase == codes.WRITING:
        found += [
            _.gettext("{name} has written everything.", name=name)
            for seat, name in enumerate(names)
            if before.to_act() >> seat & 1 and not after.to_act() >> seat & 1
        ]
    if after.phase == codes.OVER:
        first = after.track.leader()
        found.append(_.gettext("{name} wins.", name=names[first]))
        if any(seat != first and after.track.space(seat) == after.track.space(first) for seat in range(len(names))):
            found.append(_.gettext("Equal points: {name} reached the space first.", name=names[first]))
    return found


def tie_break(language: str) -> str:
    """Why one of two with equal points is ahead."""
    _ = CATALOGUE.language(language)
    return _("Equal points: whoever reached the space first is ahead.")


def moved(_: Language, name: str, spaces: int) -> list[str]:
    if spaces > 0:
        return [_.ngettext("{name} moves forward {n} space.", "{name} moves forward {n} spaces.", spaces, name=name)]
    if spaces < 0:
        return [_.ngettext("{name} moves back {n} space.", "{name} moves back {n} spaces.", -spaces, name=name)]
    return []


def red_dice(position: LostCode) -> int:
    return sum(position.die(die) == codes.RED for die in range(3))


def own_prompt(_: Language, position: LostCode, eye: int) -> str:
    match position.phase:
        case codes.OFFERING:
            colour = colour_words(_)[COLOURS[position.colour]]
            return _.gettext("Take the token or leave it: {colour}", colour=colour)
        case codes.TURNING:
            return _.gettext("Keep the roll or turn a die")
        case codes.RECOLOURING:
            return _.ngettext("Turn the red die", "Turn the red dice", red_dice(position))
        case codes.GUESSING:
            return _.gettext("Choose a wheel")
        case codes.EXCHANGING:
            return _.gettext("Exchange a stone")
    return _.gettext("Write a final guess: {colour}", colour=colour_words(_)[COLOURS[position.next_colour(eye)]])


def others_prompt(_: Language, position: LostCode, owing: list[str]) -> str:
    name = owing[0]
    match position.phase:
        case codes.OFFERING:
            colour = colour_words(_)[COLOURS[position.colour]]
            return _.gettext("{name} decides about the token: {colour}", name=name, colour=colour)
        case codes.TURNING:
            return _.gettext("{name} keeps the roll or turns a die", name=name)
        case codes.RECOLOURING:
            return _.ngettext("{name} turns the red die", "{name} turns the red dice", red_dice(position), name=name)
        case codes.GUESSING:
            return _.gettext("{name} chooses a wheel", name=name)
        case codes.EXCHANGING:
            return _.gettext("{name} exchanges a stone", name=name)
    return _.gettext("Waiting for {names}", names=_.all_of(owing))


def table_prompt(_: Language, position: LostCode, names: Names) -> str:
    match position.phase:
        case codes.STACKING | codes.DEALING:
            return _.gettext("The stones are dealt")
        case codes.ROLLING:
            return _.gettext("{name} rolls", name=names[position.who])
        case codes.ANSWERING:
            return _.gettext("Checking {name}’s guess", name=names[position.who])
        case codes.DISCARDING | codes.DRAWING:
            return _.gettext("{name} exchanges a stone", name=names[position.who])
        case codes.OVER:
            return _.gettext("{name} wins", name=names[position.track.leader()])
    return _.gettext("The stones are turned over")


__all__ = ["CATALOGUE", "button", "journal", "naming", "prompt"]
