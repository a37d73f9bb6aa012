"""The command `tepui` as a whole: groups, help, shell completion, JSON, exit codes and what is refused."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tepui import cli, progress
from tepui.cli_args import described
from tepui.core import find

sys.path.insert(0, str(Path(__file__).parents[1] / "core"))
from recorded import recorded

pytestmark = pytest.mark.once
NAMES = [*cli.COMMANDS, *cli.brought()]


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capsys.readouterr()
    found = cli.main([*words])
    both = capsys.readouterr()
    assert found == code, both
    return both.err if code == 2 else both.out


def test_the_list_has_groups_and_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "--help").splitlines()
    assert [line for line in lines if line and not line.startswith(" ")][1:7] == list(cli.GROUPS)[:6]
    assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == NAMES
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_help_of_every_command_is_sentences_with_a_word_for_every_option(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = described(cli.function_of(name))
    about = parser.description or ""
    assert about[0].isupper() and about.endswith((".", "`.")), about
    for action in parser._actions:
        assert action.help, f"{name} {action.dest}"
        hidden = action.help == argparse.SUPPRESS
        assert hidden or action.nargs == 0 or action.choices or (action.metavar or "").isupper(), (
            f"{name} {action.dest}"
        )
    assert said(capsys, "help", name) == said(capsys, name, "--help") != ""


def test_a_word_typed_wrong_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean `tepui play`?" in said(capsys, "plya", code=2)
    assert said(capsys, "-V") == said(capsys, "--version") != ""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "words"),
    [("pla", {"play", "play-out"}), ("play lost", {"lost-code"}), ("verify --se", {"--seal", "--seed-hash"})],
)
def test_bash_completes_commands_games_and_options(
    typed: str, words: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = ["tepui", *typed.split()]
    script = said(capsys, "completion", "bash") + (
        f'COMP_WORDS=({" ".join(before)}); COMP_CWORD={len(before) - 1}; _tepui; echo "${{COMPREPLY[@]}}"'
    )
    answer = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert set(answer.stdout.split()) == words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_get_a_script_too(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = said(capsys, "completion", shell)
    assert "bashcompinit" in script or "complete -c tepui -n '__fish_seen_subcommand_from play' -l seats" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", script], check=True)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    whole = recorded(find.game("lost-code"), 2, "ab" * 16)
    (tmp_path / "whole.jsonl").write_bytes(whole)
    (tmp_path / "open.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:100]))
    (tmp_path / "damaged.jsonl").write_bytes(whole.replace(b'"deal"', b'"seal"', 1))
    return tmp_path


def test_verify_says_proven_not_proven_or_not_understood(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, code in (("whole", 0), ("open", 1), ("damaged", 1)):
        found = json.loads(said(capsys, "verify", str(files / f"{name}.jsonl"), "--json", code=code))
        assert found["proven"] is (code == 0) and found["sentences"]
    said(capsys, "verify", str(files / "nothing.jsonl"), "--json", code=2)
    said(capsys, "verify", str(files / "whole.jsonl"), "--seal", "0" * 64, code=1)


def test_replay_and_believe_speak_json(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(files / "whole.jsonl")
    over = json.loads(said(capsys, "replay", file, "--json"))
    assert over["over"] and len(over["scores"]) == len(over["names"]) == 2 and over["journal"]
    then = json.loads(said(capsys, "replay", file, "--json", "--seat", "1", "--at", "60"))
    assert not then["over"] and then["moves"] == 60 and then["picture"]["logs"][0]["numbers"] == [None] * 6
    belief = json.loads(said(capsys, "believe", file, "--json", "--seat", "1", "--at", "60"))
    assert belief["seat"] == 1 and all(sum(row) == pytest.approx(1) for row in belief["chances"].values())


def test_doctor_speaks_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "doctor", "--json", "--data", str(tmp_path / "nothing"), code=1))
    assert found["troubles"] == 1 and not found["findings"][0]["fine"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("serve --url not-a-url", "'not-a-url' is no address"),
        ("serve --jobs 0", "it must be at least 1, not 0"),
        ("serve --pace -5", "it must be at least 0, not -5"),
        ("serve --idle -3", "it must be at least 0, not -3"),
        ("serve --bot-seconds nan", "it must be more than 0, not nan"),
        ("play lost-code --seat ", "argument --seat: it is empty. Say which, or leave it out"),
        ("play lost-code --seed ", "argument --seed: it is empty"),
        ("play lost-code --word ", "argument --word: it is empty"),
        ("play lost-code --bot-of-mine x", "unrecognized arguments: --bot-of-mine x"),
        ("play lost-code --memory -1", "it must be at least 0, not -1"),
        ("serve --host ", "argument --host: it is empty"),
        ("serve --data ", "argument --data: it is empty"),
        ("serve --workers 0", "unrecognized arguments: --workers 0"),
        ("serve --port -1", "cannot listen on port -1"),
        ("serve --processes 0", "--processes takes a number from 1 to 64"),
        ("serve --proxy nonsense", "'nonsense' is no address"),
        ("puzzle lost-code --seed ", "argument --seed: it is empty"),
        ("puzzle lost-code --seat 1", "--seat is for the puzzles of --file"),
        ("puzzle lost-code --list 0", "it must be at least 1, not 0"),
        ("learn lost-code --step 0", "Choose --step 1 to 20"),
        ("replay whole.jsonl --seat ", "argument --seat: it is empty"),
        ("what-if whole.jsonl --bot ", "argument --bot: it is empty"),
        ("what-if whole.jsonl", "the game is over at that moment. Choose an earlier one with --at"),
        ("verify whole.jsonl --word ", "argument --word: it is empty"),
        ("doctor --exposed ", "argument --exposed: it is empty"),
        ("doctor --machine --sbom", "not allowed with argument --machine"),
        ("doctor --data ", "argument --data: it is empty"),
        ("backup ", "argument FILE: it is empty"),
        ("export whole.jsonl --to parquet --out ", "argument --out: it is empty"),
        ("join http://x/t/abc --bot ", "argument --bot: it is empty"),
        ("join not-a-url --bot random", "'not-a-url' is no table's address"),
        ("mcp http://x/t/abc --patience nan", "it must be more than 0, not nan"),
        ("arena lost-code random random --pairs 0", "it must be at least 1, not 0"),
        ("play-out lost-code --games 0 --out x", "it must be at least 1, not 0"),
        ("laws lost-code --jobs 0", "it must be at least 1, not 0"),
        ("train roll-and-write", "the following arguments are required: --out"),
        ("verify --bogus x", "unrecognized arguments: --bogus"),
        ("compile a b", "unrecognized arguments: b"),
        ("believe whole.jsonl --seat audience", "--seat can be 1, 2, Anna or Ben"),
    ],
)
def test_nonsense_is_refused(
    line: str, sentence: str, files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(files)
    assert sentence in said(capsys, *line.split(" "), code=2)
    assert {file.name for file in files.iterdir()} == {"whole.jsonl", "open.jsonl", "damaged.jsonl"}, "nothing is made"


def test_what_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tepui.games.roll_and_write.bots.learned import FILE

    before = FILE.read_bytes()
    assert "exists already" in said(capsys, "train", "roll-and-write", "--out", str(FILE), code=2)
    assert FILE.read_bytes() == before
    words = ["play-out", "lost-code", "--games", "1", "--out", str(tmp_path / "games.jsonl")]
    said(capsys, *words)
    assert "say --overwrite" in said(capsys, *words, code=2)
    said(capsys, *words, "--overwrite")


def test_a_bar_says_how_long_it_takes_and_a_pipe_gets_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = iter([0.0, 0.5, 10.0, 20.0, 40.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show = progress.progress("pairs")
    for done in (0, 1, 2, 4):
        show(done, 4)
    lines = capsys.readouterr().err.split("\r")
    assert lines[1].strip() == "pairs: [######..................] 1 of 4, 30 s left"
    assert lines[-1] == "" and lines[-2].strip() == ""
    monkeypatch.undo()
    assert list(progress.counted([1, 2], "things")) == [1, 2]
    assert capsys.readouterr().err == ""
