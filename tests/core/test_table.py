"""The table holds the truth; everyone else holds what they saw."""

import threading

import pytest
from forehead import Bet, Deal

from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Notebook, Setting
from tepui.core.position import AUDIENCE, DEALER, TABLE, legal_codes, odds_of, packed
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.core.text import Follower
from tepui.core.view import View

ANNA, BEN, CLEO = 0, 1, 2
FOREHEAD = find.game("forehead")


def table(game: Game = FOREHEAD, seats: int = 3) -> Table:
    return Table(game, game.setting(seats), Dealer("table").choose)


def numbers(view: View) -> list[int | None]:
    return [player.number for player in view.picture().players]


def test_the_table_deals_and_each_sees_all_but_their_own() -> None:
    game = table()
    truth = numbers(game.look(DEALER))
    assert None not in truth and len(set(truth)) == 3
    for seat in (ANNA, BEN, CLEO):
        assert numbers(game.look(seat)) == [None if other == seat else truth[other] for other in range(3)]
    assert numbers(game.look(AUDIENCE)) == [None, None, None]


def test_anna_bets_and_it_is_bens_turn() -> None:
    game = table()
    assert game.to_act == [ANNA] and game.look(ANNA).must_act and not game.look(BEN).must_act
    game.play(ANNA, Bet(2))
    assert game.to_act == [BEN] and game.moves[-1] == (ANNA, 1)
    assert [player.bet for player in game.look(AUDIENCE).picture().players] == [2, None, None]
    game.pick(BEN, 0)
    game.play_code(CLEO, 2)
    assert game.over and game.look(CLEO).over and game.to_act == []
    assert sorted(game.places()) == sorted(game.truth.place(seat) for seat in range(3))
    assert game.scores() == [game.look(AUDIENCE).position.score(seat) for seat in range(3)]


def test_what_is_not_possible_is_refused_and_changes_nothing() -> None:
    game = table()
    before = [packed(game.look(eye).position) for eye in (ANNA, BEN, CLEO, AUDIENCE, DEALER)]
    for wrong in (
        lambda: game.play(ANNA, Bet(4)),
        lambda: game.play(BEN, Bet(1)),
        lambda: game.play(ANNA, Deal(3)),
        lambda: game.pick(ANNA, 3),
        lambda: game.pick(ANNA, -1),
        lambda: game.pick(BEN, 0),
        lambda: game.pick(AUDIENCE, 0),
        lambda: game.play_code(ANNA, 3),
    ):
        with pytest.raises(IllegalMove):
            wrong()
    assert before == [packed(game.look(eye).position) for eye in (ANNA, BEN, CLEO, AUDIENCE, DEALER)]


def test_a_game_says_why_in_its_own_words() -> None:

    game = table(FOREHEAD.bringing(refusals=lambda position, seat, action: f"there is no rank {action.rank}"))
    with pytest.raises(IllegalMove, match="there is no rank 9"):
        game.play(ANNA, Bet(9))
    with pytest.raises(IllegalMove, match="Pick one of the actions on offer"):
        table().play(ANNA, Bet(9))


def test_a_view_is_a_copy_to_think_ahead_in() -> None:
    game = table()
    view = game.view(ANNA)
    view.observe(ANNA, 0)
    assert game.look(ANNA).must_act and not view.must_act
    assert len(view.moves) == len(game.look(ANNA).moves) + 1
    assert game.look(ANNA).legal() == [Bet(1), Bet(2), Bet(3)] and game.look(AUDIENCE).legal() == []


def test_trying_out_tells_nobody() -> None:
    game = table()
    tried = game.look(ANNA).try_out([1])
    assert tried.picture().players[ANNA].bet == 2
    assert game.look(ANNA).picture().players[ANNA].bet is None
    for wrong in ([3], [-1], [0, 0]):
        with pytest.raises(IllegalMove):
            game.look(ANNA).try_out(wrong)


def test_a_replay_is_told_and_then_goes_on() -> None:
    first = table()
    first.pick(ANNA, 0)
    again = Table(FOREHEAD, FOREHEAD.setting(3))
    for by, code in first.moves:
        again.replay(by, code)
    with pytest.raises(RuntimeError):
        again.pick(BEN, 0)
    again = Table(FOREHEAD, FOREHEAD.setting(3))
    for by, code in first.moves[:2]:
        again.replay(by, code)
    again.resume(Dealer("table").choose)
    again.pick(ANNA, 0)
    assert again.moves == first.moves
    assert again.names == ("Player 1", "Player 2", "Player 3")


