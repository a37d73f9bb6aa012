"""The sentences of The Lost Code in four languages; the journal says names, prompts and reminders speak to you."""

from functools import lru_cache
from typing import Any, Final

from tepui.core.bits import bit
from tepui.core.position import TABLE, code_of
from tepui.core.words import N_, Language
from tepui.games.lost_code import actions as a
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import COLOURS, Verdict, naming, say
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.state import GONE

Names = tuple[str, ...]

CHANGING: Final = (a.Answer, a.Draw, a.Write, a.Show)  # moves that may end a round or the game, or move a piece

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


@lru_cache(maxsize=16)
def colour_words(_: Language) -> dict[str, str]:
    """Names of the colours, as they stand after a colon."""
    # Reader: each one word, in this order
    return dict(zip(COLOURS, _.pgettext("colours", "blue yellow purple green pink red").split(), strict=True))


@lru_cache(maxsize=16)
def letters(_: Language) -> dict[str, str]:
    """One letter per colour, all different in every language."""
    # Reader: one or two letters for each of these colours: blue, yellow, purple, green, pink, red
    return dict(zip(COLOURS, _.pgettext("letters", "B Y Pu G Pi R").split(), strict=True))


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
        case a.Leave():
            return _("Leave it")
        case a.Take(numbers):
            return _("Take the token: {numbers}", numbers=spans_of(numbers or ()))
        case a.Keep():
            return _("Keep the roll")
        case a.Turn(die, _to):
            return _("Turn die {n}: {colour}", n=die + 1, colour=colour)
        case a.Guess(size, low):
            return _("Set the {size}-wheel to {range}", size=size, range=span(low, low + size - 1))
        case a.Exchange():
            return _("Exchange a stone: {colour}", colour=colour)
        case a.Write(_colour, numbers) if numbers:
            return _("Write {colour}: {numbers}", colour=colour, numbers=spans_of(numbers))
        case a.Write():
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
    if position.phase == codes.GUESSING and position.cursed(eye):
        return _("The curse: a wrong guess moves you back by the points of the wheel.")
    if position.phase == codes.GUESSING and not position.exchanges():
        return _("Guess the sum of your stones. All piles are empty, so nobody has to exchange a stone.")
    if position.phase in REMINDERS:
        return _(REMINDERS[position.phase])
    one, two, three = (signed(parts.worth(n, True, False)) for n in (1, 2, 3))
    miss = signed(parts.worth(1, False, False))
    return _("One number: {one}, two: {two}, three: {three}. A miss: {miss}.", one=one, two=two, three=three, miss=miss)


REMINDERS: Final = {
    codes.OFFERING: N_("Write one, two or three numbers: they stay fixed, and count double at the end."),
    codes.TURNING: N_("One die may be turned to another colour. All guess with these three dice."),
    codes.RECOLOURING: N_("Red is not in this game: every red die becomes another colour."),
    codes.GUESSING: N_("Guess the sum of your stones in the dice colours. A colour on two dice counts twice. If you’re wrong, you must exchange a stone."),  # noqa: E501
    codes.EXCHANGING: N_("Your old stone stays face up. Everyone but you sees the new one."),
}  # fmt: skip
PHASES: Final = (  # in the order of codes.py
    *(N_("set-up"), N_("set-up"), N_("roll"), N_("shortcut"), N_("turn a die"), N_("turn a die"), N_("guesses")),
    *(N_("exchange"), N_("check"), N_("exchange"), N_("exchange")),
    *(N_("final guesses"), N_("final scoring"), N_("final scoring"), N_("end")),
)


def phase(position: LostCode, language: str) -> str:
    """The name of the phase, for a headline."""
    return CATALOGUE.language(language)(PHASES[position.phase])


# A journal is long: sentences are asked for by type, the frequent ones first (`match` asks every class in turn what it
# is), and by `gettext`, which compiled code calls straight.


def player_sentence(_: Language, position: LostCode, by: int, action: Any, name: str) -> str:
    kind = type(action)
    if kind is a.Guess:
        shown = span(action.low, action.low + action.wheel - 1)
        return _.gettext("{name} sets the {size}-wheel to {range}.", name=name, size=action.wheel, range=shown)
    if kind is a.Keep:
        return _.gettext("{name} keeps the roll.", name=name)
    words = colour_words(_)
    if kind is a.Leave or kind is a.Take:
        colour = words[COLOURS[position.colour]]
        if kind is a.Leave:
            return _.gettext("{name} leaves the token: {colour}.", name=name, colour=colour)
        if action.numbers is None:
            return _.gettext("{name} takes the token: {colour}.", name=name, colour=colour)
        numbers = spans_of(action.numbers)
        return _.gettext("{name} takes the token: {colour}, with {numbers}.", name=name, colour=colour, numbers=numbers)
    colour = words[action.colour]
    if kind is a.Exchange:
        return _.gettext("{name} chooses a stone to exchange: {colour}.", name=name, colour=colour)
    if kind is a.Turn:
        before, n = words[COLOURS[position.die(action.die)]], action.die + 1
        return _.gettext(
            "{name} turns die {n}: {colour}, it was {before}.", name=name, n=n, colour=colour, before=before
        )
    assert kind is a.Write, action
    if action.numbers is None:
        return _.gettext("{name} writes a final guess.", name=name)
    if action.numbers:
        numbers = spans_of(action.numbers)
        return _.gettext("{name} writes a final guess: {colour}, {numbers}.", name=name, colour=colour, numbers=numbers)
    return _.gettext("{name} writes a final guess: {colour}, nothing.", name=name, colour=colour)


