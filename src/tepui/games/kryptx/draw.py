"""The table as lines of text, for a terminal and the plain page: every stand, what lies there, questions and claims."""

from __future__ import annotations

from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.look import picture
from tepui.games.kryptx.picture import Asked, Card, Claimed, Picture, Player
from tepui.games.kryptx.words import colour_word, letters

LAST = 8  # questions shown


def draw(view: View, language: str) -> str:
    _ = CATALOGUE.language(language)
    now = picture(view)
    lines = [_("Turn {n}", n=now.turns) + "   " + piles(_, now)]
    for seat, player in enumerate(now.players):
        if seat != now.me:
            lines += ["", *player_lines(_, now, player, view.names[seat])]
    if now.me is not None:
        lines += ["", *player_lines(_, now, now.players[now.me], view.names[now.me])]
        if now.turn == now.me and now.hand is not None:
            lines.append("  " + _("hand: {cards}", cards=short(_, now.hand)))
        if now.discarded:
            lines.append("  " + _("own discards: {cards}", cards=short(_, now.discarded)))
    if now.questions:
        lines += ["", *[question_line(_, asked, view.names) for asked in now.questions[-LAST:]]]
    lines += [claim_line(_, claimed, view.names) for claimed in now.claims]
    return "\n".join(lines)


def piles(_: Language, now: Picture) -> str:
    return _("draw pile {n}, discard pile {m}", n=now.draw_pile, m=now.discard_pile)


def player_lines(_: Language, now: Picture, player: Player, name: str) -> list[str]:
    head = name
    if player.cards:
        head += "  " + _.ngettext("{n} card in hand", "{n} cards in hand", player.cards)
    if player.waits:
        head += "  " + _("must wait until someone else has tried")
    lines = [head]
    for stand in player.stands:
        face = "?" if stand.card is None else short(_, [stand.card])
        face = f"[{face}]" if stand.open else f"<{face}>"
        lines.append(f"  {stand.letter} {face:5} {short(_, stand.front)}".rstrip())
    lines.append("  " + _("to the side: {cards}", cards=short(_, player.beside)))
    return lines


def short(_: Language, some: list[Card]) -> str:
    """4V 7B: number, then the colour's letter."""
    found = letters(_)
    return " ".join(f"{card.number}{found.get(card.colour, card.colour)}" for card in some) or "–"


def question_line(_: Language, asked: Asked, names: tuple[str, ...]) -> str:
    what = "–" if asked.value is None else str(asked.value)
    if asked.kind == "colour":
        what = colour_word(_, asked.value)
    answer = "…" if asked.yes is None else _("Yes") if asked.yes else _("No")
    question = _("{name} → {stand}: {value}?", name=names[asked.asker], stand=asked.stand, value=what)
    return f"  {asked.turn:2}  {question} {answer}"


def claim_line(_: Language, claimed: Claimed, names: tuple[str, ...]) -> str:
    said = " ".join(f"{stand}{number}" for stand, number in claimed.numbers.items())
    reds = (
        "…" if claimed.reds is None else _.ngettext("{n} red of {m}", "{n} red of {m}", claimed.reds, m=claimed.checks)
    )
    return f"  {claimed.turn:2}  {names[claimed.claimant]} {_('Stop!')} {said}  {reds}"
