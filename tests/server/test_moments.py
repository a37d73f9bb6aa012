"""Everything a page gets of a game is a list of moments: whole, step by step, and in a replay alike."""

from random import Random
from typing import Any

import msgspec
import pytest

from tepui.coach.moments import Moment, View
from tepui.coach.story import PICTURES, Story, replayed
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.refusal import IllegalMove
from tepui.laws.finding import Asked
from tepui.laws.walk import some_setting
from tepui.server.room.session import GameSession

NAMES = ("Anna", 'Ben "the Fox"', "Cléo", "Dora", "Emil")
LANGUAGES = ("en", "fr", "it", "de")
GAMES = ["lost-code", "roll-and-write", "kryptx", "forehead", "bell", "shells"]
decode = msgspec.json.Decoder(View).decode


def begun(name: str, rng: Random) -> GameSession:
    game = find.game(name)
    setting = some_setting(game, rng, Asked())
    session = GameSession(game, setting, Dealer(f"{rng.random()}").choose, NAMES[: setting.seats])
    session.resume()
    session.offer()
    return session


def play(session: GameSession, rng: Random) -> None:
    seat = rng.choice([seat for seat in range(session.setting.seats) if session.look(seat).must_act])
    session.pick(seat, session.turn, [rng.randrange(len(session.offered(seat).codes))])
    session.offer()


def story_of(session: GameSession, eye: int, language: str = "en") -> Story:
    view = session.look(eye)
    story = Story(view.game, view.setting, eye, view.names, language, view.moves)
    story.advance(session.turn)
    return story


def plain(thing: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing))


