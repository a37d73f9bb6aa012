"""A view goes over the line in pieces that nobody encoded together: joined, they are the message that is documented."""

from random import Random

import msgspec
import pytest

from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.laws.finding import Asked
from tepui.core.laws.walk import some_setting
from tepui.core.position import AUDIENCE, DEALER
from tepui.server.rooms.game_session import GameSession
from tepui.server.wire import messages
from tepui.server.wire.eyes import Readers

NAMES = ("Anna", 'Ben "the Fox"', "Cléo", "Dora", "Emil")
GAMES = ["lost-code", "roll-and-write", "kryptx", "forehead", "bell", "shells"]


@pytest.mark.parametrize("name", GAMES)
def test_every_view_of_every_game_is_the_message_view(name: str) -> None:
    rng = Random(f"whole {name}")
    game = find.game(name)
    for _ in range(3):
        setting = some_setting(game, rng, Asked())
        names = NAMES[: setting.seats]
        session = GameSession(game, setting, Dealer(f"{rng.random()}").choose, names)
        session.resume()
        session.offer()
        readers = Readers("the-room")
        while True:
            readers.follow(session, names)
            for eye in (*range(setting.seats), AUDIENCE, DEALER):
                language = rng.choice(["en", "fr", "it", "de"])
                view = session.look(eye)
                text = b"".join(readers.text(view, language))
                told = msgspec.json.decode(text, type=messages.View)
                assert msgspec.json.encode(told) == text, (eye, language, session.turn)
                assert told.turn == session.turn and told.names == list(names)
                assert len(told.legal) == len(view.codes()) and len(told.journal) == len(view.moves)
                assert told.scores == [view.position.score(seat) for seat in range(setting.seats)]
                assert told.must_act == view.must_act and told.may_act == (bool(told.legal) and not told.must_act)
                if eye < setting.seats and told.legal:
                    picks = [rng.randrange(len(told.legal))]
                    tried = msgspec.json.encode(readers.tried(view, picks, language, None))
                    again = msgspec.json.decode(tried, type=messages.Tried)
                    assert msgspec.json.encode(again) == tried
            if session.over:
                break
            acting = [seat for seat in range(setting.seats) if session.look(seat).must_act]
            seat = rng.choice(acting)
            session.pick(seat, session.turn, [rng.randrange(len(session.offered(seat).codes))])
            session.offer()
