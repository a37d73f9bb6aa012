"""Proves that `--ray ADDRESS` gives the same as the processes of one machine: matches of the arena, and training.

It starts a Ray head on this machine, does the same on it and in a pool of processes, and compares every move and
every weight.
"""

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32), RAY_USAGE_STATS_ENABLED="0")
PLAIN = ["--head", "--block", "--num-cpus=2", "--include-dashboard=false", "--object-store-memory=100000000"]


def main() -> None:
    from tepui.arena.matches import arranged, play
    from tepui.games.roll_and_write.bots.train import GAMES, train

    ray = Path(sys.executable).with_name("ray")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        port = free_port()
        start = [ray, "start", *PLAIN, f"--port={port}", f"--temp-dir={folder}"]
        head = subprocess.Popen(start, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            wait_for(port)
            for game, seats in (("roll-and-write", 3), ("kryptx", 2)):
                asked = arranged(game, ["steady", "random"], seats)
                there_pairs = play(asked, 20, jobs=2, ray=f"127.0.0.1:{port}")
                here_pairs = play(asked, 20, jobs=2)
                for one, other in zip(there_pairs, here_pairs, strict=True):
                    assert one.number == other.number
                    assert [game.moves for game in one.games] == [game.moves for game in other.games], one.number
                print(f"{game}: 20 pairs, the same moves on Ray and in processes", flush=True)
            games = {seats: number // 500 for seats, number in GAMES.items()}
            there, curves = train(games, 1, 2, f"127.0.0.1:{port}")
            here, same_curves = train(games, 1, 2)
            assert curves == same_curves and all((there[seats] == here[seats]).all() for seats in games)
            print(f"training: {sum(games.values())} games, the same weights on Ray and in processes", flush=True)
        finally:
            head.terminate()
            try:
                head.wait(60)  # it gives its workers half a minute
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(head.pid, signal.SIGKILL)  # only what we started: others may have a Ray of their own


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(240):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                time.sleep(5)  # it takes calls before it has workers
                return
        time.sleep(0.5)
    raise SystemExit("the Ray head did not start within two minutes")


if __name__ == "__main__":
    main()
