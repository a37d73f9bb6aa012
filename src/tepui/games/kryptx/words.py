"""One sentence per action, in four languages; the journal says names, a prompt says "you"."""

from typing import Any

from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.words import N_, Language
from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.actions import naming
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.rules import Kryptx

COLOUR_NAMES = (N_("blue"), N_("green"), N_("orange"), N_("purple"), N_("yellow"))
ASK: dict[object, tuple[str, str]] = {  # by what is asked for: openly, secretly
    "blue": (N_("Ask: is {stand} blue?"), N_("Ask secretly: is {stand} blue?")),
    "green": (N_("Ask: is {stand} green?"), N_("Ask secretly: is {stand} green?")),
    "orange": (N_("Ask: is {stand} orange?"), N_("Ask secretly: is {stand} orange?")),
    "purple": (N_("Ask: is {stand} purple?"), N_("Ask secretly: is {stand} purple?")),
    "yellow": (N_("Ask: is {stand} yellow?"), N_("Ask secretly: is {stand} yellow?")),
    8: (N_("Ask: is {stand} an 8?"), N_("Ask secretly: is {stand} an 8?")),  # English says "an 8"
}
ASK_NUMBER = N_("Ask: is {stand} a {number}?"), N_("Ask secretly: is {stand} a {number}?")


def letters(_: Language) -> dict[str, str]:
    """One letter per colour, all different in every language."""
    # Reader: one letter for each of these colours: blue, green, orange, purple, yellow
    return dict(zip(COLOUR_NAMES, _.pgettext("letters", "B G O L Y").split(), strict=True))


def colour_word(_: Language, colour: object) -> str:
    """A colour of another deck keeps its own name."""
    return _(str(colour)) if colour in COLOUR_NAMES else str(colour)


def card_words(_: Language, card: a.CardName | None) -> str:
    """purple 4 · violet 4 · viola 4 · Lila 4: right after a colon or a verb, whatever the piece is called."""
    assert card is not None
    number, colour = card
    return f"{colour_word(_, colour)} {number}"


