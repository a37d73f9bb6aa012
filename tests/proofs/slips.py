"""Proves that small slips are noticed: each is made in a copy of the source, and the tests named beside it must fail.

python3 dev.py proofs slips [--quick [words of a title ...]]

A slip that no longer fits the source has failed, too: mend it here when the code moves. Cheap tests are named, so a
slip is found in seconds. What is told at the end: how many were caught, which survived, which do not fit.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "tools", "bench", "docs", "dev.py", "pyproject.toml", "README.md", "CHANGELOG.md")


class Slip(NamedTuple):
    title: str
    file: str  # below src/tepui
    old: str
    new: str
    tests: str


LIMITS = "tests/server/test_limits.py"
SUMS = "tests/coach/test_review_sums.py"
CHOICES = "tests/terminal/test_choices.py"
SEATS = "tests/server/test_seats.py"
SLIPS = [
    # ---- once survived
    Slip("five minutes in slow games, too", "server/room/absence.py", "LONG_SLOW if slow else LONG", "LONG", LIMITS),
    Slip(
        "one yes is enough", "server/room/absence.py", "if not people <= set(asked.agreed):", "if not people:", LIMITS
    ),
    Slip(
        "an old private link stays valid when someone sits down",
        "server/room/seats.py",
        "link = state.chairs[seat].link + 1",
        "link = state.chairs[seat].link",
        LIMITS,
    ),
    Slip(
        "an old private link stays valid when someone leaves",
        "server/room/seats.py",
        "if at != seat))\n    return put(state, seat, Chair(link=chair.link + 1))",
        "if at != seat))\n    return put(state, seat, Chair(link=chair.link))",
        LIMITS,
    ),
    Slip("fifty lines in ten seconds", "server/room/chat.py", "len(times) >= 5", "len(times) >= 50", LIMITS),
    Slip(
        "lines pile up in memory",
        "server/room/chat.py",
        "del self.lines[:-KEPT_LINES]",
        "del self.lines[:-90 * KEPT_LINES]",
        LIMITS,
    ),
    Slip(
        "bots do not wait for the pace",
        "server/room/bot_turns.py",
        "        if wait > 0:\n",
        "        if wait > 99:\n",
        LIMITS,
    ),
    Slip(
        "who looks is called all the same",
        "server/calls/calls.py",
        "(seat not in before.waiting and chair.guest not in room.guests_here)",
        "(seat not in before.waiting)",
        LIMITS,
    ),
    Slip(
        "a call about a shut table is sent",
        "server/calls/calls.py",
        "same and room.state.banned is None and",
        "same and",
        LIMITS,
    ),
    Slip("a body a hundred times as long", "server/web/guard.py", "BODY = 64 * 1024", "BODY = 6400 * 1024", LIMITS),
    Slip(
        "same-site counts as ours",
        "server/web/guard.py",
        '("same-origin", "none")',
        '("same-origin", "same-site", "none")',
        LIMITS,
    ),
    Slip(
        "no rate for the companion",
        "server/coach/routes.py",
        'coach_post("/api/games/{game}/companion", kept(companion.state), wire.CompanionAsked)',
        'post("/api/games/{game}/companion", kept(companion.state), wire.CompanionAsked, slow="coach")',
        LIMITS,
    ),
    Slip("metrics for everybody", "server/app.py", "if guard.address_of(at) not in", "if False and () not in", LIMITS),
    Slip("an answer may be kept by caches", "server/web/guard.py", 'b"no-store"', 'b"max-age=60"', LIMITS),
    Slip("the smallest luck is told", "coach/review/__init__.py", "value > before.value", "value < before.value", SUMS),
    Slip(
        "rivals' deeds are not averaged",
        "coach/review/__init__.py",
        "for other in rivals) / len(rivals)",
        "for other in rivals)",
        SUMS,
    ),
    Slip("three key moments of one kind", "coach/review/__init__.py", "KEY, ALIKE = 3, 2", "KEY, ALIKE = 3, 3", SUMS),
    Slip(
        "a pick below 0 counts from the end",
        "core/view.py",
        "if not 0 <= pick < len(codes):",
        "if not pick < len(codes):",
        "tests/coach/test_puzzles.py -k on_offer",
    ),
    Slip("any answer confirms Stop!", "terminal/choices.py", ' + " ") == answer:', ' + " "):', CHOICES),
    Slip(  # after one's own move one believes the same; a move later it is another's answer
        "belief after the answer",
        "research/labels.py",
        "by_game.get(game, {}).get(turn, ())",
        "by_game.get(game, {}).get(turn - 2, ())",
        "tests/research/test_beliefs.py -k adds_up",
    ),
    # ---- thirty more: the server
    Slip("an address of IPv6 counts alone", "server/web/guard.py", ">> 64 << 64, 64)", ">> 0 << 0, 128)", LIMITS),
    Slip(
        "what is refused counts, too",
        "server/web/allowance.py",
        "            return False\n",
        "            self._left -= takes\n            return False\n",
        LIMITS,
    ),
    Slip("a body of 64 kB is too long", "server/web/guard.py", "if size > BODY:", "if size >= BODY:", LIMITS),
    Slip(
        "another port is our page",
        "server/web/guard.py",
        "return parts_of(origin).netloc.lower() in ours",
        "return parts_of(origin).hostname in ours",
        LIMITS,
    ),
    Slip(
        "a cookie of any length",
        "server/web/guard.py",
        "return value.strip()[:COOKIES]",
        "return value.strip()",
        LIMITS,
    ),
    Slip("five lines in a second", "server/room/chat.py", "if now - at < 10]", "if now - at < 1]", LIMITS),
    Slip(
        "a line of ten times the length",
        "server/room/chat.py",
        "len(line) <= messages.TEXT",
        "len(line) <= 9**9",
        LIMITS,
    ),
    Slip(
        "two people with one name", "server/room/seats.py", "    while own in others:", "    while own in ():", LIMITS
    ),
    Slip("a taken seat is taken again", "server/room/seats.py", "elif seat not in free:", "elif seat < 0:", LIMITS),
    Slip(
        "who was sent away sits down",
        "server/room/seats.py",
        "if device_of(guest) in state.kicked:",
        "if guest in state.muted:",
        LIMITS,
    ),
    Slip(
        "two at one device where none are shared",
        "server/room/seats.py",
        "if not state.sharing and any(",
        "if state.sharing is None and any(",
        LIMITS,
    ),
    Slip(
        "a no is not heard",
        "server/room/absence.py",
        "        return replace(state, replacing=others)\n",
        "        return state\n",
        LIMITS,
    ),
    Slip(
        "the link of who is gone still leads to the seat",
        "server/room/absence.py",
        "open=True, link=chair.link + 1)",
        "open=True, link=chair.link)",
        LIMITS,
    ),
    Slip(
        "a seat of a finished game is given away",
        "server/room/absence.py",
        "state.started and not state.over and long",
        "state.started and long",
        LIMITS,
    ),
    Slip("reminded again and again", "server/calls/calls.py", " and seat not in before.reminded", "", LIMITS),
    Slip(
        "called at every move", "server/calls/calls.py", "or (seat not in before.waiting and chair", "or (chair", LIMITS
    ),
    Slip(
        "called about a move that was made",
        "server/calls/calls.py",
        "room.session.offered(call.seat).turn <= call.turn and room",
        "room",
        LIMITS,
    ),
    Slip(
        "an allowance gathers for ever",
        "server/web/allowance.py",
        "min(self.burst, self._left",
        "max(0.0, self._left",
        LIMITS,
    ),
    Slip(
        "a reminder at half of the time",
        "server/room/clocks.py",
        "limit.seconds * 250",
        "limit.seconds * 500",
        LIMITS,
    ),
    Slip(
        "a holiday of any length",
        "server/room/clocks.py",
        "if not 0 <= wanted <= spare:",
        "if not 0 <= wanted:",
        LIMITS,
    ),
    Slip(
        "a forged cookie is read",
        "server/people/signatures.py",
        "credential_of(self._guests.unsign(cookie).decode())",
        'credential_of(cookie.rpartition(".")[0])',
        LIMITS,
    ),
    Slip("one network fills the queue", "server/threads.py", "queue // SHARE", "queue", LIMITS),
    # ---- core, coach, terminal, research
    Slip(
        "a damaged line is read",
        "core/record.py",
        "if at < 0 or again != line:",
        "if at < 0:",
        "tests/core/test_record.py",
    ),
    Slip(
        "a second record begins inside the first",
        "core/record.py",
        "end = len(data) if end < 0 else end + 1",
        "end = len(data)",
        "tests/core tests/terminal/test_play.py -k record",
    ),
    Slip(
        "what somebody learned from is taken back",
        "core/takeback.py",
        "        if not silent(before, by, code):\n",
        "        if code < 0:\n",
        "tests/laws/test_takeback.py",
    ),
    Slip(
        "equal teams share no place",
        "core/teams.py",
        "places[other[0]] < places[side[0]]",
        "places[other[0]] <= places[side[0]]",
        "tests/core/test_teams.py",
    ),
    Slip(
        "a loss of just a mistake is a slip",
        "coach/review/__init__.py",
        "if loss >= self.mistake else",
        "if loss > self.mistake else",
        SUMS,
    ),
    Slip(
        "what is hard to see comes first",
        "coach/review/__init__.py",
        "(not moment.plain, -moment",
        "(moment.plain, -moment",
        SUMS,
    ),
    Slip(
        "tomorrow's puzzle is told",
        "coach/puzzles/of_the_day.py",
        "if day > today:",
        "if day.year > today.year + 1:",
        "tests/coach/test_puzzles.py -k 'day or week'",
    ),
    Slip(
        "0 chooses the last of a list",
        "terminal/choices.py",
        "if 1 <= int(answer) <= len(labels):",
        "if 0 <= int(answer) <= len(labels):",
        CHOICES,
    ),
    Slip(
        "Enter passes where one may not",
        "terminal/choices.py",
        '            if may_pass:\n                return ""\n',
        '            return ""\n',
        CHOICES,
    ),
    Slip(
        "any seed goes on with a game",
        "terminal/saved.py",
        "if commitment(seed) != record.header.commitment:",
        "if not seed:",
        "tests/terminal/test_bad_input.py -k resume",
    ),
    Slip(
        "the last game of each job is left out",
        "research/batch.py",
        "range(low, high) for",
        "range(low, high - 1) for",
        "tests/research/test_rollouts.py",
    ),
    Slip(
        "the points of a step are rewarded again",
        "research/lanes.py",
        "            self.points[at] = now\n",
        "",
        "tests/laws/test_wide.py -k points",
    ),
    # ---- seats, eyes and clocks: caught before, and more of the kind
    Slip(
        "an increment of a tenth",
        "server/room/clocks.py",
        "limit.increment * 1000\n",
        "limit.increment * 100\n",
        SEATS,
    ),
    Slip(
        "time before a decision is charged",
        "server/room/clocks.py",
        "left - max(0, now - since)",
        "left - (now - since)",
        SEATS,
    ),
    Slip(
        "a holiday is never used up",
        "server/room/clocks.py",
        "spare - wanted)",
        "spare)",
        SEATS,
    ),
    Slip(
        "a device that was sent away leaves a free seat",
        "server/room/seats.py",
        "Chair(reserved=True, link=chair.link + 1)",
        "Chair(link=chair.link + 1)",
        SEATS,
    ),
    Slip(
        "only one of a device is sent away",
        "server/room/seats.py",
        "        if chair.device != device:\n            continue",
        "        if at != seat:\n            continue",
        SEATS,
    ),
    Slip(
        "a host sends themselves away",
        "server/room/seats.py",
        "device is None or device == device_of(guest)",
        "device is None",
        SEATS,
    ),
    Slip(
        "the newest who was sent away is forgotten",
        "server/room/seats.py",
        "[-MOST_KICKED:]",
        "[:MOST_KICKED]",
        SEATS,
    ),
    Slip(
        "a game begins with a free seat",
        "server/room/seats.py",
        'if any(chair.kind == "free"',
        'if all(chair.kind == "free"',
        SEATS,
    ),
    Slip(
        "a game begins twice",
        "server/room/seats.py",
        '    if state.started:\n        raise Refused("forbidden", N_("The game has begun',
        '    if state.over:\n        raise Refused("forbidden", N_("The game has begun',
        SEATS,
    ),
    Slip(
        "everybody is the host",
        "server/room/seats.py",
        "    if guest != state.host:",
        "    if not guest:",
        SEATS,
    ),
    Slip(
        "a bot takes the seat of who is here",
        "server/room/seats.py",
        "        if connected:\n",
        "        if connected is None:\n",
        SEATS,
    ),
    Slip(
        "who leaves a game leaves no bot",
        "server/room/seats.py",
        "return put(state, seat, replace(chair, bot=bot))\n    if state.over:",
        "return put(state, seat, replace(chair, bot=None))\n    if state.over:",
        SEATS,
    ),
    Slip(
        "a kept seat is given away by the host",
        "server/room/seats.py",
        'if chair.kind == "kept" and state.started:',
        'if chair.kind == "kept" and state.over:',
        SEATS,
    ),
    Slip(
        "nobody is heard again",
        "server/room/seats.py",
        "for other in state.muted if other != device)",
        "for other in state.muted)",
        SEATS,
    ),
    Slip(
        "a private link works twice",
        "server/room/seats.py",
        "chair.guest is None or chair.link != link",
        "chair.guest is None",
        SEATS,
    ),
    Slip(
        "the host stays behind",
        "server/room/seats.py",
        "host = guest if chair.guest == state.host else state.host",
        "host = state.host",
        SEATS,
    ),
    Slip(
        "whoever had the seat is still called",
        "server/room/seats.py",
        "    if not chair.own_link:  #",
        "    if chair.own_link:  #",
        SEATS,
    ),
    Slip(
        "links outlive a removed device",
        "server/room/seats.py",
        'link=chair.link + 1, own_link=False, call_at=""',
        'link=chair.link, own_link=False, call_at=""',
        SEATS,
    ),
    Slip(
        "tokens outlive a removed device",
        "server/room/seats.py",
        "elif host and chair.bot == NETWORK:",
        "elif not host and chair.bot == NETWORK:",
        SEATS,
    ),
    Slip(
        "a forgotten name stays",
        "server/room/seats.py",
        'name, plays = ("?", "random") if state.over else ("", None)',
        'name, plays = (chair.name, "random") if state.over else ("", None)',
        SEATS,
    ),
    Slip(
        "one yes shows a hand",
        "server/room/watching.py",
        "and all(guest in look.agreed",
        "and any(guest in look.agreed",
        SEATS,
    ),
    Slip(
        "asked again after a no",
        "server/room/watching.py",
        "if look is not None and look.refused:",
        "if look is not None and look.looked:",
        SEATS,
    ),
    Slip(
        "a no is only for now",
        "server/room/watching.py",
        "refused=True))",
        "refused=False))",
        SEATS,
    ),
    Slip(
        "a yes counts for another hand",
        "server/room/watching.py",
        "put(state, Look(device, name, seat, looked=",
        "put(state, Look(device, name, seat, look.agreed if look else (), looked=",
        SEATS,
    ),
    Slip(
        "a player looks through another's eyes",
        "server/room/watching.py",
        "if any(chair.device == device for chair in state.chairs):",
        "if any(chair.device == name for chair in state.chairs):",
        SEATS,
    ),
    Slip(
        "a move that replaces another earns again",
        "server/room/clocks.py",
        "if seat in moved and new > 0:",
        "if seat in moved:",
        SEATS,
    ),
    Slip(
        "the grace stays in the bank",
        "server/room/clocks.py",
        "0 if seat in graced else remaining(clocks, seat, now), None",
        "remaining(clocks, seat, now), None",
        SEATS,
    ),
    Slip(
        "who is back has all the time again",
        "server/room/clocks.py",
        "left[seat] = returning(limit)",
        "left[seat] = limit.seconds * 1000",
        SEATS,
    ),
    Slip(
        "a clock of a second",
        "server/room/clocks.py",
        "if not SHORTEST <= seconds",
        "if not 0 <= seconds",
        SEATS,
    ),
    Slip(
        "holidays in quick games",
        "server/room/clocks.py",
        "HOLIDAY * DAY * 1000 if limit.seconds >= SLOW else 0",
        "HOLIDAY * DAY * 1000",
        SEATS,
    ),
    Slip(
        "4 finds 14",
        "terminal/choices.py",
        'rf"(?<!\\d){word}(?!\\d)"',
        'rf"{word}"',
        CHOICES,
    ),
    Slip(
        "the seed is readable by others",
        "terminal/saved.py",
        "0o600",
        "0o644",
        "tests/terminal/test_play.py",
    ),
    Slip(
        "the highest ticket wins",
        "core/dealer.py",
        "number < lowest",
        "number > lowest",
        "tests/core/test_dealer.py",
    ),
    Slip(
        "a move is taken back after the end",
        "core/takeback.py",
        "last is None or table.over or any",
        "last is None or any",
        "tests/laws/test_takeback.py",
    ),
    Slip(
        "interrupts cannot be told",
        "coach/companion/__init__.py",
        "if not acting >> seat & 1]",
        "if acting >> seat & 1]",
        "tests/coach/test_companion.py",
    ),
]


def copy(folder: Path) -> Path:
    for name in COPIED:
        there = ROOT / name
        if there.is_dir():
            skip = shutil.ignore_patterns("node_modules", "__pycache__")
            shutil.copytree(there, folder / name, ignore=skip, symlinks=True)
        else:
            shutil.copy(there, folder / name)
    return folder


def fails(folder: Path, tests: str) -> tuple[bool, str]:
    """Do these tests fail in this copy, and how? A pytest that cannot even begin counts as well."""
    compiled = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["tepui"]["compiled"]
    changed = any((folder / file).read_bytes() != (ROOT / file).read_bytes() for file in compiled)
    env = {**os.environ, "PYTHONPATH": str(folder / "src")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # most of it is the same each time
    env |= {"TEPUI_INTERPRETED": "1"} if changed else {}
    files, _, key = tests.partition(" -k ")
    chosen = ["-k", key.strip("'")] if key else []
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--timeout", "300"]
    found = subprocess.run([*command, *files.split(), *chosen], cwd=folder, env=env, capture_output=True, text=True)
    last = [line for line in found.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return found.returncode != 0, (last or found.stdout.splitlines() or ["?"])[-1][:150]


def main(wanted: list[str]) -> int:
    quick = "--quick" in wanted  # the tests are known to pass without a slip
    wanted = [word for word in wanted if word != "--quick"]
    slips = [slip for slip in SLIPS if not wanted or any(word in slip.title for word in wanted)]
    survived, apart, broken = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = copy(Path(name))
        for tests in dict.fromkeys(slip.tests for slip in slips if not quick):
            bad, how = fails(folder, tests)
            if bad:
                broken.append(f"{tests}: {how}")  # a slip is not caught by a test that fails anyway
        for number, slip in enumerate(slips, 1):
            file = folder / "src" / "tepui" / slip.file
            text = file.read_text("utf-8") if file.exists() else ""
            if text.count(slip.old) != 1:
                apart.append(slip.title)
                print(f"{number:3d} of {len(slips)}  does not fit  {slip.title} ({slip.file})", flush=True)
                continue
            written = file.stat().st_mtime
            file.write_text(text.replace(slip.old, slip.new), "utf-8")
            os.utime(file, (written + number, written + number))  # Python compiles anew what has another time
            caught, how = fails(folder, slip.tests)
            file.write_text(text, "utf-8")
            os.utime(file, (written, written))
            if not caught:
                survived.append(slip.title)
            print(
                f"{number:3d} of {len(slips)}  {'caught' if caught else 'SURVIVES':12}  {slip.title}: {how}", flush=True
            )
    for title, lines in {"survive": survived, "do not fit the source": apart, "fail without a slip": broken}.items():
        print(f"{len(lines)} {title}" + "".join(f"\n    {line}" for line in lines))
    print(f"{len(slips) - len(survived) - len(apart)} of {len(slips)} slips are caught")
    return int(bool(survived or apart or broken))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
