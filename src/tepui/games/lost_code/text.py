"""The table and the sheet as text: one below the other, or side by side on a small screen, in fewer lines."""

from __future__ import annotations

from msgspec.structs import replace

from tepui.core.text import COLUMNS, GAP, Paint, called, flowing, long, side_by_side
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.lost_code import words
from tepui.games.lost_code.actions import Colour
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.picture import picture
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.shapes import Final, Guessed, Picture, Row
from tepui.games.lost_code.words import colour_words, letters, signed, span, spans_of

SEEN, OPEN, BACK = "■", "·", "?"
NAME = 13
STONE, MARK, GUESS = 3, 2, 9  # columns of a stone, of a mark on the sheet, of a final guess


def draw(view: View, language: str) -> str:
    _ = CATALOGUE.language(language)
    position: LostCode = view.position  # type: ignore[assignment]
    now = picture(view)
    names = [clean(name) for name in view.names] or [str(seat + 1) for seat in range(len(now.scores))]
    head = _("Round {n} of {rounds}", n=now.round, rounds=now.rounds)
    blocks = [
        [f"{head} · {words.phase(position, language)}", *track_lines(_, now, names)],
        log_lines(_, now, names),
        [dice_line(_, now), *wheel_lines(_, now, names), *extra_lines(_, now, names)],
    ]
    if now.me is not None and now.phase != "over":
        blocks += [sheet_lines(_, now), row_lines(_, now, now.me)]
    if now.phase in ("final", "score", "over") or any(final.fixed for row in now.finals for final in row):
        blocks.append(final_lines(_, now, names, position.parts.token_factor))
    reminder = words.reminder(position, view.eye, tuple(names), language)
    if reminder:
        blocks.append([reminder])
    if view.setting.parts.plain_is_rebuilt:
        blocks.append([_("Sizes and points of the wheels are reconstructed.")])
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def heads(_: Language, now: Picture, width: int) -> str:
    return "".join(f"{letters(_)[colour]:>{width}}" for colour in now.columns)


def by_column(now: Picture, things: list[str], width: int) -> str:
    """Things by colour, put under the letters of the columns."""
    return "".join(f"{things[now.colours.index(colour)]:>{width}}" for colour in now.columns)


def track_lines(_: Language, now: Picture, names: list[str]) -> list[str]:
    places = [
        _("{space}: {names}", space=signed_space(there.space), names=", ".join(names[piece] for piece in there.pieces))
        for there in now.spaces
    ]
    lines = [_("Track, bottom piece first: {places}", places=" · ".join(places))]
    if now.order:
        lines.append(_("Order of the round: {names}", names=", ".join(names[seat] for seat in now.order)))
    return lines


def signed_space(space: int) -> str:
    return f"−{-space}" if space < 0 else str(space)


def log_lines(_: Language, now: Picture, names: list[str]) -> list[str]:
    labels = [names[log.owner] if log.owner is not None else _("neutral log") for log in now.logs]
    labels = [f"{label} ←" if at == now.me else label for at, label in enumerate(labels)]
    pile = _("draw pile")
    wide = max(map(len, [*labels, pile])) + 1
    lines = [" " * wide + heads(_, now, 4)]
    for label, log in zip(labels, now.logs, strict=True):
        numbers = [BACK if number is None else str(number) for number in log.numbers]
        shown = " ".join(f"{letters(_)[gone.colour]}{gone.number}" for gone in log.discards)
        beside = _("discarded: {stones}", stones=shown) if shown else ""
        lines.append(f"{label:{wide}}{by_column(now, numbers, 4)}   {beside}")
    lines.append(f"{pile:{wide}}{by_column(now, [str(left) for left in now.piles], 4)}")
    return lines


def dice_line(_: Language, now: Picture) -> str:
    words = colour_words(_)
    faces = []
    for die in now.dice:
        if die.rolled is None or die.shows is None:
            faces.append("–")
        elif die.rolled == die.shows:
            faces.append(words[die.shows])
        else:
            faces.append(f"{words[die.rolled]} → {words[die.shows]}")
    return _("Dice: {faces}", faces=", ".join(faces))