ANSWERED: Final[dict[Verdict, str]] = {
    "right": N_("{name}: right."),
    "lower": N_("{name}’s sum is lower."),
    "higher": N_("{name}’s sum is higher."),
    "wrong": N_("{name}: wrong."),
}


def table_sentence(_: Language, position: LostCode, action: Any, names: Names) -> str:
    kind = type(action)
    if kind is a.Answer:
        return _.gettext(ANSWERED[action.answer], name=names[action.seat])
    if kind is a.Stack:
        return _.gettext("Starting stack: {name} goes on top.", name=names[action.piece])
    if kind is a.Show:
        return shown_sentence(_, position, names[action.seat], action.numbers)
    colour = colour_words(_)[action.colour]
    if kind is a.Roll:
        if action.die < 2:
            return ""  # a roll is one event: its last die speaks for all three
        words = colour_words(_)
        colours = ", ".join([*(words[COLOURS[position.die(die)]] for die in (0, 1)), colour])
        begun = {"n": position.round, "rounds": position.parts.rounds, "name": names[position.who]}
        return _.gettext("Round {n} of {rounds}: {name} rolls {colours}.", colours=colours, **begun)
    number = action.number
    if kind is a.Discard:
        name = names[action.seat]
        return _.gettext(
            "{name} exchanges a stone: {colour}, it was {number}.", name=name, colour=colour, number=number
        )
    if kind is a.Draw:
        return ""  # it lies there to be seen
    neutral = action.log >= len(names)
    if kind is a.Uncover:
        if neutral:
            return _.gettext("A stone of a neutral log: {colour} {number}.", colour=colour, number=number)
        name = names[action.log]
        return _.gettext("{name} turns over a stone: {colour} {number}.", name=name, colour=colour, number=number)
    assert kind is a.Deal, action
    if neutral:
        if number is None:
            return _.gettext("A neutral log gets a stone: {colour}.", colour=colour)
        return _.gettext("A neutral log gets a stone: {colour} {number}.", colour=colour, number=number)
    name = names[action.log]
    if number is None:
        return _.gettext("{name} gets a stone: {colour}.", name=name, colour=colour)
    return _.gettext("{name} gets a stone: {colour} {number}.", name=name, colour=colour, number=number)


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
            if isinstance(action, a.Answer) and (action.seat != seat or action.answer != "right"):
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
    return _("Equal points: the player who reached the space first is ahead.")


def moved(_: Language, name: str, spaces: int) -> list[str]:
    if spaces > 0:
        return [_.ngettext("{name} moves forward {n} space.", "{name} moves forward {n} spaces.", spaces, name=name)]
    if spaces < 0:
        return [_.ngettext("{name} moves back {n} space.", "{name} moves back {n} spaces.", -spaces, name=name)]
    return []


def red_dice(position: LostCode) -> int:
    return sum(position.die(die) == codes.RED for die in range(3))


OWN_PROMPTS: Final = {
    codes.OFFERING: N_("Take the token or leave it: {colour}"),
    codes.TURNING: N_("Keep the roll or turn a die"),
    codes.GUESSING: N_("Choose a wheel"),
    codes.EXCHANGING: N_("Exchange a stone"),
    codes.WRITING: N_("Write a final guess: {colour}"),
}
OTHERS_PROMPTS: Final = {
    codes.OFFERING: N_("{name} decides about the token: {colour}"),
    codes.TURNING: N_("{name} keeps the roll or turns a die"),
    codes.GUESSING: N_("{name} chooses a wheel"),
    codes.EXCHANGING: N_("{name} exchanges a stone"),
    codes.WRITING: N_("Waiting for {names}"),
}
TABLE_PROMPTS: Final = {
    codes.STACKING: N_("The stones are dealt"),
    codes.DEALING: N_("The stones are dealt"),
    codes.ROLLING: N_("{name} rolls"),
    codes.ANSWERING: N_("Checking {name}’s guess"),
    codes.DISCARDING: N_("{name} exchanges a stone"),
    codes.DRAWING: N_("{name} exchanges a stone"),
    codes.OVER: N_("{name} wins"),
}


def own_prompt(_: Language, position: LostCode, eye: int) -> str:
    if position.phase == codes.RECOLOURING:
        return _.ngettext("Turn the red die", "Turn the red dice", red_dice(position))
    return _(OWN_PROMPTS[position.phase], colour=colour_due(_, position, eye))


def others_prompt(_: Language, position: LostCode, owing: list[str]) -> str:
    if position.phase == codes.RECOLOURING:
        return _.ngettext("{name} turns the red die", "{name} turns the red dice", red_dice(position), name=owing[0])
    colour = colour_due(_, position, 0) if position.phase == codes.OFFERING else ""
    return _(OTHERS_PROMPTS[position.phase], name=owing[0], names=_.all_of(owing), colour=colour)


def colour_due(_: Language, position: LostCode, eye: int) -> str:
    """The colour on offer, or the one that is written next."""
    if position.phase == codes.OFFERING:
        return colour_words(_)[COLOURS[position.colour]]
    return colour_words(_)[COLOURS[position.next_colour(eye)]] if position.phase == codes.WRITING else ""


def table_prompt(_: Language, position: LostCode, names: Names) -> str:
    if position.phase not in TABLE_PROMPTS:
        return _("The stones are turned over")
    over = position.phase == codes.OVER
    name = "" if position.phase <= codes.DEALING else names[position.track.leader() if over else position.who]
    return _(TABLE_PROMPTS[position.phase], name=name)


__all__ = ["CATALOGUE", "button", "journal", "naming", "prompt"]
