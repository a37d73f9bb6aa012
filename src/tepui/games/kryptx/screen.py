"""The table on a small screen: two players in a row, then the last questions, as many as there is room for."""

from __future__ import annotations

from operator import itemgetter

from tepui.core.screen import COLUMNS, GAP, Paint, called, flowing, side_by_side
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.draw import claim_line, piles, question_line
from tepui.games.kryptx.look import picture
from tepui.games.kryptx.picture import Card, Picture, Player
from tepui.games.kryptx.words import letters

HALF = (COLUMNS + GAP) // 2  # where the right column begins
ROOM = HALF - GAP
FEW = 1  # so many lines of questions there are at least; the story tells all


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    _ = CATALOGUE.language(language)
    now = picture(view)
    names = called([clean(name) for name in view.names])
    others = [seat for seat in range(len(now.players)) if seat != now.me]
    table = Screen(_, now, paint)
    blocks = [table.player(now.players[seat], names[seat]) for seat in others]
    if now.me is not None:
        blocks.append(table.player(now.players[now.me], names[now.me]) + table.own(now.me))
    shown = [_("Turn {n}", n=now.turns) + "   " + piles(_, now)]
    said = [(asked.turn, question_line(_, asked, tuple(names)).strip()) for asked in now.questions]
    said += [(claimed.turn, claim_line(_, claimed, tuple(names)).strip()) for claimed in now.claims]
    told = [flowing(text.split(" "), ROOM, " ", "    ") for _turn, text in sorted(said, key=itemgetter(0))]
    quarter = len(blocks) % 2 == 1  # a free one, for what was said
    if quarter:
        blocks.append([])
    *rows, (left, right) = list(zip(blocks[::2], blocks[1::2], strict=True))
    for row in rows:
        shown += side_by_side(*row, HALF)
    if quarter:
        return "\n".join(shown + side_by_side(left, last(told, max(len(left), lines - len(shown))), HALF))
    shown += side_by_side(left, right, HALF)
    room = max(FEW, lines - len(shown))
    both = last(told, 2 * room)
    half = -(-len(both) // 2)
    return "\n".join(shown + side_by_side(both[:half], both[half:], HALF))


def last(told: list[list[str]], room: int) -> list[str]:
    """The last of them in so many lines, the oldest first."""
    while sum(map(len, told)) > room:
        told = told[1:]
    return [line for lines in told for line in lines]


class Screen:
    """The parts of it, in one language and paint."""

    def __init__(self, _: Language, now: Picture, paint: Paint) -> None:
        self._, self.now, self.paint = _, now, paint
        self.letters = letters(_)

    def card(self, card: Card | None) -> str:
        """4B: number, then the colour's letter."""
        if card is None:
            return "? "
        return self.paint(card.colour, f"{card.number}{self.letters.get(card.colour, card.colour)}")

    def row(self, label: str, cards: list[Card]) -> list[str]:
        return flowing([label, *map(self.card, cards)] if cards else [f"{label} –"], ROOM, " ", "        ")

    def player(self, player: Player, name: str) -> list[str]:
        _ = self._
        head = [name]
        if player.cards:
            head.append(_.ngettext("{n} card in hand", "{n} cards in hand", player.cards))
        lines = flowing(head, ROOM)
        if player.waits:
            lines += flowing([" ", *_("must wait until someone else has tried").split()], ROOM, " ", "  ")
        for stand in player.stands:
            face = self.card(stand.card)
            face = f"[{face}]" if stand.open else f"<{face}>"
            lines += self.row(f" {stand.letter} {face}", stand.front)
        return lines + self.row(" " + _("to the side: {cards}", cards="").rstrip(), player.beside)

    def own(self, me: int) -> list[str]:
        _, now = self._, self.now
        lines = []
        if now.turn == me and now.hand is not None:
            lines += self.row(" " + _("hand: {cards}", cards="").rstrip(), now.hand)
        if now.discarded:
            lines += self.row(" " + _("own discards: {cards}", cards="").rstrip(), now.discarded)
        return lines
