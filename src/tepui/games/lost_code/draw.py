"""The table and the sheet as lines of text, for a terminal and for the plain page."""

from __future__ import annotations

from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.look import picture
from tepui.games.lost_code.picture import Final, Guessed, Picture, Row
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.words import LostCodeWords, colour_words, letters, signed, span, spans_of

SEEN, OPEN, BACK = "■", "·", "?"

WORDS = LostCodeWords()


def draw(view: View, language: str) -> str:
    _ = CATALOGUE.language(language)
    position: LostCode = view.position  # type: ignore[assignment]
    now = picture(view)
    names = [clean(name) for name in view.names] or [str(seat + 1) for seat in range(len(now.scores))]
    head = _("Round {n} of {rounds}", n=now.round, rounds=now.rounds)
    blocks = [
        [f"{head} · {WORDS.phase(position, language)}", *track_lines(_, now, names)],
        log_lines(_, now, names),
        [dice_line(_, now), *wheel_lines(_, now, names), *extra_lines(_, now, names)],
    ]
    if now.me is not None and now.phase != "over":
        blocks += [sheet_lines(_, now), row_lines(_, now, now.me)]
    if now.phase in ("final", "score", "over") or any(final.fixed for row in now.finals for final in row):
        blocks.append(final_lines(_, now, names, position.parts.token_factor))
    reminder = WORDS.reminder(position, view.eye, tuple(names), language)
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
            told = answer_word(_, wheel.answer) if wheel.answer else "…"
            lines.append(
                _("{name}: {size}-wheel, {range}: {answer}",
                  name=names[seat], size=wheel.size, range=span(wheel.low, wheel.high), answer=told)
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
