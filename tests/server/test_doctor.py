"""`tepui doctor` notices what a replay with the seed can notice, and says it in a sentence, whatever is in the file."""

import asyncio
import random
import re
import sqlite3
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tepui.cli import main
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.position import TABLE
from tepui.server.app import make_app
from tepui.server.refusals import Refused
from tepui.server.room.room import fields_of
from tepui.server.room.session import BACK, GameSession
from tepui.server.room.state import Chair, RoomState
from tepui.server.settings import Settings
from tepui.server.store.contract import Commit, Marks, Saved
from tepui.server.store.key import key_of
from tepui.server.store.store import FILE, Store

GAMES = ("lost-code", "roll-and-write", "kryptx", "forehead", "shells", "bell")
ROOM = "abcdefghjkmnpqrs"
WORDS = ("tapir",)


def played(name: str, folder: Path, moves: int = 1000, back: bool = True) -> Path:
    """A data folder with one game on disk, a move of it taken back."""
    game = find.game(name)
    setting = game.setting(max(2, min(game.seats)))
    rng = random.Random(name)
    seed = f"the seed of {name}"
    names = tuple(f"Player {seat}" for seat in range(setting.seats))
    session = GameSession(game, setting, Dealer(seed, WORDS).choose, names)
    rows = session.resume()
    session.offer()
    for n in range(moves):
        if session.over:
            break
        seat = rng.choice(session.table.to_act)
        rows += session.pick(seat, session.turn, [rng.randrange(len(session.look(seat).offered()))])
        if n == 2 and back and not session.over:
            rows += session.take_back(seat, agreed=True)
        session.offer()
    chairs = tuple(Chair(f"{seat:032x}", name) for seat, name in enumerate(names))
    state = RoomState(chairs=chairs, host=f"{0:032x}", started=True, over=session.over, words=WORDS, dealer=2)
    options = msgspec.json.encode(setting.options).decode()
    saved = Saved(ROOM, "C", name, game.rules, setting.seats, options, None, seed, created=1, **fields_of(state, 1))

    async def write() -> None:
        store = Store(folder)
        key_of(folder, store)
        await store.create(saved, state.guests)
        await store.commit(Commit(ROOM, rows=rows))
        await store.commit(Commit(ROOM, lines=[(None, '{"at":1,"text":"hello"}')]))
        await store.commit(Commit(ROOM, note=Marks(0, f"{0:032x}", b'{"b":1}')))
        store.close()

    folder.mkdir(exist_ok=True)
    asyncio.run(write())
    return folder


def change(folder: Path, statement: str, *values: object) -> int:
    with sqlite3.connect(folder / FILE) as file:
        return file.execute(statement, values).rowcount


def doctor(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["doctor", "--data", str(folder)])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err and not said.err
    return code, said.out


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [4, 1000])
def test_nothing_is_wrong_with_a_game_that_was_played(name: str, moves: int, tmp_path: Path, capsys) -> None:
    assert doctor(played(name, tmp_path / "data", moves), capsys)[0] == 0


def test_a_person_sees_how_far_it_is_and_a_pipe_does_not(tmp_path: Path, capsys, monkeypatch) -> None:
    folder = played("forehead", tmp_path / "data")
    for command in (["doctor"], ["backup", str(tmp_path / "whole")]):
        monkeypatch.setattr("tepui.progress.SILENT", 0.0)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        assert main([*command, "--data", str(folder)]) == 0
        assert re.search(r"(rooms|bytes): \[#*\.*\] \d+ of \d+", capsys.readouterr().err), command
        monkeypatch.undo()
    assert doctor(folder, capsys)[0] == 0


def chances(folder: Path) -> list[tuple[int, bytes]]:
    """The table's own moves, by number."""
    with sqlite3.connect(folder / FILE) as file:
        return file.execute("SELECT number, action FROM moves WHERE who = ? ORDER BY number", [TABLE]).fetchall()