class Heard:
    """A notebook that writes down who said what, and at which turn."""

    def __init__(self, setting: Setting) -> None:
        self.lines: list[tuple[int, int, int]] = []

    def note(self, position: object, by: int, code: int) -> None:
        self.lines.append((position.turn, by, code))  # type: ignore[attr-defined]

    def copy(self) -> Notebook:
        twin = Heard.__new__(Heard)
        twin.lines = self.lines[:]
        return twin


def test_a_notebook_hears_each_move_before_it_is_made() -> None:

    game = table(FOREHEAD.bringing(notebook=Heard))
    game.pick(ANNA, 2)
    lines = game.look(BEN).notebook.lines
    assert lines == [(turn, by, code) for turn, (by, code) in zip((0, 1, 2, 0), game.look(BEN).moves, strict=True)]
    twin = game.view(BEN)
    twin.observe(BEN, 0)
    assert len(twin.notebook.lines) == len(lines) + 1 == 5


def test_who_only_watches_has_the_same_notebook_however_late_it_is_asked_for() -> None:

    early, late = (table(FOREHEAD.bringing(notebook=Heard)) for _ in range(2))
    early.look(AUDIENCE).notebook  # noqa: B018
    for game in (early, late):
        game.pick(ANNA, 2)
    assert early.look(AUDIENCE).notebook.lines == late.look(AUDIENCE).notebook.lines != []
    assert table().look(AUDIENCE).notebook is None


def test_what_a_position_offers() -> None:
    game = table()
    assert legal_codes(game.truth, ANNA) == [0, 1, 2] and legal_codes(game.truth, BEN) == []
    start = FOREHEAD.start(FOREHEAD.setting(2))
    assert odds_of(start) == (list(range(10)), [1] * 10)

    class Die(type(start).__mro__[1]):  # type: ignore[misc]
        def chances(self) -> int:
            return 6

    assert odds_of(Die()) == ([0, 1, 2, 3, 4, 5], [1] * 6)


def test_threads_do_not_disturb_one_another() -> None:
    wrong: list[object] = []

    def look(game: Table, expected: list[int]) -> None:
        found = {tuple(legal_codes(game.truth, game.to_act[0])) for _ in range(2000)}
        wrong.extend(found - {tuple(expected)})

    threads = [threading.Thread(target=look, args=(table(seats=n), list(range(n)))) for n in (2, 3, 4, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# ---- the story ----


def test_the_story_is_told_once_and_as_these_eyes_saw_it() -> None:
    game = Table(FOREHEAD, FOREHEAD.setting(2), Dealer("table").choose, ("Anna", "Ben"))
    story = Follower(game.look(ANNA))
    first, second = story.sentences(game.look(ANNA), "en")
    assert first == "Anna gets a number that is hidden here." and second.startswith("Ben gets the ")
    assert story.sentences(game.look(ANNA), "en") == []
    assert story.goes_on(game.look(ANNA)) and not story.goes_on(game.look(BEN))
    game.pick(ANNA, 0)
    assert story.catch_up(game.view(ANNA)) == [(ANNA, Bet(1))]
    assert story.catch_up(game.view(ANNA)) == []
    assert packed(story.view.position) == packed(game.look(ANNA).position)
    other = Table(FOREHEAD, FOREHEAD.setting(2), Dealer("other").choose, ("Anna", "Ben"))
    assert not story.goes_on(other.look(ANNA))
    assert Follower(game.look(ANNA)).sentences(game.look(ANNA), "de")[0].startswith("Anna bekommt eine Zahl")
    assert game.look(ANNA).moves[0][0] == TABLE


def test_what_is_offered_is_made_once_per_move_and_codes_whenever_asked() -> None:
    game = table()
    view = game.look(ANNA)
    offered = view.offered()
    assert view.offered() is offered == legal_codes(view.position, ANNA)
    assert all(view.may(code) for code in offered) and not view.may(max(offered) + 1)
    view.codes().clear()  # a list of one's own
    assert view.codes() == offered
    twin = game.view(ANNA)
    assert twin.offered() == offered
    twin.position.apply(ANNA, offered[0])  # thinking ahead in the position itself
    assert twin.codes() == legal_codes(twin.position, ANNA) != offered
    again = game.view(ANNA)
    again.observe(ANNA, offered[0])
    assert again.offered() == legal_codes(again.position, ANNA) and view.offered() is offered
    game.pick(ANNA, 0)
    for seat in range(3):
        assert game.look(seat).offered() == legal_codes(game.look(seat).position, seat)
    assert game.look(AUDIENCE).offered() == game.look(AUDIENCE).codes() == []
