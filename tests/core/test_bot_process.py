"""Bots in programs of their own: they play, and when they misbehave one sentence says so and nobody waits."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from tepui.bots.contract import RandomBot, choose
from tepui.bots.process import ProgramBot, in_own_process
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.refusal import BotFailed
from tepui.core.table import Table

DOCS = Path(__file__).parents[2] / "docs"
FOREHEAD = find.game("forehead")


def table(seed: str = "1", seats: int = 3) -> Table:
    return Table(FOREHEAD, FOREHEAD.setting(seats), Dealer(seed).choose, tuple("ABCDE"[:seats]))


def program(tmp_path: Path, source: str) -> list[str]:
    file = tmp_path / "bot.py"
    file.write_text(source, "utf-8")
    return [sys.executable, "-S", str(file)]


def play(game: Table, bots: dict[int, object], seconds: float = 60.0) -> None:
    rng = Random(1)
    while not game.over:
        seat = game.to_act[0]
        pick = choose(bots[seat], game.view(seat), seconds, rng)  # type: ignore[arg-type]
        assert pick is not None
        game.pick(seat, pick)


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", (DOCS / document).read_text("utf-8"), re.S | re.M)


# ---- the documented bots ----


def beats_chance(bot: object) -> bool:
    """In six games of The Lost Code, twice with the same chance, so that each has every seat."""
    game, points = find.game("lost-code"), 0
    for seed in range(3):
        for mine in (0, 1):
            one = Table(game, game.setting(2), Dealer(str(seed)).choose, ("A", "B"))
            play(one, {mine: bot, 1 - mine: RandomBot()})
            points += one.scores()[mine] - one.scores()[1 - mine]
    return points > 0


def test_the_program_of_the_document_is_short_and_beats_chance(tmp_path: Path) -> None:
    source = blocks("write-a-bot.md", "python")[0]
    assert len(source.splitlines()) <= 25
    bot = ProgramBot(program(tmp_path, source))  # one program for all: a new start line begins another game
    assert beats_chance(bot)
    bot.close()


def test_the_commands_of_the_document_run_as_they_stand(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(blocks("write-a-bot.md", "python")[0], "utf-8")
    bin_ = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "XDG_DATA_HOME": str(tmp_path)}
    text = (DOCS / "write-a-bot.md").read_text("utf-8")
    for name, result in (("play", "Go on with"), ("arena", "pairs won")):
        (line,) = re.findall(rf'^tepui {name} .*"program:.*$', text, re.M)
        words = shlex.split(line.replace("--pairs 20", "--pairs 1 --jobs 1"))
        answer = subprocess.run(words, cwd=tmp_path, env=env, input="", capture_output=True, text=True, timeout=120)
        assert answer.returncode == 0 and result in answer.stdout, answer


def test_the_package_of_the_document_installs_and_beats_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text(blocks("write-a-bot.md", "toml")[0], "utf-8")
    (tmp_path / "lost_code_hopeful.py").write_text(blocks("write-a-bot.md", "python")[1], "utf-8")
    options = "--no-deps --no-build-isolation --no-index --disable-pip-version-check --quiet".split()
    command = [sys.executable, "-m", "pip", "install", *options, "--target", tmp_path / "there", tmp_path]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    monkeypatch.syspath_prepend(tmp_path / "there")
    find.bots.cache_clear()
    try:
        assert beats_chance(find.bot("lost-code", "hopeful"))
    finally:
        find.bots.cache_clear()


def test_a_bot_package_is_found_by_its_entry_point() -> None:
    assert list(find.bots("forehead")) == ["random", "keen"]
    assert type(find.bot("forehead", "keen")).__module__ == "forehead_keen"


# ---- our own bots as programs ----


def test_a_python_bot_in_a_process_of_its_own_picks_as_it_does_here() -> None:
    child = in_own_process("keen")
    for seed in ("1", "2", "3"):
        game = table(seed)
        while not game.over:
            seat, view = game.to_act[0], game.view(game.to_act[0])
            here = find.bot("forehead", "keen").rank(view, 1.0, Random(0))
            if seat == 1:
                there = child.rank(view, 60.0, Random(0))
                assert here is not None and there is not None
                assert here[there.index(1.0)] == max(here)
            game.pick(seat, 0)
    child.close()


SPY = """
import json, sys
heard = []
for line in sys.stdin:
    heard.append(line)
    open(sys.argv[1], "w").writelines(heard)
    if '"moves"' in line:
        print('{"pick": 0}', flush=True)
