"""Plays a game with random bots and keeps it as a golden record.

    python tests/records/make.py GAME SEATS SEED [OPTION=VALUE ...]

Writes GAME-SEATS-SEED.jsonl and the fingerprints of all views, GAME-SEATS-SEED.views.json.
"""

import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "core"))

from recorded import recorded  # noqa: E402

from tepui.core import find  # noqa: E402
from tepui.core.position import (  # noqa: E402
    AUDIENCE,
    DEALER,
    packed,
)
from tepui.core.record import parse, replay_steps  # noqa: E402
from tepui.terminal.setup import setting_of  # noqa: E402


def fingerprints(data: bytes) -> dict[str, str]:
    """For every pair of eyes one hash over all their views, from before the first move to after the last."""
    record = parse(data)
    eyes = {**{str(seat): seat for seat in range(record.header.seats)}, "audience": AUDIENCE, "all": DEALER}
    totals = {name: hashlib.sha256() for name in eyes}
    for table in replay_steps(record, find.game(record.header.game)):
        for name, eye in eyes.items():
            totals[name].update(json.dumps(packed(table.look(eye).position)).encode())
    return {name: total.hexdigest() for name, total in totals.items()}


def main(name: str, seats: str, seed: str, *options: str) -> None:
    game = find.game(name)
    words = tuple(f"{seed} {seat}" if seat else "" for seat in range(int(seats)))  # the first seat is a bot's
    data = recorded(game, int(seats), seed, setting_of(game, int(seats), options, None, "en").options, words)
    path = HERE / f"{name}-{seats}-{seed}.jsonl"
    path.write_bytes(data)
    path.with_suffix(".views.json").write_text(json.dumps(fingerprints(data), indent=1) + "\n")
    print(path.name, len(parse(data).moves), "moves")


if __name__ == "__main__":
    main(*sys.argv[1:])