@pytest.mark.parametrize("name", ["lost-code", "roll-and-write", "kryptx", "forehead"])
def test_a_roll_or_deal_that_the_seed_does_not_give(name: str, tmp_path: Path, capsys) -> None:
    """The first two that differ change places: each is a roll or a deal that could have been."""
    folder = played(name, tmp_path / "data", back=False)
    moves = chances(folder)
    (first, one), (second, other) = next((a, b) for a, b in pairwise(moves) if a[1] != b[1])
    change(folder, "UPDATE moves SET action = ? WHERE number = ?", other, first)
    change(folder, "UPDATE moves SET action = ? WHERE number = ?", one, second)
    code, said = doctor(folder, capsys)
    assert code == 1 and f"room {ROOM}: it is damaged (move " in said


def test_a_replaced_seed(tmp_path: Path, capsys) -> None:
    for n, name in enumerate(("lost-code", "roll-and-write", "kryptx", "forehead")):
        folder = played(name, tmp_path / str(n), moves=4)
        change(folder, "UPDATE rooms SET seed = ?", "another seed")
        code, said = doctor(folder, capsys)
        assert code == 1 and "not what the seed gives" in said


State = Callable[[RoomState], RoomState]


def with_state(what: State) -> Callable[[Path], None]:
    def doit(folder: Path) -> None:
        with sqlite3.connect(folder / FILE) as file:
            [(text,)] = file.execute("SELECT state FROM rooms")
            state = what(msgspec.json.decode(text, type=RoomState))
            file.execute("UPDATE rooms SET state = ?", [msgspec.json.encode(state).decode()])

    return doit


def sql(statement: str, *values: object) -> Callable[[Path], object]:
    return lambda folder: change(folder, statement, *values)


