"""Records of the second format: what is bound to what, and what is noticed by whom."""

import hashlib
import io
import sys
from pathlib import Path

import msgspec
import pytest

from tepui.cli import main
from tepui.commands.verify import command
from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.position import TABLE
from tepui.core.record import Header, Recorder, parse, promise_line, promising, read
from tepui.core.refusal import BadRecord
from tepui.core.replay import Impossible, Step, decoder_of, in_its_words
from tepui.core.table import Table
from tepui.core.verify import Noted, conclusions, verify

sys.path.insert(0, str(Path(__file__).parent))
import second_verifier
from recorded import recorded, resealed

GAME = find.game("forehead")
SEED = "00112233445566778899aabbccddeeff"
WORDS = ("Ünited", "", "tapir")
HONEST = recorded(GAME, 3, SEED, words=WORDS)
PROMISE = hashlib.sha256(HONEST.splitlines()[0].rpartition(b',"sum"')[0] + b"}").hexdigest()
SEAL = hashlib.sha256(b"".join(HONEST.splitlines(keepends=True)[:-1])).hexdigest()
ALL = Noted("tapir", PROMISE, SEAL)


def forged(*changes: tuple[str, str], data: bytes = HONEST) -> bytes:
    """What somebody writes who has the whole record: other text, and every sum and the seal made good."""
    text = data.decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return sealed_again(text.encode())


def sealed_again(data: bytes) -> bytes:
    data = resealed(data)
    *lines, end = data.splitlines(keepends=True)
    old = msgspec.json.decode(end)["seal"].encode()
    return resealed(data.replace(old, hashlib.sha256(b"".join(lines)).hexdigest().encode()))


def refused(data: bytes, noted: Noted = ALL) -> str:
    with pytest.raises(BadRecord) as no:
        verify(parse(data), GAME, noted)
    return str(no.value)


def test_everything_is_proven_to_whoever_noted_everything() -> None:
    assert verify(parse(HONEST), GAME, ALL).splitlines() == [
        "9 moves are legal, and every roll and deal follows from the seed and the players' words",
        "without a word of their own: Ben",
        "proven by the promise: names, options, the seed and the order of the words stood before any word",
        "proven by your word: nobody could have chosen these dice, if nobody knew it before",
        "proven by the seal: no line was added, left out or changed since the end of the game",
    ]
    assert second_verifier.verify(HONEST) == ""


def test_a_host_who_promised_often_is_told_of() -> None:
    """The number stands in the promise, so it cannot be taken away afterwards."""
    often = forged(('"commitment":', '"tries":5,"commitment":'))
    header = parse(often).header
    assert header.tries == 5
    promise = hashlib.sha256(promise_line(header)).hexdigest()
    first = promise_line(header)[:-1] + b',"sum":"0000000000000000"}\n'
    often = sealed_again(b"".join([first, *often.splitlines(keepends=True)[1:]]))
    said = verify(parse(often), GAME, Noted("tapir", promise))
    assert "promised 5 times before it began" in said and "only taken the best of 5" in said
    assert "not what was promised" in refused(HONEST, Noted("tapir", promise))


def test_whoever_noted_nothing_is_told_what_was_not_checked() -> None:
    told = verify(parse(HONEST), GAME)
    assert told.count("not checked") == 3 and "proven by" not in told
    assert "needs --promise" in verify(parse(HONEST), GAME, Noted(word="tapir"))


def test_every_single_byte_counts() -> None:
    for at in range(len(HONEST) - 1):
        data = bytearray(HONEST)
        data[at] ^= 1
        with pytest.raises(BadRecord):
            verify(parse(bytes(data)), GAME)


def test_a_word_that_was_not_promised() -> None:
    assert refused(forged(("tapir", "sloth")), Noted()).startswith("line 2: the word of seat 3")
    assert second_verifier.verify(forged(("tapir", "sloth"))) == "line 2: not the promised words"


