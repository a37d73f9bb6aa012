"""A record is the game: it comes back from JSON with the same views, proves itself, and shows any changed byte."""

import io
from random import Random

from tepui.core.dealer import Dealer, commitment
from tepui.core.game import Game, Setting
from tepui.core.position import DEALER, TABLE, TABLE_BIT, odds_of
from tepui.core.record import Header, Recorder, header_of, parse, promising, replay
from tepui.core.refusal import BadRecord
from tepui.core.table import Table
from tepui.core.takeback import may_take_back, take_back
from tepui.core.verify import verify
from tepui.laws.finding import Asked, Broken, Finding
from tepui.laws.outward import looks_alike
from tepui.laws.walk import LONGEST, each, eyes_of, names_of, next_move

LAW = "records come back"
WORD = "palm"  # everyone's own
TAKEN_BACK = 0.1  # share of the moves that are, where they may be
FLIPS = 3  # bytes changed, one at a time, in every record


class Paper(io.BytesIO):
    """A file in memory: nothing to sync."""

    def seekable(self) -> bool:
        return False


def run(game: Game, seeds: range, asked: Asked) -> Finding:
    return each(LAW, game, seeds, asked, case)


def case(fresh: Table, rng: Random, finding: Finding) -> None:
    game, setting = fresh.game, fresh.setting
    finding.cases += 1
    table, paper = written(game, setting, rng)
    record = parse(paper)
    again = replay(record, game)
    if again.moves != table.moves:
        raise Broken("the record, read again, has other moves than the game")
    for eye in (*eyes_of(setting), DEALER):
        here, there = table.look(eye), again.look(eye)
        if here.moves != there.moves or not looks_alike(here, there):
            raise Broken(f"the record, read again, gives another view to eye {eye}")
    verify(record, game)
    for _ in range(FLIPS):
        at = rng.randrange(len(paper))
        changed = bytearray(paper)
        changed[at] ^= 1 << rng.randrange(8)
        refuse(game, bytes(changed), f"byte {at} of a record was changed")
    exchanged(game, setting, rng, table, record.end.seed if record.end else "")


def written(game: Game, setting: Setting, rng: Random) -> tuple[Table, bytes]:
    """A random game with an honest dealer, some moves of it taken back, and its record."""
    seed = f"{rng.getrandbits(64):x}"
    dealer = Dealer(seed, (WORD,) * setting.seats)
    table = Table(game, setting, names=names_of(setting))
    paper = Paper()
    recorder = Recorder(paper, header(game, setting, seed))
    for _ in range(LONGEST):
        move = next_move(table.truth, setting.seats, rng)
        if move is None:
            break
        if move[0] == TABLE:
            codes, weights, event = table.event()
            move = TABLE, codes[0] if len(codes) == 1 else dealer.choose(event, codes, weights)
        recorder.move(move[0], game.say(table.truth, *move))
        table.replay(*move)
        if move[0] != TABLE and rng.random() < TAKEN_BACK and may_take_back(table, move[0]):
            table = take_back(table, move[0])
            recorder.back(len(table.moves))
    recorder.end(seed, table.scores(), table.places())
    return table, paper.getvalue()


def header(game: Game, setting: Setting, seed: str) -> Header:
    words = (WORD,) * setting.seats
    written = header_of(game, setting, names_of(setting), words=words, commitment=commitment(seed))
    return promising(written, salts=("salt",) * setting.seats)


def exchanged(game: Game, setting: Setting, rng: Random, table: Table, seed: str) -> None:
    """One deal or roll comes out differently, and the record is sealed as if nothing had happened."""
    twin = Table(game, setting, names=names_of(setting))
    chances = []
    for n, (by, code) in enumerate(table.moves):
        if by == TABLE and twin.truth.to_act() & TABLE_BIT:
            chances += [(n, other) for other in odds_of(twin.truth)[0] if other != code]
        twin.replay(by, code)
    if not chances:
        return  # a game without chance
    upto, other = rng.choice(chances)
    twin = Table(game, setting, names=names_of(setting))
    paper = Paper()
    recorder = Recorder(paper, header(game, setting, seed))
    for by, code in [*table.moves[:upto], (TABLE, other)]:
        recorder.move(by, game.say(twin.truth, by, code))
        twin.replay(by, code)
    recorder.end(seed, twin.scores(), twin.places())
    refuse(game, paper.getvalue(), "a roll or deal was exchanged and all sums made good", f"line {upto + 3} ")


def refuse(game: Game, paper: bytes, what: str, where: str = "") -> None:
    try:
        record = parse(paper)
        verify(record, game)
    except BadRecord as refusal:
        if where in str(refusal):
            return
        raise Broken(f"{what}, but the refusal does not name {where}({refusal})") from None
    if not record.warning:  # a last line without its end counts as cut off by a crash, and is named
        raise Broken(f"{what}, and nobody noticed")
