"""A game at a real table on paper: what one pair of eyes saw of it, with null for what it did not see.

The header names the eye. There is no seed, so nothing about chance can be proven; everything that works from one
pair of eyes (replay, belief, review) works as ever.
"""

import io

import msgspec

from tepui.coach.companion import Companion
from tepui.coach.companion.messages import Entry
from tepui.core.game import Game
from tepui.core.position import AUDIENCE
from tepui.core.record import WHOLE, Record, Recorder, header_of, promising
from tepui.core.refusal import BadRecord
from tepui.core.replay import decoder_of


def written(kept: Companion) -> bytes:
    """What was entered into a companion as a record, as far as it fits together; at the end with points and places."""
    bots, eye = (None,) * kept.setting.seats, "audience" if kept.eye == AUDIENCE else kept.eye
    header = header_of(kept.game, kept.setting, kept.names, bots=bots, eye=eye)
    file = io.BytesIO()
    recorder = Recorder(file, promising(header), flush=False)
    for row in kept.rows:
        recorder.move(row.by, row.action)
    if kept.over:
        recorder.end("", kept.view.scores(), kept.view.places())
    return file.getvalue()


def eye_in(record: Record) -> int:
    """Whose eyes these were."""
    eye = record.header.eye
    if eye == "audience":
        return AUDIENCE
    if not isinstance(eye, int) or not 0 <= eye < record.header.seats:
        raise BadRecord(f"line 1 names no pair of eyes of this table. {WHOLE}")
    return eye


def entries_in(record: Record, game: Game) -> list[Entry]:
    """Its moves as entries: those that come by themselves may be entered too."""
    decoder = decoder_of(game)
    try:
        return [Entry(by, decoder.decode(move)) for by, move in record.moves]
    except msgspec.MsgspecError as error:
        raise BadRecord(f"a line is no move of {game.title} ({error}). {WHOLE}") from None


def companion_of(record: Record, game: Game, upto: int | None = None, language: str = "en") -> Companion:
    """The same table again, after so many moves; refused where a move was not possible."""
    if record.header.rules != game.rules:
        raise BadRecord(
            f"this record was made by rules {record.header.rules} of {game.title}, these are rules {game.rules}. "
            "Ask that version of the game"
        )
    names = record.header.names or tuple(str(seat + 1) for seat in range(record.header.seats))
    kept = Companion(game, record.setting(game), eye_in(record), names, language)
    entries = entries_in(record, game)[:upto]
    for entry in entries:
        kept.enter_only(entry)
        if kept.stuck is not None:
            raise BadRecord(f"line {record.standing[kept.stuck].line} is not possible there. {WHOLE}")
    return kept
