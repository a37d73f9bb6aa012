"""The table and the sheet as text: one below the other, or side by side on a small screen, in fewer lines."""

from tepui.core.text import COLUMNS, GAP, Paint, called, flowing, long, side_by_side, unpainted
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.lost_code import words
from tepui.games.lost_code.actions import ANSWERS, Colour
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.picture import picture
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.shapes import Final, Guessed, Row
from tepui.games.lost_code.words import colour_words, letters, signed, span

SEEN, OPEN, BACK = "■", "·", "?"
NAME = 13
STONE, MARK, GUESS = 3, 2, 9  # columns of a stone, of a mark on the sheet, of a final guess


def draw(view: View, language: str) -> str:
    """Block below block."""
    table = TableText(view, language, unpainted, small=False)
    me = table.now.me
    blocks = [[*table.head(), *table.track()], table.logs(), table.round()]
    if me is not None and not table.over:
        legend = table._("Sheet: {seen} seen, {open} possible", seen=SEEN, open=OPEN)
        blocks += [[legend, *table.sheet(STONE)], table.rounds(me, 0)]
    blocks += [table.finals(), *table.notes()]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    """`lines` are to be had; the reminder and the word about the wheels wait until there is room for them."""
    table = TableText(view, language, paint, small=True)
    now, me = table.now, table.now.me
    shown = [*table.head(), *table.track()]
    left = table.logs() if table.over or now.phase == "final" else table.logs() + table.round()
    left += table.finals()
    if me is None or table.over:
        shown += left
    else:
        shown += side_by_side(left, table.sheet(MARK), COLUMNS - 3 - MARK * len(now.colours))
        shown += table.rounds(me, COLUMNS)[-max(1, lines - len(shown)) :]  # the story tells all
    for note in table.notes():
        if len(shown) + len(note) < lines:
            shown += note
    return "\n".join(shown)


