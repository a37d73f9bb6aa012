"""What a record proves: every move legal, all chance the dealer's, and nobody free to choose it.

Alone, a record proves that it fits together: whoever holds it could have written all of it again. That this was not
done is proven by what someone noted elsewhere: the promise, their own word, the seal.
"""

from dataclasses import dataclass

from tepui.core.dealer import VERSION, Dealer, commitment
from tepui.core.game import Game
from tepui.core.record import FIRST_FORMAT, WHOLE, Header, Record, played, tag_of
from tepui.core.refusal import BadRecord
from tepui.core.replay import given_by, in_its_words, possible


@dataclass(frozen=True)
class Noted:
    """What someone knows from elsewhere than the record."""

    word: str | None = None  # their own, opened when all promises stood
    promise: str | None = None  # as it was published before any word was opened
    seal: str | None = None  # as it was shown at the end of the game
    seed_hash: str | None = None  # of chance that several tables share, as it was published before the first began


NOTHING = Noted()


def verify(record: Record, game: Game, noted: Noted = NOTHING) -> str:
    """Proves every move: legal by these rules, and each of the table's the dealer's own. Says what was proven."""
    header, end = record.header, record.end
    if header.eye is not None:
        raise BadRecord(
            "this game was entered at a real table, where nobody can prove the dice. `tepui replay` shows it"
        )
    if header.rules != game.rules:
        raise BadRecord(
            f"this record was made by rules {header.rules} of {game.title}, these are rules {game.rules}. "
            "Replay shows it, only that version of the game can verify it"
        )
    check_promise(record, noted)
    dealer = None
    if end is not None:
        if commitment(end.seed) != header.commitment:
            raise BadRecord(f"line {record.end_line}: the seed is not the one promised in the header. {WHOLE}")
        dealer = Dealer(end.seed, header.words, header.dealer)
    checks = [possible, in_its_words, *([given_by(dealer.choose)] if dealer else [])]
    # What was taken back is tried too, but in the first format
    steps = record.standing if header.tepui == FIRST_FORMAT else record.steps
    *_, table = played(record, game, steps, *checks)
    if end is None:
        if noted.seal is not None or (table.over and header.tepui != FIRST_FORMAT):
            raise BadRecord(f"the end of this record is missing, though its game is over. {WHOLE}")
        return f"{len(record.moves)} moves are legal. The seed is not published yet, so chance cannot be checked"
    if not table.over or end.n != len(record.moves):
        raise BadRecord(f"line {record.end_line}: the record ends before the game does. {WHOLE}")
    if end.scores != table.scores() or end.places != table.places():
        raise BadRecord(f"line {record.end_line}: the scores are not those of the game. {WHOLE}")
    if header.tepui != FIRST_FORMAT and end.seal != record.seal:
        raise BadRecord(f"line {record.end_line}: its seal is not that of the lines before it. {WHOLE}")
    if noted.seal is not None and noted.seal != end.seal:
        raise BadRecord("this is not the record of that seal: a line was added, left out or changed since")
    sentence = f"{len(record.moves)} moves are legal, and every roll and deal follows from the seed"
    if header.tepui == FIRST_FORMAT:
        return sentence
    return "\n".join([f"{sentence} and the players' words", *conclusions(header, noted)])


def check_promise(record: Record, noted: Noted) -> None:
    """The words and names are those that the first line is bound to, and it is the line that was published."""
    header = record.header
    if header.tepui == FIRST_FORMAT:
        if noted != NOTHING:
            raise BadRecord(
                "this record is of the first format, which bound nobody to the words: it cannot prove what you noted. "
                "Without these options its moves and its seed are checked"
            )
        return
    for seat, (word, promised) in enumerate(zip(header.words, header.commitments, strict=True), 1):
        if (commitment(word) if word else None) != promised:
            raise BadRecord(f"line 2: the word of seat {seat} is not the one that was promised in line 1. {WHOLE}")
    for seat, (name, salt, tag) in enumerate(zip(header.names, header.salts, header.tags, strict=True), 1):
        if salt and tag_of(name, salt) != tag:
            raise BadRecord(f"line 2: the name of seat {seat} is not the one that was promised in line 1. {WHOLE}")
    if noted.promise is not None and noted.promise != record.promise:
        raise BadRecord(
            "line 1 is not what was promised: names, options, the order of the words or the seed are others"
        )
    if noted.seed_hash is not None and noted.seed_hash != header.commitment:
        raise BadRecord("the seed of this record is not the one of that hash. It was played with other chance")
    if noted.word is not None and noted.word not in header.words:
        raise BadRecord("that word is not mixed into these dice")


def conclusions(header: Header, noted: Noted) -> list[str]:
    """What else is proven, and what is not: one sentence a line."""
    said = []
    if noted.seed_hash is not None:
        said.append(
            "proven by the seed's hash: the maker of the seed could not change it after that hash was published"
        )
    if header.dealer < VERSION:
        said.append("dealt by an older dealer, in whose deals equal cards clump together")
    if header.tries > 1:
        said.append(
            f"promised {header.tries} times before it began: the host could not choose these dice, but could try again"
        )
    silent = [seat for seat in range(header.seats) if not (header.words and header.words[seat])]
    if silent:
        names = ", ".join(header.names[seat] if header.names else f"seat {seat + 1}" for seat in silent)
        said.append(f"without a word of their own: {names}")
    forgotten = [str(seat) for seat, salt in enumerate(header.salts, 1) if not salt]
    if forgotten:
        said.append(f"not proven: who sat in seat {', '.join(forgotten)}, whose name was forgotten")
    if noted.promise is not None:
        said.append("proven by the promise: names, options, the seed and the order of the words stood before any word")
    else:
        said.append("not checked: whether all this stood before the words were opened (--promise HASH)")
    if noted.word is not None and noted.promise is not None:
        among = "" if header.tries == 1 else f", only taken the best of {header.tries}"
        said.append(f"proven by your word: nobody could have chosen these dice{among}, if nobody knew it before")
    elif noted.word is not None:
        said.append("your word is mixed in. That nobody could choose theirs after it needs --promise HASH")
    else:
        said.append("not checked: whether your own word is mixed in (--word MINE)")
    if noted.seal is not None:
        said.append("proven by the seal: no line was added, left out or changed since the end of the game")
    else:
        said.append("not checked: whether moves were taken back that you never saw (--seal HASH)")
    return said
