"""`tepui what-if`: a recorded game played on from one of its moments, against bots, knowing what one knew."""

from __future__ import annotations

from tepui.bots.levels import FRIEND, usual
from tepui.cli_args import Parser, language_for, moment_of, opened, seat_of
from tepui.coach.what_if import WhatIf
from tepui.core import find
from tepui.core.record import replay
from tepui.core.refusal import BadRecord, UnknownName
from tepui.core.teams import result_lines
from tepui.core.text import Follower, offers
from tepui.terminal import choices, console
from tepui.terminal.scene import Stage, board
from tepui.terminal.words import speaking


def command(words: list[str]) -> int:
    parser = Parser("what-if", "Plays a recorded game on from one of its moments. Hidden things may lie otherwise.")
    parser.add_record()
    parser.option("--seat", "SEAT", "who you are: 1, 2, ... or a name (default: 1)", "1")
    parser.add_moment()
    parser.option("--bot", "BOT", "who plays the others (default: casual)")
    parser.option("--seed", "SEED", "decides what you could not see, and what comes", "1")
    parser.add_language()
    asked = parser.parse_args(words)
    record, game = opened(asked, then="play it on")
    if record.header.eye is not None:
        raise BadRecord("this record was kept at a real table. Play on from one that was played in Tepui")
    language, table = language_for(game, asked.language), replay(record, game)
    view = table.view(seat_of(asked.seat, record))
    bot = asked.bot or usual(find.bots(game.name), FRIEND)
    _ = speaking(language)
    on = WhatIf(view.past(len(view.moves) if (at := moment_of(asked.at, record)) is None else at), bot, asked.seed)
    on.follow()
    if on.table.over:
        raise UnknownName("the game is over at that moment. Choose an earlier one with --at")
    try:
        play(on, language)
    except (console.EndOfInput, KeyboardInterrupt):
        console.say()
        return 0
    console.say(board(on.table.look(on.seat), language))
    console.say_all(result_lines(on.table.look(on.seat), language))
    points = ", ".join(f"{name} {points}" for name, points in zip(table.names, table.scores(), strict=True))
    console.say(_("In the real game: {points}", points=points))
    return 0


def play(on: WhatIf, language: str) -> None:
    """Until it is over: what the others did, the table, and one's own choice."""
    _, view = speaking(language), on.table.look(on.seat)
    follower = Follower(view.past(len(view.moves)))
    while not on.table.over:
        view = on.table.look(on.seat)
        news = follower.sentences(view, language)
        prompt = view.game.words.prompt(view.position, on.seat, view.names, language)
        stage = Stage(view, language, prompt, news=news) if console.lively() else None
        if stage is None:
            console.say_all((*news, board(view, language), prompt), "")
        pick = choices.choose(_, offers(view, language), stage=stage)
        assert isinstance(pick, int)
        on.follow([[pick]])
