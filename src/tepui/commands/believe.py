"""`tepui believe`: what a player could know at any moment of a recorded game, and why."""

import json

from tepui.cli_args import Parser, language_for, moment_of, opened, seat_of
from tepui.coach import help as helping
from tepui.coach.companion import record as eye_record
from tepui.core.record import replay
from tepui.core.refusal import UnknownName


def command(words: list[str]) -> int:
    parser = Parser("believe", "Prints what a player could know at a moment of a recorded game, as a teacher would.")
    parser.add_record()
    parser.add_argument("--seat", required=True, metavar="SEAT", help="whose belief: 1, 2, ... or a name")
    parser.add_moment()
    parser.many("--why", "CLAIM", "also the proof that this is impossible, for instance 'blue 5'")
    parser.add_language()
    parser.add_json()
    asked = parser.parse_args(words)
    record, game = opened(asked, then="ask it")
    language = language_for(game, asked.language)
    help = helping.of(game)
    if help is None:
        raise UnknownName(f"{game.title} has no help to give. `tepui replay {asked.file}` shows the game")
    seat, at = seat_of(asked.seat, record), moment_of(asked.at, record)
    if record.header.eye is None:
        view = replay(record, game, at).view(seat)
    elif eye_record.eye_in(record) == seat:
        view = eye_record.companion_of(record, game, at).view
    else:
        raise UnknownName("this record holds only what one pair of eyes saw at a real table. Choose those with --seat")
    text = help.as_text(view, "teacher", language)
    if not text:
        raise UnknownName("there is nothing to believe at that moment: choose --at between the deal and the end")
    proofs = [help.why(view, help.claim(view, claim, language), language) for claim in asked.why]
    if asked.json:
        found = {"game": game.name, "seat": seat + 1, "name": view.names[seat], "moves": len(record.moves[:at])}
        found |= {"text": text.splitlines(), "why": dict(zip(asked.why, proofs, strict=True))}
        if game.belief is not None:
            belief = game.belief(view)
            found["chances"] = dict(zip(belief.things(), belief.marginals(), strict=True))
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n\n".join([text, *map("\n".join, proofs)]))
    return 0
