"""How a game ended: its results as they are kept, one for each seat, and against whom a host might play next.

Two clear wins or losses in a row are enough for an offer. One loss is, if several bots came in before a host who has
not just won: whoever is last in a first game need not be last in a second one to be offered a gentler bot. Only tables
where all bots are of one rung count, and only the host, who seats the bots. The count lies in the room's own state and
goes from a table to its rematch, nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.bots.levels import beside
from tepui.core.game import Game, Setting
from tepui.core.teams import standings, team_of, together
from tepui.server.people.identity import device_of, number_of
from tepui.server.room.session import GameSession
from tepui.server.room.state import Chair, RoomState
from tepui.server.store.contract import Result

if TYPE_CHECKING:
    from tepui.server.room.room import Room


def results_of(room: str, state: RoomState, session: GameSession, ended: int) -> list[Result]:
    """Whoever is gone from this table already is not named."""
    game, setting = session.game, session.setting
    scores, places = session.result()
    place = places_of(game, setting, scores, places)
    sides = len({tuple(one.seats) for one in standings(game, setting, scores, places)})
    return [
        Result(
            room=room,
            seat=seat,
            game=game.name,
            ended=ended,
            seats=setting.seats,
            sides=sides,
            device=None if chair.guest is None else device_of(chair.guest),
            person=1 if chair.guest is None else number_of(chair.guest),
            name=chair.name,
            bot=chair.bot,
            place=place[seat],
            score=scores[seat],
        )
        for seat, chair in enumerate(state.chairs)
    ]


def places_of(game: Game, setting: Setting, scores: list[int], places: list[int]) -> list[int]:
    """The place of each seat's side; where all play together 1 is won and 2 is lost."""
    if together(game, setting):
        return places
    found = [0] * setting.seats
    for place, side, _ in standings(game, setting, scores, places):
        for seat in side:
            found[seat] = place
    return found


# ---- a little stronger, or a little weaker: what a host is offered after clear wins or losses


ENOUGH = 2  # clear wins, or losses against one bot, in a row: one may be luck
LAST_OF_SEVERAL = 1


def opponents(state: RoomState) -> tuple[str | None, list[int]]:
    """The rung of all bots at the table, and their seats; None: there are none, or they differ."""
    seats = [seat for seat, chair in enumerate(state.chairs) if chair.kind == "bot"]
    rungs = {state.chairs[seat].bot for seat in seats}
    return (rungs.pop() if len(rungs) == 1 else None), seats


def verdict(state: RoomState, places: list[int], teams: tuple[int, ...]) -> int:
    """1: the host came in before every bot of another team. -1: behind all of them. 0: neither, so nothing is clear."""
    seat, (_, there) = state.seat_of(state.host), opponents(state)
    bots = [bot for bot in there if seat is not None and teams[bot] != teams[seat]]
    if seat is None or not bots:
        return 0
    before = [places[seat] < places[bot] for bot in bots]
    behind = [places[seat] > places[bot] for bot in bots]
    return int(all(before)) - int(all(behind))


def run_after(state: RoomState, session: GameSession) -> int:
    """Clear wins (or losses, below 0) in a row, this game included."""
    table = session.table
    now = verdict(state, table.places(), team_of(table.game, table.setting))
    return now + (state.run if now * state.run > 0 else 0)


def offer(room: Room) -> str | None:
    """The rung to play against next; None: these are right, or there is no other."""
    state, session = room.state, room.session
    if not state.over or session is None or not session.over:
        return None
    (bot, seats), run = opponents(state), run_after(state, session)
    enough = LAST_OF_SEVERAL if run < 0 and state.run <= 0 and len(seats) > 1 else ENOUGH
    return beside(room.bots, bot, 1 if run > 0 else -1) if bot is not None and abs(run) >= enough else None


def for_rematch(room: Room, bot: str | None) -> tuple[tuple[Chair, ...], int]:
    """The chairs, their bots as strong as is wanted, and the count, which begins again with other bots."""
    state, session = room.state, room.session
    there, seats = opponents(state)
    if bot is not None and bot != there:
        return tuple(replace(chair, bot=bot) if at in seats else chair for at, chair in enumerate(state.chairs)), 0
    return state.chairs, 0 if session is None or not session.over else run_after(state, session)
