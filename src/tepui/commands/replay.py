"""`tepui replay`: any moment of a recorded game, as any pair of eyes saw it."""

import msgspec

from tepui.cli_args import Parser, language_for, moment_of, opened, seat_of, warn
from tepui.coach.companion import record as eye_record
from tepui.core.record import replay_steps
from tepui.core.refusal import UnknownName
from tepui.core.teams import result_lines
from tepui.core.text import Follower
from tepui.terminal.scene import scene


def command(words: list[str]) -> int:
    parser = Parser("replay", "Shows a recorded game, or one moment of it, as one pair of eyes saw it.")
    parser.add_record()
    parser.option("--seat", "SEAT", "whose eyes: 1, 2, ..., a name, audience (default), or all")
    parser.add_moment()
    parser.add_language()
    parser.add_json()
    asked = parser.parse_args(words)
    record, game = opened(asked)
    language = language_for(game, asked.language)
    if record.header.rules != game.rules:
        warn(f"it was made by rules {record.header.rules}, these are rules {game.rules}. Moves are shown as they were")
    at = moment_of(asked.at, record)
    if record.header.eye is not None:
        kept = eye_record.companion_of(record, game, at, language)
        if asked.seat is not None and seat_of(asked.seat, record, audience=True) != kept.eye:
            raise UnknownName("this record holds only what one pair of eyes saw at a real table. Leave out --seat")
        view, journal = kept.view, list(enumerate([row.text for row in kept.rows], 1))
    else:
        table = next(moments := replay_steps(record, game, at))  # one table, which every step leads on
        view = table.look(seat_of(asked.seat or "audience", record, audience=True))
        story = Follower(view)
        journal = [(n, line) for n, _ in enumerate(moments, 1) for line in story.sentences(view, language)]
    shown = [(n, line) for n, line in journal if at in (None, n)]
    prompt = game.words.prompt(view.position, view.eye, view.names, language)
    if asked.json:
        found = {"game": game.name, "names": view.names, "moves": len(record.moves[:at]), "journal": shown}
        found |= {"picture": view.picture(), "prompt": prompt, "over": view.over}
        found |= {"scores": view.scores(), "places": view.places()} if view.over else {}
        print(msgspec.json.encode(found).decode())
        return 0
    for n, line in shown:
        print(f"{n:4}  {line}")
    print(f"\n{scene(view, language)}\n\n{prompt}")
    if view.over:
        for line in result_lines(view, language):
            print(f"  {line}")
    return 0
