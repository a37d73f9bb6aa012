"""The newcomer's commands: nothing is done twice, and what is missing is said in one sentence."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """dev.py, at work in a folder of its own."""
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, folder in {"ROOT": "", "TOOLS": ".tools", "VENV": ".venv", "WORK": ".work", "WEB": "web"}.items():
        monkeypatch.setattr(module, name, tmp_path / folder)
    monkeypatch.setattr(module, "STATIC", tmp_path / "static")
    return module


class Ran(list[str]):
    """Stands where programs are started, and keeps the names of their logs."""

    def __init__(self, works: bool = True) -> None:
        self.works = works

    def __call__(self, command: list[str], log: str, cwd: Path | None = None, **env: str) -> bool:
        self.append(log)
        return self.works


def test_a_stamp_holds_until_what_it_was_made_from_changes(dev: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/x").write_text("one")
    mark = dev.digest(tmp_path / "a")
    assert not dev.fresh("step", mark)
    dev.done("step", mark)
    assert dev.fresh("step", dev.digest(tmp_path / "a"))
    (tmp_path / "a/x").write_text("two")
    assert not dev.fresh("step", dev.digest(tmp_path / "a"))
    (tmp_path / "a/x").write_text("one")
    (tmp_path / "a/y").write_text("")
    assert not dev.fresh("step", dev.digest(tmp_path / "a"))


def test_what_is_installed_or_built_in_a_folder_does_not_count(dev: ModuleType, tmp_path: Path) -> None:
    before = dev.digest(tmp_path)
    (tmp_path / "node_modules/thing").mkdir(parents=True)
    (tmp_path / "node_modules/thing/index.js").write_text("")
    assert dev.digest(tmp_path) == before


def test_a_lock_is_installed_once_and_again_when_it_changes(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = Ran()
    monkeypatch.setattr(dev, "run", ran)
    monkeypatch.setattr(dev, "bring_uv", lambda: True)
    (tmp_path / "requirements.lock").write_text("a==1")
    dev.sync("requirements")
    dev.sync("requirements")
    assert ran == ["requirements"]
    (tmp_path / "requirements.lock").write_text("a==2")
    dev.sync("requirements")
    assert ran == ["requirements"] * 2


def test_what_brings_everything_else_is_installed_by_its_hash(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(dev, "run", lambda command, log: bool(asked.append([*map(str, command)])))
    monkeypatch.setattr(dev, "UV", tmp_path / "uv")
    (tmp_path / "requirements-uv.lock").write_text("uv==1 --hash=sha256:0")
    assert not dev.bring_uv()
    assert "--require-hashes" in asked[0] and asked[0][-1] == str(tmp_path / "requirements-uv.lock")
    lock = (ROOT / "requirements-uv.lock").read_text("utf-8")
    assert lock.startswith("uv==") and lock.count("--hash=sha256:") > 10


def test_without_network_a_first_start_says_so_and_a_later_one_goes_on(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "run", Ran(works=False))
    monkeypatch.setattr(dev, "bring_uv", lambda: False)
    (tmp_path / ".work").mkdir()
    (tmp_path / ".work/requirements.log").write_text("no route to host")
    (tmp_path / "requirements.lock").write_text("a==1")
    with pytest.raises(dev.Trouble, match="needs the network"):
        dev.sync("requirements")
    dev.done("requirements", "what was installed last week")
    dev.sync("requirements")
    assert "What is there is used" in capsys.readouterr().out


def test_without_node_one_sentence_and_the_plain_page(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran()
    monkeypatch.setattr(dev, "run", ran)
    dev.build_web()
    assert capsys.readouterr().out == ""  # no front end in the checkout: nothing to say
    (tmp_path / "web").mkdir()
    (tmp_path / "web/package.json").write_text("{}")
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    dev.build_web()
    assert "plain page" in capsys.readouterr().out
    assert ran == []


def test_the_front_end_is_built_once_and_again_when_it_changes(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = Ran()
    monkeypatch.setattr(dev, "run", ran)
    monkeypatch.setattr(dev.shutil, "which", lambda name: name)
    for folder in ("web/src", "web/node_modules", "static"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "web/package.json").write_text("{}")
    dev.build_web()
    dev.build_web()
    assert ran == ["node", "web"]
    (tmp_path / "web/src/Board.svelte").write_text("<svg/>")
    dev.build_web()
    assert ran == ["node", "web", "web"]


def test_what_is_missing_is_said_and_kept_for_the_end(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(works=False)
    monkeypatch.setattr(dev, "run", ran)
    monkeypatch.setattr(dev.shutil, "which", lambda name: name if name in ("apt-get", "env") else None)
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    missing = dev.Missing()
    missing.chromium()
    missing.node()
    said = capsys.readouterr().out
    assert said.index("this machine has no chromium") < said.index("the tests of the pages are skipped")
    assert ran == ["apt"], "it was tried"
    assert len(missing) == 2 and "Node is missing" in missing[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "python3 dev.py play"),
        (["dance"], "python3 dev.py play"),
        (["setup", "--fast"], "setup takes no options"),
        (["bench", "nothing"], "there is no bench/nothing.py"),
        (["proofs", "nothing"], "there is no tests/proofs/nothing.py"),
    ],
)
def test_a_wrong_command_is_answered_by_what_there_is(words: list[str], sentence: str) -> None:
    answer = subprocess.run([sys.executable, ROOT / "dev.py", *words], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 2
    assert sentence in answer.stderr and "Traceback" not in answer.stderr


def test_the_set_up_ends_with_two_commands_that_work(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Copied into a new shell, from the folder where the set-up was called."""
    monkeypatch.setattr(dev, "prepare", lambda: None)
    monkeypatch.setattr(dev, "compile_now", lambda: None)
    monkeypatch.setattr(dev, "BIN", Path(sys.executable).parent)
    assert dev.setup([]) == 0
    activate, play = [line for line in capsys.readouterr().out.splitlines() if line.startswith("    ")]
    assert "tepui play lost-code" in play
    shell = ["bash", "--norc", "-c", f"{activate}\n{play} --help"]
    env = {"PATH": "/usr/bin:/bin", "HOME": "/"}
    answer = subprocess.run(shell, env=env, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0 and "usage: tepui play" in answer.stdout, answer


def test_the_set_up_brings_pip_for_whoever_writes_a_game(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = Ran()
    monkeypatch.setattr(dev, "run", ran)
    monkeypatch.setattr(dev, "BIN", dev.VENV / "bin")
    dev.bring_pip()
    assert ran == ["pip"]
    (dev.VENV / "bin").mkdir(parents=True)
    (dev.VENV / "bin" / ("pip.exe" if dev.WINDOWS else "pip")).touch()
    dev.bring_pip()
    assert ran == ["pip"]


def test_the_venv_of_the_set_up_can_install_a_game_as_the_documents_say(tmp_path: Path) -> None:
    """`pip install -e .`, here without the network and into a folder of its own."""
    game = ROOT / "tests" / "strangers" / "bell"
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(tmp_path), "-e", str(game)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert list(tmp_path.glob("bell-*.dist-info"))


# ---- the proof that takes hours


def test_the_suite_again_and_again_goes_on_where_it_was_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = importlib.util.spec_from_file_location("twenty", Path(__file__).parents[1] / "proofs" / "twenty.py")
    assert place is not None and place.loader is not None
    twenty = importlib.util.module_from_spec(place)
    place.loader.exec_module(twenty)
    source, ran = "one", list[list[str]]()

    def run(options: list[str]) -> tuple[bool, list[str], str]:
        ran.append(options)
        if len(ran) == 3:
            raise KeyboardInterrupt
        return len(ran) != 2, ["a test"] if len(ran) == 2 else [], "well"

    monkeypatch.setattr(twenty, "STATE", tmp_path / "work" / "twenty.json")
    monkeypatch.setattr(twenty, "run", run)
    monkeypatch.setattr(twenty, "what", lambda options: {"source": source, "options": options})
    words = ["--times", "4", "--busy", "0", "--", "-x"]
    with pytest.raises(KeyboardInterrupt):
        twenty.main(words)
    assert twenty.main(words) == 1, "the second was red"
    assert ran == [["-x"]] * 5, "two before it was cut off, the one that was cut off, and two more"
    assert "3 of 4 runs were green; 1 tests ever failed\n   1  a test" in capsys.readouterr().out
    twenty.STATE.write_text(twenty.STATE.read_text()[:20])
    assert twenty.main(words) == 0 and len(ran) == 9, "a file that is cut off counts for nothing"
    source = "another"
    assert twenty.main(words) == 0 and len(ran) == 13
    assert twenty.main(words) == 0 and len(ran) == 13, "all have been run"
    assert twenty.main(["--anew", *words]) == 0 and len(ran) == 17
