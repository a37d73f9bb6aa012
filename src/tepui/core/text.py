"""A view as compact text, for programs and people who read: what happened, how it stands, and what can be done."""

from __future__ import annotations

from tepui.core.follower import Follower
from tepui.core.view import View


def story(view: View, language: str = "en", since: int = 0) -> str:
    """Who plays, and one numbered sentence per move as these eyes saw it, from move `since` on."""
    game, names = view.game, view.names
    follower = Follower(view)
    sentences = []
    for n, (by, code) in enumerate(view.moves, 1):
        if n > since:
            action = game.say(follower.view.position, by, code)
            sentence = game.words.journal(follower.view.position, by, action, names, language)
            sentences.append(f"{n}. {sentence}")
        follower.view.observe(by, code)
    head = [] if since else [f"{game.title}: {', '.join(names)}. You are {names[view.eye]}."]
    return "\n".join([*head, *sentences])


def standing(view: View) -> str:
    """Everybody's points as they stand."""
    points = [f"{name} {view.position.score(seat)}" for seat, name in enumerate(view.names)]
    return f"Points: {', '.join(points)}."


def offers(view: View, language: str = "en") -> list[str]:
    """What this seat can do, in the order of `view.codes()`."""
    button = view.game.words.button
    return [button(view.position, view.eye, action, view.names, language) for action in view.legal()]


def asked(view: View, language: str = "en", since: int = 0) -> str:
    """All of it, ending with the numbered choices; the answer is a number."""
    prompt = view.game.words.prompt(view.position, view.eye, view.names, language)
    choices = [f"{n} {text}" for n, text in enumerate(offers(view, language))]
    return "\n".join([story(view, language, since), standing(view), prompt, *choices])
