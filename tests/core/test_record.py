"""Records of the first format: what was written is read again, and every other thing is refused with its line."""

import hashlib
import io
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tepui.core import find
from tepui.core.position import AUDIENCE, DEALER, TABLE, packed
from tepui.core.record import Header, Recorder, parse, read, records_in, replay, replay_steps
from tepui.core.refusal import BadRecord
from tepui.core.verify import verify

sys.path.insert(0, str(Path(__file__).parent))
import second_verifier
from recorded import recorded, resealed

GAME = find.game("forehead")
SEED = "00112233445566778899aabbccddeeff"
HONEST = recorded(GAME, 3, SEED, words=("Ünited", "tapir"), format=1)
EYES = (0, 1, 2, AUDIENCE, DEALER)

RANK = msgspec.json.decode(HONEST.splitlines()[4])["move"]["rank"]  # of the first bet


def changed(line: int, old: str, new: str, data: bytes = HONEST) -> bytes:
    lines = data.decode().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "".join(lines).encode()


def swapped(a: int, b: int) -> bytes:
    lines = HONEST.splitlines(keepends=True)
    lines[a - 1], lines[b - 1] = lines[b - 1], lines[a - 1]
    return b"".join(lines)


# ---- honest records ----


def test_many_records_in_one_file_are_taken_apart_at_their_headers() -> None:
    other = recorded(GAME, 2, SEED)
    assert list(records_in(HONEST + other + HONEST)) == [HONEST, other, HONEST]
    assert list(records_in(HONEST)) == [HONEST]
    assert list(records_in(b"")) == []


def test_without_flush_the_file_decides_when_it_writes() -> None:
    class Counting(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

        def seekable(self) -> bool:
            return False

    file = Counting()
    Recorder(file, flush=False).end(SEED, [1], [1])
    assert file.flushed == 0
    Recorder(file).end(SEED, [1], [1])
    assert file.flushed == 1


def test_an_honest_record_is_proven_by_both_verifiers() -> None:
    assert verify(parse(HONEST), GAME) == "9 moves are legal, and every roll and deal follows from the seed"
    assert second_verifier.verify(HONEST) == ""


def test_the_second_verifier_is_independent_and_short() -> None:
    source = Path(second_verifier.__file__).read_text()
    assert len(source.splitlines()) < 60
    assert not any(line.strip().startswith(("import tepui", "from tepui")) for line in source.splitlines())


def test_a_hundred_games_are_dealt_as_the_second_verifier_says() -> None:
    for number in range(100):
        data = recorded(GAME, 2 + number % 4, f"{number:032x}", words=("a" * (number % 3), '"quoted"'), format=1)
        assert second_verifier.verify(data) == "", f"seed {number:032x}"
        verify(parse(data), GAME)


def test_a_game_that_is_not_over_keeps_its_seed() -> None:
    data = recorded(GAME, 3, SEED, stop=1, format=1)
    assert SEED.encode() not in data
    assert verify(parse(data), GAME).startswith("4 moves are legal. The seed is not published yet")


def test_replay_gives_every_view_again() -> None:
    tables = [[packed(table.look(eye).position) for eye in EYES] for table in replay_steps(parse(HONEST), GAME)]
    assert len(tables) == 10
    for upto, views in enumerate(tables):
        again = replay(parse(HONEST), GAME, upto)
        assert [packed(again.look(eye).position) for eye in EYES] == views
    assert len({tuple(view) for view in tables[4]}) > 1  # eyes differ while numbers are hidden


@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    seats=st.integers(2, 5),
    seed=st.integers(0, 2**128 - 1).map("{:032x}".format),
    words=st.lists(st.text(max_size=8), max_size=3).map(tuple),
)
def test_whatever_is_written_is_read_again(seats: int, seed: str, words: tuple[str, ...]) -> None:
    if any("\ud800" <= letter <= "\udfff" for word in words for letter in word):
        return  # half a letter is no text
    data = recorded(GAME, seats, seed, words=words, format=1)
    record = parse(data)
    assert record.header.words == words and record.header.seats == seats
    assert len(record.moves) == 3 * seats and record.size == len(data) and not record.warning
    assert record.end is not None and record.end.seed == seed
    verify(record, GAME)
    assert second_verifier.verify(data) == ""


# ---- damage ----