"""


def test_a_program_hears_what_its_seat_saw_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    bot = ProgramBot([*program(tmp_path, SPY), str(log)], language="de")
    game = table("7")
    play(game, {0: RandomBot(), 1: bot, 2: RandomBot()})
    bot.close()
    start, ask = map(msgspec.json.decode, log.read_text().splitlines())
    assert start.pop("seed") >= 0
    assert start == {
        "tepui": 1,
        "game": "forehead",
        "rules": 1,
        "seats": 3,
        "options": {},
        "parts": None,
        "names": ["A", "B", "C"],
        "seat": 1,
        "language": "de",
    }
    deals = [move["move"]["number"] for move in ask["moves"] if move["by"] == "table"]
    truth = [game.truth.numbers[seat] for seat in range(3)]  # type: ignore[attr-defined]
    assert deals == [truth[0], None, truth[2]]
    assert ask["legal"] == [{"do": "bet", "rank": rank} for rank in (1, 2, 3)]
    assert ask["must"] is True and ask["seconds"] == 60.0
    assert ask["picture"]["players"][1]["number"] is None


def test_moves_are_told_once_and_again_after_a_move_was_taken_back(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    bot = ProgramBot([*program(tmp_path, SPY), str(log)])
    view = table("7").view(0)
    bot.rank(view, 60.0, Random(0))
    bot.rank(view, 60.0, Random(0))
    other = table("8").view(0)
    bot.rank(other, 60.0, Random(0))
    bot.close()
    lines = list(map(msgspec.json.decode, log.read_text().splitlines()))
    assert [len(line["moves"]) if "moves" in line else "start" for line in lines] == ["start", 3, 0, "start", 3]


# ---- misbehaviour ----

READ = "import sys, time, os, json, signal\nsys.stdin.readline(); sys.stdin.readline()\n"
LONG = 600  # seconds that a program sleeps: whoever waited for it would be noticed
SLEEP = f"time.sleep({LONG})\n"
PICK = "print('{\"pick\": 0}', flush=True)\n"

MISBEHAVIOUR = {
    "crash": ("1/0", "stopped without an answer (ZeroDivisionError: division by zero)"),
    "end": ("sys.exit(0)", "stopped without an answer"),
    "hang": (SLEEP, "did not answer in time"),
    "half a line": ("print('{\"pick\"', end='', flush=True); " + SLEEP, "did not answer in time"),
    "no output": ("os.close(1); " + SLEEP, "stopped without an answer"),
    "rubbish": ("print('hello', flush=True); " + SLEEP, "did not answer in the protocol but said 'hello'"),
    "bytes": ("os.write(1, b'\\xff\\xfe\\n')", "did not answer in the protocol but said"),
    "endless": ("while True: os.write(1, b'x' * 70000)", "answered without an end"),
    "flood": ("while True: os.write(1, b'hello\\n' * 999)", "said more than one line: 'hello\\nhello\\n"),
    "flood of complaints": ("while True: os.write(2, b'hello\\n' * 999)", "did not answer in time"),
    "two lines": ('os.write(1, b\'{"pick": 0}\\n{"pick": 0}\\n\')', "said more than one line: '{\"pick\": 0}'"),
    "another key": ("print('{\"move\": 0}', flush=True)", "answered neither pick nor rank but '{\"move\": 0}'"),
    "out of range": ("print('{\"pick\": 3}', flush=True)", "picked 3, but 0 to 2 are on offer"),
    "negative": ("print('{\"pick\": -1}', flush=True)", "picked -1, but 0 to 2 are on offer"),
    "pass": ("print('{\"pick\": null}', flush=True)", "passed though its seat must act"),
    "too few values": ("print('{\"rank\": [1]}', flush=True)", "valued 1 actions, but 3 are on offer"),
    "not a number": ('print(\'{"rank": [1, 2, "x"]}\', flush=True)', "did not answer in the protocol"),
    "too much memory": ("b'x' * (600 << 20)", "stopped without an answer (MemoryError)"),
    "its own group": ("os.kill(0, signal.SIGKILL)", "stopped without an answer"),
}


@pytest.mark.parametrize("kind", MISBEHAVIOUR)
def test_misbehaviour_gets_one_sentence_and_nobody_waits(tmp_path: Path, kind: str) -> None:
    source, sentence = MISBEHAVIOUR[kind]
    start = 0.5 if "in time" in sentence else 60.0
    bot = ProgramBot(program(tmp_path, READ + source), name="rude", memory=500, start_seconds=start, grace=0.05)
    began = time.monotonic()
    with pytest.raises(BotFailed) as failed:
        bot.rank(table().view(0), 0.1, Random(0))
    assert time.monotonic() - began < LONG / 2
    assert str(failed.value).startswith("the bot rude ") and sentence in str(failed.value)
    assert str(failed.value).endswith(". Seat another bot")
    assert "\n" not in str(failed.value)


def test_memory_within_the_limit_is_given(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, READ + "b'x' * (300 << 20)\n" + PICK), memory=500)
    assert bot.rank(table().view(0), 60.0, Random(0)) == [1, 0, 0]
    bot.close()


def test_a_program_that_never_reads_does_not_block_us(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, "import time; " + SLEEP), start_seconds=0.2, grace=0.05)
    view = table().view(0)
    view.names = ("A" * 300_000, "B", "C")  # more than a pipe holds
    with pytest.raises(BotFailed, match="did not answer in time"):
        bot.rank(view, 0.1, Random(0))


def test_a_long_question_arrives_whole(tmp_path: Path) -> None:
    source = "import json, sys\nstart = json.loads(sys.stdin.readline()); sys.stdin.readline()\n"
    source += "print(json.dumps({'pick': len(start['names'][0]) - 300_000}), flush=True)\n"
    bot = ProgramBot(program(tmp_path, source), start_seconds=60)
    view = table().view(0)
    view.names = ("A" * 300_001, "B", "C")
    assert bot.rank(view, 1.0, Random(0)) == [0, 1, 0]
    bot.close()


def test_a_program_that_answers_without_reading_to_the_end(tmp_path: Path) -> None:
    source = "import os, time\nos.close(0); time.sleep(1)\n"  # time for us to notice
    bot = ProgramBot(program(tmp_path, source + PICK + SLEEP), start_seconds=60)
    view = table().view(0)
    view.names = ("A" * 300_000, "B", "C")
    assert bot.rank(view, 1.0, Random(0)) == [1, 0, 0]
    bot.close(0)


def test_a_program_that_complains_much_and_answers(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, READ + "sys.stderr.write('well\\n' * 100_000); " + PICK), start_seconds=60)
    assert bot.rank(table().view(0), 60.0, Random(0)) == [1, 0, 0]
    bot.close()


def test_a_program_that_speaks_without_being_asked(tmp_path: Path) -> None:
    spoken = tmp_path / "spoken"
    source = READ + PICK + "sys.stdin.read(1)\n" + "print('again', flush=True)\n"
    bot = ProgramBot(program(tmp_path, source + f"open({str(spoken)!r}, 'w'); " + SLEEP), start_seconds=60)
    bot.rank(table().view(0), 60.0, Random(0))
    assert bot._process is not None
    bot._process._into.write(b"x")
    wait_until(spoken.exists)
    with pytest.raises(BotFailed, match="spoke without being asked: 'again'"):
        bot.rank(table().view(0), 60.0, Random(0))


# ---- what a program started ends with it ----

CHILD = """
if os.fork() == 0:
    open(note, "w").write(f"{os.getpid()}.")
    time.sleep(600)