class TableText:
    """The parts of it, in one language and paint: small, beside the sheet, or as wide as a line is."""

    def __init__(self, view: View, language: str, paint: Paint, small: bool) -> None:
        self._, self.paint, self.now = CATALOGUE.language(language), paint, picture(view)
        self.view, self.language, self.letters = view, language, letters(self._)
        self.position: LostCode = view.position  # type: ignore[assignment]
        self.over = self.now.phase in ("score", "over")
        names = [clean(name) for name in view.names] or [str(seat + 1) for seat in range(len(self.now.scores))]
        self.names = called(names, NAME) if small else names
        rows = [*names, self._("neutral"), self._("draw pile")]
        self.wide = NAME if small else max(map(len, rows))
        self.room = COLUMNS - 3 - MARK * len(self.now.colours) - GAP if small else COLUMNS

    def head(self) -> list[str]:
        _, now = self._, self.now
        head = _("Round {n} of {rounds}", n=now.round, rounds=now.rounds)
        return flowing([f"{head} · {words.phase(self.position, self.language)}", *self.variants()], COLUMNS)

    def notes(self) -> list[list[str]]:
        """What is said every time: the reminder, and that the wheels are our guess."""
        texts = [words.reminder(self.position, self.view.eye, tuple(self.names), self.language)]
        if self.view.setting.parts.plain_is_rebuilt:
            texts.append(self._("Sizes and points of the wheels are reconstructed."))
        return [flowing(text.split(), COLUMNS, " ") for text in texts if text]

    def row(self, things: list[str], width: int, painted: bool = True) -> str:
        """Things by colour, under the letters of the columns."""
        cells = ((colour, things[self.now.colours.index(colour)]) for colour in self.now.columns)
        wide = ((colour, f"{thing:>{width - 1}}") for colour, thing in cells)
        return "".join(" " + (self.paint(colour, text) if painted and text.strip() else text) for colour, text in wide)

    def heads(self, width: int) -> str:
        return self.row([self.letters[colour] for colour in self.now.colours], width)

    def letter(self, colour: Colour, rest: object = "") -> str:
        return self.paint(colour, f"{self.letters[colour]}{rest}")

    def track(self) -> list[str]:
        _, places = self._, []
        for at in self.now.spaces:
            pieces = ", ".join(self.names[piece] for piece in at.pieces)
            places.append(_("{space}: {names}", space=f"{at.space}".replace("-", "−"), names=pieces))
        first, *others = places or ["–"]  # before the first move no piece stands there
        return flowing([_("Track, bottom piece first: {places}", places=first), *others], COLUMNS)

    def logs(self) -> list[str]:
        _, now = self._, self.now
        labels = [_("neutral") if log.owner is None else self.names[log.owner] for log in now.logs]
        wide = self.wide + 2
        gone = _("discarded") if any(log.discards for log in now.logs) else ""
        lines = [f"{'':{wide}}{self.heads(STONE)}   {gone}".rstrip()]
        for at, (label, log) in enumerate(zip(labels, now.logs, strict=True)):
            numbers = [BACK if number is None else str(number) for number in log.numbers]
            beside = self.discards([self.letter(stone.colour, stone.number) for stone in log.discards])
            label = f"{label} ←" if at == now.me else label
            lines.append(f"{label:{wide}}{self.row(numbers, STONE, painted=at != now.me)}   {beside}".rstrip())
        return [*lines, f"{_('draw pile'):{wide}}{self.row([str(left) for left in now.piles], STONE, painted=False)}"]

    def discards(self, stones: list[str]) -> str:
        """As many as there is room for beside the sheet, which has them all."""
        room = self.room - self.wide - 2 - STONE * len(self.now.colours) - 3
        if long(" ".join(stones)) <= room:
            return " ".join(stones)
        while long("".join(stones)) > room - 1:
            stones = stones[1:]
        return "…" + "".join(stones)

    def round(self) -> list[str]:
        """The dice, the free wheels, and in the order of the round who set which."""
        _, now = self._, self.now
        names = colour_words(_)
        faces = []
        for die in now.dice:
            turned = [self.paint(face, names[face]) for face in dict.fromkeys((die.rolled, die.shows)) if face]
            faces.append(" → ".join(turned) or "–")
        lines = [_("Dice: {faces}", faces="").rstrip() + " " + ", ".join(faces)]
        free = [f"{wheel.size} {signed(wheel.points)}" for wheel in now.wheels if wheel.by is None]
        if free:
            lines += flowing([_("Free wheels: {wheels}", wheels=free[0]), *free[1:]], self.room, ", ", "  ")
        guesses = []
        for seat in now.order:
            wheel = next((wheel for wheel in now.wheels if wheel.by == seat), None)
            if wheel is None or wheel.low is None or wheel.high is None:
                guesses.append(self.names[seat])
                continue
            guesses.append(f"{self.names[seat]} {span(wheel.low, wheel.high)} {answer_word(_, wheel.answer)}")
        if guesses:
            lines += flowing([_("Order: {names}", names=guesses[0]), *guesses[1:]], self.room, " · ", "  ")
        return lines

    def sheet(self, width: int) -> list[str]:
        """In the order of the logs' colours; where it is small, one letter has to do for each."""
        now = self.now
        lines = ["  " + self.row([self.letters[colour][: width - 1] for colour in now.colours], width)]
        for number in range(now.numbers):
            marks = [OPEN if column[number] is None else SEEN for column in now.seen]
            lines.append(f"{number:>2}{self.row(marks, width, painted=False)}")
        return lines

    def rounds(self, seat: int, width: int) -> list[str]:
        """What every round says about the own code: in a line as many as fit, and at least one."""
        texts = [self.one_round(row, guess) for row in self.now.rows if (guess := row.guesses[seat]) is not None]
        head = self._("Rounds")
        return flowing([f"{head}  {texts[0]}", *texts[1:]], width, " │ ") if texts else []

    def one_round(self, row: Row, guess: Guessed) -> str:
        dice = "".join(self.letter(colour) for colour in row.dice)
        answer = answer_word(self._, guess.answer)
        sums = ", ".join(span(low, high) for low, high in guess.sums)
        known = " ".join(f"{self.letter(note.colour)}{note.times}×{note.number}" for note in guess.known)
        parts = [str(row.round), dice, span(guess.low, guess.high), answer]
        parts += [f"→ {sums}"] * bool(sums and guess.answer != "right") + [f"({known})"] * bool(known)
        return " ".join(parts)

    def variants(self) -> list[str]:
        """Tokens and curse, as long as they are there."""
        _, curse, lines = self._, self.now.curse, []
        if left := [token.colour for token in self.now.tokens or [] if token.by is None and not token.gone]:
            colours = ", ".join(colour_words(_)[colour] for colour in left)
            lines.append(_("Tokens on the table: {colours}", colours=colours))
        if curse is not None and not curse.gone:
            if curse.holder is None:
                lines.append(_("The curse waits on space {n}.", n=curse.begins))
            else:
                lines.append(_("The curse is on {name}.", name=self.names[curse.holder]))
        return lines

    def finals(self) -> list[str]:
        """One line for each who has written something; nobody's points before they are laid open."""
        now, wide = self.now, GUESS if self.over else GUESS - 1
        if not self.over and now.phase != "final":
            fixed = [
                f"{name} {self.letter(colour)} {self.final(now.finals[seat][at])}"
                for seat, name in enumerate(self.names)
                for at, colour in enumerate(now.colours)
                if now.finals[seat][at].fixed
            ]
            return flowing(fixed, self.room)
        lines = [" " * self.wide + self.heads(wide)]
        for seat, name in enumerate(self.names):
            if not any(final.written for final in now.finals[seat]):
                continue
            cells = [self.final(final) for final in now.finals[seat]]
            total = now.totals[seat]
            lines.append(f"{name:{self.wide}}{self.row(cells, wide)}{'' if total is None else f' {signed(total)}'}")
        return lines if len(lines) > 1 else []

    def final(self, final: Final) -> str:
        """`0,1,2`, `4×2` with a token; once it is laid open `4:+5`."""
        if not final.written:
            return OPEN
        numbers = BACK if final.numbers is None else ",".join(map(str, final.numbers)) or "–"
        if final.points is not None:
            return f"{numbers}:{signed(final.points)}"
        return f"{numbers}×{self.position.parts.token_factor}" if final.fixed else numbers


def answer_word(_: Language, answer: str | None) -> str:
    """What a guess heard; it may still wait for it."""
    # Reader: each one word, in this order
    words = _.pgettext("answers", "right lower higher wrong").split()
    return words[ANSWERS.index(answer)] if answer else "…"