CHEATS = {
    "changed seed": (11, SEED, SEED.replace("00", "01")),
    "changed outcome": (3, '"number":', '"number":1'),
    "changed bet": (5, '"rank":', '"rank":1'),
    "changed name": (1, "Anna", "Anne"),
    "changed score": (11, '"scores":[', '"scores":[1'),
    "changed number of a move": (4, '"n":3', '"n":4'),
    "changed sum": (6, '"sum":"', '"sum":"0'),
    "no sum": (6, '"sum"', '"some"'),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_changed_byte_is_named_by_both_verifiers(cheat: str) -> None:
    line, old, new = CHEATS[cheat]
    data = changed(line, old, new)
    with pytest.raises(BadRecord, match=rf"^line {line} is damaged: its sum is wrong. Use a whole copy"):
        parse(data)
    assert second_verifier.verify(data) == f"line {line}: wrong sum"


def test_swapped_lines_are_named() -> None:
    data = swapped(5, 6)
    with pytest.raises(BadRecord, match=r"^line 5 is damaged"):
        parse(data)
    assert second_verifier.verify(data) == "line 5: wrong sum"


def test_every_single_byte_counts() -> None:
    for at in range(len(HONEST) - 1):
        data = bytearray(HONEST)
        data[at] ^= 1
        with pytest.raises(BadRecord):
            verify(parse(bytes(data)), GAME)


RESEALED = {
    "another seed": (11, SEED, SEED.replace("00", "01"), "line 11: the seed is not the one promised in the header"),
    "another outcome": (2, '"number":', '"number":1', "line 2 is no move of Forehead"),
    "a bet on nothing": (5, '"rank":', '"rank":1', "line 5 is no move of Forehead"),
    "a bet on a rank for more players": (5, f'"rank":{RANK}', '"rank":5', "line 5 is not a legal move"),
    "a score": (11, '"scores":[', '"scores":[1', "line 11: the scores are not those of the game"),
    "a missing move": (4, '"n":3', '"n":4', "line 4 is move 4, but move 3 is due"),
    "a stranger": (5, '"by":0', '"by":7', "line 5 is a move of seat 8, and there is none"),
    "nobody": (5, '"by":0', '"by":"me"', "line 5 is damaged (Invalid enum value 'me'"),
    "out of turn": (5, '"by":0', '"by":1', "line 5 is not a legal move"),
    "the table's turn": (2, '"by":"table"', '"by":0', "line 2 is no move of Forehead"),
    "an unknown move": (5, '"do":"bet"', '"do":"pet"', "line 5 is no move of Forehead"),
    "no move": (5, '"move"', '"mowe"', "line 5 is damaged (Object missing required field `move`)"),
    "too early an end": (11, '"n":9', '"n":8', "line 11: the record ends before the game does"),
    "too many seats": (1, '"seats":3', '"seats":9', "line 1 does not fit Forehead (it has 9 seats but 3 names)"),
    "more seats than any table has": (
        1,
        '"seats":3',
        '"seats":99999999999',
        "line 1 has 99999999999 seats, and no table",
    ),
    "arrays without an end": (
        5,
        '"rank":1',
        f'"rank":{"[" * 5000}1{"]" * 5000}',
        "line 5 is damaged (maximum recursion",
    ),
    "an option": (1, '"options":{}', '"options":{"x":1}', "line 1 does not fit Forehead (Forehead has no option 'x'"),
    "a header without a game": (1, '"game"', '"gone"', "line 1 is damaged (Object missing required field `game`)"),
    "a newer Tepui": (1, '"tepui":1', '"tepui":3', "this record was written by a newer Tepui"),
    "other rules": (1, '"rules":1', '"rules":2', "this record was made by rules 2 of Forehead, these are rules 1"),
}


def test_a_line_that_is_no_text_is_named() -> None:
    data = HONEST.replace(b"Anna", b"An\xffa")
    with pytest.raises(BadRecord, match="line 1 is damaged"):
        parse(resealed(data))


def test_a_move_over_which_a_game_stumbles_is_named() -> None:
    game = GAME.bringing(hear=lambda *_: [][0])
    with pytest.raises(BadRecord, match="line 2 is no move of Forehead"):
        replay(parse(HONEST), game)


@pytest.mark.parametrize("cheat", RESEALED)
def test_a_cheat_who_writes_new_sums_is_named_too(cheat: str) -> None:
    line, old, new, sentence = RESEALED[cheat]
    data = resealed(changed(line, old, new))
    with pytest.raises(BadRecord) as refused:
        verify(parse(data), GAME)
    assert str(refused.value).startswith(sentence)


def test_another_honest_looking_number_is_not_what_the_seed_gives() -> None:
    dealt = [msgspec.json.decode(line)["move"]["number"] for line in HONEST.splitlines()[1:4]]
    free = next(number for number in range(10) if number not in dealt)
    data = changed(3, f'"number":{dealt[1]}', f'"number":{free}')
    data = resealed(changed(9, f'"number":{dealt[1]}', f'"number":{free}', data))
    with pytest.raises(BadRecord, match=r"^line 3 is not what the seed gives: this roll or deal was not honest"):
        verify(parse(data), GAME)
    assert second_verifier.verify(data) == "line 3: not the number that the seed gives"


def test_a_seed_and_its_promise_changed_together_give_other_numbers() -> None:
    other = "ff" * 16
    data = changed(11, SEED, other)
    promise = hashlib.sha256(SEED.encode()).hexdigest()
    data = resealed(changed(1, promise, hashlib.sha256(other.encode()).hexdigest(), data))
    with pytest.raises(BadRecord, match=r"^line 2 is not what the seed gives"):
        verify(parse(data), GAME)
    assert second_verifier.verify(data).startswith("line 2: ")


def test_other_words_of_the_players_give_other_numbers() -> None:
    data = resealed(changed(1, "tapir", "sloth"))
    with pytest.raises(BadRecord, match="is not what the seed gives"):
        verify(parse(data), GAME)


def test_lines_after_the_end() -> None:
    last = HONEST.splitlines(keepends=True)[-1]
    with pytest.raises(BadRecord, match=r"^line 12 comes after the end of the game"):
        parse(resealed(HONEST + last))


@pytest.mark.parametrize("rubbish", [b"", b"\n", b"hello\n", b"\x00\xff\n", b"{}\n", b'{"tepui":1'])
def test_a_file_that_is_no_record(rubbish: bytes) -> None:
    with pytest.raises(BadRecord, match="this is not a record"):
        parse(rubbish)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"cannot read .*: No such file or directory. Check the name"):
        read(tmp_path / "nothing.jsonl")
    with pytest.raises(BadRecord, match="Is a directory"):
        read(tmp_path)