def test_a_host_who_adds_a_word_after_the_others() -> None:
    """The attack: wait for all words, then search for one more that gives the dice one likes."""
    old = '"commitments":["' + commitment("Ünited") + '",null'
    data = forged((old, old.replace("null", f'"{commitment("chosen")}"')), ('"Ünited",""', '"Ünited","chosen"'))
    assert refused(data).startswith("line 1 is not what was promised")
    assert "line 3 is not what the seed gives" in refused(data, Noted())


def test_words_in_another_order() -> None:
    one, two = commitment("Ünited"), commitment("tapir")
    data = forged((one, "!"), (two, one), ("!", two), ('"Ünited","","tapir"', '"tapir","","Ünited"'))
    assert refused(data).startswith("line 1 is not what was promised")


def test_a_word_left_out() -> None:
    assert refused(HONEST, Noted(word="sloth")) == "that word is not mixed into these dice"


def test_swapped_names() -> None:
    data = forged(('["Anna","Ben"', '["Ben","Anna"'))
    assert refused(data, Noted()).startswith("line 2: the name of seat 1 is not the one that was promised")
    tags = parse(HONEST).header.tags
    names = (f'"{tags[0]}","{tags[1]}"', f'"{tags[1]}","{tags[0]}"')
    salts = ('"salt of Anna","salt of Ben"', '"salt of Ben","salt of Anna"')
    data = forged(('["Anna","Ben"', '["Ben","Anna"'), names, salts)
    assert verify(parse(data), GAME)  # whoever writes the whole record anew
    assert refused(data).startswith("line 1 is not what was promised")


def test_a_forgotten_name_keeps_the_promise() -> None:
    data = forged(('"Ben"', '"?"'), ("salt of Ben", ""))
    assert "not proven: who sat in seat 2, whose name was forgotten" in verify(
        parse(data), GAME, Noted(promise=PROMISE)
    )


def test_a_dropped_end(tmp_path: Path) -> None:
    data = b"".join(HONEST.splitlines(keepends=True)[:-1])
    assert refused(data, Noted()).startswith("the end of this record is missing")
    shorter = b"".join(HONEST.splitlines(keepends=True)[:-3])  # the last moves as well: a game that was left
    assert refused(shorter, Noted(seal=SEAL)).startswith("the end of this record is missing")
    file = tmp_path / "left.jsonl"
    file.write_bytes(shorter)
    assert "chance cannot be checked" in verify(read(file), GAME) and command([str(file)]) == 1


def inserted(bet: str) -> bytes:
    """Anna, so it says now, first bet something else."""
    lines = HONEST.splitlines(keepends=True)
    played = lines[5].replace(b'"rank":%d' % msgspec.json.decode(lines[5])["move"]["rank"], f'"rank":{bet}'.encode())
    return sealed_again(b"".join([*lines[:5], played, b'{"n":4,"back":3,"sum":"0"}\n', *lines[5:]]))


def test_an_inserted_take_back() -> None:
    assert refused(inserted("5"), Noted()) == "line 6 is not a legal move. Use a whole copy of the record"
    assert verify(parse(inserted("1")), GAME)  # it is possible; only who noted the seal knows better
    assert refused(inserted("1")).startswith("this is not the record of that seal")


def test_the_table_takes_nothing_back() -> None:
    lines = HONEST.splitlines(keepends=True)
    data = sealed_again(b"".join([*lines[:5], b'{"n":3,"back":2,"sum":"0"}\n', lines[4], *lines[5:]]))
    assert refused(data, Noted()).startswith("line 6 takes back a move of the table")


def test_a_seal_of_something_else() -> None:
    data = resealed(HONEST.replace(SEAL.encode(), b"0" * 64))
    assert refused(data, Noted()).startswith("line 12: its seal is not that of the lines before it")


@pytest.mark.parametrize("change", [('"words":["Ünited","",', '"words":["Ünited",'), ('"Cleo"]', '"Cleo","Dora"]')])
def test_too_few_or_too_many(change: tuple[str, str]) -> None:
    assert refused(forged(change)).startswith("line 2 does not open what line 1 promises")