def journal(position: Kryptx, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    if by == TABLE:
        return table_sentence(_, position, action, names)
    if isinstance(action, a.Name) and position.named + 1 == position.to_name():
        return whole_claim(_, position, action.number, names[by])
    return player_sentence(_, action, names[by])


def button(position: Kryptx, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case a.Place(card, "beside"):
            return _("Place {card} to the side", card=card_words(_, card))
        case a.Place(card, stand):
            return _("Place {card} in front of {stand}", card=card_words(_, card), stand=stand)
        case a.Ask():
            return ask_button(_, action)
        case a.ExtraDraw():
            return _("Draw instead of asking")
        case a.Name(_stand, number):
            return _("Claim {number}", number=number)
        case a.Reveal(stand):
            return _("Turn over {stand}", stand=stand)
    return _("Stop!")


def prompt(position: Kryptx, eye: int, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    if position.winner >= 0:
        return _("You win") if position.winner == eye else _("{name} wins", name=names[position.winner])
    if position.phase in (k.P_LAST, k.P_OVER):
        return _("It’s a tie")
    phase, seat = int(position.phase), int(position.to_act()).bit_length() - 1
    if phase in DRAWN_FOR:  # a draw is no news: what the cards are drawn for comes next
        phase, seat = DRAWN_FOR[phase], int(position.turn)
    elif position.to_act() & TABLE_BIT:
        asked = phase == k.P_ANSWER
        return _(TABLE_PROMPTS[phase], name=names[position.owner(position.asked) if asked else position.turn])
    stand = position.deck.letters[position.due()] if phase == k.P_CLAIM else ""
    return _((OWN_PROMPTS if seat == eye else OTHERS_PROMPTS)[phase], name=names[seat], stand=stand)


DRAWN_FOR = {k.P_OPENING_DRAW: k.P_OPENING, k.P_DRAW: k.P_PLAY}


PRO = (
    N_("Pro game"),
    N_("Questions may be written down secretly. A secret No costs two cards. Three and four players."),
)
ABOUT = N_("Keep your code secret, ask and deduce, then call Stop and name every number.")


def player_sentence(_: Language, action: Any, name: str) -> str:
    match action:
        case a.Place(card, "beside"):
            return _("{name} places {card} to the side.", name=name, card=card_words(_, card))
        case a.Place(card, stand):
            return _(
                "{name} places {card} in front of stand {stand}.", name=name, card=card_words(_, card), stand=stand
            )
        case a.Ask(_target, stand, None):
            return _("{name} asks a secret question about stand {stand}.", name=name, stand=stand)
        case a.Ask(_target, stand, _kind, value, secret):
            what = value if isinstance(value, int) else colour_word(_, value)
            if secret:
                return _("{name} asks secretly about stand {stand}: {value}?", name=name, stand=stand, value=what)
            return _("{name} asks about stand {stand}: {value}?", name=name, stand=stand, value=what)
        case a.ExtraDraw():
            return _("{name} draws instead of asking.", name=name)
        case a.Name(stand, number):
            return _("{name} claims: stand {stand} is {number}.", name=name, stand=stand, number=number)
        case a.Reveal(stand):
            return _("{name} chooses to turn over stand {stand}.", name=name, stand=stand)
    return _("{name} calls Stop!", name=name)


def whole_claim(_: Language, position: Kryptx, last: int, name: str) -> str:
    """With its last number a claim is said once more, as one."""
    letters = position.deck.letters
    said = [*(position.claim >> 4 * at & 15 for at in range(position.named)), last]
    numbers = ", ".join(f"{letters[position.claimed_stand(at)]} {number}" for at, number in enumerate(said))
    return _("{name} claims: {numbers}.", name=name, numbers=numbers)


def table_sentence(_: Language, position: Kryptx, action: Any, names: tuple[str, ...]) -> str:
    name = names[position.turn]
    match action:
        case a.First(seat):
            return _("{name} begins.", name=names[seat])
        case a.Deal(card=None) | a.Draw(card=None) | a.Discard(card=None):
            return ""  # a card that nobody sees is no news
        case a.Deal(stand, card):
            owner, what = names[position.owner(position.dealt)], card_words(_, card)
            return _("{name} gets a code card, stand {stand}: {card}.", name=owner, stand=stand, card=what)
        case a.Draw(card, True):
            return _("{name} draws an extra card: {card}.", name=name, card=card_words(_, card))
        case a.Draw(card):
            return _("{name} draws a card: {card}.", name=name, card=card_words(_, card))
        case a.Discard(card):
            return _("{name} discards a card face down: {card}.", name=name, card=card_words(_, card))
        case a.Shuffle():
            return _("The discards are shuffled.")
        case a.Answer(yes):
            asked = names[position.owner(position.asked)]
            return _("{name}: yes.", name=asked) if yes else _("{name}: no.", name=asked)
        case a.Reds(0):
            return _("Every control card is green: {name} wins.", name=names[position.claimant])
        case a.Reds(reds):
            return _.ngettext(
                "Red control cards: {n} of {m}. {name} must wait until someone else has tried.",
                "Red control cards: {n} of {m}. {name} must wait until someone else has tried.",
                reds,
                m=position.checks(),
                name=names[position.claimant],
            )
    return _("Stand {stand} is turned over: {card}.", stand=action.stand, card=card_words(_, action.card))


def ask_button(_: Language, action: a.Ask) -> str:
    if action.kind == "colour" and action.value not in COLOUR_NAMES:  # one of another deck
        return _("Ask about {stand}: {value}?", stand=action.stand, value=action.value)
    return _(ASK.get(action.value, ASK_NUMBER)[action.secret], stand=action.stand, number=action.value)


OWN_PROMPTS = {
    k.P_OPENING: N_("Place your opening cards"),
    k.P_PLAY: N_("Your move: play a card"),
    k.P_ASK: N_("Your move: ask a question"),
    k.P_AGAIN: N_("The answer was No: place another card"),
    k.P_CLAIM: N_("Which number is stand {stand}?"),
    k.P_REVEAL: N_("Choose the card to turn over"),
}
OTHERS_PROMPTS = {
    k.P_OPENING: N_("{name} places the opening cards"),
    k.P_PLAY: N_("{name} plays a card"),
    k.P_ASK: N_("{name} asks a question"),
    k.P_AGAIN: N_("{name} places another card"),
    k.P_CLAIM: N_("{name} names stand {stand}"),
    k.P_REVEAL: N_("{name} chooses a card to turn over"),
}
TABLE_PROMPTS = {
    k.P_FIRST: N_("Who begins?"),
    k.P_DEAL: N_("The code cards are dealt"),
    k.P_ANSWER: N_("{name} answers"),
    k.P_EXTRA: N_("{name} draws"),
    k.P_DISCARD: N_("{name} discards"),
    k.P_BALLOT: N_("The control cards are shuffled"),
    k.P_OPEN: N_("A code card is turned over"),
}


__all__ = ["CATALOGUE", "button", "journal", "naming", "prompt"]
