"""The table as text: every stand, what lies there, questions and claims; one below the other, or on a small screen."""

from operator import itemgetter

from tepui.core.text import COLUMNS, GAP, Paint, called, flowing, padded, side_by_side, unpainted
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.picture import picture
from tepui.games.kryptx.shapes import Asked, Card, Claimed, Picture, Player
from tepui.games.kryptx.words import colour_word, letters

LAST = 8  # questions shown where there is room for all
HALF = (COLUMNS + GAP) // 2  # where the right column begins
ROOM = HALF - GAP
FEW = 1  # so many lines of questions there are at least; the story tells all


def draw(view: View, language: str) -> str:
    table = TableText(view, language, view.names, unpainted)
    lines = [table.head()]
    for block in table.players():
        lines += ["", *block]
    questions, claims = table.questions()[-LAST:], table.claims()
    return "\n".join([*lines, *[""] * bool(questions), *(f"  {text}" for _turn, text in [*questions, *claims])])


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    """Two players in a row, then the last questions, as many as there is room for."""
    table = TableText(view, language, tuple(called([clean(name) for name in view.names])), paint)
    blocks, shown = table.players(), [table.head()]
    said = sorted([*table.questions(), *table.claims()], key=itemgetter(0))
    entries = [flowing(text.split(" "), ROOM, " ", "    ") for _turn, text in said]
    quarter = len(blocks) % 2 == 1  # a free one, for what was said
    if quarter:
        blocks.append([])
    *rows, (left, right) = list(zip(blocks[::2], blocks[1::2], strict=True))
    for row in rows:
        shown += side_by_side(*row, HALF)
    if quarter:
        return "\n".join(shown + side_by_side(left, last(entries, max(len(left), lines - len(shown))), HALF))
    shown += side_by_side(left, right, HALF)
    both = last(entries, 2 * max(FEW, lines - len(shown)))
    half = -(-len(both) // 2)
    return "\n".join(shown + side_by_side(both[:half], both[half:], HALF))


def last(entries: list[list[str]], room: int) -> list[str]:
    """The last of them in so many lines, the oldest first."""
    while sum(map(len, entries)) > room:
        entries = entries[1:]
    return [line for lines in entries for line in lines]


class TableText:
    """The parts of it, in one language and paint."""

    def __init__(self, view: View, language: str, names: tuple[str, ...], paint: Paint) -> None:
        self._: Language = CATALOGUE.language(language)
        self.now: Picture = picture(view)
        self.names, self.paint = names, paint
        self.letters = letters(self._)

    def head(self) -> str:
        _, now = self._, self.now
        piles = _("draw pile {n}, discard pile {m}", n=now.draw_pile, m=now.discard_pile)
        return _("Turn {n}", n=now.turns) + "   " + piles

    def card(self, card: Card | None) -> str:
        """4B: number, then the colour's letter."""
        if card is None:
            return "?"
        return self.paint(card.colour, f"{card.number}{self.letters.get(card.colour, card.colour)}")

    def row(self, label: str, cards: list[Card]) -> list[str]:
        return flowing([label, *map(self.card, cards)] if cards else [f"{label} –"], ROOM, " ", "        ")

    def players(self) -> list[list[str]]:
        """The others, then oneself with the hand."""
        now = self.now
        blocks = [self.player(one, self.names[seat]) for seat, one in enumerate(now.players) if seat != now.me]
        if now.me is not None:
            blocks.append(self.player(now.players[now.me], self.names[now.me]) + self.own(now.me))
        return blocks

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
            lines += self.row(f" {stand.letter} {padded(face, 4)}", stand.front)
        return lines + self.row(" " + _("to the side: {cards}", cards="").rstrip(), player.beside)

    def own(self, me: int) -> list[str]:
        _, now = self._, self.now
        lines = []
        if now.turn == me and now.hand is not None:
            lines += self.row(" " + _("hand: {cards}", cards="").rstrip(), now.hand)
        if now.discarded:
            lines += self.row(" " + _("own discards: {cards}", cards="").rstrip(), now.discarded)
        return lines

    def questions(self) -> list[tuple[int, str]]:
        """By turn."""
        return [(asked.turn, self.question(asked)) for asked in self.now.questions]

    def question(self, asked: Asked) -> str:
        _ = self._
        value = "–" if asked.value is None else str(asked.value)
        if asked.kind == "colour":
            value = colour_word(_, asked.value)
        answer = "…" if asked.yes is None else _("Yes") if asked.yes else _("No")
        text = _("{name} → {stand}: {value}?", name=self.names[asked.asker], stand=asked.stand, value=value)
        return f"{asked.turn:2}  {text} {answer}".strip()

    def claims(self) -> list[tuple[int, str]]:
        """By turn."""
        return [(claimed.turn, self.claim(claimed)) for claimed in self.now.claims]

    def claim(self, claimed: Claimed) -> str:
        _, reds = self._, "…"
        if claimed.reds is not None:
            reds = _.ngettext("{n} red of {m}", "{n} red of {m}", claimed.reds, m=claimed.checks)
        numbers = " ".join(f"{stand}{number}" for stand, number in claimed.numbers.items())
        return f"{claimed.turn:2}  {self.names[claimed.claimant]} {_('Stop!')} {numbers}  {reds}".strip()