def wheel_lines(_: Language, now: Picture, names: list[str]) -> list[str]:
    free = [f"{wheel.size} ({signed(wheel.points)})" for wheel in now.wheels if wheel.by is None]
    lines = [_("Free wheels, by size: {wheels}", wheels=", ".join(free))]
    for seat in now.order:
        wheel = next((wheel for wheel in now.wheels if wheel.by == seat), None)
        if wheel is not None and wheel.low is not None and wheel.high is not None:
            answer = answer_word(_, wheel.answer) if wheel.answer else "…"
            lines.append(
                _("{name}: {size}-wheel, {range}: {answer}",
                  name=names[seat], size=wheel.size, range=span(wheel.low, wheel.high), answer=answer)
            )  # fmt: skip
    return lines


def answer_word(_: Language, answer: str) -> str:
    return {"right": _("right"), "lower": _("lower"), "higher": _("higher"), "wrong": _("wrong")}[answer]


def extra_lines(_: Language, now: Picture, names: list[str]) -> list[str]:
    lines = []
    if now.tokens is not None:
        words = colour_words(_)
        left = [words[token.colour] for token in now.tokens if token.by is None and not token.gone]
        lines.append(_("Tokens on the table: {colours}", colours=", ".join(left) or "–"))
    if now.curse is not None:
        if now.curse.gone:
            lines.append(_("The curse has left the game."))
        elif now.curse.holder is None:
            lines.append(_("The curse waits on space {n}.", n=now.curse.begins))
        else:
            lines.append(_("The curse is on {name}.", name=names[now.curse.holder]))
    return lines


def sheet_lines(_: Language, now: Picture) -> list[str]:
    lines = [_("Sheet: {seen} seen, {open} possible", seen=SEEN, open=OPEN), "     " + heads(_, now, 3)]
    for number in range(now.numbers):
        marks = [OPEN if column[number] is None else SEEN for column in now.seen]
        lines.append(f"{number:>5}{by_column(now, marks, 3)}")
    return lines


def row_lines(_: Language, now: Picture, seat: int) -> list[str]:
    """One line per round: the dice, the sums still possible, and what became known since."""
    if not now.rows:
        return []
    lines = [_("Rounds"), "     " + heads(_, now, 4)]
    return lines + [row_line(_, now, row, row.guesses[seat]) for row in now.rows]


def row_line(_: Language, now: Picture, row: Row, guess: Guessed | None) -> str:
    marks = [letters(_)[colour] * row.times[at] or OPEN for at, colour in enumerate(now.colours)]
    line = f"{row.round:>5}{by_column(now, marks, 4)}"
    if guess is None:
        return line
    sums = ", ".join(span(low, high) for low, high in guess.sums)
    known = "  ".join(f"{letters(_)[note.colour]} = {note.times} × {note.number}" for note in guess.known)
    answer = answer_word(_, guess.answer) if guess.answer else "…"
    return f"{line}   {span(guess.low, guess.high)} {answer}  {sums}{f'  ({known})' if known else ''}"


def final_lines(_: Language, now: Picture, names: list[str], factor: int) -> list[str]:
    wide = max(map(len, names)) + 1
    lines = [_("Final guesses"), " " * wide + heads(_, now, 14)]
    for seat, name in enumerate(names):
        total = now.totals[seat]
        cells = by_column(now, [final_cell(final, factor) for final in now.finals[seat]], 14)
        lines.append(f"{name:{wide}}{cells}{'' if total is None else f'   {signed(total)}'}")
    return lines


def final_cell(final: Final, factor: int) -> str:
    if not final.written:
        return OPEN
    text = BACK if final.numbers is None else spans_of(tuple(final.numbers)) or "–"
    if final.fixed:
        text += f" ×{factor}"
    return text if final.points is None else f"{text} ({signed(final.points)})"


