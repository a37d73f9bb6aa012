"""Bad input: one sentence that says what to do, exit code 2, no traceback; through the real command."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import inside

sys.path.insert(0, str(Path(__file__).parents[1] / "core"))
from recorded import recorded, resealed

from tepui.core import find
from tepui.core.record import read

TEPUI = Path(sys.executable).with_name("tepui")
HONEST = recorded(find.game("forehead"), 3, "ab" * 16)


def tepui(
    folder: Path, *words: str, typed: str = "", path: Path | None = None, seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "LANG": "C.UTF-8", "COLUMNS": "100"}
    if path is not None:
        env["PYTHONPATH"] = str(path)
    return subprocess.run(
        [str(TEPUI), *words], cwd=folder, env=env, input=typed, capture_output=True, text=True, timeout=seconds
    )


def refused(answer: subprocess.CompletedProcess[str]) -> str:
    """The one sentence."""
    lines = [line for line in answer.stderr.splitlines() if "run interpreted" not in line and "runs interp" not in line]
    assert answer.returncode == 2, answer
    assert len(lines) == 1 and lines[0].startswith("tepui: "), answer.stderr
    assert "Traceback" not in answer.stdout + answer.stderr
    return lines[0].removeprefix("tepui: ")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    def write(name: str, data: bytes) -> None:
        (tmp_path / name).write_bytes(data)

    write("honest.jsonl", HONEST)
    write("damaged.jsonl", HONEST.replace(b'"rank"', b'"tank"', 1))
    write("rules.jsonl", resealed(HONEST.replace(b'"rules":1', b'"rules":9')))
    write("illegal.jsonl", resealed(re.sub(rb'"rank":\d', b'"rank":5', HONEST, count=1)))
    write("gone.jsonl", resealed(HONEST.replace(b'"forehead"', b'"foreleg"')))
    write("open.jsonl", recorded(find.game("forehead"), 3, "ab" * 16, stop=1))
    write("open-rules.jsonl", resealed((tmp_path / "open.jsonl").read_bytes().replace(b'"rules":1', b'"rules":9')))
    write(
        "open-program.jsonl",
        resealed((tmp_path / "open.jsonl").read_bytes().replace(b'"bots":[]', b'"bots":[null,null,"program"]')),
    )
    write("text.txt", b"hello\n")
    return tmp_path


BAD = [
    ("dance", "there is no command 'dance'. `tepui --help` lists them"),
    ("play", "say which game (`tepui games` lists them), or --resume FILE"),
    ("play foreleg", "there is no game 'foreleg'. Installed are "),
    ("play forehead --dance", "unrecognized arguments: --dance. `tepui play --help` shows what it understands"),
    ("play forehead --seats 9", "Forehead is for 2, 3, 4 or 5 players. Choose one of these, not 9"),
    ("play forehead --seats 0", "Forehead is for 2, 3, 4 or 5 players. Choose one of these, not 0"),
    ("play forehead --seats many", "argument --seats: this is no number: 'many'. `tepui play --help` shows"),
    ("play forehead --seats 2 --seat a --seat b --seat c", "3 seats are named, but there are 2. Leave some out"),
    ("play forehead --seat a --seat a", "two seats have the same name. Give each its own"),
    ("play forehead --seat \x07", "a seat's name is empty. Write --seat anna, or --seat bot:random"),
    ("play forehead --option night", "Forehead has no option 'night'. It has none"),
    ("play forehead --option night=long", "Forehead has no option 'night'. It has none"),
    ("play forehead --language xx", "Forehead speaks en or de, not 'xx'. Choose one of these"),
    ("play forehead --parts nothing.toml", "cannot read nothing.toml: No such file or directory. Check the name"),
    ("play forehead --bot clever", "there is no bot 'clever' for forehead. There are random or keen, or program"),
    ("play forehead --seat bot:clever", "there is no bot 'clever' for forehead. There are random or keen, or program"),
    ("play forehead --seat program:", "program: needs a command line"),
    ("play forehead --seconds 0", "argument --seconds: it must be more than 0"),
    ("play forehead --record honest.jsonl", "honest.jsonl exists already. Choose another name, or go on with"),
    ("play forehead --record no/such/folder.jsonl", "cannot write no/such/folder.jsonl: No such file or directory"),
    ("play --resume nothing.jsonl", "cannot read nothing.jsonl: No such file or directory. Check the name of"),
    ("play --resume honest.jsonl", "that game is over. `tepui replay honest.jsonl` shows it"),
    ("play --resume open-rules.jsonl", "that game began under rules 9 of Forehead, these are rules 1. Finish it"),
    ("play --resume open.jsonl", "the seed of this game is not in open.jsonl.seed. Put it back, or say it with --seed"),
    ("play --resume open.jsonl --seed wrong", "this is not the seed that the record's header promised"),
    ("play --resume open-program.jsonl", "a seat was played by someone's program. Say which with --bot program"),
    ("play --resume open.jsonl --seats 3", "--resume goes on with a game as it was. Leave out seats"),
    ("play --resume open.jsonl --seat anna", "--resume goes on with a game as it was. Leave out --seat"),
    ("play --resume illegal.jsonl", "that game is over"),
    ("play forehead --word a --word b", "2 words for the dice, but seats of people: 1. Leave some out"),
    ("replay nothing.jsonl", "cannot read nothing.jsonl: No such file or directory. Check the name of the file"),
    ("replay text.txt", "this is not a record (line 1 must be its header). Choose a file that Tepui wrote"),
    ("replay damaged.jsonl", "line 6 is damaged: its sum is wrong. Use a whole copy of the record"),
    ("replay illegal.jsonl", "line 6 is not a legal move. Use a whole copy of the record"),
    ("replay gone.jsonl", "there is no game 'foreleg'. Installed are "),
    (
        "replay honest.jsonl --seat 4",
        "nobody at this table is '4'. --seat can be 1, 2, 3, Anna, Ben, Cleo, audience or",
    ),
    ("replay honest.jsonl --seat dora", "nobody at this table is 'dora'"),
    ("replay honest.jsonl --at 10", "this record has 9 moves. Choose --at 0 to 9, not 10"),
    ("replay honest.jsonl --at -1", "this record has 9 moves. Choose --at 0 to 9, not -1"),
    ("verify", "the following arguments are required: FILE. `tepui verify --help` shows what it understands"),
    ("static text.txt", "cannot write to text.txt (Not a directory). Choose a folder where you may write"),
    ("restore nothing", "cannot read nothing (No such file or directory). Choose a file that `tepui backup` wrote"),
    ("serve --clock soon", "argument --clock: A clock is none, quick, relaxed, move, day, three_days or week, or"),
    ("games --all", "unrecognized arguments: --all. `tepui games --help` shows what it understands"),
]

REAL = ("dance", "play forehead --seats 9", "replay damaged.jsonl")  # by a process of its own, for all of them


@pytest.mark.parametrize(("line", "sentence"), BAD, ids=[line for line, _ in BAD])
def test_one_sentence_and_exit_code_2(files: Path, line: str, sentence: str) -> None:
    how = tepui if line in REAL else inside.tepui
    assert refused(how(files, *line.split(" "))).startswith(sentence)
    assert not list(files.glob("data/**/*.jsonl")), "nothing was begun"


UNPROVEN = [
    ("damaged", "line 6 is damaged: its sum is wrong. Use a whole copy of the record"),
    ("illegal", "line 6 is not a legal move. Use a whole copy of the record"),
    ("rules", "this record was made by rules 9 of Forehead, these are rules 1. Replay shows it"),
]


@pytest.mark.parametrize(("name", "sentence"), UNPROVEN)
def test_a_proof_that_fails_has_an_exit_code_of_its_own(files: Path, name: str, sentence: str) -> None:
    answer = inside.tepui(files, "verify", f"{name}.jsonl")
    assert answer.returncode == 1 and answer.stderr.startswith(f"{name}.jsonl: {sentence}")


BOTS = {
    "crashes": ("1/0", "stopped without an answer (ZeroDivisionError: division by zero)"),
    "hangs": ("time.sleep(600)", "did not answer in time"),
    "prints rubbish": ("print('hello', flush=True); input()", "did not answer in the protocol but said 'hello'"),
}


@pytest.mark.parametrize("kind", BOTS)
def test_a_game_of_bots_alone_stops_where_one_misbehaves_and_can_be_resumed(tmp_path: Path, kind: str) -> None:
    source, sentence = BOTS[kind]
    good = "print('{\"pick\": 0}', flush=True); input(); " if sentence == "did not answer in time" else ""
    (tmp_path / "bot.py").write_text(f"import time\ninput(); input(); {good}{source}\n")
    seats = ["--seats", "3", "--seat", f"program:{sys.executable} -S bot.py", "--seat", "bot:random"]
    if good:  # the first question has ten seconds more, for the start; the second has none
        answer = hanging(tmp_path)
    else:
        answer = tepui(tmp_path, "play", "forehead", *seats, "--record", "game.jsonl", "--seconds", "0.1")
    found = refused(answer)
    assert sentence in found and "Seat another bot" in found
    assert "`tepui play --resume game.jsonl --bot random` goes on" in found
    again = tepui(tmp_path, "play", "--resume", "game.jsonl", "--bot", "random")
    assert again.returncode == 0 and "The record of this game is game.jsonl" in again.stdout
    assert tepui(tmp_path, "verify", "game.jsonl").returncode == 0


def test_where_people_play_random_plays_on_for_a_bot_that_fails(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("input(); input(); 1/0")
    seats = ["--seat", "anna", "--seat", f"program:{sys.executable} -S bot.py", "--language", "de"]
    answer = tepui(tmp_path, "play", "forehead", *seats, "--record", "game.jsonl", typed="1\n")
    assert answer.returncode == 0, answer.stderr
    sentence = (
        "Der Bot ist ausgefallen. Ein Zufallsbot spielt für Cacao (program) weiter. (stopped without an answer (Zero"
    )
    assert answer.stdout.count(sentence) == 1 and "game.jsonl" in answer.stdout
    assert tepui(tmp_path, "verify", "game.jsonl").returncode == 0


ASKED = """
import json, sys
for text in sys.stdin:
    message = json.loads(text)
    if "moves" not in message:
        seat = message["seat"]
        continue
    open("asked", "a").write(str(seat))
    call = {call} and len(message["legal"]) - 1
    print(json.dumps({{"pick": call if {call} else 0 if message["must"] else None}}), flush=True)