def test_a_record_that_opens_nothing() -> None:
    with pytest.raises(BadRecord, match="line 2 is missing"):
        parse(HONEST.splitlines(keepends=True)[0])


def test_a_record_goes_on_with_its_seal(tmp_path: Path) -> None:
    lines = HONEST.splitlines(keepends=True)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines[:11]))
    record = read(file)
    with file.open("ab") as again:
        end = msgspec.json.decode(lines[-1])
        Recorder(again, after=record).end(end["seed"], end["scores"], end["places"])
    assert file.read_bytes() == HONEST


def test_the_promise_tells_neither_names_nor_words() -> None:
    header = promising(Header(game="forehead", rules=1, seats=2, names=("Anna", "Ben"), words=("a", "b")))
    file = io.BytesIO()
    file.seekable = lambda: False  # type: ignore[method-assign]
    Recorder(file, header)
    first = file.getvalue().splitlines()[0]
    assert b"Anna" not in first and b'"a"' not in first
    assert parse(file.getvalue()).promise == hashlib.sha256(promise_line(header)).hexdigest()
    assert promising(header).tags != header.tags  # salted


def test_the_command_says_it_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(HONEST)
    assert command([str(file), "--word", "tapir", "--promise", PROMISE, "--seal", SEAL]) == 0
    assert "  proven by your word: nobody could have chosen these dice" in capsys.readouterr().out


def test_an_old_record_proves_nothing_of_what_was_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody was bound to its words: a host could search for one that gives the dice it likes."""
    old = recorded(GAME, 3, SEED, words=("tapir", "searched for"), format=1)
    assert verify(parse(old), GAME).startswith("9 moves are legal")
    promise = commitment(SEED)
    for noted in (Noted("tapir", promise), Noted("tapir"), Noted(promise=promise), Noted(seal=SEAL)):
        assert refused(old, noted).startswith("this record is of the first format")
    assert refused(old, Noted(seed_hash=promise)).startswith("this record is of the first format")
    file = tmp_path / "game.jsonl"
    file.write_bytes(old)
    assert main(["verify", str(file)]) == 0
    assert main(["verify", str(file), "--word", "tapir", "--promise", promise]) == 1
    assert "it cannot prove what you noted. Without these options" in capsys.readouterr().err


def test_other_words_for_the_same_move_are_refused() -> None:
    """Kryptx hears a card that is turned over by the card alone; a reader would believe the stand beside it."""
    game = find.game("kryptx")
    lines = (Path(__file__).parents[1] / "records" / "kryptx-2-orchid.jsonl").read_bytes().splitlines()
    record = parse(b"\n".join(lines) + b"\n")
    table = Table(game, record.setting(game), names=record.header.names)
    decoder, tried = decoder_of(game), 0
    for by, raw in record.moves:
        said = msgspec.json.decode(raw)
        code = game.hear(table.truth, by, decoder.decode(raw))
        in_its_words(table, Step(1, by, raw), code)
        if "stand" in said and by == TABLE:
            said["stand"] = "blue" if said["stand"] != "blue" else "purple"
            with pytest.raises(Impossible, match="other words"):
                in_its_words(table, Step(1, by, msgspec.Raw(msgspec.json.encode(said))), code)
            tried += 1
        table.replay(by, code)
    assert tried


def test_every_move_is_asked_for_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(_: Table, step: Step, code: int) -> None:
        raise Impossible(step, "is said otherwise")

    monkeypatch.setattr("tepui.core.verify.in_its_words", otherwise)
    assert "is said otherwise" in refused(HONEST)


def test_an_older_dealer_is_named() -> None:
    """Equal cards clump in its deals: whoever promises it could like that."""
    header = parse(HONEST).header
    assert not any("older dealer" in one for one in conclusions(header, ALL))
    assert any("older dealer" in one for one in conclusions(msgspec.structs.replace(header, dealer=1), ALL))