# ---- on a small screen ----


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    """`lines` are to be had; the reminder and the word about the wheels wait until there is room for them."""
    _ = CATALOGUE.language(language)
    position: LostCode = view.position  # type: ignore[assignment]
    now = picture(view)
    names = called([clean(name) for name in view.names] or [str(seat + 1) for seat in range(len(now.scores))], NAME)
    table = Screen(_, now, names, paint)
    head = _("Round {n} of {rounds}", n=now.round, rounds=now.rounds)
    shown = flowing([f"{head} · {words.phase(position, language)}", *table.variants()], COLUMNS)
    shown += table.track()
    over = now.phase in ("score", "over")
    left = table.logs() if over or now.phase == "final" else table.logs() + table.round()
    left += table.finals(position.parts.token_factor, over)
    if now.me is None or over:
        shown += left
    else:
        shown += side_by_side(left, table.sheet(), COLUMNS - 3 - MARK * len(now.colours))
        shown += table.rounds(now.me)[-max(1, lines - len(shown)) :]  # the story tells all
    more = [words.reminder(position, view.eye, tuple(names), language)]
    if view.setting.parts.plain_is_rebuilt:
        more.append(_("Sizes and points of the wheels are reconstructed."))
    for text in more:
        note = flowing(text.split(), COLUMNS, " ") if text else []
        if note and len(shown) + len(note) < lines:
            shown += note
    return "\n".join(shown)


class Screen:
    """The parts of it, in one language and paint."""

    def __init__(self, _: Language, now: Picture, names: list[str], paint: Paint) -> None:
        self._, self.now, self.names, self.paint = _, now, names, paint
        self.letters = letters(_)

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
            beside = self.discards([self.letter(stone.colour, stone.number) for stone in log.discards])
            label = f"{label} ←" if at == now.me else label
            lines.append(f"{label:{wide}}{self.row(numbers, STONE, painted=at != now.me)}   {beside}".rstrip())
        return [*lines, f"{_('draw pile'):{wide}}{self.row([str(left) for left in now.piles], STONE, painted=False)}"]

    def discards(self, stones: list[str]) -> str:
        """As many as there is room for beside the sheet, which has them all."""
        room = COLUMNS - 3 - MARK * len(self.now.colours) - GAP - NAME - 2 - STONE * len(self.now.colours) - 3
        if long(" ".join(stones)) <= room:
            return " ".join(stones)
        while long("".join(stones)) > room - 1:
            stones = stones[1:]
        return "…" + "".join(stones)

    def round(self) -> list[str]:
        """The dice, the free wheels, and in the order of the round who set which."""
        _, now, room = self._, self.now, COLUMNS - 3 - MARK * len(self.now.colours) - GAP
        names = colour_words(_)
        faces = []
        for die in now.dice:
            turned = [self.paint(face, names[face]) for face in dict.fromkeys((die.rolled, die.shows)) if face]
            faces.append(" → ".join(turned) or "–")
        lines = [_("Dice: {faces}", faces="").rstrip() + " " + ", ".join(faces)]
        free = [f"{wheel.size} {signed(wheel.points)}" for wheel in now.wheels if wheel.by is None]
        if free:
            lines += flowing([_("Free wheels: {wheels}", wheels=free[0]), *free[1:]], room, ", ", "  ")
        guesses = []
        for seat in now.order:
            wheel = next((wheel for wheel in now.wheels if wheel.by == seat), None)
            if wheel is None or wheel.low is None or wheel.high is None:
                guesses.append(self.names[seat])
                continue
            answer = answer_word(_, wheel.answer) if wheel.answer else "…"
            guesses.append(f"{self.names[seat]} {span(wheel.low, wheel.high)} {answer}")
        if guesses:
            lines += flowing([_("Order: {names}", names=guesses[0]), *guesses[1:]], room, " · ", "  ")
        return lines

    def sheet(self) -> list[str]:
        now = self.now
        lines = ["  " + self.row([self.letters[colour][0] for colour in now.colours], MARK)]  # in the logs' order
        for number in range(now.numbers):
            marks = [OPEN if column[number] is None else SEEN for column in now.seen]
            lines.append(f"{number:>2}{self.row(marks, MARK, painted=False)}")
        return lines

    def rounds(self, seat: int) -> list[str]:
        """What every round says about the own code, as many in a line as fit."""
        texts = [self.one_round(row, guess) for row in self.now.rows if (guess := row.guesses[seat]) is not None]
        return flowing([f"{self._('Rounds')}  {texts[0]}", *texts[1:]], COLUMNS, " │ ") if texts else []

    def one_round(self, row: Row, guess: Guessed) -> str:
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
