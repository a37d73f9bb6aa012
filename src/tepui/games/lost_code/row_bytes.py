"""A row of the sheet (`picture.Row`) as JSON, written straight from the notebook's line."""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from tepui.core.pen import comma, maybe, number
from tepui.games.lost_code.actions import ANSWERS, COLOURS
from tepui.games.lost_code.rounds import NONE, NOT_ROLLED, Call, Round

COLOUR: Final[list[bytes]] = [b'"%b"' % colour.encode() for colour in COLOURS]
ANSWER: Final[list[bytes]] = [b'"%b"' % answer.encode() for answer in ANSWERS]


def row_bytes(line: Round, token: i64) -> bytes:
    """`token` is the one on offer, which is noted only when somebody has answered."""
    kept = line.text
    if not kept.made_of(line.changes, token):
        out = BytesWriter()
        out.write(roll_bytes(line, token))
        for seat in range(len(line.calls)):
            comma(out, seat)
            call = line.calls[seat]
            if call is None:
                out.write(b"null")
            else:
                out.write(call_bytes(call))
        out.write(b'],"swaps":[')
        write_trades(out, line)
        out.write(b"]}")
        kept.text = out.getvalue()
    return kept.text


def roll_bytes(line: Round, token: i64) -> bytes:
    """What stands when the dice lie, up to the guesses."""
    kept = line.roll_text
    if not kept.made_of(line.rolled, line.dice, token, line.token_by):
        out = BytesWriter()
        out.write(b'{"round":')
        number(out, line.round)
        out.write(b',"order":')
        write_order(out, line)
        out.write(b',"rolled":')
        write_colours(out, line.rolled)
        out.write(b',"dice":')
        write_colours(out, line.dice)
        out.write(b',"times":[')
        for colour in range(len(COLOUR)):
            comma(out, colour)
            number(out, line.times(colour))
        out.write(b'],"token":')
        colour_or_null(out, token)
        out.write(b',"token_by":')
        maybe(out, line.token_by)
        out.write(b',"cursed":')
        maybe(out, line.cursed)
        out.write(b',"guesses":[')
        kept.text = out.getvalue()
    return kept.text


def write_order(out: BytesWriter, line: Round) -> None:
    out.write(b"[")
    for place in range(line.seats):
        comma(out, place)
        number(out, line.order >> 4 * place & 15)
    out.write(b"]")


def write_colours(out: BytesWriter, dice: i64) -> None:
    out.write(b"[")
    for die in range(i64(3)):
        colour = dice >> 4 * die & 15
        if colour != NOT_ROLLED:
            comma(out, die)
            out.write(COLOUR[colour])
    out.write(b"]")


def colour_or_null(out: BytesWriter, colour: i64) -> None:
    if colour == NONE:
        out.write(b"null")
    else:
        out.write(COLOUR[colour])


def call_bytes(call: Call) -> bytes:
    kept = call.text
    if not kept.made_of(call.answer, len(call.known)):
        out = BytesWriter()
        write_call(out, call)
        kept.text = out.getvalue()
    return kept.text


def write_call(out: BytesWriter, call: Call) -> None:
    out.write(b'{"wheel":')
    number(out, call.size)
    out.write(b',"points":')
    number(out, call.points)
    write_heard(out, call)
    out.write(b',"sums":[')
    for at, (low, high) in enumerate(call.sums):
        comma(out, at)
        out.write(b"[")
        number(out, low)
        out.write(b",")
        number(out, high)
        out.write(b"]")
    out.write(b'],"known":[')
    for at, known in enumerate(call.known):
        comma(out, at)
        out.write(b'{"colour":')
        out.write(COLOUR[known.colour])
        out.write(b',"number":')
        number(out, known.number)
        out.write(b',"times":')
        number(out, known.times)
        out.write(b"}")
    out.write(b'],"known_sum":')
    number(out, call.known_sum)
    out.write(b"}")


def write_heard(out: BytesWriter, call: Call) -> None:
    """What a row and a wheel both tell of a guess."""
    out.write(b',"low":')
    number(out, call.low)
    out.write(b',"high":')
    number(out, call.high)
    out.write(b',"answer":')
    if call.answer == NONE:
        out.write(b"null")
    else:
        out.write(ANSWER[call.answer])


def write_trades(out: BytesWriter, line: Round) -> None:
    for at, trade in enumerate(line.trades):
        comma(out, at)
        out.write(b'{"seat":')
        number(out, trade.seat)
        out.write(b',"colour":')
        out.write(COLOUR[trade.colour])
        out.write(b',"number":')
        maybe(out, trade.number)
        out.write(b',"drawn":')
        maybe(out, trade.drawn)
        out.write(b"}")
