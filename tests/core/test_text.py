"""A view as text: what happened, how it stands, and numbered choices."""

from tepui.core import find
from tepui.core.text import asked, offers, story
from tepui.core.view import View


def test_a_view_as_text_ends_with_numbered_choices() -> None:
    game = find.game("forehead")
    view = View(game, game.setting(2), 0, ("Anna", "Ben"))
    view.observe(16, 10)
    view.observe(16, 4)
    assert asked(view).splitlines() == [
        "Forehead: Anna, Ben. You are Anna.",
        "1. Anna gets a number that is hidden here.",
        "2. Ben gets the 4.",
        "Points: Anna 0, Ben 0.",
        "Where does your number rank?",
        "0 Bet that nobody has a higher number",
        "1 Bet that 1 player has a higher number",
    ]
    assert story(view, since=1) == "2. Ben gets the 4."
    assert len(offers(view)) == 2