"""


@pytest.mark.parametrize(("call", "asked", "moved"), [(False, "012120201", "012"), (True, "00102", "012")])
def test_bots_are_asked_from_whoever_must_act_on_clockwise(tmp_path: Path, call: bool, asked: str, moved: str) -> None:
    """Kryptx, R-13, at Bell: three turns in which nobody calls; three who call at once, whoever must act first."""
    (tmp_path / "bot.py").write_text(ASKED.format(call=call))
    bot = f"program:{sys.executable} -S bot.py"
    words = ["--seat", bot, "--seat", bot, "--seat", bot, "--record", "game.jsonl", "--seconds", "60", "--seed", "s"]
    assert tepui(tmp_path, "play", "bell", *words, seconds=240).returncode == 0
    assert (tmp_path / "asked").read_text().startswith(asked)
    moves = [by for by, _ in read(tmp_path / "game.jsonl").moves if by != 16]
    assert "".join(map(str, moves)).startswith(moved)


def hanging(folder: Path) -> subprocess.CompletedProcess[str]:
    """Two seats of one keen hand: a program that answers once and then hangs sits at Bell, where it is asked twice."""
    bot = f"program:{sys.executable} -S bot.py"
    return tepui(
        folder, "play", "bell", "--seat", bot, "--seat", "bot:random", "--record", "game.jsonl", "--seconds", "0.1"
    )


# ---- plugins ----


def plugin(folder: Path, name: str, source: str, points: str) -> None:
    (folder / f"{name}.py").write_text(source)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        ("GAME = 7", "TypeError: it is not a Game"),
        ("from forehead import GAME", "ValueError: the game calls itself 'forehead'"),
        ("x = 7", "AttributeError: module 'broken' has no attribute 'GAME'"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_and_the_others_still_work(tmp_path: Path, source: str, sentence: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    plugin(site, "broken", source, "[tepui.games]\nbroken = broken:GAME\n")
    answer = tepui(tmp_path, "games", path=site)
    assert answer.returncode == 0 and "forehead: Forehead" in answer.stdout and "Traceback" not in answer.stderr
    assert answer.stderr.count("broken (broken:GAME) cannot be loaded") == 1 and sentence in answer.stderr
    found = refused(tepui(tmp_path, "play", "broken", path=site))
    assert sentence in found and found.endswith("Repair or remove that package")
    works = tepui(tmp_path, "play", "forehead", "--seats", "2", typed="1\n", path=site)
    assert works.returncode == 0 and "broken" not in works.stderr


def test_a_bot_that_cannot_be_loaded(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    plugin(site, "dull", "import no_such_module", "[tepui.bots]\nforehead.dull = dull:Dull\n")
    seats = ("--seat", "bot:dull", "--seat", "bot:random", "--record", "game.jsonl")
    found = refused(tepui(tmp_path, "play", "forehead", *seats, path=site))
    assert "forehead.dull (dull:Dull) cannot be loaded: ModuleNotFoundError" in found


def test_without_any_game(tmp_path: Path) -> None:
    code = (
        "from tepui.core import find; find.names = dict; from tepui.cli import main; raise SystemExit(main(['games']))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout == "No game is installed.\n" and answer.returncode == 0


@pytest.mark.parametrize("command", ["serve", "backup", "restore", "doctor", "laws", "train", "rules", "games", "play"])
def test_an_option_that_no_command_knows(tmp_path: Path, command: str) -> None:
    assert f"`tepui {command} --help` shows what it understands" in refused(
        inside.tepui(tmp_path, command, "--no-such-option")
    )
