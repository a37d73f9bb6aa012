"""A program at a seat that answers as it likes: `wild_bot.py SEED MARK`. Half of the time it plays."""

import json
import os
import random
import subprocess
import sys
import time

rng = random.Random(sys.argv[1])
out = sys.stdout.buffer
PICKS = (b"-1", b"1e3", b"null", b'"0"', b"9" * 400, b"true", b"[]", b"0.0", b"99")
VALUES = (0, 1e308, -1e308, None, "x", float("inf"))


def wild(legal: int) -> None:
    kind = rng.randrange(22)
    if kind == 0:
        os._exit(rng.randrange(256))
    if kind == 1:
        os.kill(os.getpid(), rng.choice((6, 9, 11, 15)))
    if kind == 2:
        time.sleep(3600)
    if kind == 3:
        out.write(rng.randbytes(rng.choice((1, 100, 100_000))))
    if kind == 4:
        out.write(b"x" * 2_000_000)
    if kind == 5:
        out.write(b"\n" * rng.choice((1, 2, 5000)))
    if kind == 6:
        out.write(b'{"pick": 0}\n{"pick": 0}\n')
    if kind == 7:
        out.write(b'{"pick": ' + rng.choice(PICKS) + b"}\n")
    if kind == 8:
        out.write(json.dumps({"rank": rng.choices(VALUES, k=legal)}).encode() + b"\n")
    if kind == 9:
        out.write(json.dumps({"rank": [0.0] * rng.choice((0, legal + 1, 100_000))}).encode() + b"\n")
    if kind == 10:
        out.write(b'{"rank": [' + b",".join([b"NaN"] * legal) + b"]}\n")
    if kind == 11:
        out.write(b"[" * rng.choice((10, 5000, 200_000)) + b"\n")
    if kind == 12:
        out.close()
        time.sleep(3600)
    if kind == 13:
        sys.stdin.close()
        os.close(0)
    if kind == 14:
        sys.stderr.write("x" * rng.choice((10, 3_000_000)) + "\n")
        sys.exit(1)
    if kind == 15:
        subprocess.Popen([sys.executable, "-S", __file__, "child", sys.argv[2]], start_new_session=True)
        sys.exit(0)
    if kind == 16:
        hoard = [b"x" * (64 << 20) for _ in range(64)]
        time.sleep(len(hoard))
    if kind == 17:
        while True:
            out.write(b"{}")
            out.flush()
    if kind == 18:
        out.write(b'{"pick": 0')
        out.flush()
        time.sleep(3600)
    if kind == 19:
        out.write(b'\xef\xbb\xbf{"pick": 0}\r\n')
    if kind == 20:
        out.write(b'{"pick": 0}\n')
        out.flush()
        time.sleep(0.05)
        out.write(b"and another thing\n")
    if kind == 21:
        raise ValueError("it does not like this game")


def main() -> None:
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        if "must" not in asked:
            continue
        legal = len(asked.get("legal", [0]))
        if rng.random() < 0.5:
            pick = rng.randrange(legal) if legal and asked["must"] else None
            out.write(json.dumps({"pick": pick}).encode() + b"\n")
        else:
            wild(legal)
        out.flush()


if sys.argv[1] == "child":
    time.sleep(3600)
main()
