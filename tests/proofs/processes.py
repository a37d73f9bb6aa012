"""Proves that two processes over one PostgreSQL lose nothing, whatever is killed, restarted or cut while people play.

    python3 dev.py proofs processes                            300 harms: half an hour, or more on busy cores
    python -P tests/proofs/processes.py --harms 20 --seed 7    fewer, in that order

What is done and what must hold stands in tests/server/harms.py: no acknowledged move lost or doubled, every page comes
back by itself, clocks stay fair, and every finished record is verified.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from harms import Harmed
from postgres import Postgres


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--harms", type=int, default=300)
    words.add_argument("--tables", type=int, default=3)
    words.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = words.parse_args()
    print(f"seed {asked.seed}", flush=True)
    begun = time.monotonic()
    postgres = Postgres()
    with tempfile.TemporaryDirectory() as folder:
        harmed = Harmed(Path(folder), postgres, asked.seed, asked.tables)

        async def whole() -> None:
            evening = asyncio.create_task(harmed.evening(asked.harms))
            while not evening.done():
                await asyncio.wait([evening], timeout=60)
                print(f"{time.monotonic() - begun:.0f} s: {harmed.told()}", flush=True)
            evening.result()

        try:
            asyncio.run(whole())
        except BaseException:
            for process in harmed.processes:
                print(process.log.read_text()[-4000:], file=sys.stderr)
            raise
        finally:
            postgres.close()
    print(f"proved in {time.monotonic() - begun:.0f} s: {harmed.told()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
