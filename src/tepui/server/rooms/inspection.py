"""Is this a game that the rules and the seed can have given? Every row is tried, those taken back later included."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.record import decoder_of
from tepui.core.table import Chance, Table
from tepui.core.takeback import replayed
from tepui.core.view import legal_codes
from tepui.server.rooms.game_session import BACK, Back, Damaged, StoredRow


class Played(NamedTuple):
    moves: int
    over: bool
    waits_for_table: bool  # its next move is the table's own, which is always written with the move before it


def inspect(game: Game, setting: Setting, chance: Chance, rows: list[StoredRow]) -> Played:
    """Replays the rows with the dealer's own chance; the first row that cannot be is named."""
    table = Table(game, setting)
    decoder = decoder_of(game)
    for due, (number, who, action) in enumerate(rows, 1):
        if number != due:
            raise Damaged(f"move {due} is missing")
        if who == BACK:
            table = _taken_back(table, number, action)
            continue
        if who != TABLE and not 0 <= who < setting.seats:
            raise Damaged(f"move {number} is of seat {who + 1}, and there is none")
        try:
            code = game.hear(table.truth, who, decoder.decode(action))
        except Exception:  # whatever a game raises that hears rubbish
            raise Damaged(f"move {number} is no move of {game.title}") from None
        _check(table, chance, number, who, code)
        table.replay(who, code)
    return Played(len(table.moves), table.over, bool(table.truth.to_act() & TABLE_BIT))


def _taken_back(table: Table, number: int, action: bytes) -> Table:
    try:
        back = msgspec.json.decode(action, type=Back).back
    except (msgspec.MsgspecError, ValueError):
        raise Damaged(f"move {number} takes back, and does not say what") from None
    if not 0 <= back < len(table.moves) or table.moves[back][0] == TABLE:
        raise Damaged(f"move {number} takes back what nobody has played")
    return replayed(table.game, table.setting, table.names, table.moves[:back])


def _check(table: Table, chance: Chance, number: int, who: int, code: int) -> None:
    """Whoever moved was to move and could do that; and what the table did is what the seed gives."""
    truth = table.truth
    if (who == TABLE) != bool(truth.to_act() & TABLE_BIT):
        raise Damaged(f"move {number} is out of turn")
    if who != TABLE:
        if code not in legal_codes(truth, who):
            raise Damaged(f"move {number} is not legal")
        return
    codes, weights, event = table.event()
    if code not in codes:
        raise Damaged(f"move {number} is not possible")
    if len(codes) > 1 and chance(event, codes, weights) != code:
        raise Damaged(f"move {number} is not what the seed gives: a roll, a deal or the seed was changed")
