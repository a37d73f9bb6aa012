"""What a home page tells of a game before it is played, in the reader's language."""

from tepui.core import find


def test_a_game_tells_of_itself_and_its_options_in_the_readers_language() -> None:
    game = find.game("lost-code")
    curse = next(option for option in game.options if option.name == "curse")
    assert game.about_in("en") == game.about
    assert game.about_in("fr") != game.about
    assert game.options_in("en") == [*game.options]
    assert game.options_in("de")[game.options.index(curse)].title == "Fluch des Tempels"


def test_a_game_without_a_catalogue_tells_it_in_english() -> None:
    game = find.game("lost-code").bringing(words=None)
    assert game.about_in("fr") == game.about
