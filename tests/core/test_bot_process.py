"""Bots in programs of their own: they play, and when they misbehave one sentence says so and nobody waits."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

from tepui.core import find
from tepui.core.bot_process import ChildBot, in_own_process
from tepui.core.bots import RandomBot, choose
from tepui.core.dealer import Dealer
from tepui.core.refusal import BotFailed
from tepui.core.table import Table
from tepui.core.view import View

DOCS = Path(__file__).parents[2] / "docs"
FOREHEAD = find.game("forehead")


def table(seed: str = "1", seats: int = 3) -> Table:
    return Table(FOREHEAD, FOREHEAD.setting(seats), Dealer(seed).choose, tuple("ABCDE"[:seats]))


def program(tmp_path: Path, source: str) -> list[str]:
    file = tmp_path / "bot.py"
    file.write_text(source, "utf-8")
    return [sys.executable, "-S", str(file)]


def play(game: Table, bots: dict[int, object], seconds: float = 5.0) -> None:
    rng = Random(1)
    while not game.over:
        seat = game.to_act[0]
        pick = choose(bots[seat], game.view(seat), seconds, rng)  # type: ignore[arg-type]
        assert pick is not None
        game.pick(seat, pick)


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", (DOCS / document).read_text("utf-8"), re.S | re.M)


# ---- the documented bots ----


def test_the_program_of_the_document_plays_twenty_games_and_is_twenty_lines(tmp_path: Path) -> None:
    source = blocks("write-a-bot.md", "python")[0]
    assert len(source.splitlines()) <= 20
    bot = ChildBot(program(tmp_path, source))
    keen = find.bot("forehead", "keen")
    for seed in range(20):  # one program for all: a new start line begins another game
        ours, theirs = table(str(seed), 4), table(str(seed), 4)
        play(ours, {0: bot, 1: RandomBot(), 2: RandomBot(), 3: RandomBot()})
        play(theirs, {0: keen, 1: RandomBot(), 2: RandomBot(), 3: RandomBot()})
        mine, keens = ours.truth.bets[0], theirs.truth.bets[0]  # type: ignore[attr-defined]
        values = keen.rank(at_the_first_bet(seed), 1.0, Random(0))
        assert values is not None
        assert values[mine] == values[keens] == max(values), f"seed {seed}"
    bot.close()


def at_the_first_bet(seed: int) -> View:
    return table(str(seed), 4).view(0)


def test_the_class_of_the_document_is_the_package(tmp_path: Path) -> None:
    package = Path(__file__).parents[1] / "strangers" / "keen"
    assert blocks("write-a-bot.md", "python")[1] == (package / "src" / "forehead_keen" / "__init__.py").read_text()
    assert blocks("write-a-bot.md", "toml")[0] in (package / "pyproject.toml").read_text()


def test_a_bot_package_is_found_by_its_entry_point() -> None:
    assert list(find.bots("forehead")) == ["random", "keen"]
    assert type(find.bot("forehead", "keen")).__module__ == "forehead_keen"


# ---- our own bots as programs ----


def test_a_python_bot_in_a_process_of_its_own_picks_as_it_does_here() -> None:
    child = in_own_process("keen", nice=1)
    for seed in ("1", "2", "3"):
        game = table(seed)
        while not game.over:
            seat, view = game.to_act[0], game.view(game.to_act[0])
            here = find.bot("forehead", "keen").rank(view, 1.0, Random(0))
            if seat == 1:
                there = child.rank(view, 1.0, Random(0))
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
    bot = ChildBot([*program(tmp_path, SPY), str(log)], language="de")
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
    assert ask["must"] is True and ask["seconds"] == 5.0
    assert ask["picture"]["players"][1]["number"] is None


def test_moves_are_told_once_and_again_after_a_move_was_taken_back(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    bot = ChildBot([*program(tmp_path, SPY), str(log)])
    view = table("7").view(0)
    bot.rank(view, 5.0, Random(0))
    bot.rank(view, 5.0, Random(0))
    other = table("8").view(0)
    bot.rank(other, 5.0, Random(0))
    bot.close()
    lines = list(map(msgspec.json.decode, log.read_text().splitlines()))
    assert [len(line["moves"]) if "moves" in line else "start" for line in lines] == ["start", 3, 0, "start", 3]


# ---- misbehaviour ----

READ = "import sys, time, os, json\nsys.stdin.readline(); sys.stdin.readline()\n"

MISBEHAVIOUR = {
    "crash": ("1/0", "stopped without an answer (ZeroDivisionError: division by zero)"),
    "end": ("sys.exit(0)", "stopped without an answer"),
    "hang": ("time.sleep(60)", "did not answer in time"),
    "half a line": ("print('{\"pick\"', end='', flush=True); time.sleep(60)", "did not answer in time"),
    "late": ("time.sleep(2); print('{\"pick\": 0}', flush=True)", "did not answer in time"),
    "rubbish": ("print('hello', flush=True)", "did not answer in the protocol but said 'hello'"),
    "bytes": ("os.write(1, b'\\xff\\xfe\\n')", "did not answer in the protocol but said"),
    "endless": ("os.write(1, b'x' * 70000) and [os.write(1, b'x' * 70000) for _ in range(99)]", "without an end"),
    "two lines": ('os.write(1, b\'{"pick": 0}\\n{"pick": 0}\\n\')', "said more than one line: '{\"pick\": 0}'"),
    "another key": ("print('{\"move\": 0}', flush=True)", "answered neither pick nor rank but '{\"move\": 0}'"),
    "out of range": ("print('{\"pick\": 3}', flush=True)", "picked 3, but 0 to 2 are on offer"),
    "negative": ("print('{\"pick\": -1}', flush=True)", "picked -1, but 0 to 2 are on offer"),
    "pass": ("print('{\"pick\": null}', flush=True)", "passed though its seat must act"),
    "too few values": ("print('{\"rank\": [1]}', flush=True)", "valued 1 actions, but 3 are on offer"),
    "not a number": ('print(\'{"rank": [1, 2, "x"]}\', flush=True)', "did not answer in the protocol"),
}


@pytest.mark.parametrize("kind", MISBEHAVIOUR)
def test_misbehaviour_gets_one_sentence_and_nobody_waits(tmp_path: Path, kind: str) -> None:
    source, sentence = MISBEHAVIOUR[kind]
    start = 0.5 if "in time" in sentence else 20.0
    bot = ChildBot(program(tmp_path, READ + source), name="rude", start_seconds=start, grace=0.05)
    began = time.monotonic()
    with pytest.raises(BotFailed) as failed:
        bot.rank(table().view(0), 0.1, Random(0))
    assert time.monotonic() - began < 20
    assert str(failed.value).startswith("the bot rude ") and sentence in str(failed.value)
    assert str(failed.value).endswith("seat another bot")
    assert "\n" not in str(failed.value)


def test_a_program_that_never_reads_does_not_block_us(tmp_path: Path) -> None:
    bot = ChildBot(program(tmp_path, "import time; time.sleep(60)"), start_seconds=0.2, grace=0.05)
    view = table().view(0)
    view.names = ("A" * 300_000, "B", "C")  # more than a pipe holds
    began = time.monotonic()
    with pytest.raises(BotFailed, match="did not answer in time"):
        bot.rank(view, 0.1, Random(0))
    assert time.monotonic() - began < 3


def test_a_program_that_speaks_without_being_asked(tmp_path: Path) -> None:
    source = READ + "print('{\"pick\": 0}', flush=True); time.sleep(0.1); print('again', flush=True); time.sleep(9)"
    bot = ChildBot(program(tmp_path, source))
    bot.rank(table().view(0), 5.0, Random(0))
    time.sleep(0.5)
    with pytest.raises(BotFailed, match="spoke without being asked: 'again'"):
        bot.rank(table().view(0), 5.0, Random(0))


def test_everything_that_a_program_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    source = READ + (
        "import subprocess\n"
        "p = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(note)!r}, 'w').write(str(p.pid))\n"
        "print('{\"pick\": 0}', flush=True)\n"
        "time.sleep(60)\n"
    )
    bot = ChildBot(program(tmp_path, source), grace=0.05)
    bot.rank(table().view(0), 20.0, Random(0))
    with pytest.raises(BotFailed, match="in time"):
        bot.rank(table().view(0), 0.1, Random(0))
    grandchild = int(note.read_text())
    for _ in range(100):
        if ended(grandchild):
            break
        time.sleep(0.02)
    assert ended(grandchild)


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_program_that_stays_at_the_end_of_input_is_sent(tmp_path: Path) -> None:
    bot = ChildBot(program(tmp_path, READ + "print('{\"pick\": 0}', flush=True); time.sleep(60)"))
    bot.rank(table().view(0), 5.0, Random(0))
    running = bot._program
    assert running is not None
    bot.close()
    bot.close()  # twice does no harm
    assert running.process.returncode == -9


def test_a_program_that_listens_ends_by_itself(tmp_path: Path) -> None:
    bot = ChildBot(program(tmp_path, READ + "print('{\"pick\": 0}', flush=True); sys.stdin.read()"))
    bot.rank(table().view(0), 5.0, Random(0))
    running = bot._program
    assert running is not None
    bot.close()
    assert running.process.returncode == 0


def test_a_forgotten_bot_is_ended(tmp_path: Path) -> None:
    bot = ChildBot(program(tmp_path, READ + "print('{\"pick\": 0}', flush=True); time.sleep(60)"))
    bot.rank(table().view(0), 5.0, Random(0))
    assert bot._program is not None
    pid = bot._program.process.pid
    del bot
    assert ended(pid)


def test_an_unknown_program() -> None:
    with pytest.raises(BotFailed, match="cannot start the bot /no/such/bot: No such file or directory; check"):
        ChildBot(["/no/such/bot"]).rank(table().view(0), 1.0, Random(0))


def test_values_of_a_program_and_an_interrupt_that_it_lets_pass(tmp_path: Path) -> None:
    values = ChildBot(program(tmp_path, READ + "print('{\"rank\": [1, 2.5, -1]}', flush=True)"))
    assert values.rank(table().view(0), 5.0, Random(0)) == [1, 2.5, -1]
    passing = ChildBot(program(tmp_path, READ + "print('{\"pick\": null}', flush=True)"))
    assert passing.rank(table().view(1), 5.0, Random(0)) is None  # seat 1 has nothing to do yet
    values.close()
    passing.close()


# ---- botchild by hand ----


def botchild(lines: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tepui.core.bot_main", *words]
    return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=30)


START = '{"game":"forehead","seats":2,"seat":0}\n'
MOVES = '{"by":"table","move":{"do":"deal","number":null}},{"by":"table","move":{"do":"deal","number":4}}'


def test_botchild_answers_a_question() -> None:
    answer = botchild(START + f'{{"moves":[{MOVES}],"seconds":1}}\n', "--nice", "5", "keen")
    assert msgspec.json.decode(answer.stdout) == {"pick": 0}  # five numbers of nine are higher than 4
    assert answer.returncode == 0


def test_a_start_line_may_name_the_bot() -> None:
    start = '{"game":"forehead","seats":2,"seat":0,"bot":"keen"}\n'
    assert botchild(start + f'{{"moves":[{MOVES}],"seconds":1}}\n').stdout == '{"pick":0}\n'


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ('{"moves":[],"seconds":1}\n', "a question came before the start line"),
        ('{"game":"no-such-game","seats":2,"seat":0}\n', "there is no game 'no-such-game'"),
        ("rubbish\n", "JSON is malformed"),
        (START + '{"moves":[{"by":0,"move":{"do":"dance"}}],"seconds":1}\n', "dance"),
    ],
)
def test_botchild_says_what_is_wrong(lines: str, sentence: str) -> None:
    answer = botchild(lines)
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
        [sys.executable, "-m", "tepui.core.bot_main", "chatty"],
        input=START + f'{{"moves":[{MOVES}],"seconds":1}}\n',
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert answer.stdout == '{"pick":1}\n' and answer.stderr.endswith("thinking\n")
