"""A history played again: steps in, a table out. The lines of a record and the rows of a server are the same steps."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from tepui.core.game import Game
from tepui.core.position import TABLE, TABLE_BIT, legal_codes, odds_of
from tepui.core.refusal import IllegalMove
from tepui.core.table import Chance, Table


class Step(NamedTuple):
    """A move in the words of the game, or (where `back` is a number) the moves after that one taken back."""

    line: int  # where it stands, for errors
    by: int = TABLE
    move: msgspec.Raw = msgspec.Raw()
    back: int | None = None


class Impossible(Exception):
    """A step that no game can have: where it stands, and the rest of a sentence that begins with that place."""

    def __init__(self, step: Step, why: str) -> None:
        super().__init__(f"{step.line} {why}")
        self.line, self.why = step.line, why


Check = Callable[[Table, Step, int], None]
"""(the table before the move, the step, the move's code): raises `Impossible`."""


def stand(moves: list[Step], step: Step, seats: int) -> None:
    """One step on: `moves` are those that were not taken back."""
    if step.back is not None:
        if not 0 <= step.back < len(moves):
            raise Impossible(step, "takes back what nobody has played")
        del moves[step.back :]
    elif step.by != TABLE and not 0 <= step.by < seats:
        raise Impossible(step, f"is a move of seat {step.by + 1}, and there is none")
    else:
        moves.append(step)


def play(table: Table, steps: Iterable[Step], *checks: Check) -> Iterator[Table]:
    """The table after each step; another one, where moves were taken back."""
    decoder = decoder_of(table.game)
    for step in steps:
        if step.back is not None:
            if table.moves[step.back][0] == TABLE:
                raise Impossible(step, "takes back a move of the table, which nobody can")
            table = table.replayed(table.moves[: step.back])
        else:
            try:
                code = table.game.hear(table.truth, step.by, decoder.decode(step.move))
                for check in checks:
                    check(table, step, code)
                table.replay(step.by, code)
            except Impossible:
                raise
            except Exception as error:  # not JSON, not a move, or whatever rules raise that meet one out of place
                why = error if isinstance(error, msgspec.MsgspecError | IllegalMove) else type(error).__name__
                raise Impossible(step, f"is no move of {table.game.title} ({why})") from None
        yield table


def possible(table: Table, step: Step, code: int) -> None:
    """Whoever moved was to move, and could do that."""
    truth = table.truth
    if (step.by == TABLE) != bool(truth.to_act() & TABLE_BIT):
        raise Impossible(step, "is a move out of turn")
    if code not in (odds_of(truth)[0] if step.by == TABLE else legal_codes(truth, step.by)):
        raise Impossible(step, "is not a legal move")


def in_its_words(table: Table, step: Step, code: int) -> None:
    """It is said as it was heard: a game may hear a move by less than its words, and others would mislead a reader."""
    words = msgspec.json.encode(table.game.say(table.truth, step.by, code))
    if msgspec.json.decode(words) != msgspec.json.decode(step.move):
        raise Impossible(step, "says its move in other words than the rules do")


def given_by(chance: Chance) -> Check:
    """The table's own moves are those that this chance gives."""

    def check(table: Table, step: Step, code: int) -> None:
        if step.by == TABLE:
            codes, weights, event = table.event()
            if len(codes) > 1 and chance(event, codes, weights) != code:
                raise Impossible(
                    step, "is not what the seed gives: this roll or deal was not honest, or it was changed"
                )

    return check


def decoder_of(game: Game) -> msgspec.json.Decoder[Any]:
    """Reads any action of this game."""
    union: Any = game.actions[0]
    for action in game.actions[1:]:
        union = union | action
    return msgspec.json.Decoder(union)
