"""A second verifier for records of Forehead, from docs/records.md alone: it imports nothing of Tepui."""

import hashlib
import json
import sys
from pathlib import Path


def verify(data: bytes) -> str:  # "" if the record is honest; otherwise what is wrong, with the line
    lines, before = [], ""
    for number, text in enumerate(data.splitlines(), 1):
        body = text[: text.rfind(b',"sum":"')] + b"}"
        before = hashlib.sha256(before.encode() + body).hexdigest()[:16]
        lines.append(json.loads(text))
        if lines[-1].get("sum") != before:
            return f"line {number}: wrong sum"
    header, *moves, end = lines
    if header["tepui"] == 2:  # the second line opens what the first promises
        header |= moves.pop(0)
        opened = [hashlib.sha256(word.encode()).hexdigest() if word else None for word in header["words"]]
        if opened != header["commitments"]:
            return "line 2: not the promised words"
    first = len(lines) - len(moves)
    if hashlib.sha256(end["seed"].encode()).hexdigest() != header["commitment"]:
        return f"line {len(lines)}: not the promised seed"
    start = json.dumps([end["seed"], header["words"]], ensure_ascii=False, separators=(",", ":"))[:-1]

    def ticket(number: int) -> bytes:  # every number has one ticket, and all come from one row: occasion 0
        return hashlib.sha256(f"{start},0,{number},0]".encode()).digest()

    seats, free = header["seats"], set(range(10))
    numbers, bets = [], []
    for at, line in enumerate(moves):
        deal, show = at < seats, at >= 2 * seats
        if line["by"] != ("table" if deal or show else at - seats) or line["n"] != at + 1:
            return f"line {at + first}: out of turn"
        move = line["move"]
        if deal and (move["do"] != "deal" or move["number"] != min(free, key=ticket)):
            return f"line {at + first}: not the number that the seed gives"
        if show and move != {"do": "show", "number": numbers[at - 2 * seats]}:
            return f"line {at + first}: not the number that was dealt"
        if deal:
            numbers.append(move["number"])
            free.remove(move["number"])
        elif not show:
            bets.append(move["rank"])
    scores = [3 * (1 + sum(other > mine for other in numbers) == bet) for mine, bet in zip(numbers, bets, strict=True)]
    return "" if scores == end["scores"] and len(moves) == 3 * seats else f"line {len(lines)}: wrong end"


if __name__ == "__main__":
    sys.exit(verify(Path(sys.argv[1]).read_bytes()) or 0)
