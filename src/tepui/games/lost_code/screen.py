"""The table and the sheet on a small screen, side by side: all that `draw` tells, in fewer lines."""

from __future__ import annotations

from msgspec.structs import replace

from tepui.core.screen import COLUMNS, GAP, Paint, called, flowing, side_by_side
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.lost_code.actions import Colour
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.draw import (
    BACK,
    OPEN,
    SEEN,
    WORDS,
    answer_word,
    extra_lines,
    signed_space,
)  # fmt: skip
from tepui.games.lost_code.look import picture
from tepui.games.lost_code.picture import Final, Guessed, Picture, Row
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.words import colour_words, letters, signed, span

NAME = 13
STONE, MARK, GUESS = 3, 2, 9  # columns of a stone, of a mark on the sheet, of a final guess


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    """`lines` are to be had; the reminder and the word about the wheels wait until there is room for them."""
    _ = CATALOGUE.language(language)
    position: LostCode = view.position  # type: ignore[assignment]
    now = picture(view)
    names = called([clean(name) for name in view.names] or [str(seat + 1) for seat in range(len(now.scores))], NAME)
    table = Screen(_, now, names, paint)
    head = _("Round {n} of {rounds}", n=now.round, rounds=now.rounds)
    shown = flowing([f"{head} · {WORDS.phase(position, language)}", *table.variants()], COLUMNS)
    shown += table.track()
    over = now.phase in ("score", "over")
    left = table.logs() if over or now.phase == "final" else table.logs() + table.round()
    left += table.finals(position.parts.token_factor, over)
    if now.me is None or over:
        shown += left
    else:
        shown += side_by_side(left, table.sheet(), COLUMNS - 3 - MARK * len(now.colours))
        shown += table.rounds(now.me)
    more = [WORDS.reminder(position, view.eye, tuple(names), language)]
    if view.setting.parts.plain_is_rebuilt:
        more.append(_("Sizes and points of the wheels are reconstructed."))
    for text in more:
        told = flowing(text.split(), COLUMNS, " ") if text else []
        if told and len(shown) + len(told) < lines:
            shown += told
    return "\n".join(shown)


