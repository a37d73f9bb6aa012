"""How a game ended, as its results are kept: one for each seat."""

from __future__ import annotations

from tepui.core.game import Game, Setting
from tepui.core.teams import standings, together
from tepui.server.http.guests import device_of, number_of
from tepui.server.rooms.game_session import GameSession
from tepui.server.rooms.room_state import RoomState
from tepui.server.storage.results import Result


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
