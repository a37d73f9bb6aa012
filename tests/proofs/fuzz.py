"""Proves that no door of Tepui gives way to strange input: HTTP, sockets, files, records and bots, tried at random.

    python3 dev.py proofs fuzz                            six minutes for all doors together, or TEPUI_FUZZ_SECONDS
    python -P tests/proofs/fuzz.py --seconds 1800 --seed 7   half an hour
    python -P tests/proofs/fuzz.py --door sockets --seed 7 --case 123     that case again (it prints what it found)

What must hold is in tests/fuzz: the server lives and answers, nobody sees a traceback, refusals are sentences, no
secret of somebody else is told, memory is bounded, and files raise nothing but the sentence that refuses them.
"""

import argparse
import faulthandler
import logging
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.door import try_door
from fuzz.doors import DOORS


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    seconds = float(os.environ.get("TEPUI_FUZZ_SECONDS", "360"))
    words.add_argument("--seconds", type=float, default=seconds, help="for all doors together (360)")
    words.add_argument("--seed", default=os.environ.get("TEPUI_FUZZ_SEED") or str(int(time.time())))
    words.add_argument("--door", choices=[make.name for make, _ in DOORS], help="only this one")
    words.add_argument("--case", type=int, help="only this case")
    asked = words.parse_args()
    faulthandler.enable()
    logging.disable()  # damaged things are logged here as they should be
    doors = [(make, share) for make, share in DOORS if asked.door in (None, make.name)]
    total = sum(share for _, share in doors)
    print(f"seed {asked.seed}", flush=True)
    reports = []
    for make, share in doors:
        first, most = (0, None) if asked.case is None else (asked.case, 1)
        report = try_door(make, asked.seconds * share / total, asked.seed, first, most)
        reports.append(report)
        print("\n".join(report.lines()), flush=True)
    found = sum(len(report.findings) for report in reports)
    print(f"{sum(report.cases for report in reports):,} cases, {found} findings, seed {asked.seed}")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