"""
DAEMON = """
if os.fork() == 0:
    os.setsid()  # a session of its own, and its parent is gone: nothing but adoption finds it
    if os.fork() == 0:
        open(note, "w").write(f"{os.getpid()}.")
        time.sleep(600)
    os._exit(0)
os.wait()
"""
NOTED = """
while not os.path.exists(note) or not open(note).read().endswith("."):
    time.sleep(0.01)
"""
ENDS = {
    "hangs": PICK + SLEEP,
    "stops": PICK + "sys.stdin.readline()\n",
    "kills its group": PICK + "sys.stdin.readline(); os.kill(0, signal.SIGKILL)\n",
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("start", [CHILD, DAEMON], ids=["child", "daemon"])
def test_everything_that_a_program_started_ends_with_it(tmp_path: Path, start: str, end: str) -> None:
    note = tmp_path / "pid"
    source = READ + f"note = {str(note)!r}\n" + start + NOTED + ENDS[end]
    bot = ProgramBot(program(tmp_path, source), start_seconds=60, grace=0.05 if end == "hangs" else 60)
    bot.rank(table().view(0), 60.0, Random(0))
    started = noted(note)
    assert not ended(started)
    with pytest.raises(BotFailed, match="in time" if end == "hangs" else "stopped without an answer"):
        bot.rank(table().view(0), 0.1, Random(0))
    assert ended(started)


def test_everything_ends_when_we_are_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    command = program(tmp_path, READ + f"note = {str(note)!r}\n" + DAEMON + NOTED + SLEEP)
    ours = "from tepui.bots.process import BotProcess\n"
    ours += f"BotProcess({command!r}).ask(b'start\\nask\\n', {LONG})"
    running = subprocess.Popen([sys.executable, "-c", ours])
    wait_until(lambda: note.exists() and note.read_text().endswith("."))
    running.kill()
    running.wait()
    wait_until(lambda: ended(noted(note)))


def test_a_program_does_not_outlive_its_guard(tmp_path: Path) -> None:
    source = READ + f"open({str(tmp_path / 'pid')!r}, 'w').write(f'{{os.getpid()}}.'); " + PICK + SLEEP
    bot = ProgramBot(program(tmp_path, source), start_seconds=60)
    bot.rank(table().view(0), 60.0, Random(0))
    assert bot._process is not None
    bot._process.process.kill()
    wait_until(lambda: ended(noted(tmp_path / "pid")))
    bot.close()


def wait_until(true: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def noted(note: Path) -> int:
    return int(note.read_text().removesuffix("."))


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_program_that_stays_at_the_end_of_input_is_ended(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, READ + PICK + SLEEP), start_seconds=60)
    bot.rank(table().view(0), 60.0, Random(0))
    running = bot._process
    assert running is not None
    bot.close(0.1)
    bot.close()  # twice does no harm
    assert running.process.returncode == 128 + signal.SIGKILL


def test_a_program_that_listens_ends_by_itself(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, READ + PICK + "sys.stdin.read()"), start_seconds=60)
    bot.rank(table().view(0), 60.0, Random(0))
    running = bot._process
    assert running is not None
    bot.close(60)
    assert running.process.returncode == 0


def test_a_forgotten_bot_is_ended(tmp_path: Path) -> None:
    bot = ProgramBot(program(tmp_path, READ + PICK + SLEEP), start_seconds=60)
    bot.rank(table().view(0), 60.0, Random(0))
    assert bot._process is not None
    pid = bot._process.process.pid
    del bot
    assert ended(pid)


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match=r"the bot /no/such/bot cannot be started \(there is no such program: check"):
        ProgramBot(["/no/such/bot"]).rank(table().view(0), 1.0, Random(0))
    neither = tmp_path / "neither"
    neither.write_bytes(b"\x7fneither a script nor a program")
    neither.chmod(0o755)
    with pytest.raises(BotFailed, match=r"neither cannot be started: .*Exec format error"):
        ProgramBot([str(neither)], start_seconds=60).rank(table().view(0), 1.0, Random(0))


def test_values_of_a_program_and_an_interrupt_that_it_lets_pass(tmp_path: Path) -> None:
    values = ProgramBot(program(tmp_path, READ + "print('{\"rank\": [1, 2.5, -1]}', flush=True)"))
    assert values.rank(table().view(0), 60.0, Random(0)) == [0, 1, 0]
    passing = ProgramBot(program(tmp_path, READ + "print('{\"pick\": null}', flush=True)"))
    assert passing.rank(table().view(1), 60.0, Random(0)) is None  # seat 1 has nothing to do yet
    values.close()
    passing.close()


# ---- bot_main by hand ----


def bot_main(lines: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tepui.bots.program", *words]
    return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)


START = '{"game":"forehead","seats":2,"seat":0}\n'
MOVES = '{"by":"table","move":{"do":"deal","number":null}},{"by":"table","move":{"do":"deal","number":4}}'


def test_bot_main_answers_a_question() -> None:
    answer = bot_main(START + f'{{"moves":[{MOVES}],"seconds":1}}\n', "keen")
    assert msgspec.json.decode(answer.stdout) == {"pick": 0}  # five numbers of nine are higher than 4
    assert answer.returncode == 0


def test_a_start_line_may_name_the_bot() -> None:
    start = '{"game":"forehead","seats":2,"seat":0,"bot":"keen"}\n'
    assert bot_main(start + f'{{"moves":[{MOVES}],"seconds":1}}\n').stdout == '{"pick":0}\n'


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ('{"moves":[],"seconds":1}\n', "a question came before the start line"),
        ('{"game":"no-such-game","seats":2,"seat":0}\n', "there is no game 'no-such-game'"),
        ("rubbish\n", "JSON is malformed"),
        (START + '{"moves":[{"by":0,"move":{"do":"dance"}}],"seconds":1}\n', "dance"),
    ],
)
def test_bot_main_says_what_is_wrong(lines: str, sentence: str) -> None:
    answer = bot_main(lines)
    assert answer.returncode == 1 and sentence in answer.stderr and "Traceback" not in answer.stderr


def test_a_bot_that_prints_does_not_break_the_conversation(tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text(
        "class Chatty:\n    def rank(self, view, seconds, rng):\n        print('thinking')\n        return [0, 1]\n"
    )
    info = tmp_path / "chatty-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: chatty\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tepui.bots]\nforehead.chatty = chatty:Chatty\n")
    answer = subprocess.run(
        [sys.executable, "-m", "tepui.bots.program", "chatty"],
        input=START + f'{{"moves":[{MOVES}],"seconds":1}}\n',
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert answer.stdout == '{"pick":1}\n' and answer.stderr.endswith("thinking\n")
