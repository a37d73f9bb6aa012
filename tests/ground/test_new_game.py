"""`tepui new-game NAME`: what it makes is a game, at once; and bad names get a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tepui.cli import main

CHECK = """
from fire_flies import GAME
from tepui.coach.lessons import walk as lessons
assert lessons.refused(GAME) == [], lessons.refused(GAME)
assert list(lessons.of(GAME)) == ["first"]
start, names = GAME.start(GAME.setting()), ("A", "B")
assert len({GAME.words.prompt(start, 0, names, language) for language in GAME.languages}) == 2
"""


@pytest.mark.proof
@pytest.mark.slow
def test_a_new_game_is_installed_plays_and_keeps_the_laws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "fire-flies", "--out", str(tmp_path)]) == 0
    assert "pip install -e ." in capsys.readouterr().out
    game, site = tmp_path / "fire-flies", tmp_path / "site"
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    path = os.pathsep.join([str(site), str(game / "src")])
    env = {**os.environ, "PYTHONPATH": path}

    def run(*command: object, **more: str) -> str:
        answer = subprocess.run(
            [sys.executable, *map(str, command)],
            cwd=game,
            env={**env, **more},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return answer.stdout

    run("-m", "pip", "install", *options, "--target", site, game)
    assert "fire-flies: Fire Flies" in run("-m", "tepui.cli", "games")
    run("-c", CHECK)
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    # the first change is one file
    rules = game / "src/fire_flies/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("RIGHT: Final = 3", "RIGHT: Final = 5"), "utf-8")
    play = "from tepui import *; t = Table(game('fire-flies'), game('fire-flies').setting(2), Dealer('s').choose)\n"
    play += "while not t.over: t.pick(t.to_act[0], 0)\nprint(sorted(t.scores()))"
    assert run("-c", play, PYTHONPATH=os.pathsep.join([str(game / "src"), str(site)])) == "[0, 5]\n"


@pytest.mark.parametrize("name", ["Fire", "../fire", "fire flies", "", "-x", "class", "forehead", "json", "a" * 41])
def test_a_bad_name_gets_a_sentence(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["new-game", "--out", str(tmp_path), name])
    except SystemExit as left:
        code = left.code
    said = capsys.readouterr().err
    assert code == 2 and said.strip() and "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fire-flies").mkdir()
    assert main(["new-game", "fire-flies", "--out", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
