"""What happened, move by move, as one pair of eyes saw it: in the players' words, and as sentences.

A position keeps no history, and a move can only be put into words by the position before it. So whoever tells the
story holds a view of their own and advances it move by move behind the one they are shown.
"""

from __future__ import annotations

from typing import Any

from tepui.core.view import View


class Follower:
    """How far somebody was told a game: `catch_up` gives what is new in a view."""

    def __init__(self, view: View) -> None:
        self.view = View(view.game, view.setting, view.eye, view.names)

    def goes_on(self, view: View) -> bool:
        """Is this the same game of the same eyes, not before the moment told last?"""
        mine, told = self.view, self.view.moves
        return (
            (mine.game, mine.eye, mine.names) == (view.game, view.eye, view.names)
            and (mine.setting is view.setting or mine.setting == view.setting)
            and view.moves[: len(told)] == told
        )

    def catch_up(self, view: View) -> list[tuple[int, Any]]:
        """The moves since, as these eyes saw them: (by, action)."""
        mine, new = self.view, []
        for by, code in view.moves[len(mine.moves) :]:
            new.append((by, mine.game.say(mine.position, by, code)))
            mine.observe(by, code)
        return new

    def sentences(self, view: View, language: str) -> list[str]:
        """The same as sentences of the game's own words."""
        mine, new = self.view, []
        words = mine.game.words
        for by, code in view.moves[len(mine.moves) :]:
            action = mine.game.say(mine.position, by, code)
            new.append(words.journal(mine.position, by, action, mine.names, language))
            mine.observe(by, code)
        return [sentence for sentence in new if sentence]