# ---- a crash while writing ----


def test_every_cut_of_the_last_line_is_recovered_with_a_warning() -> None:
    lines = HONEST.splitlines(keepends=True)
    whole = b"".join(lines[:-1])
    for cut in range(1, len(lines[-1])):
        record = parse(whole + lines[-1][:cut])
        assert record.warning == "line 11 was cut off (a crash while writing?) and is left out"
        assert record.size == len(whole) and len(record.moves) == 9 and record.end is None


def test_a_record_goes_on_after_a_crash(tmp_path: Path) -> None:
    lines = HONEST.splitlines(keepends=True)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines[:5]) + lines[5][:10])
    record = read(file)
    with file.open("r+b") as again:
        again.truncate(record.size)
        again.seek(record.size)
        recorder = Recorder(again, after=record)
        for line in lines[5:10]:
            move = msgspec.json.decode(line)
            recorder.move(TABLE if move["by"] == "table" else move["by"], move["move"])
        end = msgspec.json.decode(lines[10])
        recorder.end(end["seed"], end["scores"], end["places"])
    assert file.read_bytes() == HONEST


# ---- taking back, and other rules ----


def taken_back(to: int) -> bytes:
    first = parse(recorded(GAME, 3, SEED, stop=2, format=1))
    file = io.BytesIO(recorded(GAME, 3, SEED, stop=2, format=1))
    file.seek(0, 2)
    file.seekable = lambda: False  # type: ignore[method-assign]
    recorder = Recorder(file, after=first)
    recorder.back(to)
    recorder.move(0, {"do": "bet", "rank": 2})
    return file.getvalue()


def test_a_move_that_was_taken_back_does_not_count() -> None:
    record = parse(taken_back(3))
    assert len(record.moves) == 4 and [step.line for step in record.standing] == [2, 3, 4, 8]
    assert msgspec.json.decode(record.moves[3][1]) == {"do": "bet", "rank": 2}
    assert verify(record, GAME).startswith("4 moves are legal")
    with pytest.raises(BadRecord, match=r"^line 7 takes back what nobody has played. Use a whole copy"):
        parse(taken_back(5))


def test_a_record_of_other_rules_is_still_told() -> None:
    data = resealed(changed(1, '"rules":1', '"rules":7'))
    assert replay(parse(data), GAME).over
    odd = resealed(changed(5, f'"rank":{RANK}', '"rank":5', data))  # a bet that these rules do not offer
    assert replay(parse(odd), GAME).over


def test_a_move_that_other_rules_cannot_even_apply() -> None:
    data = resealed(changed(1, '"rules":1', '"rules":7'))
    huge = GAME.bringing(hear=lambda position, by, action: GAME.hear(position, by, action) + 10**30 * (by != TABLE))
    with pytest.raises(
        BadRecord,
        match=r"^line 5 is no move of Forehead \(\w+\). Replay it with the version of the game that wrote it",
    ):
        replay(parse(data), huge)


def test_an_illegal_move_of_these_rules_is_not_told() -> None:
    with pytest.raises(BadRecord, match=r"^line 5 is not a legal move"):
        replay(parse(resealed(changed(5, f'"rank":{RANK}', '"rank":5'))), GAME)
    with pytest.raises(BadRecord, match=r"^line 5 is no move of Forehead"):
        replay(parse(resealed(changed(5, f'"rank":{RANK}', '"rank":9'))), GAME)
    the_table = '"by":"table","move":{"do":"show","number'
    with pytest.raises(BadRecord, match=r"^line 5 is a move out of turn"):
        replay(parse(resealed(changed(5, '"by":0,"move":{"do":"bet","rank', the_table))), GAME)


def test_a_recorder_of_nothing_writes_nothing() -> None:
    file = io.BytesIO()
    Recorder(file)
    assert file.getvalue() == b""


def test_each_line_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        Recorder(file, Header(game="forehead", rules=1, seats=2))
        assert path.read_bytes().startswith(b'{"tepui":2,"dealer":2,"game":"forehead"')