WRONG = {
    "an impossible seat": (
        sql("UPDATE moves SET who = 9 WHERE number = 40"),
        "is a move of seat 10, and there is none",
    ),
    "no seat at all": (sql("UPDATE moves SET who = -7 WHERE number = 40"), "and there is none"),
    "back to nowhere": (
        sql("UPDATE moves SET who = ?, action = ? WHERE number = 40", BACK, b'{"back":400}'),
        "takes back what nobody has played",
    ),
    "back before the beginning": (
        sql("UPDATE moves SET who = ?, action = ? WHERE number = 40", BACK, b'{"back":-3}'),
        "takes back what nobody has played",
    ),
    "back to no number": (
        sql("UPDATE moves SET who = ?, action = ? WHERE number = 40", BACK, b'{"to":"\xff"}'),
        "does not say what",
    ),
    "a row missing in the middle": (sql("DELETE FROM moves WHERE number = 30"), "move 30 is missing"),
    "one missing and the others moved up": (
        sql("UPDATE moves SET number = number - 1000 WHERE number > 30"),
        "is missing",
    ),
    "the last ones missing": (sql("DELETE FROM moves WHERE number > 50"), "last moves are missing"),
    "all missing": (sql("DELETE FROM moves"), "last moves are missing"),
    "an action that is text": (
        sql("UPDATE moves SET action = CAST(action AS TEXT) WHERE number = 40"),
        "move 40 is text",
    ),
    "an action that is a number": (sql("UPDATE moves SET action = 7 WHERE number = 40"), "move 40 is integer"),
    "an action of bad UTF-8": (
        sql("UPDATE moves SET action = ? WHERE number = 40", b'{"do":"\xff\xfe"}'),
        "move 40 is no move of The Lost Code",
    ),
    "an action of zeros": (sql("UPDATE moves SET action = zeroblob(40) WHERE number = 40"), "move 40 is no move"),
    "a state of bad UTF-8": (sql("UPDATE rooms SET state = CAST(x'7bff7d' AS TEXT)"), "bytes that are no text"),
    "a state that is none": (sql("UPDATE rooms SET state = '[]'"), "it is damaged"),
    "a number that is none": (sql("UPDATE rooms SET seats = 'two'"), "it is damaged"),
    "an unknown game": (sql("UPDATE rooms SET game = 'chess'"), "chess"),
    "no chairs": (with_state(lambda state: msgspec.structs.replace(state, chairs=())), "but 0 chairs"),
    "an empty chair": (
        with_state(lambda state: msgspec.structs.replace(state, chairs=(Chair(), *state.chairs[1:]))),
        "nobody sits on chair 1",
    ),
    "moves before the start": (
        lambda folder: (
            with_state(lambda state: msgspec.structs.replace(state, started=False, over=False))(folder),
            change(folder, "UPDATE rooms SET phase = 0"),
        ),
        "has not begun",
    ),
    "a phase of its own": (sql("UPDATE rooms SET phase = 1"), "disagree"),
    "a line of chat that is none": (sql("UPDATE lines SET line = '{'"), "its chat cannot be read"),
    "notes that are none": (sql("UPDATE notes SET marks = x'ff'"), "notes at seat 0 cannot be read"),
    "moves without their room": (sql("UPDATE moves SET room = 'elsewhere'"), "without their room"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_it_is_named_and_the_next_room_is_looked_at(wrong: str, tmp_path: Path, capsys) -> None:
    spoil, told = WRONG[wrong]
    folder = played("lost-code", tmp_path / "data", back=False)
    spoil(folder)
    code, said = doctor(folder, capsys)
    assert code == 1 and told in said and "1 rooms: 1 cannot go on" in said


SAME = ("an impossible seat", "back to nowhere", "an action that is a number", "no chairs", "a state that is none")
SERVED = {
    **{name: WRONG[name][0] for name in (*SAME, "a number that is none")},
    "a seed that is bytes": sql("UPDATE rooms SET seed = CAST(seed AS BLOB)"),
    "parts that are bytes": sql("UPDATE rooms SET parts = x'41'"),
    "a line of chat without a number": sql("UPDATE lines SET number = x'41'"),
    "notes that are a number": sql("UPDATE notes SET marks = 7"),
    "notes that are no text": sql("UPDATE notes SET marks = x'22ff22'"),
    "options that are none": sql("UPDATE rooms SET options = '7'"),
    "options cut short": sql("UPDATE rooms SET options = '{'"),
    "a state too deep": sql("UPDATE rooms SET state = ?", '{"chairs":' + "[" * 5000),
}


def test_the_server_says_so_too_instead_of_failing(tmp_path: Path) -> None:
    """A table whose rows are damaged opens with its trouble, or refuses with a sentence; lists go on without it."""

    async def opened(folder: Path) -> str:
        rooms = make_app(Settings(data=folder, limited=False)).state.site.rooms
        await rooms.lobby.mine(f"{0:032x}", "")
        await rooms.lobby.public(None, "")
        try:
            return str((await rooms.room(ROOM)).trouble)
        except Refused as no:
            return no.text
        finally:
            await rooms.close()

    for n, (wrong, spoil) in enumerate(SERVED.items()):
        folder = played("lost-code", tmp_path / str(n), back=False)
        spoil(folder)
        said = asyncio.run(opened(folder))
        assert "tepui doctor" in said, wrong


def test_zeroed_pages_get_a_sentence(tmp_path: Path, capsys) -> None:
    folder = played("forehead", tmp_path / "data")
    whole = (folder / FILE).read_bytes()
    for start in range(0, len(whole), 4096):
        (folder / FILE).write_bytes(whole[:start] + bytes(4096) + whole[start + 4096 :])
        code, said = doctor(folder, capsys)
        assert code == 1 and "Restore a backup" in said, f"page {start // 4096 + 1}"


def test_a_facts_table_that_is_no_text_any_more_gets_a_sentence(tmp_path: Path, capsys) -> None:
    folder = played("forehead", tmp_path / "data")
    data = (folder / FILE).read_bytes()
    assert b"CREATE TABLE facts" in data
    (folder / FILE).write_bytes(data.replace(b"CREATE TABLE facts", b"CREATE TABLE f\xffcts"))
    code, said = doctor(folder, capsys)
    assert code == 1 and "Restore a backup" in said