class Holder:
    """A page, as far as it holds anything: the one rule of the protocol."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.printed: dict[str, Any] = {}

    def hear(self, text: bytes) -> View:
        view = decode(text)
        if view.moments:
            self.moments = [one for one in self.moments if one.n < view.moments[0].n] + view.moments
        self.printed = view.printed or self.printed
        return view

    def picture(self) -> Any:
        return {**self.printed, **self.moments[-1].picture}


@pytest.mark.parametrize("name", GAMES)
def test_a_page_that_is_told_step_by_step_holds_what_a_reload_would_bring(name: str) -> None:
    rng = Random(f"moments {name}")
    for _ in range(1):
        session = begun(name, rng)
        seats = session.setting.seats
        stories = [story_of(session, eye, rng.choice(LANGUAGES)) for eye in (*range(seats), AUDIENCE, DEALER)]
        pages = [(story, motion, Holder()) for story in stories for motion in (False, True)]
        held = dict.fromkeys(range(len(pages)), -1)
        while True:
            for at, (story, motion, page) in enumerate(pages):
                text = story.text(held[at], motion, None)
                view = page.hear(text)
                held[at] = len(story.entries)
                assert msgspec.json.encode(view) == text
                mine = story.view
                table_view = session.look(mine.eye)
                assert [one.n for one in page.moments if one.entry] == list(range(1, len(table_view.moves) + 1))
                assert page.picture() == plain(table_view.picture())
                assert page.moments[-1].scores == [table_view.position.score(seat) for seat in range(seats)]
                assert len(view.legal) == len(table_view.codes())
                assert (view.places is not None) == session.over
                whole = Holder()
                whole.hear(story.text(-1, motion, None))
                assert whole.picture() == page.picture()
                assert [one.entry for one in whole.moments if one.n] == [one.entry for one in page.moments if one.n]
            if session.over:
                break
            play(session, rng)
            for story in stories:
                story.advance(session.turn, PICTURES)


def test_with_motion_every_move_that_is_told_has_its_picture_and_without_only_the_last() -> None:
    rng = Random(1)
    session = begun("lost-code", rng)
    story = story_of(session, 0)
    longest = 0
    while not session.over:
        n = len(story.entries)
        play(session, rng)
        story.advance(session.turn, PICTURES)
        moving, still = story.since(n, motion=True), story.since(n, motion=False)
        assert [one.n for one in moving] == [one.n for one in still]
        shown = [one for one in moving[-PICTURES:] if msgspec.json.decode(one.entry)["text"]]
        assert all(one.picture is not None for one in [*shown, moving[-1]])
        assert [one.picture is None for one in still] == [True] * (len(still) - 1) + [False]
        longest = max(longest, len(moving))
    assert longest > 10  # the ending turns over stone after stone


def test_pictures_in_one_message_are_capped() -> None:
    session = begun("lost-code", Random(1))
    while not session.over:
        play(session, Random(2))
    view = session.look(0)
    story = Story(view.game, view.setting, 0, view.names, "en", view.moves)
    moments = story.advance(session.turn, PICTURES)
    assert len(moments) > PICTURES
    assert [one.picture is not None for one in moments] == [False] * (len(moments) - PICTURES) + [True] * PICTURES


def test_a_page_that_was_not_written_to_for_a_while_gets_one_picture() -> None:
    rng = Random(3)
    session = begun("kryptx", rng)
    story = story_of(session, 1)
    n = len(story.entries)
    for _ in range(4):
        play(session, rng)
        story.advance(session.turn, PICTURES)
    late = story.since(n, motion=True)
    assert [one.n for one in late] == list(range(n + 1, len(story.entries) + 1))
    assert [one.picture is None for one in late] == [True] * (len(late) - 1) + [False]


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_is_made_of_the_same_moments(name: str) -> None:
    rng = Random(f"again {name}")
    session = begun(name, rng)
    lived = {}
    story = story_of(session, 0, "de")
    lived[story.now.n] = msgspec.json.encode(story.now)
    while not session.over:
        play(session, rng)
        for moment in story.advance(session.turn, PICTURES)[-PICTURES:]:
            lived[moment.n] = msgspec.json.encode(moment)
    view = session.look(0)
    moves = view.moves[:]
    again, printed = replayed(view.game, view.setting, 0, view.names, "de", moves, 0, len(moves))
    assert [moment.n for moment in again] == list(range(len(moves) + 1))
    assert printed == story.printed()
    for moment in again:
        if moment.n in lived and moment.prompt is not None:  # a move without a word is drawn only where the game stands
            assert msgspec.json.encode(moment) == lived[moment.n]
    last = next(n for n in range(5, len(again)) if again[n].prompt is not None)
    some, _ = replayed(view.game, view.setting, 0, view.names, "de", moves, 3, last)
    assert [msgspec.json.encode(one) for one in some] == [msgspec.json.encode(one) for one in again[3 : last + 1]]


def test_what_is_tried_goes_on_from_what_the_page_holds_and_tells_nobody() -> None:
    rng = Random(5)
    session = begun("lost-code", rng)
    seat = next(seat for seat in range(session.setting.seats) if session.look(seat).must_act)
    story = story_of(session, seat)
    before = story.text(-1, False, None)
    twin, moments = story.tried([0])
    assert [one.n for one in moments] == [len(story.entries) + 1]
    assert moments[-1].picture is not None and len(twin.message(moments).moments) == 1
    assert story.text(-1, False, None) == before and len(session.table.moves) == len(story.entries)
    assert story.tried([])[1] == []
    with pytest.raises(IllegalMove):
        story.tried([999])


def test_a_game_whose_words_fail_is_told_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun("forehead", Random(7))
    monkeypatch.setattr(session.game.words, "prompt", lambda *_: 1 / 0)
    assert story_of(session, 0).now.prompt


def test_a_game_is_told_in_english_to_whom_it_cannot_speak(caplog: pytest.LogCaptureFixture) -> None:
    session = begun("shells", Random(7))
    assert "de" not in session.game.languages
    assert story_of(session, 0, "de").now.prompt == story_of(session, 0, "en").now.prompt
    assert not caplog.records


def test_many_watchers_get_one_text() -> None:
    session = begun("kryptx", Random(11))
    story = story_of(session, AUDIENCE)
    assert story.text(-1, True, None) is story.text(-1, True, None)


def test_whoever_watches_through_a_players_eyes_gets_none_of_their_orders() -> None:
    session = begun("lost-code", Random(3))
    seat = next(seat for seat in range(session.setting.seats) if session.look(seat).must_act)
    story, public = story_of(session, seat), story_of(session, AUDIENCE)
    own, watched = (decode(story.text(-1, False, None, watched=only)) for only in (False, True))
    assert own.legal and not watched.legal
    assert watched.moments[-1].prompt == public.now.prompt != own.moments[-1].prompt