class Screen:
    """The parts of it, in one language and paint."""

    def __init__(self, _: Language, now: Picture, names: list[str], paint: Paint) -> None:
        self._, self.now, self.names, self.paint = _, now, names, paint
        self.letters = letters(_)

    def row(self, things: list[str], width: int, painted: bool = True) -> str:
        """Things by colour, under the letters of the columns."""
        cells = ((colour, things[self.now.colours.index(colour)]) for colour in self.now.columns)
        told = ((colour, f"{thing:>{width - 1}}") for colour, thing in cells)
        return "".join(" " + (self.paint(colour, text) if painted and text.strip() else text) for colour, text in told)

    def heads(self, width: int) -> str:
        return self.row([self.letters[colour] for colour in self.now.colours], width)

    def letter(self, colour: Colour, rest: object = "") -> str:
        return self.paint(colour, f"{self.letters[colour]}{rest}")

    def track(self) -> list[str]:
        _ = self._
        places = [
            _("{space}: {names}", space=signed_space(at.space), names=", ".join(self.names[one] for one in at.pieces))
            for at in self.now.spaces
        ]
        return flowing([_("Track, bottom piece first: {places}", places=places[0]), *places[1:]], COLUMNS)

    def logs(self) -> list[str]:
        _, now = self._, self.now
        labels = [_("neutral") if log.owner is None else self.names[log.owner] for log in now.logs]
        wide = NAME + 2
        gone = _("discarded") if any(log.discards for log in now.logs) else ""
        lines = [f"{'':{wide}}{self.heads(STONE)}   {gone}".rstrip()]
        for at, (label, log) in enumerate(zip(labels, now.logs, strict=True)):
            numbers = [BACK if number is None else str(number) for number in log.numbers]
            close = "" if len(log.discards) > 8 else " "
            beside = close.join(self.letter(stone.colour, stone.number) for stone in log.discards)
            label = f"{label} ←" if at == now.me else label
            lines.append(f"{label:{wide}}{self.row(numbers, STONE, painted=at != now.me)}   {beside}".rstrip())
        return [*lines, f"{_('draw pile'):{wide}}{self.row([str(left) for left in now.piles], STONE, painted=False)}"]

    def round(self) -> list[str]:
        """The dice, the free wheels, and in the order of the round who set which."""
        _, now, room = self._, self.now, COLUMNS - 3 - MARK * len(self.now.colours) - GAP
        words = colour_words(_)
        faces = []
        for die in now.dice:
            told = [self.paint(face, words[face]) for face in dict.fromkeys((die.rolled, die.shows)) if face]
            faces.append(" → ".join(told) or "–")
        lines = [_("Dice: {faces}", faces="").rstrip() + " " + ", ".join(faces)]
        free = [f"{wheel.size} {signed(wheel.points)}" for wheel in now.wheels if wheel.by is None]
        if free:
            lines += flowing([_("Free wheels: {wheels}", wheels=free[0]), *free[1:]], room, ", ", "  ")
        told = []
        for seat in now.order:
            wheel = next((wheel for wheel in now.wheels if wheel.by == seat), None)
            if wheel is None or wheel.low is None or wheel.high is None:
                told.append(self.names[seat])
                continue
            answer = answer_word(_, wheel.answer) if wheel.answer else "…"
            told.append(f"{self.names[seat]} {span(wheel.low, wheel.high)} {answer}")
        if told:
            lines += flowing([_("Order: {names}", names=told[0]), *told[1:]], room, " · ", "  ")
        return lines

    def sheet(self) -> list[str]:
        now = self.now
        lines = ["  " + self.heads(MARK)]
        for number in range(now.numbers):
            marks = [OPEN if column[number] is None else SEEN for column in now.seen]
            lines.append(f"{number:>2}{self.row(marks, MARK, painted=False)}")
        return lines

    def rounds(self, seat: int) -> list[str]:
        """What every round has told about the own code, as many in a line as fit."""
        told = [self.told(row, guess) for row in self.now.rows if (guess := row.guesses[seat]) is not None]
        return flowing([f"{self._('Rounds')}  {told[0]}", *told[1:]], COLUMNS, " │ ") if told else []

    def told(self, row: Row, guess: Guessed) -> str:
        dice = "".join(self.letter(colour) for colour in row.dice)
        answer = answer_word(self._, guess.answer) if guess.answer else "…"
        sums = ", ".join(span(low, high) for low, high in guess.sums)
        known = " ".join(f"{self.letter(note.colour)}{note.times}×{note.number}" for note in guess.known)
        parts = [str(row.round), dice, span(guess.low, guess.high), answer]
        parts += [f"→ {sums}"] * bool(sums and guess.answer != "right") + [f"({known})"] * bool(known)
        return " ".join(parts)

    def variants(self) -> list[str]:
        """Tokens and curse, as long as they are there."""
        tokens = any(token.by is None and not token.gone for token in self.now.tokens or [])
        curse = self.now.curse is not None and not self.now.curse.gone
        there = replace(self.now, tokens=self.now.tokens if tokens else None, curse=self.now.curse if curse else None)
        return extra_lines(self._, there, self.names)

    def finals(self, factor: int, over: bool) -> list[str]:
        """One line for each who has written something; nobody's points before they are laid open."""
        now, wide = self.now, GUESS if over else GUESS - 1
        if not over and now.phase != "final":
            fixed = [
                f"{name} {self.letter(colour)} {self.final(now.finals[seat][at], factor)}"
                for seat, name in enumerate(self.names)
                for at, colour in enumerate(now.colours)
                if now.finals[seat][at].fixed
            ]
            return flowing(fixed, COLUMNS - 3 - MARK * len(now.colours) - GAP)
        lines = [" " * NAME + self.heads(wide)]
        for seat, name in enumerate(self.names):
            if not any(final.written for final in now.finals[seat]):
                continue
            cells = [self.final(final, factor) for final in now.finals[seat]]
            total = now.totals[seat]
            lines.append(f"{name:{NAME}}{self.row(cells, wide)}{'' if total is None else f' {signed(total)}'}")
        return lines if len(lines) > 1 else []

    def final(self, final: Final, factor: int) -> str:
        """`0,1,2`, `4×2` with a token; once it is laid open `4:+5`."""
        if not final.written:
            return OPEN
        numbers = BACK if final.numbers is None else ",".join(map(str, final.numbers)) or "–"
        if final.points is not None:
            return f"{numbers}:{signed(final.points)}"
        return f"{numbers}×{factor}" if final.fixed else numbers
